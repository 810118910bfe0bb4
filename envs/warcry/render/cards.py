"""A fighter on its own card: figures with their names, weapons as a table, what it can do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.render.answers import ABILITIES
from skirmish_rl.envs.warcry.render.units import condition_of, wounds_of
from skirmish_rl.envs.warcry.state import FORCE, SLOTS, Ability, Runemark, Status

_SETS = {2: "double", 3: "triple", 4: "quad"}
_WEAPON = (
    ("weapon", ""), ("range", "inches to its target"), ("attacks", "dice"),
    ("strength", "against the target's Toughness: more hits on 3+, as much on 4+, less on 5+"), ("hit", "damage of each hit"),
    ("critical", "damage of each 6"),
)  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a fighter, None for an empty place."""
    tables = scenario.tables[int(record["variant"])]
    if not 0 <= slot < SLOTS or record["units"]["status"][slot] == Status.ABSENT:
        return None
    left, most = wounds_of(record, tables, slot)
    marks = ", ".join(in_words(mark) for mark in Runemark if tables["unit_marks"][slot, mark])
    figures: list[tuple[str, str, str]] = [
        ("Wounds", f"{left} of {most}", "damage that it can still take; at 0 it is taken down"),
        ("Move", f'{int(tables["unit_move"][slot])}"', "inches of one move action"),
        ("Toughness", str(int(tables["unit_toughness"][slot])), "compared with the Strength of who attacks it"),
        ("Points", str(int(tables["unit_points"][slot])), "what it is worth"),
    ]
    weapons = [_weapon(tables, slot, weapon) for weapon in range(int(tables["unit_weapons"][slot]))]
    abilities = [_ability(tables, ability) for ability in Ability if tables["unit_abilities"][slot, ability]]
    leader = "leader of its side" if slot == int(tables["leader"][slot // FORCE]) else ""
    state = ", ".join(word for word in (condition_of(record, tables, slot), leader, marks) if word)
    return {"figures": figures, "columns": _WEAPON, "weapons": weapons, "abilities": abilities, "state": state}


def _weapon(tables: np.void, slot: int, weapon: int) -> list[str]:
    near, far, attacks, strength, hit, critical = (
        int(tables[f"weapon_{key}"][slot, weapon]) for key in ("min", "max", "attacks", "strength", "hit", "critical")
    )
    reach = f'{near}-{far}"' if near else f'up to {far}"'
    return ["melee" if far <= 3 else "missile", reach, str(attacks), str(strength), str(hit), str(critical)]


def _ability(tables: np.void, ability: Ability) -> tuple[str, str]:
    """An ability with the set of dice that it takes, and what it does by X, the score of that set."""
    does, _ = ABILITIES[in_words(ability).replace(" ", "-")]
    kind = _SETS[int(tables["ability_cost"][ability])] + (" of X" if "{" in does else "")
    return f"{in_words(ability)} ({kind})", does.format(value="X", half="half X")
