"""PPO by self-play in one file, games and learner in a GPU's memory: `python examples/train_gpu.py [UPDATES] [GAMES]`. Needs torch."""

from __future__ import annotations

import sys

import torch
from torch import nn

import skirmish_rl

STEPS, BATCHES, TRACE, CLIP = 64, 16, 0.8, 0.2


def look(body: nn.Module, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
    """A policy over legal actions, and the value for the seat that decides: the network's last output."""
    out = body(seen)
    return torch.distributions.Categorical(logits=out[:, :-1].masked_fill(mask == 0, -1e9), validate_args=False), out[:, -1]


def main(updates: str = "100", n_games: str = "") -> None:
    """Learn from the decisions of both seats, and say how much of the results' variance the value explains."""
    device, many = ("cuda", "16384") if torch.cuda.is_available() else ("cpu", "64")
    games = skirmish_rl.make_vec("godbreakers", scenario="duel", n_games=int(n_games or many), device=device, check=False)
    after, info = games.reset(seed=1)
    (n, size), actions = after["observation"].shape, after["action_mask"].shape[1]
    body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, actions + 1)).to(device)
    optimizer = torch.optim.Adam(body.parameters(), lr=1e-3)
    views, masks = torch.zeros((STEPS, n, size), device=device), torch.zeros((STEPS, n, actions), dtype=torch.uint8, device=device)
    chosen, seats = torch.zeros((2, STEPS, n), dtype=torch.int64, device=device)
    logs, values, rewards, ends = torch.zeros((4, STEPS, n), device=device)
    for update in range(1, int(updates) + 1):
        for t in range(STEPS):  # the tensors of a step are written over by the next one
            views[t], masks[t], seats[t] = after["observation"], after["action_mask"], info["seat"]
            with torch.no_grad():
                policy, values[t] = look(body, views[t], masks[t])
                chosen[t] = policy.sample()
                logs[t] = policy.log_prob(chosen[t])
            after, rewards[t], ends[t], _, info = games.step(chosen[t])
        following = look(body, after["observation"], after["action_mask"])[1].detach()
        gains, later, seat = torch.zeros_like(values), torch.zeros_like(following), info["seat"].long()
        for t in reversed(range(STEPS)):  # what is good for the seat that decides next is bad for the other one
            sign = torch.where(seat == seats[t], 1.0, -1.0) * (1 - ends[t])
            later = gains[t] = rewards[t] + sign * following - values[t] + TRACE * sign * later
            following, seat = values[t], seats[t]
        told = (gains + values).clamp(-1, 1)
        parts = [part.flatten(0, 1) for part in (views, masks, chosen, logs, (gains - gains.mean()) / (gains.std() + 1e-8), told)]
        for batch in torch.randperm(STEPS * n, device=device).chunk(BATCHES):
            view, mask, action, log, gain, wished = (part[batch] for part in parts)
            policy, value = look(body, view, mask)
            ratio = (policy.log_prob(action) - log).exp()
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean() + 0.5 * (value - wished).square().mean()
            optimizer.zero_grad()
            (loss - 0.01 * policy.entropy().mean()).backward()
            optimizer.step()
        print(f"update {update}: {update * STEPS * n:,} decisions on {device}, explained {1 - (told - values).var() / told.var():.0%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
