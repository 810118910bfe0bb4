"""A board of one's own: written, drawn, and played by bots until it is clear whom it favours.

`python examples/own_scenario.py [GAMES]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import to_svg
from skirmish_rl.envs.registry import ruleset_of

BOARD = """
title = "The ford"
rounds = 3
initiative = "a"
objectives = [{ cell = [4, 3], kind = "victory", value = 2 }]

[board]
width = 9
rows = 7
terrain.woods = [[2, 2], [6, 4]]
terrain.building = [[4, 1]]

[a]
zone = [5, 6]
actions = 2
units = [{ figures = { officer = 1, regular = 3 } }, { figures = { machine_gun = 1, regular = 2 } }, { kind = "half_track" }]

[b]
force = "small_b"
zone = [0, 1]
actions = 2
"""


def main(games: str = "40", folder: str = ".") -> None:
    """Write the scenario and its picture into a folder, and print how often each seat wins it."""
    file = Path(folder) / "ford.toml"
    file.write_text(BOARD, encoding="utf-8")
    ruleset = ruleset_of("tide_of_iron")
    scenario = ruleset.scenario(str(file))  # a mistake in the file is named with its line
    batch = Batch(scenario, 1)
    batch.reset(seed=1)
    file.with_suffix(".svg").write_text(to_svg(ruleset.scene(batch.games[0], scenario)), encoding="utf-8")
    bots = [agent_of("bot:strong", scenario) for _ in range(2)]
    match = play_pairs(scenario, [(bots[0], bots[1])], int(games), seed=1)[0]
    first, second = match.scores.mean(axis=0)
    print(f"{file.with_suffix('.svg')}; seat 0 scores {first:.0%}, seat 1 {second:.0%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
