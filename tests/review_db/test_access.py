"""Every write looks at who does it, where people sign in."""

import inspect
import io

import pytest

from review_db.access import MAY, ROLES
from review_db.store import OWNER, ReferenceFinding, ReviewStore, RoundPlan
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import WRONG, hand_in, make_round_store, start_round
from trek_core.errors import AccessError, TrekError
from trek_core.probes.plan import Plan
from trek_core.settings import Settings


def same(draft):
    return draft


CALLS = {
    "import_file": lambda s, by: s.import_file(as_file(make_case("new")), "x", by=by),
    "import_reviews": lambda s, by: s.import_reviews(b"", "w.xlsx", by=by),
    "add_annotator": lambda s, by: s.add_annotator("Somebody new", by=by),
    "create_round": lambda s, by: s.create_round(RoundPlan("r2", ["c1"], ("Ada",)), by=by),
    "change_round": lambda s, by: s.change_round("r1", add_annotators=["Cy"], by=by),
    "pause_round": lambda s, by: s.pause_round("r1", by=by),
    "open_round": lambda s, by: s.open_round("r1", by=by),
    "close_round": lambda s, by: s.close_round("r1", by=by),
    "reopen_round": lambda s, by: s.reopen_round("r1", "why", by=by),
    "send_back": lambda s, by: s.send_back("c0", "Ada", "r1", "why", by=by),
    "release_lease": lambda s, by: s.release_lease("c1", "Ada", "r1", by=by),
    "set_known_answers": lambda s, by: s.set_known_answers("r1", "c0", {}, by=by),
    "claim_next": lambda s, by: s.claim_next(by, "r1", by=by),
    "claim_case": lambda s, by: s.claim_case("c1", by, "r1", by=by),
    "renew_lease": lambda s, by: s.renew_lease("c1", by, "r1", by=by),
    "save_answer": lambda s, by: s.save_answer("c1", by, "notes_1", "x", by=by),
    "save_answers": lambda s, by: s.save_answers("c1", by, {"notes_1": "x"}, by=by),
    "take_finding": lambda s, by: s.take_finding("c1", by, FINDING, seen={}, by=by),
    "submit": lambda s, by: s.submit("c1", by, by=by),
    "reopen": lambda s, by: s.reopen("c1", by, by=by),
    "undo": lambda s, by: s.undo("c1", by, by=by),
    "skip": lambda s, by: s.skip("c1", by, by=by),
    "flag": lambda s, by: s.flag("c1", by, "x", by=by),
    "reveal": lambda s, by: s.reveal("c1", by, "r1", by=by),
    "restore": lambda s, by: s.restore("c1", by, "default", 1, by=by),
    "record_guideline_read": lambda s, by: s.record_guideline_read(by, "1", by=by),
    "add_comment": lambda s, by: s.add_comment("c1", by, "x", by=by),
    "save_mapping": lambda s, by: s.save_mapping("x", {"question": "Q"}, by=by),
    "delete_mapping": lambda s, by: s.delete_mapping("x", by=by),
    "save_filter": lambda s, by: s.save_filter(by, "x", "label=Retrieval", by=by),
    "rename_filter": lambda s, by: s.rename_filter(by, "x", "y", by=by),
    "delete_filter": lambda s, by: s.delete_filter(by, "y", by=by),
    "decide": lambda s, by: s.decide("c0", "r1", reason="x", adopt="Ada", by=by),
    "change_decision_draft": lambda s, by: s.change_decision_draft("c0", "r1", by, same, by=by),
    "start_probe_run": lambda s, by: s.start_probe_run(PLAN, SETTINGS, ["c1"], by, by=by),
    "start_case_run": lambda s, by: s.start_case_run(PLAN, SETTINGS, "c2", by, by=by),
    "resume_probe_run": lambda s, by: s.resume_probe_run(1, SETTINGS, by=by),
    "cancel_probe_run": lambda s, by: s.cancel_probe_run(1, by=by),
    "paste_page": lambda s, by: s.paste_page("https://a.example", "text", by, by=by),
    "set_roles": lambda s, by: s.set_roles("Cy", ["researcher"], by=by),
    "set_access_mode": lambda s, by: s.set_access_mode("users", by=by),
    "set_password": lambda s, by: s.set_password("Cy", "long enough for all", by=by),
    "link_identity": lambda s, by: s.link_identity("cy@a.example", "Cy", by=by),
    "end_sessions": lambda s, by: s.end_sessions("Cy", by=by),
}
"""Write method -> a call of it by somebody (`by`), as their own where it is one's own."""

FINDING = ReferenceFinding("c0", "r1", ("Ada",), False, "2026-01-01", {})
PLAN = Plan(probes=("gold_only",))
SETTINGS = Settings()

