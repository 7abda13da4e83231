"""The command line, GTP and the studio."""
