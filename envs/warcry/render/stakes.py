"""What answers of Warcry stake, in words: the chances of dice that are no attack, whom a whirlwind strikes, what a wild die changes."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.rules.abilities import is_choice
from skirmish_rl.envs.warcry.rules.initiative import singles_of
from skirmish_rl.envs.warcry.rules.telling import Roll
from skirmish_rl.envs.warcry.state import FACES, SLOTS, Ability

_THROWN = {"bolas": (2, 4, 6), "dart": (1, 2, 5)}  # dice, the least face that hurts, the least of full damage. WC-IRON-01, WC-RAVEN-01
_STRUCK = 3.5  # damage of a die, on average


def faces(record: np.void) -> list[int]:
    """The faces of all dice with which each answer of a position is tried on a copy.

    One is tried where somebody reacts, to count the dice of the attack.
    """
    return [1] if record["decision"] == Decision.REACT else []


def stakes(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """What a player is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.

    Args:
        after: the game after the answer, with its events, for each of `faces`.
    """
    block, argument = scenario.ruleset.layout.action(action)
    decision, named = int(record["decision"]), str(argument)
    if block == "ability":
        return _ability(record, scenario, named[:-2], int(named[-1]))
    if decision == Decision.TARGET and int(record["ability"]) in (Ability.BOLAS, Ability.DART):
        return _thrown("bolas" if record["ability"] == Ability.BOLAS else "dart", int(record["value"]))
    if decision == Decision.STRIKE and block == "unit":
        needed = int(scenario.tables[int(record["variant"])]["strike_success"])
        return [f"strikes {_share((FACES + 1 - needed) / FACES)}", f"then {_STRUCK} damage on average"]
    if decision == Decision.REACT and named == "counter":
        return _counter(after[0])
    if decision == Decision.WILD:
        return _wild(record, block, named)
    return []


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _ability(record: np.void, scenario: Scenario, name: str, value: int) -> list[str]:
    """Dice of an ability, or whom it strikes. Clauses: WC-IRON-01, WC-IRON-06, WC-RAVEN-01."""
    if name in _THROWN:
        return _thrown(name, value)
    if name != "whirlwind":
        return []
    state, tables, slot = view(record), view(scenario.tables[int(record["variant"])]), int(record["subject"])
    foes = [scenario.ruleset.layout.unit_name(foe) for foe in range(SLOTS) if is_choice(state, tables, slot, Ability.WHIRLWIND, foe)]
    return [f"strikes {', '.join(foes)}"]


def _thrown(name: str, value: int) -> list[str]:
    """Dice that are thrown at an enemy. Clauses: WC-IRON-01, WC-RAVEN-01."""
    dice, some, full = _THROWN[name]
    misses = ((some - 1) / FACES) ** dice
    mean = dice * ((full - some) + (FACES + 1 - full) * value) / FACES
    return [f"hurts {_share(1 - misses)}", f"{mean:.1f} damage on average"]


def _counter(after: np.void) -> list[str]:
    """A die of the attacker that shows 1 hurts it; so do two that miss, which its figures decide. Clause: WC-REACT-09."""
    dice, rolls = 0, False
    for event in events_of(after):
        if event.kind == Event.ROLLS:
            rolls = event.value == Roll.ATTACK
        dice += int(rolls and event.kind == Event.DIE)
    return [f"a die shows 1 {_share(1 - ((FACES - 1) / FACES) ** dice)}", f"the attacker rolls {counted(dice, 'die', 'dice')}"]


def _wild(record: np.void, block: str, named: str) -> list[str]:
    """The singles that decide the initiative, with a wild die and without. Clauses: WC-SEIZE-01, WC-WILD-04, WC-WILD-07."""
    seat, state = int(record["decider"]), view(record)
    mine, theirs = int(singles_of(state, seat)), int(singles_of(state, 1 - seat))
    change = 0
    if named == "single":
        change = 1
    elif block == "pair" and record["dice"][seat][int(named[-1]) - 1] == 1:
        change = -1
    without = f", without the die {mine}" if change else ""
    return [f"singles for the initiative: {mine + change} against {theirs}{without}"]
