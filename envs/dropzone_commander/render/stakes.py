"""What answers of Dropzone Commander stake, in words.

Dice that are no shots, whom a shot strikes besides its target, and what a card changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.console import counted
from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.damage import piece_damage, unit_damage
from skirmish_rl.envs.dropzone_commander.rules.facts import is_present
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FACES, SEAT_OF, SLOTS, WIDTH, Gift

_AREA = 2  # inches around its target in which an Area weapon strikes, DZ-SPEC-03
_SEARCHES = (Decision.ACTION, Decision.SCANS)


def faces(record: np.void) -> list[int]:
    """The faces of the die with which each answer of a position is tried on a copy: all, where it may be a search."""
    return [*range(1, FACES + 1)] if record["decision"] in _SEARCHES else []


def stakes(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """What a player is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.

    Args:
        after: the game after the answer, with its events, for each of `faces`.
    """
    block, argument = scenario.ruleset.layout.action(action)
    decision, tables = int(record["decision"]), view(scenario.tables[int(record["variant"])])
    if decision == Decision.SCANS or (decision == Decision.ACTION and str(argument) == "search"):
        return _search(record, scenario, action, after)
    if decision == Decision.FORTITUDE and str(argument) == "roll":
        return [f"passes {_share(_fortitude(record, tables))}"]
    if decision == Decision.AIM and block == "unit":
        return _area(record, scenario, scenario.ruleset.layout.units.index(argument))
    if decision == Decision.AIM and block == "piece":
        piece = int(str(argument)) - scenario.ruleset.layout.blocks["piece"].first
        inside = [slot for slot in range(SLOTS) if is_present(view(record).units[slot]) and record["units"]["piece"][slot] == piece]
        return [f"inside: {_named(scenario, int(record['decider']), inside)}"] if inside else ["nobody is inside"]
    return _card(record, scenario, tables, str(argument)) if block == "card" and decision == Decision.CARD else []


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _search(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """The chance that a search finds its objective; Scan Tokens are asked for before. Clauses: DZ-OBJ-06, DZ-OBJ-08."""
    if after[0]["decision"] == Decision.SCANS:
        return ["Scan Tokens are added to the die, as you then say"]
    found = sum(any(event.kind == Own.FOUND for event in events_of(one)) for one in after)
    return [f"finds it {_share(found / FACES)}"]


def _fortitude(record: np.void, tables: Any) -> float:
    """The chance of a Fortitude test; a 1 always fails. Clause: DZ-CQ-07."""
    needed = max(int(tables.unit_fortitude[int(record["subject"])]), 2)
    return max(FACES + 1 - needed, 0) / FACES


def _area(record: np.void, scenario: Scenario, target: int) -> list[str]:
    """Whom a shot of an Area weapon strikes besides its target. Clauses: DZ-SPEC-03, DZ-GRID-14."""
    state, tables = view(record), view(scenario.tables[int(record["variant"])])
    weapon, slot = int(running(state).weapon), int(record["subject"])
    if weapon < 0 or not tables.weapon_area[slot, weapon]:
        return []
    aim = state.units[target]
    touched = [target]
    for other in range(SLOTS):
        unit = state.units[other]
        if other == target or not is_present(unit) or unit.dp == 0 or unit.flying != aim.flying:
            continue
        if aim.piece >= 0:
            near = unit.piece == aim.piece and unit.site == aim.site
        else:
            near = unit.piece < 0 and distance2(WIDTH, unit.cell, aim.cell) <= _AREA * _AREA + _AREA
        if near:
            touched.append(other)
    return [f"strikes {_named(scenario, int(record['decider']), touched)}"]


def _named(scenario: Scenario, seat: int, slots: list[int]) -> str:
    """Units, a seat's own named as such."""
    name = scenario.ruleset.layout.unit_name
    foes, own = [name(slot) for slot in slots if SEAT_OF[slot] != seat], [name(slot) for slot in slots if SEAT_OF[slot] == seat]
    said = [", ".join(foes)] if foes else []
    return " and ".join(said + ([f"your own {', '.join(own)}"] if own else []))


def _card(record: np.void, scenario: Scenario, tables: Any, name: str) -> list[str]:
    """What a card makes of a roll, and what it is without. Clauses: DZ-CARD-C13, DZ-CARD-C14, DZ-CARD-C19, DZ-CARD-C24."""
    card = name.upper().replace("-", "_")
    if card == Card.GUIDED_FIRE.name:
        return _misses(record, tables)
    if card == Card.BURNING_ROUNDS.name:
        return _failures(record, tables)
    if card == Card.OVERCHARGE.name:
        return [f"+1 Energy {_share(2 / FACES)}", f"+2 Energy {_share(2 / FACES)}", f"nothing {_share(2 / FACES)}"]
    if card == Card.STAND_FIRM.name:
        slot = _fleeing(record, tables)
        if slot >= 0:
            needed = max(int(tables.unit_fortitude[slot]), 2)
            return ["passes 100 %", f"without the card {_share(max(FACES + 1 - needed, 0) / FACES)}"]
    return []


def _fleeing(record: np.void, tables: Any) -> int:
    """The leader of the squad whose Fortitude is about to be tested, -1."""
    squad = int(running(view(record)).squad)
    first = int(tables.squad_first[squad])
    there = (
        [slot for slot in range(first, first + int(tables.squad_size[squad])) if is_present(view(record).units[slot])]
        if squad >= 0
        else []
    )
    return there[0] if there else -1


def _misses(record: np.void, tables: Any) -> list[str]:
    """Dice that have missed, which are rolled once more."""
    hits, missed, mean = 0, 0, 0.0
    for shot in record["shots"][: int(record["n_shots"])]:
        hits += int(shot["hits"]) + int(shot["sure"])
        missed += int(shot["missed"])
        mean += int(shot["missed"]) * (FACES + 1 - min(max(int(shot["need"]), 2), FACES)) / FACES
    return [
        f"{counted(missed, 'die is', 'dice are')} rolled again, {mean:.1f} hits more on average",
        f"without the card {counted(hits, 'hit', 'hits')}",
    ]


def _failures(record: np.void, tables: Any) -> list[str]:
    """Damage dice that did nothing, which are rolled once more."""
    state, again, mean, done = view(record), 0, 0.0, 0
    for hit in record["hits"][: int(record["n_hits"])]:
        shot = record["shots"][int(hit["shot"])]
        pen = bool(tables.weapon_penetrative[int(shot["firer"]), int(shot["weapon"])])
        pen = pen or int(record["squads"]["gifts"][int(tables.unit_squad[int(shot["firer"])])]) & Gift.PIERCING != 0
        harm = [_harms(state, tables, hit, shot, face, pen) for face in range(FACES + 1)]
        if hit["again"] or harm[int(hit["face"])]:
            done += 1
        else:
            again += 1
            mean += sum(harm[1:]) / FACES
    return [
        f"{counted(again, 'die is', 'dice are')} rolled again, {mean:.1f} of them do damage on average",
        f"without the card {done} do damage",
    ]


def _harms(state: Any, tables: Any, hit: Any, shot: Any, face: int, pen: bool) -> bool:
    """True if a damage die of a face does anything; face 0 is a sure Critical."""
    firer, weapon, energy = int(shot["firer"]), int(shot["weapon"]), int(hit["energy"])
    if hit["piece"] >= 0:
        return bool(piece_damage(tables, firer, weapon, int(hit["piece"]), energy, face, pen)[0] > 0)
    return bool(unit_damage(state, tables, firer, weapon, int(hit["target"]), energy, face, int(hit["cover"]), pen) > 0)
