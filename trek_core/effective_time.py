"""How a question's relative words resolve against its effective year (C.3 and review guideline)."""

RELATIVE_WORDS = "current, currently, this year, most recent, now, latest, to date"


def explain_effective_year(year: int | str | None) -> str:
    """Say in one line what relative words mean for a case; a text year is not resolved."""
    if year is None:
        return "No effective year is recorded: relative words have no fixed meaning here."
    if isinstance(year, str):
        return f"Recorded as “{year}”: read it as it stands, no year is taken from it."
    return f"“last year” means {year}; {RELATIVE_WORDS} mean the end of {year}."
