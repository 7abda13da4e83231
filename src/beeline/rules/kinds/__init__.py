"""The games that can be played here, one module per game; every module of this package is one."""
