"""The tables and figures of the neurodynamic study."""
