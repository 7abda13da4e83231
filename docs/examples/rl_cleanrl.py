"""REINFORCE in one file, as CleanRL has it, on 512 games at once: pip install 'beeline-hex[envs,train]'."""

import sys

import gymnasium
import torch

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
torch.manual_seed(1)
torch.set_num_threads(1)  # the network is small
envs = gymnasium.make_vec("beeline.learning.envs:beeline/Hex-random-v0", num_envs=512, size=4)
policy = torch.nn.Sequential(
    torch.nn.Flatten(), torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 16)
)
optimiser = torch.optim.Adam(policy.parameters(), lr=3e-3)
seen, info = envs.reset(seed=1)
chosen, rates = torch.zeros(512), []
for _ in range(steps):
    logits = policy(torch.from_numpy(seen).float()).masked_fill(~torch.from_numpy(info["action_mask"]), -1e9)
    moves = torch.distributions.Categorical(logits=logits)
    actions = moves.sample()
    chosen = chosen + moves.log_prob(actions)
    seen, rewards, ended, _, info = envs.step(actions.numpy())
    if not ended.any():
        continue
    over, reward = torch.from_numpy(ended), torch.from_numpy(rewards).float()
    optimiser.zero_grad()
    (-(chosen * reward)[over].mean()).backward()
    optimiser.step()
    chosen = chosen.detach() * ~over
    rates.append(float((rewards[ended] > 0).mean()))
last = rates[-50:]
print(
    f"{sum(last) / len(last):.0%} of the last games won against a random opponent after {512 * steps} steps"
)
