"""Which process carries out a probe run, and whether it still does."""

import os
import socket
from datetime import datetime

BEAT_SECONDS = 2.0
"""How often a running run says that it is alive."""

SILENT_SECONDS = 15.0
"""After this long without a sign of life a run counts as interrupted."""


def this_process() -> str:
    """This process by host and number."""
    return f"{socket.gethostname()}:{os.getpid()}"


def is_at_work(owner: str, heartbeat_at: str, now: str) -> bool:
    """Whether the process `owner` still carries out its run: it spoke lately, and exists.

    Whether it exists can be asked on the same host only, and not on Windows.
    """
    silent = datetime.fromisoformat(now) - datetime.fromisoformat(heartbeat_at)
    if silent.total_seconds() > SILENT_SECONDS:
        return False
    host, _, number = owner.rpartition(":")
    if host != socket.gethostname() or os.name == "nt":
        return True
    try:
        os.kill(int(number), 0)  # Signal 0 only asks.
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
