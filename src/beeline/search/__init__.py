"""The tree search and what it reports."""
