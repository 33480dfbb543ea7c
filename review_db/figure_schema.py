"""The eighth step of the schema: what figures over many cases read, so that no record is parsed.

figure_facts   one row a case: short values taken from its latest version when it was imported
"""

from sqlite_utils import Database

from review_db.figure_facts import fill_figure_facts

FIGURE_FACTS = """
create table figure_facts (
    case_id text primary key references cases (case_id),
    model text not null,
    input_tokens integer,
    output_tokens integer,
    cost real,
    domains text not null,
    ages text
) strict"""

# Few judgements name anything: a page that misled, or what is wrong with a reference.
JUDGEMENTS_BY_OUTCOME = "create index judgements_by_outcome on judgements (outcome, post_side)"


def m008_figures(db: Database) -> None:
    """Keep what figures read; cases that are here already are filled in."""
    for statement in (FIGURE_FACTS, JUDGEMENTS_BY_OUTCOME):
        db.execute(statement)
    fill_figure_facts(db)
