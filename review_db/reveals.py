"""Blind then reveal: what was concluded before TrekTrace's side was shown, and what after."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlite_utils import Database

from review_db.answering import Saved, saved
from review_db.blind_cases import load_blind_judgements
from review_db.json_text import load_json
from review_db.judgement_events import StoredJudgement
from review_db.judgements import Happening, append_events
from review_db.visibility import find_waits
from trek_core.agreement import Conclusion, RoundMode
from trek_core.agreement.comparisons.rows import Row, row_of_share
from trek_core.errors import StoreError
from trek_core.taxonomy import LabelSet

_REVEALED = """
select j.case_id, j.annotator, j.state, j.outcome, j.retrieval_side, j.post_side, j.submitted_at,
j.before_reveal, a.retrieval_side as model_retrieval, a.post_side as model_post
from judgements j join cases c on c.case_id = j.case_id
left join attributions a on a.case_id = c.case_id and a.version = c.version
where j.round = ? and j.before_reveal is not null order by c.position, j.annotator
"""


@dataclass(frozen=True)
class Revealed:
    """One judgement on both sides of its reveal.

    `after` is None while it is a draft again; `was_revised`: it was handed in anew since. `model`
    is None where TrekTrace has no labels.
    """

    case_id: str
    annotator: str
    before: Conclusion
    after: Conclusion | None
    was_revised: bool
    model: LabelSet | None


@dataclass(frozen=True)
class Flips:
    """How often people took TrekTrace's labels over once shown: `flipped` of `differed`.

    `differed` are judgements that came to another label set, or to none, before; `agreed` are
    those that had TrekTrace's already; `left_out` are drafts and cases without labels.
    """

    flipped: int
    differed: int
    agreed: int
    left_out: int

    def to_row(self, within: RoundMode) -> Row:
        """The flip-to-model rate with its Wilson interval; undefined where nobody differed."""
        place = {"comparison": "flip_to_model", **within._asdict(), "view": "joint"}
        details = {"agreed": self.agreed, "left_out": self.left_out}
        return row_of_share(self.flipped, self.differed, place, details=details)


def reveal(db: Database, judgement: StoredJudgement) -> Saved:
    """Show TrekTrace's side from now on; what was handed in is kept as it is.

    It is shown in every round in which it was to be revealed to this person, for they have seen it;
    other cases of its question stay withheld, though this tells of them.
    Raises `StoreError` in another mode, before the own answer is handed in, and while another round
    has them judge the case blind.
    """
    if judgement.mode != "blind_then_reveal":
        raise StoreError(f"In a round of the mode {judgement.mode} nothing is revealed.")
    if judgement.revealed_at is not None:
        return saved(judgement)
    if not judgement.is_finished:
        raise StoreError("Hand your own answer in first: TrekTrace's side is shown after that.")
    if waits_for := find_waits(db, judgement):
        rounds = " and ".join(f"“{name}”" for name in waits_for)
        raise StoreError(f"Not yet: you judge this case blind in the round {rounds} too.")
    for each in load_blind_judgements(db, judgement.case_id, judgement.annotator):
        if each.round != judgement.round:
            _append_reveal(db, each)
    return saved(_append_reveal(db, judgement))


def _append_reveal(db: Database, judgement: StoredJudgement) -> StoredJudgement:
    before = asdict(judgement.submission) | {"answers": judgement.answers}
    happening = Happening("reveal", by_widget=False, new=before)
    return append_events(db, judgement, [happening])


def load_reveals(db: Database, round_name: str) -> list[Revealed]:
    """Every judgement of a round that has seen TrekTrace's side, before and after."""
    found = []
    for row in db.execute(_REVEALED, [round_name]):
        before = load_json(row["before_reveal"])
        finished = row["state"] in ("submitted", "needs_discussion")
        sides = (row["outcome"], row["retrieval_side"], row["post_side"])
        model = row["model_retrieval"]
        found.append(
            Revealed(
                case_id=row["case_id"],
                annotator=row["annotator"],
                before=Conclusion(before["outcome"], before["retrieval_side"], before["post_side"]),
                after=Conclusion(*sides) if finished else None,
                was_revised=finished and row["submitted_at"] != before["submitted_at"],
                model=None if model is None else LabelSet(model, row["model_post"]),
            )
        )
    return found


def count_flips(revealed: Iterable[Revealed]) -> Flips:
    """The flip-to-model rate's two counts, over judgements that are handed in."""
    flipped = differed = agreed = left_out = 0
    for each in revealed:
        if each.after is None or each.model is None:
            left_out += 1
        elif each.before.read_label_set() == each.model:
            agreed += 1
        else:
            differed += 1
            flipped += each.after.read_label_set() == each.model
    return Flips(flipped, differed, agreed, left_out)
