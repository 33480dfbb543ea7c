"""The event loop that many calls at once run on."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_many(work: Coroutine[Any, Any, Result]) -> Result:
    """`asyncio.run` on uvloop where it is installed: a tenth less time for calls side by side.

    Raises what the work raises.
    """
    try:
        from uvloop import new_event_loop
    except ImportError:  # Streamlit brings it, but not on Windows
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
