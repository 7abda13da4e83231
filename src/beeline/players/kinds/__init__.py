"""The kinds of players, one module per kind; every module of this package is one."""
