"""The ``beeline`` program.

``beeline gtp`` is started by other programs, perhaps once for every game, so it does not wait for the
command-line library; the other commands are in ``cli``.
"""

from __future__ import annotations

import sys

from beeline.errors import BeelineError, printable


def main() -> None:
    """Runs the command line. Bad input ends with exit code 2 and one line that says what was wrong."""
    try:
        if sys.argv[1:2] == ["gtp"]:
            from beeline.interfaces.gtp.command import run_gtp

            run_gtp(sys.argv[2:])
        else:
            from beeline.interfaces.cli.app import app

            app()
    except (BeelineError, OSError) as error:
        print(f"beeline: {printable(str(error))}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
