"""Thousands of games in a GPU's memory, with masks and observations as torch tensors; without a GPU they run on the processor.

`python examples/gpu.py [GAMES] [STEPS]`. Needs the extra `train`, and `build-cuda` where no code for the card is shipped.
"""

from __future__ import annotations

import sys
import time

import torch

import skirmish_rl


def main(n_games: str = "", steps: str = "200") -> None:
    """Play at random, and print how many decisions that were in a second."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    n = int(n_games) if n_games else (65_536 if device == "cuda" else 256)
    env = skirmish_rl.make_vec("godbreakers", scenario="duel", n_games=n, device=device)
    seen, _ = env.reset(seed=1)
    total = torch.zeros(n, device=device)
    began = time.perf_counter()
    for _ in range(int(steps)):
        noise = torch.rand(seen["action_mask"].shape, device=device) * seen["action_mask"]
        seen, rewards, *_ = env.step(noise.argmax(1))  # tensors: nothing is copied, and nothing waits for the device
        total += rewards
    env.batch.check()  # waits for it; raises if any action was not legal
    rate = n * int(steps) / (time.perf_counter() - began)
    print(f"{n:,} games on {device}: {rate:,.0f} decisions a second, mean reward {total.mean():+.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
