"""The command line: ``beeline COMMAND ...``, one module per command.

Each command imports what it needs when it runs, so that ``--help`` answers at once. ``options`` has what
several commands take, ``app`` puts them together, and the other modules are what commands share.
"""
