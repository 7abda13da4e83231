"""The Go Text Protocol, version 2, with the Hex commands of benzene: what HexGui and tournaments speak.

``serve`` holds a conversation. docs/reference/gtp.md describes every command.
"""

from beeline.interfaces.gtp.server import serve

__all__ = ["serve"]
