"""Text from a file as a terminal may have it."""


def make_printable(line: str) -> str:
    """The line without control characters, which a name from a file may carry."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in line
    )
