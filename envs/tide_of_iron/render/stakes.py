"""What answers of Tide of Iron stake, in words: the chances of assaults, artillery, medics and mines, and whom a shelled hex holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE
from skirmish_rl.envs.tide_of_iron.rules.strengths import assault_cover, assault_strength, defender_strength, infantry_fp
from skirmish_rl.envs.tide_of_iron.state import FORCE, WIDTH, Card, Mark, Specialty

_ARTILLERY = (Card.OFFENSIVE_ARTILLERY, Card.SUPPRESSIVE_BARRAGE)


def faces(record: np.void) -> list[int]:
    """The faces with which answers are tried on a copy: none, all chances are known without that."""
    return []


def stakes(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """What a player is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.

    Args:
        after: the game after the answer for each of `faces`.
    """
    block, argument = scenario.ruleset.layout.action(action)
    decision, state, tables = int(record["decision"]), view(record), view(scenario.tables[int(record["variant"])])
    named = str(argument)
    if decision == Decision.SELECT and block == "heal":
        return [f"succeeds {_share(_reaches(tables.heal_success))}"]
    if block in ("card", "retry") and decision in (Decision.SELECT, Decision.COMMAND):
        return _contact(record, scenario, tables, named.removeprefix("retry-"))
    if decision in (Decision.ASSAULT_HEX, Decision.STEP) and block == "direction":
        direction = scenario.ruleset.layout.blocks["direction"].options.index(named)
        there = int(tables.next[int(record["units"]["cell"][int(record["subject"])]), direction])
        return _assault(record, state, tables, there) if decision == Decision.ASSAULT_HEX else _mines(record, tables, there)
    if decision == Decision.ASSAULT_SUPPORT:
        return _support(record, scenario, state, tables, named if block == "unit" else "")
    if decision in (Decision.CARD_CELL, Decision.TARGET) and block == "cell":
        return _shelled(record, scenario, state, tables, argument[1] * WIDTH + argument[0])
    return []


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _reaches(needed: Any) -> float:
    """The chance that a die shows a face or more."""
    return min(max(DIE + 1 - int(needed), 0), DIE) / DIE


def _contact(record: np.void, scenario: Scenario, tables: Any, name: str) -> list[str]:
    """The chance that artillery establishes contact, and that it falls where it is aimed. Clauses: TI-CRD-03, TI-CRD-05, TI-CRD-22."""
    card = scenario.ruleset.layout.blocks["card"].options.index(name)
    if not tables.card_contact[card]:
        return []
    more = int(tables.card_amount[Card.INCREASED_PRIORITY]) if record["lasting"][int(record["decider"]), Card.INCREASED_PRIORITY] else 0
    lines = [f"contact {_share(_reaches(int(tables.card_contact[card]) - more))}"]
    return lines + ([f"then it falls where it is aimed {_share(_reaches(tables.card_accuracy[card]))}"] if card in _ARTILLERY else [])


def _mines(record: np.void, tables: Any, there: int) -> list[str]:
    """The chance that mines in the next hex hit whoever enters it. Clauses: TI-TRN-09, TI-SPC-03."""
    if not record["marks"][Mark.MINES, there] or record["units"]["specialty"][int(record["subject"])] == Specialty.ENGINEER:
        return []
    return [f"the mines hit {_share(1 - (1 - _reaches(tables.mine_success)) ** int(tables.mine_dice))}"]


def _assault(record: np.void, state: Any, tables: Any, there: int) -> list[str]:
    """Hits of an assault on a hex, before others support it and experts roll again. Clauses: TI-ASL-05, TI-ASL-06, TI-ASL-08."""
    slot = int(record["subject"])
    unit = state.units[slot]
    dice = int(record["boost"]) + int(halve(infantry_fp(tables, slot, unit), halvings_of(state, tables, slot)))
    dice += int(tables.flame_fp) if unit.specialty == Specialty.FLAMETHROWER else 0
    return _fought(state, tables, dice, 1 - seat_of(slot), there)


def _support(record: np.void, scenario: Scenario, state: Any, tables: Any, name: str) -> list[str]:
    """The same with one more that supports the assault, and without it; no name: without anybody more. Clause: TI-ASL-05."""
    attack = record["attack"][0]
    foe, there = 1 - int(attack["seat"]), int(attack["cell"])
    dice = int(assault_strength(state, tables))
    if not name:
        return _fought(state, tables, dice, foe, there)
    slot = scenario.ruleset.layout.units.index(name)
    unit = state.units[slot]
    more = int(halve(infantry_fp(tables, slot, unit), int(halvings_of(state, tables, slot)) + 1))
    more += int(tables.flame_fp) if unit.specialty == Specialty.FLAMETHROWER else 0
    without = _fought(state, tables, dice, foe, there)[0]
    return [_fought(state, tables, dice + more, foe, there)[0], f"without it {without}"]


def _fought(state: Any, tables: Any, dice: int, foe: int, there: int) -> list[str]:
    """Hits of so many dice on the defenders of a hex, and theirs."""
    cover, back = int(assault_cover(state, tables, foe, there)), int(defender_strength(state, tables, foe, there))
    hit, saved = _reaches(tables.assault_success), _reaches(tables.defence_success)
    none = 0.0
    for hits in range(dice + 1):
        for cancelled in range(hits, cover + 1):
            none += _exactly(dice, hits, hit) * _exactly(cover, cancelled, saved)
    return [
        f"a hit or more {_share(1 - none)}", f"{dice} dice against {cover}",
        f"hits back {_share(1 - (1 - hit) ** back)}, {back} dice" if back else "nobody fights back",
    ]  # fmt: skip


def _exactly(dice: int, successes: int, chance: float) -> float:
    """The chance of so many successes with some dice."""
    ways = 1
    for k in range(successes):
        ways = ways * (dice - k) // (k + 1)
    return float(ways * chance**successes * (1 - chance) ** (dice - successes))


def _shelled(record: np.void, scenario: Scenario, state: Any, tables: Any, cell: int) -> list[str]:
    """Whom fire on a hex strikes, and whether artillery falls there. Clauses: TI-CRD-05, TI-CRD-06, TI-SPC-08."""
    card, seat = int(record["subject"]), int(record["decider"])
    shells = record["decision"] == Decision.CARD_CELL and card in _ARTILLERY
    if record["decision"] == Decision.CARD_CELL and card >= 0 and not shells:
        return []
    name, there = scenario.ruleset.layout.unit_name, [slot for slot in range(2 * FORCE) if _is_in(state, slot, cell)]
    foes, own = [name(slot) for slot in there if seat_of(slot) != seat], [name(slot) for slot in there if seat_of(slot) == seat]
    said = [", ".join(foes)] if foes else []
    said += [f"your own {', '.join(own)}"] if own else []
    lines = [f"strikes {' and '.join(said) or 'nobody'}"]
    if shells:
        lines.append(f"falls there {_share(_reaches(tables.card_accuracy[card]))}, else one or two hexes off")
    return lines


def _is_in(state: Any, slot: int, cell: int) -> bool:
    unit = state.units[slot]
    return bool(unit.cell == cell and is_out(unit))
