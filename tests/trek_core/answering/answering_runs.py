"""One question put to a system over real HTTP."""

import asyncio

from tests.trek_core.probes.asking_once import QUICK
from trek_core.answering.attempt import Attempt
from trek_core.answering.questions import prepare_questions
from trek_core.answering.systems import KINDS, describe_system, open_system
from trek_core.answering.tally import Tally
from trek_core.datasets.questions import DatasetQuestion
from trek_core.probes.prompts import load_prompt_text

QUESTION = DatasetQuestion.model_validate(
    {
        "dataset": "freshqa",
        "question_id": "7",
        "question": "Who leads the council?",
        "effective_year": 2025,
        "reference_answers": ["REFERENCE-ONE", "REFERENCE-TWO"],
        "gold_urls": ["https://gold.example/GOLD-PAGE"],
        "document_lists": {
            "golds": [{"url": "https://gold.example/LISTED", "text": "LISTED-TEXT"}]
        },
        "canary": "CANARY",
    }
)


def prepare(name, settings, question=QUESTION):
    """The question as a system is asked it."""
    template = KINDS[name].template
    prompt = load_prompt_text(template, settings.prompts_folder)
    (asked,) = prepare_questions([question], describe_system(name, settings), template, prompt)
    return asked


def answer(name, settings, question=QUESTION, allow=(), attempt=None):
    """Have a system answer it; the attempt, whatever the system raises."""
    attempt = attempt or Attempt(Tally(settings.prices))

    async def once():
        async with open_system(name, settings, allow=allow, retries=QUICK) as system:
            await system.answer(prepare(name, settings, question).text, attempt)

    asyncio.run(once())
    return attempt