# Run logs and what a running run says of itself are written by the process that carries it out.
NO_ROLE = {"beat_probe_run", "end_probe_run", "probe_log", "document_cache", "check_password"} | {
    # Whoever holds the token is the person.
    "start_session", "find_session", "end_session",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One person for each role, and one without any."""
    store = make_round_store(tmp_path_factory.mktemp("access") / "reviews.db", n=2)
    start_round(store, n=2, overlap=None)
    hand_in(store, "c0", "Ada", WRONG)
    for role in ROLES:
        store.add_annotator(role)
        store.set_roles(role, [role])
        store.change_round("r1", add_annotators=[role])
    store.add_annotator("nobody")
    store.set_access_mode("users", by=OWNER)
    return store.path.read_bytes(), store.path


@pytest.fixture
def store(made, tmp_path):
    ReviewStore(made[1])  # Its log is folded into the file when the last connection closes.
    path = tmp_path / "reviews.db"
    path.write_bytes(made[1].read_bytes())
    return ReviewStore(path)


def is_refused(call, store, by):
    try:
        call(store, by)
    except AccessError:
        return True
    except TrekError:
        return False  # Allowed, and refused for what it asked.
    return False


@pytest.mark.parametrize("by", [*ROLES, "nobody", "a stranger"])
@pytest.mark.parametrize("action", MAY)
def test_a_write_takes_exactly_the_roles_of_the_table(store, action, by):
    before = store.revision()
    refused = is_refused(CALLS[action], store, by)
    assert refused == (by not in MAY[action])
    if refused:
        assert store.revision() == before


@pytest.mark.parametrize("action", MAY)
def test_on_ones_own_machine_everybody_may_do_everything(store, action):
    store.set_access_mode("open", by=OWNER)
    store.set_roles("nobody", [], by=OWNER)
    store.change_round("r1", add_annotators=["nobody"], by=OWNER)
    assert not is_refused(CALLS[action], store, "nobody")


def test_every_method_that_writes_is_in_the_table():
    writing = {
        name
        for name, method in inspect.getmembers(ReviewStore, inspect.isfunction)
        if not name.startswith("_") and "write_transaction" in inspect.getsource(method)
    }
    assert writing - NO_ROLE <= set(MAY)
    assert set(CALLS) == set(MAY)
    assert all(hasattr(ReviewStore, action) for action in MAY)


FOR_ADA = {
    "save_answer": ("c0", "Ada", "notes_1", "x"),
    "save_answers": ("c0", "Ada", {"notes_1": "x"}),
    "submit": ("c0", "Ada"),
    "reopen": ("c0", "Ada"),
    "undo": ("c0", "Ada"),
    "skip": ("c0", "Ada"),
    "flag": ("c0", "Ada", "x"),
    "claim_next": ("Ada", "r1"),
    "claim_case": ("c0", "Ada"),
    "renew_lease": ("c0", "Ada"),
    "reveal": ("c0", "Ada", "r1"),
    "restore": ("c0", "Ada", "r1", 1),
    "add_comment": ("c0", "Ada", "x"),
    "record_guideline_read": ("Ada", "1"),
    "paste_page": ("https://a.example", "text", "Ada"),
    "change_decision_draft": ("c0", "r1", "Ada", same),
}
"""A call of each method that writes one's own, in Ada's name."""


@pytest.mark.parametrize("action", FOR_ADA)
@pytest.mark.parametrize("by", ["annotator", "admin"])
def test_nobody_writes_under_another_name(store, action, by):
    store.set_roles(by, {by, "annotator", "lead"}, by=OWNER)
    before = store.revision()
    with pytest.raises(AccessError, match="belongs to Ada"):
        getattr(store, action)(*FOR_ADA[action], by=by)
    assert store.revision() == before


def test_without_a_name_nothing_that_needs_a_role_is_done(store):
    for call in (
        lambda: store.import_file(io.BytesIO(b""), "x"),
        lambda: store.create_round(RoundPlan("r9", ["c1"], ("Ada",))),
        lambda: store.set_roles("Cy", ["admin"]),
    ):
        with pytest.raises(AccessError, match="sign in first"):
            call()


def test_the_owner_of_the_file_may_do_everything(store):
    assert store.create_round(RoundPlan("r9", ["c1"], ("Ada",)), by=OWNER).created_by is None
    store.set_roles("Cy", ["lead", "annotator"], by=OWNER)
    assert store.load_roles("Cy") == {"lead", "annotator"}
    assert store.may("decide", "Cy")
    assert not store.may("set_roles", "Cy")


def test_the_last_admin_stays_one(store):
    with pytest.raises(AccessError, match="Somebody has to be admin"):
        store.set_roles("admin", ["lead"], by="admin")
    assert store.load_roles("admin") == {"admin"}


def test_people_sign_in_only_once_somebody_is_admin(tmp_path):
    store = make_round_store(tmp_path / "other.db", n=0)
    with pytest.raises(AccessError, match="Somebody has to be admin"):
        store.set_access_mode("users")
    assert store.load_access_mode() == "open"


def test_somebody_already_known_is_found_without_a_role(store):
    assert store.add_annotator(" Ada ") == "Ada"
    with pytest.raises(AccessError):
        store.add_annotator("Unknown")


def test_an_annotator_sees_no_draft_of_another(store):
    store.save_answer("c1", "annotator", "notes_1", "mine", round="r1", by="annotator")
    assert store.load_case_judgements("c1", "r1", by="nobody") == []
    store.set_roles("Lea", ["lead"], by=OWNER)
    assert len(store.load_case_judgements("c1", "r1", by="Lea")) == 1
