"""You against a network that comes with the package, in twenty lines: `python examples/person_against_network.py [GAME]`.

`skirmish-rl play` does the same with boards and undo, `skirmish-rl serve` on a page.
"""

from __future__ import annotations

import sys

import gymnasium
import numpy as np

import skirmish_rl


def main(game: str = "godbreakers", seed: str = "7") -> None:
    """Ask for the number of an answer until the game is over."""
    name = skirmish_rl.gymnasium_id(game)
    env = gymnasium.make(name, scenario="duel", opponent=f"ppo:{game}", render_mode="ansi")
    _, info = env.reset(seed=int(seed))
    rules, over, reward = env.unwrapped.scenario.ruleset, False, 0.0
    while not over:
        print(env.render())
        legal, decision = np.flatnonzero(info["action_mask"]), int(env.unwrapped.record["decision"])
        for number, action in enumerate(legal):
            print(f"{number:>4}  {rules.layout.text(int(action), decision)}")
        given = input(f"{rules.decisions(decision).name}, 0 to {len(legal) - 1}, or nothing to leave: ").strip()
        if not given:
            return
        if given.isdecimal() and int(given) < len(legal):
            _, reward, over, _, info = env.step(int(legal[int(given)]))
    print(env.render())
    print({1: "You have won.", -1: "The network has won."}.get(int(reward), "A draw."), info["outcome"])


if __name__ == "__main__":
    main(*sys.argv[1:])
