"""The games of `skirmish-rl selftest`, from the golden traces of the tests: `python -m tests.selftested` writes them anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from skirmish_rl.agents.names import trained_agent
from skirmish_rl.agents.selftest import KNOWN, opinion
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.trace import read_answers, read_header, scenario_of, seed_of
from skirmish_rl.envs.registry import available, ruleset_of

TRACES = Path(__file__).parent / "traces"
SCENARIO = "duel"  # each game has it, and a network for it
OPINIONS = 5
_LINE = 16
_HEAD = """# One golden game of every ruleset, and what the network for it thinks on the way: what `skirmish-rl selftest` plays.
# Made from the tests' traces by `make golden`.
"""


def played(ruleset: Ruleset) -> str:
    """The table of a ruleset."""
    text = (TRACES / f"{ruleset.name}-{SCENARIO}-2.txt").read_text(encoding="utf-8")
    header, given = read_header(text), read_answers(text)
    scenario = scenario_of(header)
    start = next(line for line in text.splitlines() if line.startswith("   0 start ")).split()[-1]
    agent, batch = trained_agent(ruleset.name, scenario), Batch(scenario, 1)
    batch.reset(seed=seed_of(header))
    actions, opinions = [], {}
    for number, answer in enumerate(given):
        if batch.masks[0].sum() > 1:
            opinions[number] = opinion(agent, batch)
        actions.append(ruleset.layout.parse(answer.said, int(batch.games[0]["decision"])))
        batch.step(batch.check(np.array([actions[-1]])))
    asked = [sorted(opinions)[k * len(opinions) // OPINIONS] for k in range(OPINIONS)]
    hashes = [start, *(answer.hash for answer in given)]
    lines = [
        f"[{ruleset.name}]", f"version = {ruleset.version}", f'scenario = "{SCENARIO}"', f"seed = {seed_of(header)}",
        f"asked = {asked}", f"favourites = {[opinions[k][0] for k in asked]}", f"chances = {[round(opinions[k][1], 3) for k in asked]}",
        "answers = [", *(f"    {str(actions[k : k + _LINE])[1:-1]}," for k in range(0, len(actions), _LINE)), "]",
        "positions = [", *(f'    "{" ".join(hashes[k : k + _LINE])}",' for k in range(0, len(hashes), _LINE)), "]",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    KNOWN.write_text("\n".join([_HEAD, *(played(ruleset_of(name)) for name in available())]), encoding="utf-8")
    print(KNOWN)
