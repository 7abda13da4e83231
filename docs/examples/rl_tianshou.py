"""Tianshou collects games of two random policies on 5×5: pip install tianshou 'beeline-hex[envs]'."""

import sys

from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector
from tianshou.env import DummyVectorEnv, PettingZooEnv

from beeline.learning import hex_v0

games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
one = PettingZooEnv(hex_v0.env(size=5))
players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=one.action_space) for _ in one.agents]
both = MultiAgentOffPolicyAlgorithm(algorithms=players, env=one)
envs = DummyVectorEnv([lambda: PettingZooEnv(hex_v0.env(size=5))] * 4)
found = Collector(both, envs).collect(n_episode=games, reset_before_collect=True)
print(f"{found.n_collected_episodes} games of {found.lens_stat.mean:.1f} moves")
