"""The command line and GTP."""
