"""`python -m bench.quick_start`: README's quick start as it stands there, with its learning curve, its score in new games and its picture
in motion.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import skirmish_rl
from skirmish_rl.agents.results.wilson import wilson

ROOT = Path(__file__).resolve().parents[1]
_WINDOW = 400  # games that a point of the curve is the mean of


def quick_start() -> list[str]:
    """The two programs: learning, and showing a game of what has learnt."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Quick start")[2].partition("\n## ")[0]
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


class _Games(BaseCallback):
    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        ended = [info["episode"]["r"] for info in self.locals["infos"] if "episode" in info]
        self.played += [(self.num_timesteps, reward) for reward in ended]
        return True


@contextlib.contextmanager
def watched(most: int = 2**31) -> Iterator[list[tuple[int, float]]]:
    """Watch what `MaskablePPO.learn` plays: decisions so far and reward of every game. It learns for so many decisions at most."""
    learn, games = MaskablePPO.learn, _Games()

    def watched_learn(self: Any, total_timesteps: int, **rest: Any) -> Any:
        return learn(self, min(total_timesteps, most), games, **rest)

    MaskablePPO.learn = watched_learn
    try:
        yield games.played
    finally:
        MaskablePPO.learn = learn


def rewards_of(model: MaskablePPO, games: int = 1000, seed: int = 20_000_001) -> np.ndarray:
    """Its rewards in new games against the opponent of the quick start, the same number from either seat."""
    side_by_side = 250
    env = skirmish_rl.make_vec(
        "godbreakers", scenario="drill", n_games=side_by_side, opponent="bot:strong@0.5", seat="random", mask_in_observation=False
    )
    observation, info = env.reset(seed=seed)
    ended: list[list[float]] = [[] for _ in range(side_by_side)]
    while min(map(len, ended)) < games / side_by_side:  # as many of each, or short games would count for more
        actions, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
        observation, rewards, terminated, _, info = env.step(actions)
        for b in np.flatnonzero(terminated):
            ended[b].append(float(rewards[b]))
    return np.array([rewards[: games // side_by_side] for rewards in ended]).ravel()


def draw_curve(played: list[tuple[int, float]], path: Path) -> None:
    """The score while it learnt, as a mean over the last games."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    decisions, rewards = np.array(played).T
    scores = np.convolve((rewards + 1) / 2, np.full(_WINDOW, 1 / _WINDOW), "valid")
    figure, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
    axes.plot(decisions[_WINDOW - 1 :] / 1000, scores, color="#0072b2")
    axes.axhline(0.5, color="black", lw=0.5)
    axes.set(ylim=(0, 1), xlim=(0, decisions[-1] / 1000), xlabel="decisions of the learner, thousands", ylabel="score (win 1, draw ½)")
    axes.set_title(f"MaskablePPO against bot:strong@0.5, Godbreakers drill, last {_WINDOW} games", fontsize=10)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main() -> None:
    """Run both programs in an empty folder and keep the pictures."""
    parser = argparse.ArgumentParser(prog="python -m bench.quick_start", description=__doc__)
    parser.add_argument("--pictures", type=Path, default=ROOT / "docs" / "pictures")
    pictures = parser.parse_args().pictures.resolve()
    scope: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        with watched() as played:
            for code in quick_start():
                exec(compile(code, "README.md", "exec"), scope)
        shutil.copy("game.gif", pictures / "quick-start.gif")
    draw_curve(played, pictures / "quick-start-curve.png")
    rewards = rewards_of(scope["model"])
    low, high = wilson(float((rewards + 1).mean() / 2), len(rewards))
    print(
        f"{np.mean(rewards > 0):.1%} won, {np.mean(rewards == 0):.1%} drawn of {len(rewards):,} new games; score "
        f"{(rewards + 1).mean() / 2:.1%}"
    )
    print(f"95 % interval {low:.1%} to {high:.1%}; {os.path.getsize(pictures / 'quick-start.gif') / 1000:.0f} kB")


if __name__ == "__main__":
    main()
