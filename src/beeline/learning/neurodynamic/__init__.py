"""Neurodynamic programming: temporal-difference algorithms with small networks, many runs at once.

Banerjee, HEX and Neurodynamic Programming. Players use ``beeline.networks.neurodynamic``; what trains
(``torch_network``, ``rules``, ``online``, ``batch``, ``training``) imports PyTorch.
"""
