"""Whether a failure comes back: the same probe k times, its failures of k with an interval.

One answer that was right once does not show that an original failure was chance; k of them say how
often it can be expected.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from trek_core.probes.contracts import ProbeName
from trek_core.recorded_probes import Probes

RepeatedProbe = Literal["gold_only", "gold_plus_noise"]

GRADED_BY: dict[RepeatedProbe, ProbeName] = {
    "gold_only": "analysis",
    "gold_plus_noise": "noise_grade",
}
"""The call that grades each of them."""


@dataclass(frozen=True)
class Reproduction:
    """How often a probe failed: `failures` of `graded`, with the 95 % Wilson score interval.

    `ungraded` repeats have no answer or no grade and say nothing; they are in neither count.
    """

    probe: RepeatedProbe
    failures: int
    graded: int
    ungraded: int
    interval: tuple[float, float] | None

    @property
    def sentence(self) -> str:
        """The finding in words, the same whatever was recorded.

        `not reproduced (0 of 10, 95 % CI 0-28 %)`: the case's failure did not come back. Else
        what was counted, `failed 3 of 10 (95 % CI 11-60 %)`: a failure where the record has a
        right answer reproduces nothing.
        """
        if self.interval is None:
            return f"not measured (none of {self.ungraded} graded)"
        low, high = (round(100 * end) for end in self.interval)
        interval = f"95 % CI {low}-{high} %"
        more = f"; {self.ungraded} not graded" if self.ungraded else ""
        if not self.failures:
            return f"not reproduced (0 of {self.graded}, {interval}{more})"
        return f"failed {self.failures} of {self.graded} ({interval}{more})"

    def to_json(self) -> dict[str, Any]:
        """The finding as plain JSON values."""
        return {
            "probe": self.probe,
            "failures": self.failures,
            "graded": self.graded,
            "ungraded": self.ungraded,
            "interval": list(self.interval) if self.interval else None,
            "sentence": self.sentence,
        }


def compute_reproduction(repeats: Iterable[Probes], probe: RepeatedProbe) -> Reproduction:
    """Count the failures of a probe over its repeats, each given as the probes it led to."""
    from trek_core.agreement.statistics.intervals import compute_wilson

    grades = [_grade(probes, probe) for probes in repeats]
    failures, graded = grades.count(False), len(grades) - grades.count(None)
    interval = compute_wilson(failures, graded) if graded else None
    return Reproduction(probe, failures, graded, grades.count(None), interval)


def tell_reproductions(repeats: Iterable[Probes], probe: RepeatedProbe) -> str:
    """The findings of a run in words, each question that was asked counted by itself.

    A run that was continued may have asked again with other page texts or another prompt: those
    answers are no repeats of the earlier ones.
    """
    groups: dict[str | None, list[Probes]] = {}
    for probes in repeats:
        groups.setdefault(_question(probes, probe), []).append(probes)
    found = [compute_reproduction(group, probe).sentence for group in groups.values()]
    return "; with other pages or prompt: ".join(found)


def _question(probes: Probes, probe: RepeatedProbe) -> str | None:
    """What was asked of a repeat (`ProbeRequest.question`), None where it is not known."""
    made = (probes.provenance and probes.provenance.model_extra) or {}
    questions = made.get("questions")
    question = questions.get(probe) if isinstance(questions, dict) else None
    return question if isinstance(question, str) else None


def _grade(probes: Probes, probe: RepeatedProbe) -> bool | None:
    if probe == "gold_only":
        return probes.gold_only.correct if probes.gold_only else None
    noise = probes.gold_plus_noise
    return noise.correct if noise and noise.was_run else None
