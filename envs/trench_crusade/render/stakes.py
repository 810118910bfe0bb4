"""What answers of Trench Crusade stake, in words: the chances of rolls that are no attacks, and whom a blast strikes."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.events import Event, Noted, events_of
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.trench_crusade.action_features import attack_dice, wound_chance
from skirmish_rl.envs.trench_crusade.bots.value import armour_against, critical_chance, pass_chance
from skirmish_rl.envs.trench_crusade.data.fields import MOST_NET
from skirmish_rl.envs.trench_crusade.kit import Keyword
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.rules.charging import BEST, NO_DIE
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.rules.rolling import DIE, bath_cost
from skirmish_rl.envs.trench_crusade.rules.strengths import hit_dice, is_short
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.trench_crusade.state import FORCE, SLOTS, WIDTH, Frame, Status, bit_of, seat_of

_CHARGES = (Decision.ACTION, Decision.CHARGE_TARGET)
_WAYS = (
    Decision.MODE, Decision.DESTINATION, Decision.CHARGE_CELL, Decision.DIVE, Decision.SKIRMISH, Decision.RETREAT_CELL, Decision.HARROW,
    Decision.MINE, Decision.DEFUSE, Decision.RELIC,
)  # fmt: skip
_MARKERS = (Decision.BLOOD, Decision.BLESSING, Decision.WOUND, Decision.GRACE)
_TESTS = (Roll.A_DASH, Roll.A_RELIC)  # the first and the last roll that is neither an attack nor an injury
_DOWN, _OUT = 2, 3  # columns of `wound_odds`


def faces(record: np.void) -> list[int]:
    """The faces of all dice with which each answer of a position is tried on a copy: those that a charge may show, or the best."""
    if record["decision"] in _CHARGES:
        return [*range(1, DIE + 1)]
    return [DIE] if record["decision"] in _WAYS else []


def stakes(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """What a player is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.

    Args:
        after: the game after the answer, with its events, for each of `faces`.
    """
    decision = int(record["decision"])
    if decision in _MARKERS:
        return _spending(record, scenario, action)
    if decision in (Decision.TARGET, Decision.SCATTER):
        return _blast(record, scenario, action)
    if not after:
        return []
    return _charge(record, scenario, after) or _tests(record, scenario, after[-1])


def led(record: np.void, scenario: Scenario, action: int, after: np.void) -> list[str]:
    """The chances of the attack that an answer leads to at once, as its action features would have them: Tables T1, T3.

    Args:
        record: before the answer. after: the game after it, with its events.
    """
    weapon, target, slot = -1, -1, int(record["subject"])
    nets: list[int] = []
    for event in events_of(after):
        if event.kind == Event.ATTACKED and event.unit == slot and target < 0:
            target = event.other
        elif event.kind == Own.WITH and target >= 0 and weapon < 0:
            weapon = event.value
        elif event.kind in (Event.ROLLS, Own.TO_ROLL) and event.value in (Roll.A_SHOT, Roll.A_BLOW) and weapon >= 0 and not nets:
            nets.append(0)
        elif event.kind in (Event.ROLLS, Event.RESULT) and nets:
            break
        elif nets and event.kind == Event.MODIFIER and event.other == Modifier.NET_DICE:
            nets[0] = event.value
    if weapon < 0 or target < 0:
        return []
    state, tables = view(record), view(scenario.tables[int(record["variant"])])
    _, named = scenario.ruleset.layout.action(action)
    melee = str(named) == "fight" if record["decision"] == Decision.ACTION else bool(running(state).kind == Frame.FIGHT)
    net = nets[0] if nets else attack_dice(state, tables, slot, weapon, target, melee)  # none: the shot was lost before
    dice = hit_dice(state, tables, slot, weapon, target, melee, _is_short(state, tables, slot, weapon, target), False)
    hit, critical = float(pass_chance(tables, net)), float(critical_chance(tables, net))
    if not melee and tables.keyword[weapon, Keyword.FLAMETHROWER]:
        hit, critical = 1.0, 0.0
    pool = 1 if tables.keyword[weapon, Keyword.DEADLY] or (tables.keyword[weapon, Keyword.BOMB] and not melee) else 0
    more = dice + 1 + tables.keyword[weapon, Keyword.CRITICAL]
    chances = []
    for least in (_DOWN, _OUT):
        plain = wound_chance(tables, pool, dice, armour_against(state, tables, weapon, target, False), least)
        pierced = wound_chance(tables, pool, more, armour_against(state, tables, weapon, target, True), least)
        chances.append((hit - critical) * float(plain) + critical * float(pierced))
    lines = [f"hits {100 * hit:.0f} %", f"Down or worse {100 * chances[0]:.0f} %", f"out of action {100 * chances[1]:.0f} %"]
    blasts = not melee and tables.blast[weapon]
    cell = int(record["units"]["cell"][target])
    return lines + ([struck(scenario, seat_of(slot), caught(state, tables, seat_of(slot), weapon, cell))] if blasts else [])


def _is_short(state: Any, tables: Any, slot: int, weapon: int, target: int) -> bool:
    return bool(is_short(tables, state.units[slot].cell, state.units[target].cell, weapon))


def _charge(record: np.void, scenario: Scenario, after: list[np.void]) -> list[str]:
    """The chance that a charge gets to its target, by its die. Clauses: TC-CHG-02, TC-KW-19, TC-ABL-04, TC-ABL-05."""
    slot, told = int(record["subject"]), [events_of(one) for one in after]
    best = told[-1]
    if _has(best, Event.ROLLS, Roll.SLIPPING_AWAY):
        return [f"{_target(scenario, best)}may slip away up to 3 inches before the charge is rolled"]
    if not _is_charge(best):
        return []
    arrives = [face + 1 for face, events in enumerate(told) if _gets_there(after[face], events)]
    least = arrives[0] if arrives else DIE + 1
    misses = (least - 1) / DIE
    kind = int(scenario.tables[int(record["variant"])]["charge"][slot])
    chance = 1 - (misses * misses if kind == BEST else misses)
    lines = [f"{_target(scenario, best)}gets there {100 * chance:.0f} %"]
    if kind != NO_DIE and 1 < least <= DIE:
        lines.append(f"{'one of its two dice' if kind == BEST else 'its die'} must show {least}+")
    return lines


def _target(scenario: Scenario, events: list[Noted]) -> str:
    """The only target that a charge has, named by itself; "" where it was chosen."""
    for event in events:
        if event.kind == Event.FORCED and event.other == Decision.CHARGE_TARGET:
            _, unit = scenario.ruleset.layout.action(event.value)
            return f"{unit}: "
    return ""


def _is_charge(events: list[Noted]) -> bool:
    """True where a charge was decided: by its die, or without one."""
    return _has(events, Event.ROLLS, Roll.THE_CHARGE) or any(
        event.kind == Own.SHORT or (event.kind == Event.FORCED and event.other == Decision.CHARGE_CELL) for event in events
    )


def _gets_there(record: np.void, events: list[Noted]) -> bool:
    """True where a charge may end beside its target."""
    chosen = any(event.kind == Event.FORCED and event.other == Decision.CHARGE_CELL for event in events)
    return chosen or record["decision"] == Decision.CHARGE_CELL


def _has(events: list[Noted], kind: int, value: int) -> bool:
    return any(event.kind == kind and event.value == value for event in events)


def _tests(record: np.void, scenario: Scenario, after: np.void) -> list[str]:
    """The chance that all Success Rolls of an answer succeed, as their net dice are before markers are spent. Table T1."""
    slot, tables = int(record["subject"]), scenario.tables[int(record["variant"])]
    tasks: list[int] = []
    nets: list[int] = []
    counts = False
    for event in events_of(after):
        if event.kind in (Event.ROLLS, Own.TO_ROLL):
            counts = event.unit == slot and _TESTS[0] <= event.value <= _TESTS[1]
            if counts:
                tasks.append(event.value)
                nets.append(0)
        elif counts and event.kind == Event.MODIFIER and event.other == Modifier.NET_DICE:
            nets[-1] = event.value
    if not tasks:
        return []
    chance = 1.0
    for net in nets:
        chance *= _passes(tables, net)
    falls = any(event.kind == Own.FALLS and event.unit == slot for event in events_of(after))
    lines = [f"succeeds {100 * chance:.0f} %", f"it rolls for {' and '.join(in_words(Roll(task)) for task in tasks)}"]
    if record["units"]["blood"][slot] or record["units"]["blessing"][slot]:
        lines.append("before markers are spent")
    return lines + (["the fall may injure it"] if falls else [])


def _passes(tables: Any, net: int) -> float:
    """Chance of a Success Roll. Table T1."""
    return float(tables["pass_odds"][min(max(net, -MOST_NET), MOST_NET) + MOST_NET, 0])


def _spending(record: np.void, scenario: Scenario, action: int) -> list[str]:
    """What the roll is once markers are spent, and what it would be with none; a window that follows is not thought of."""
    block, argument = scenario.ruleset.layout.action(action)
    count, bath = int(str(argument)), int(block == "bloodbath")
    process, tables, decision = running(view(record)), scenario.tables[int(record["variant"])], int(record["decision"])
    dice = int(process.dice)
    net = dice + count if decision in (Decision.BLESSING, Decision.WOUND) else dice - count
    if process.kind == Frame.ROLL:
        lines = [f"it succeeds {100 * _passes(tables, net):.0f} %"]
        return lines + ([f"with none spent {100 * _passes(tables, dice):.0f} %"] if count else [])
    pool, modifier = int(process.deadly) + int(process.bath), int(process.modifier)
    lines = [_wound(tables, pool + bath, net, modifier)]
    spent = count + (int(bath_cost(view(record), process)) if bath else 0)
    return lines + ([f"with none spent: {_wound(tables, pool, dice, modifier)}"] if spent else [])


def _wound(tables: Any, pool: int, dice: int, modifier: int) -> str:
    """Chances of an Injury Roll, by its plain table. Table T2."""
    odds = tables["wound_odds"][pool, min(max(dice, -MOST_NET), MOST_NET) + MOST_NET, min(max(modifier, -3), 3) + 3]
    out, down = float(odds[_OUT]), float(odds[_DOWN])
    return f"out of action {100 * out:.0f} %, Down or worse {100 * min(out + down, 1.0):.0f} %"


def _blast(record: np.void, scenario: Scenario, action: int) -> list[str]:
    """Whom a blast strikes that is aimed at a model or a point. Clauses: TC-KW-06, TC-RNG-11."""
    block, argument = scenario.ruleset.layout.action(action)
    state, tables = view(record), view(scenario.tables[int(record["variant"])])
    process = running(state)
    is_scatter = record["decision"] == Decision.SCATTER
    if block == "pass" or not (is_scatter or process.kind == Frame.SHOOT):
        return []
    slot = int(record["attack"][0]["attacker"]) if is_scatter else int(process.slot)
    weapon = int(record["attack"][0]["weapon"]) if is_scatter else int(process.weapon)
    if not tables.blast[weapon]:
        return []
    units = scenario.ruleset.layout.units
    cell = int(record["units"]["cell"][units.index(argument)]) if block == "unit" else argument[1] * WIDTH + argument[0]
    return [struck(scenario, seat_of(slot), caught(state, tables, seat_of(slot), weapon, cell))]


def caught(state: Any, tables: Any, seat: int, weapon: int, cell: int) -> list[int]:
    """The models that a blast of a seat's weapon at a cell catches, with the seat's own within 1" of enemies among them."""
    found, foes = [], 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and is_in_sight(tables, cell, unit.cell):
            rise = abs(tables.height[cell] - tables.height[unit.cell])
            if distance2(WIDTH, cell, unit.cell) <= tables.blast_span[rise, tables.blast[weapon]]:
                found.append(slot)
                foes += bit_of(slot) if seat_of(slot) != seat else 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if foes and slot not in found and unit.status == Status.ON_BOARD and foes_close(state, tables, slot, unit.cell) & foes:
            found.append(slot)
    return found


def struck(scenario: Scenario, seat: int, slots: list[int]) -> str:
    """Whom something strikes, enemies first, one's own named as such."""
    name = scenario.ruleset.layout.unit_name
    foes, own = [name(slot) for slot in slots if seat_of(slot) != seat], [name(slot) for slot in slots if seat_of(slot) == seat]
    said = [", ".join(foes)] if foes else []
    said += [f"your own {', '.join(own)}"] if own else []
    return f"strikes {' and '.join(said) or 'nobody'}"
