"""The question that tries out an endpoint."""

import pytest

from trek_core.errors import ProbeConfigError
from trek_core.probes.trial import make_trial_request
from trek_core.probes.wire import build_body
from trek_core.settings import Role, Settings


@pytest.mark.parametrize(
    ("role", "api", "access", "tool"),
    [
        ("browsing_judge", "responses", "web_search", True),
        ("evaluated_model", "responses", "web_search", True),
        ("browsing_judge", "responses", "supplied_documents", False),
        ("evaluated_model", "chat", "supplied_documents", False),
        ("analysis_judge", "responses", "web_search", False),
    ],
)
def test_a_trial_is_sent_as_the_probes_of_its_role_are(role, api, access, tool):
    settings = Settings(roles={role: Role(model="m", api=api, access=access, temperature=0)})
    request = make_trial_request(settings, role)
    body = build_body(request)
    assert (body["model"], body["temperature"], "tools" in body) == ("m", 0, tool)
    assert "ripe lemon" in request.input_text
    assert "- Yellow\n" in request.input_text


def test_a_role_that_is_not_set_cannot_be_tried():
    with pytest.raises(ProbeConfigError, match=r"\[roles\.analysis_judge\]"):
        make_trial_request(Settings(), "analysis_judge")
