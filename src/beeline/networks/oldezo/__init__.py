"""The weights of EZO before its network: twelve characteristics of a position."""
