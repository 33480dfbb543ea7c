"""Steps that tests of importing take."""

BAD = b"{broken\n"


def upload(page, *files):
    """Give files to the page."""
    return page.file_uploader[0].upload(*files).run()


def total(store):
    """How many cases there are."""
    return sum(store.count_cases()["state"].values())
