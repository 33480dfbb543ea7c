"""The questions as data: who is asked, with which prompt, seeing what, answering how.

Six belong to the two tests, the others to the judging protocols.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from trek_core.probes import answers
from trek_core.settings import RoleName

TestName = Literal[
    "key_evidence", "evidence_match", "gold_only", "analysis", "gold_plus_noise", "noise_grade"
]
JudgeName = Literal[
    "judge_freshqa", "judge_infodeepseek", "judge_infodeepseek_premise", "judge_sealqa"
]
ProbeName = TestName | JudgeName
PROBE_NAMES: tuple[TestName, ...] = get_args(TestName)
"""The questions of the two tests, in the order in which they are asked."""
JUDGE_NAMES: tuple[JudgeName, ...] = get_args(JudgeName)
"""The questions of the judging protocols, of which a case is asked one."""

InputName = Literal[
    "question",
    "time_rule",
    "reference_answers",
    "gold_urls",
    "retrieved_urls",
    "context_urls",
    "documents",
    "key_evidence",
    "search_queries",
    "prediction",
    "gold_only_answer",
    "page_accessible",
    "answer",
]


@dataclass(frozen=True)
class Contract:
    """One question.

    `inputs` is everything its prompt may see. `urls_from` is the input whose addresses may be
    opened and named, `names_urls` the answer field that names some of them.
    """

    name: ProbeName
    role: RoleName
    inputs: frozenset[InputName]
    answer: type[answers.Answer]
    urls_from: InputName | None = None
    names_urls: str | None = None

    @property
    def browses(self) -> bool:
        """Whether the model reads pages; without browsing, their text is supplied."""
        return self.urls_from is not None

    @property
    def template(self) -> str:
        """The name of its prompt file."""
        return f"{self.name}.txt"

    @property
    def required(self) -> frozenset[InputName]:
        """The inputs that no prompt file may leave out."""
        always: frozenset[InputName] = frozenset({"question", "time_rule"})
        return always | {"documents"} if self.browses else always


def _contract(
    name: ProbeName,
    role: RoleName,
    answer: type[answers.Answer],
    *inputs: InputName,
    urls: tuple[InputName, str] | None = None,
) -> Contract:
    shared: tuple[InputName, ...] = ("question", "time_rule")
    pages: tuple[InputName, ...] = (urls[0], "documents") if urls else ()
    urls_from, names_urls = urls or (None, None)
    seen = frozenset((*shared, *pages, *inputs))
    return Contract(name, role, seen, answer, urls_from, names_urls)


_JUDGEMENTS: dict[JudgeName, type[answers.Answer]] = {
    "judge_freshqa": answers.FreshqaJudgement,
    "judge_infodeepseek": answers.InfodeepseekJudgement,
    "judge_infodeepseek_premise": answers.InfodeepseekJudgement,
    "judge_sealqa": answers.SealqaJudgement,
}

# Reference answers go to the judges only (appendix C.1). Gold-plus-noise sees one context in
# which nothing says which page is gold (C.3): neither `gold_urls` nor `retrieved_urls`.
CONTRACTS: dict[ProbeName, Contract] = {
    contract.name: contract
    for contract in (
        _contract(
            "key_evidence",
            "browsing_judge",
            answers.KeyEvidence,
            "reference_answers",
            urls=("gold_urls", "gold_evidence_urls"),
        ),
        _contract(
            "evidence_match",
            "browsing_judge",
            answers.EvidenceMatch,
            "reference_answers",
            "key_evidence",
            urls=("retrieved_urls", "equivalent_urls"),
        ),
        _contract(
            "gold_only",
            "evaluated_model",
            answers.GoldOnlyAnswer,
            urls=("gold_urls", "used_urls"),
        ),
        _contract(
            "analysis",
            "analysis_judge",
            answers.Analysis,
            "reference_answers",
            "gold_urls",
            "gold_only_answer",
            "page_accessible",
            "prediction",
            "search_queries",
        ),
        _contract(
            "gold_plus_noise",
            "evaluated_model",
            answers.GoldPlusNoiseAnswer,
            urls=("context_urls", "used_urls"),
        ),
        _contract(
            "noise_grade",
            "analysis_judge",
            answers.NoiseGrade,
            "reference_answers",
            "answer",
        ),
        *(
            _contract(name, "analysis_judge", answer, "reference_answers", "prediction")
            for name, answer in _JUDGEMENTS.items()
        ),
    )
}
