"""Outside programs: running them, talking GTP with them, and leaving none of them behind."""

from beeline.players.outside.position import Position, commands_between, position_of
from beeline.players.outside.program import Program

__all__ = ["Position", "Program", "commands_between", "position_of"]
