"""Maskable PPO of sb3-contrib against random moves on 4×4: pip install sb3-contrib 'beeline-hex[envs]'."""

import sys

import gymnasium
import torch
from sb3_contrib import MaskablePPO

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 8192
torch.set_num_threads(1)  # the network is small
env = gymnasium.make("beeline.learning.envs:beeline/Hex-random-v0", size=4)
model = MaskablePPO("MlpPolicy", env, n_steps=256, seed=1).learn(steps)
wins = 0
for game in range(50):
    seen, info = env.reset(seed=game)
    done = False
    while not done:
        action, _ = model.predict(seen, action_masks=info["action_mask"])
        seen, reward, done, _, info = env.step(action)
    wins += reward > 0
print(f"{wins} of 50 games won against a random opponent after {steps} steps")
