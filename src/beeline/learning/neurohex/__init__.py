"""NeuroHex: deep Q-learning with hexagonal filters.

Young, Vasan and Hayward, NeuroHex: A Deep Q-learning Hex Agent (2016). Players use ``evaluator``; what trains
networks (``network``, ``mentoring``, ``q_learning``, ``training``) imports PyTorch.
"""
