"""What each judging protocol accepts, for a person who checks its verdict (appendix B.5)."""

PROTOCOL_RULES: dict[str, str] = {
    "freshqa": (
        "Numbers must match exactly unless the reference is approximate or a range. Extra "
        "information counts against an answer only if it contradicts or changes it. The supplied "
        "references are the target, never newer facts."
    ),
    "infodeepseek": (
        "Every part of a multi-part reference is required. Claiming a false premise, or asking "
        "for more search, is wrong, unless the question is marked as resting on one: then that "
        "premise must be named or corrected, and the reference's answer given if there is one."
    ),
    "sealqa": (
        "Correct, incorrect or not attempted; only correct scores. Hedging is fine when the whole "
        "target is there and nothing contradicts it. A partial answer that admits ignorance is "
        "not attempted; a bare partial answer is incorrect."
    ),
}
