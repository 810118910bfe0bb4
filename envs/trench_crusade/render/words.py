"""How events are told."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.trench_crusade.data.schema import FOLDER, ProfileSpec
from skirmish_rl.envs.trench_crusade.rules.telling import Departure, Modifier, Own, Roll
from skirmish_rl.envs.trench_crusade.state import SLOTS, Phase, Weapon


def roster(record: np.void, scenario: Any) -> list[str]:
    """Which model is what."""
    names = list(read_all(FOLDER / "profiles.toml", ProfileSpec))
    tables = scenario.tables[int(record["variant"])]
    lines = []
    for slot in range(SLOTS):
        if tables["used"][slot]:
            arms = ", ".join(Weapon(int(w)).name.lower().replace("_", " ") for w in tables["arm"][slot] if w >= 0)
            kind = names[int(tables["profile"][slot])].replace("_", " ")
            lines.append(f"{scenario.ruleset.layout.unit_name(slot)}: {kind} ({arms})")
    return lines


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={Event.GONE: "{unit} is {word}"},
    words={Event.ROLLS: Roll, Event.MODIFIER: Modifier, Event.PHASE: Phase, Event.GONE: Departure},
)
