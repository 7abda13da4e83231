"""The training of zero."""
