"""EZO before its network: twelve characteristics of a position, weighted by learning from stronger players.

The characteristics are in ``cpp/connection/characteristics.hpp``. Players use ``beeline.networks.oldezo``.
"""
