"""Hivemind: continuation policies that evolve by self-play.

Pettit and Helmbold, Evolutionary Learning of Policies for MCTS Simulations (FDG 2012).
"""
