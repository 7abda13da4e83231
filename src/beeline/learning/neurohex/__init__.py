"""NeuroHex: deep Q-learning with hexagonal filters.

Young, Vasan and Hayward, NeuroHex: A Deep Q-learning Hex Agent (2016). Players use
``beeline.networks.neurohex``; what trains (``torch_network``, ``learner``, ``training``) imports PyTorch.
"""
