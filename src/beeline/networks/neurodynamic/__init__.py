"""The networks of the neurodynamic study."""
