"""A process with everything loaded and the failures preloaded; each attempt runs in a fork of it.

It reads lines of JSON, one per attempt, and answers each with one: the exit code and the calls counted.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from beeline.errors import BeelineError
from tests.faults.systems import STEPS, SYSTEMS, outcome, without_measures

MOST_SECONDS = 120
"""Of an attempt; one that hangs is ended, which no test takes for an end."""
MODES = {"count": 0, "fail once": 1, "fail on": 2, "power off": 3}


def attempt(asked: dict[str, Any]) -> int:
    """0 if it went through, 2 if it ended with a sentence, 1 for anything else."""
    folder = Path(asked["folder"])
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    faults = ctypes.CDLL(os.environ["LD_PRELOAD"])
    calls, refusals, code = 0, 0, 0
    if asked["mode"] == "no memory":
        faults.fault_arm_memory(asked["at"], asked["least"])
    else:
        faults.fault_arm(os.fsencode(folder), asked["at"], MODES[asked["mode"]], asked["error"], log)
    try:
        (SYSTEMS | STEPS)[asked["system"]](folder)
    except (BeelineError, OSError) as error:
        told, code = str(error), 2
    except BaseException:
        told, code = traceback.format_exc(), 1
    finally:
        calls, refusals = faults.fault_calls(), faults.fault_allocations()
        faults.fault_arm(b"", 0, 0, 0, -1)
        faults.fault_arm_memory(0, 0)
    Path(asked["told"]).write_text(told if code else f"{calls} {refusals}")
    return code


def main() -> None:
    import torch

    torch.set_num_threads(1)
    without_measures()
    for system in SYSTEMS:  # what is imported late is imported now
        SYSTEMS[system](Path(sys.argv[1]))
        outcome(system, Path(sys.argv[1]))
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.alarm(MOST_SECONDS)
            os._exit(attempt(json.loads(line)))
        _, status = os.waitpid(child, 0)
        print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)


if __name__ == "__main__":
    main()
