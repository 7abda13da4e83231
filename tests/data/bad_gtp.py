"""A GTP program that misbehaves as told.

``bad_gtp.py [--pids FILE] [--log FILE] [--once FILE] MODE [MOVE]...``

It writes the process numbers of itself and its children to one file and the commands it gets to the other.
With ``--once`` it misbehaves only as long as that file does not exist, and makes it. Mode ``obey`` behaves:
it generates the moves given, in their order.
"""

from __future__ import annotations

import os
import signal
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep() -> None:
    time.sleep(1000)


def flood(text: str, stream: int = 1) -> None:
    while True:
        os.write(stream, text.encode() * 1000)


def die() -> None:
    print("out of luck", file=sys.stderr, flush=True)
    os._exit(3)


def close_and_sleep(stream: int) -> None:
    os.close(stream)
    sleep()


def answer_late() -> None:
    time.sleep(1)
    say("= a1\n\n")


def say_and_sleep(text: str) -> None:
    say(text)
    sleep()


def flood_stderr() -> None:
    for _ in range(500):
        os.write(2, b"x" * 99_999 + b"\n")
    say("= a2\n\n")


def flood_stderr_for_ever() -> None:
    if os.fork() == 0:
        flood("x" * 99, 2)
    say("= a2\n\n")


def work() -> None:
    """Some processor time: half by itself, half by a child that ends."""
    if (child := os.fork()) == 0:
        burn()
        os._exit(0)
    burn()
    os.waitpid(child, 0)
    say("= a2\n\n")


def burn() -> None:
    while time.process_time() < 0.2:
        pass


AT_GENMOVE = {
    "hang": sleep,
    "die": die,
    "die-by-signal": lambda: os.kill(os.getpid(), signal.SIGABRT),
    "nonsense": lambda: say("I think a1\n\n"),
    "occupied": lambda: say("= a1\n\n"),
    "off-board": lambda: say("= z9\n\n"),
    "no-move": lambda: say("= the corner\n\n"),
    "long-move": lambda: say("= " + "a" * 100_000 + "\n\n"),
    "empty": lambda: say("=\n\n"),
    "pass": lambda: say("= pass\n\n"),
    "error": lambda: say("? cannot think\n\n"),
    "flood-line": lambda: flood("= aaaaaaa"),
    "flood-lines": lambda: flood("hello\n"),
    "flood-empty-lines": lambda: flood("\n"),
    "flood-answer": lambda: flood("= a2\n"),
    "flood-stderr": flood_stderr,
    "flood-stderr-for-ever": flood_stderr_for_ever,
    "close-stdout": lambda: close_and_sleep(1),
    "late-answer": answer_late,
    "partial-line": lambda: say_and_sleep("= a2"),
    "partial-answer": lambda: say_and_sleep("= a2\n"),
    "two-answers": lambda: say("= a2\n\n= a3\n\n"),
    "control-characters": lambda: say("\r\n\n=\t\x07A2 \r\n\r\n"),
    "work": work,
}
AT_PLAY = {"error-at-play": lambda: say("? illegal move\n\n"), "hang-at-play": sleep}
AT_START = {"die-at-start": die, "slow-start": sleep, "error-at-start": lambda: say("? no name\n\n")}


def main() -> None:
    words, files = sys.argv[1:], {}
    while words[0].startswith("--"):
        option, file, *words = words
        files[option] = file
    mode, *moves = words
    if once := files.get("--once"):
        mode = "obey" if os.path.exists(once) else mode
        write(once, "")
    pids = [os.getpid()]
    if mode == "children":
        pids += start_children()
        mode = "obey"
    if "--pids" in files:
        write(files["--pids"], " " + " ".join(map(str, pids)))
    converse(mode, moves, log=files.get("--log", os.devnull))


def start_children() -> list[int]:
    """One stays close, one leaves for a session of its own, one does so and is orphaned."""
    import subprocess

    sleeper = [sys.executable, "-c", "import time; time.sleep(1000)"]
    children = [subprocess.Popen(sleeper, start_new_session=away) for away in (False, True)]
    start = (
        "import subprocess, sys; print(subprocess.Popen(sys.argv[1:], start_new_session=True, stdout=2).pid)"
    )
    orphan = subprocess.run([sys.executable, "-c", start, *sleeper], stdout=subprocess.PIPE, check=True)
    return [child.pid for child in children] + [int(orphan.stdout)]


def write(file: str, text: str) -> None:
    with open(file, "a", encoding="utf-8") as stream:
        stream.write(text)


def converse(mode: str, moves: list[str], *, log: str) -> None:
    if mode == "ignores-quit":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        write(log, line)
        command = line.split()[0]
        if command == "name" and mode in AT_START:
            AT_START[mode]()
        elif command == "genmove" and mode in AT_GENMOVE:
            AT_GENMOVE[mode]()
        elif command == "play" and mode in AT_PLAY:
            AT_PLAY[mode]()
        elif command == "genmove":
            say(f"= {moves.pop(0)}\n\n")
        elif command == "version" and mode == "close-stdin":
            os.close(0)
            say_and_sleep("= 1\n\n")
        elif command == "version" and mode == "stop-reading":
            say_and_sleep("= 1\n\n")
        else:
            say({"name": "= Bad\n\n", "version": "= 1.2\n\n"}.get(command, "=\n\n"))
        if command == "quit" and mode != "ignores-quit":
            return
    if mode == "ignores-quit":
        sleep()


if __name__ == "__main__":
    main()
