"""The network of the player zero: one small network for boards of any shape, and its files."""
