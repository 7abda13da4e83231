"""What holds for the whole suite."""

from __future__ import annotations

import signal

# A shell starts its background jobs with Ctrl-C ignored, and the tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
