"""PPO in one file, in the manner of CleanRL: `python examples/train_cleanrl.py [UPDATES]`. Needs torch."""

from __future__ import annotations

import sys

import numpy as np
import torch
from torch import nn

import skirmish_rl

N, STEPS, GAMMA, TRACE, CLIP = 32, 64, 0.99, 0.95, 0.2


def look(body: nn.Module, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
    """A policy over legal actions, and the value: the network's last output."""
    out = body(seen)
    return torch.distributions.Categorical(logits=out[..., :-1].masked_fill(~mask, -1e9)), out[..., -1]


def main(updates: str = "50") -> None:
    """Learn, and print the mean reward of the games that ended in each rollout."""
    torch.manual_seed(1)
    games = skirmish_rl.make_vec("godbreakers", scenario="drill", n_games=N, opponent="bot:simple")
    size, actions = games.single_observation_space["observation"].shape[0], int(games.single_action_space.n)
    body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions + 1))
    optimizer = torch.optim.Adam(body.parameters(), lr=1e-3)
    after, _ = games.reset(seed=1)
    for update in range(int(updates)):
        kept = []
        for _ in range(STEPS):  # a game that ends begins anew in the same step, so every step is a decision
            seen, mask = torch.tensor(after["observation"]), torch.tensor(after["action_mask"]).bool()
            with torch.no_grad():
                policy, value = look(body, seen, mask)
            action = policy.sample()
            after, reward, ended, _, _ = games.step(action.numpy())
            kept.append((seen, mask, action, policy.log_prob(action), value, torch.tensor(reward).float(), torch.tensor(ended).float()))
        views, masks, chosen, logs, values, rewards, ends = (torch.stack(part) for part in zip(*kept, strict=True))
        with torch.no_grad():
            following = look(body, torch.tensor(after["observation"]), torch.tensor(after["action_mask"]).bool())[1]
        gains, later = torch.zeros(STEPS, N), torch.zeros(N)
        for t in reversed(range(STEPS)):
            error = rewards[t] + GAMMA * following * (1 - ends[t]) - values[t]
            later = gains[t] = error + GAMMA * TRACE * (1 - ends[t]) * later
            following = values[t]
        returns = (gains + values).flatten()
        views, masks, chosen, logs, gains = (part.flatten(0, 1) for part in (views, masks, chosen, logs, gains))
        for batch in torch.randperm(STEPS * N).split(256):
            policy, value = look(body, views[batch], masks[batch])
            ratio, gain = (policy.log_prob(chosen[batch]) - logs[batch]).exp(), (gains[batch] - gains.mean()) / (gains.std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean() + 0.5 * (value - returns[batch]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"update {update}: {int(ends.sum())} games, mean reward {float(rewards.sum() / np.maximum(1, ends.sum())):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
