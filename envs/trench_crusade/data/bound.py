"""How long a game can last: a bound on its decisions, far above what is played (S1 150-300, S2 250-600), proved part by part."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.state import ARMS, FORCE, PATH, SIDES, SLOTS, TENTHS

_ROLL = 2  # windows of a Success Roll: the opponent's and the owner's
_INJURY = 2 + _ROLL + 3 + 1  # windows, ledge test, the windows and the blessing of a fall (heights allow but one), a dark blessing
_CLIMB, _JUMP = 40, 20  # the least that a way up 3" and a jump cost, in tenths
_MOST_CHARGE = 12 * TENTHS


def decision_bound(t: np.void) -> int:
    """The most decisions of one game.

    Set-up: the zone; a model and its cell for each model, once; each seat may hold once. A Turn: who goes first, each model
    activated once, morale of both seats.
    """
    slots = [slot for slot in range(SLOTS) if t["used"][slot]]
    turn = 1 + sum(_activation(t, slot) for slot in slots) + SIDES
    return 1 + 2 * len(slots) + SIDES + int(t["turns"]) * turn


def _activation(t: np.void, slot: int) -> int:
    """The model, jointly or alone, the test of wire; then its Actions, each with the question before it, and the END.

    One of Move, Charge and Retreat; a Dash; a Shoot (with Quick bursts two); a Fight (with Harrowing two); the special Actions it has.
    """
    moves = max(1 + _way(t, _tenths(t, slot)), _charge(t), _retreat(t, slot))
    dash = _ROLL + 2 + _way(t, _tenths(t, slot))
    arms = [int(t["arm"][slot][k]) for k in range(ARMS) if t["arm"][slot][k] >= 0]
    shots = [_shoot(t, weapon) for weapon in arms if t["ranged_weapon"][weapon]]
    bursts = any(t["keyword"][weapon][Keyword.BURSTS] for weapon in arms)
    harrows = any(t["keyword"][weapon][Keyword.HARROWING] for weapon in arms)
    blows = [_blows(t, weapon) for weapon in arms if t["melee_weapon"][weapon]]
    fight = 2 + 2 * max(blows, default=0)
    parts = [moves, dash, *[max(shots, default=0)] * (1 + bursts), *[fight] * (1 + harrows), *_specials(t, slot)]
    if harrows:
        parts[-1] += 1 + _way(t, 3 * TENTHS)
    asked = 1 + (t["partner"][slot] >= 0)
    return 2 + _ROLL + _INJURY + sum(parts) + int(asked) * (len(parts) + 1)


def _specials(t: np.void, slot: int) -> list[int]:
    """Special Actions: what each asks. A mine is paid for by who sets it: whoever meets it later defuses it or is hurt."""
    asks = {
        Trait.HOLD_FIRE: 1,
        Trait.AIM: _ROLL,
        Trait.PRAYER: _ROLL + 1,
        Trait.TREAT: _ROLL + 2,
        Trait.FORTIFY: _ROLL,
        Trait.MINES: 1 + _ROLL + 1 + _ROLL + _INJURY,
        Trait.PUPPET: _ROLL + 3 + _free_attacks(t, 0) + _free_attacks(t, FORCE) + _way(t, 6 * TENTHS),
        Trait.HIDE: _ROLL,
    }
    parts = [most for trait, most in asks.items() if t["traits"][slot][trait]]
    return [*parts, 1 + _ROLL] if t["relics"] else parts


def _tenths(t: np.void, slot: int) -> int:
    return int(t["move"][slot]) * TENTHS


def _way(t: np.void, tenths: int) -> int:
    """Decisions of a movement.

    Its climbs and jumps with a roll each, one failed jump with its edge and fall, drops and dives, the first wire, mines left alone.
    """
    most = 0
    if t["rise"].any() or t["jump"].any():
        most += _ROLL * (tenths // _JUMP) + 1 + _INJURY
        most += (1 + tenths // _CLIMB) * (1 + _ROLL + _INJURY)
    if t["wire"].any():
        most += _ROLL + _INJURY
    if any(t["traits"][slot][Trait.MINES] for slot in range(SLOTS)):
        most += min(PATH, tenths // TENTHS)
    return most


def _charge(t: np.void) -> int:
    """The target, a skirmisher that slips away 3", the end, the way."""
    slips = any(t["traits"][slot][Trait.SKIRMISHER] for slot in range(SLOTS))
    return 2 + _way(t, _MOST_CHARGE) + slips * (1 + _way(t, 3 * TENTHS))


def _retreat(t: np.void, slot: int) -> int:
    """The enemies' attacks, the end, the way."""
    return _free_attacks(t, slot) + 1 + _way(t, _tenths(t, slot))


def _free_attacks(t: np.void, slot: int) -> int:
    """Each enemy of a model may strike with one weapon."""
    foe = FORCE * (1 - slot // FORCE)
    most = 0
    for other in range(foe, foe + FORCE):
        arms = [int(weapon) for weapon in t["arm"][other] if weapon >= 0 and t["melee_weapon"][weapon]]
        if t["used"][other]:
            most += 1 + max((_blows(t, weapon) for weapon in arms), default=0)
    return most


def _blows(t: np.void, weapon: int) -> int:
    """The attacks of a melee weapon: target, roll, injury."""
    return int(t["cleave"][weapon]) * (1 + _ROLL + _INJURY)


def _shoot(t: np.void, weapon: int) -> int:
    """The weapon and its attacks: target, friend in the melee, roll, where it scatters; its victims, whom a bomb throws as well."""
    victims = int(t["used"].sum()) if t["blast"][weapon] else 1
    thrown = _INJURY if t["keyword"][weapon][Keyword.BOMB] else 0
    return 1 + int(t["automatic"][weapon]) * (3 + _ROLL + victims * (_INJURY + thrown))
