"""Neurodynamic programming: temporal-difference algorithms with small networks, many runs at once.

Banerjee, HEX and Neurodynamic Programming. Players use ``networks``; what trains (``network``, ``rules``,
``online``, ``batch`` ...) imports PyTorch.
"""
