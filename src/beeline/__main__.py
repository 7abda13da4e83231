"""``python -m beeline`` is the command line."""

from beeline.interfaces.main import main

main()
