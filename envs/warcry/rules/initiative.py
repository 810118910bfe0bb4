"""The hero phase: initiative dice, wild dice, seizing the initiative, traits and twists that follow it.

Chapters INIT, DICE, WILD, SEIZE, TWI.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import FACE, OBJECTIVE, OPTION, PAIR, PASS, Decision, Option
from skirmish_rl.envs.warcry.rules.fighters import toss
from skirmish_rl.envs.warcry.rules.scoring import stands
from skirmish_rl.envs.warcry.rules.telling import Own, Roll
from skirmish_rl.envs.warcry.rules.treasure import objective_cell
from skirmish_rl.envs.warcry.state import FACES, SIDES, Faction, Twist, set_of


class Hero(IntEnum):
    """Steps of the HERO frame."""

    ROLL = 0
    DECLARE = 1
    RECOUNT = 2
    TRAIT = 3
    NAME = 4


@jit
def run_hero(state, tables, frame):
    """One step of the hero phase. Clauses: WC-RND-03, WC-WILD-02, WC-WILD-03, WC-SEIZE-07."""
    step = frame.step
    if step == Hero.ROLL:
        gain_trailing_dice(state, tables)
        roll_initiative(state)
        frame.step = Hero.DECLARE
    elif step == Hero.DECLARE:
        if frame.place >= SIDES:
            frame.step = Hero.RECOUNT
            return
        seat = in_order(state, frame.place)
        if state.wild[seat] > 0:
            ask(state, seat, Decision.WILD)
        else:
            frame.place += 1
    elif step == Hero.RECOUNT:
        recount(state)
        drop_trailing_dice(state)
        frame.place = 0
        frame.step = Hero.TRAIT
    elif step == Hero.TRAIT:
        if frame.place >= SIDES:
            frame.step = Hero.NAME
            return
        seat = in_order(state, frame.place)
        if can_change_set(state, tables, seat):
            ask(state, seat, Decision.SET_TO_SIX)
        else:
            frame.place += 1
    else:
        pop(state)
        seat = who_names(state, tables)
        if seat >= 0:
            ask(state, seat, Decision.NAME_OBJECTIVE)


@jit
def in_order(state, place):
    """The seat at a place in the order of initiative."""
    return state.initiative if place == 0 else 1 - state.initiative


@jit
def gain_trailing_dice(state, tables):
    """The twist that helps who is behind: wild dice for this hero phase. Clause: WC-TWI-04."""
    if tables.twist != Twist.TRAILING_DICE:
        return
    for seat in range(SIDES):
        behind = state.points[1 - seat] - state.points[seat]
        if behind > 0:
            state.extra[seat] = min(behind, 90 - state.wild[seat])
            state.wild[seat] += state.extra[seat]
            note(state, Own.WILD, seat, value=state.extra[seat])


@jit
def drop_trailing_dice(state):
    """Remove the wild dice that the trailing twist gave and that were not used. Clause: WC-TWI-04."""
    for seat in range(SIDES):
        unused = min(state.extra[seat], state.wild[seat])
        if unused > 0:
            note(state, Own.DISCARDS, seat, value=unused)
        state.wild[seat] -= unused
        state.extra[seat] = 0


@jit
def roll_initiative(state):
    """Six dice a seat; most singles have the initiative; each seat receives a wild die.

    Clauses: WC-RND-06, WC-INIT-01..05, WC-INIT-07, WC-DICE-01..03, WC-WILD-01, WC-WILD-12. Rolls twelve dice, and two for each roll-off.
    """
    for seat in range(SIDES):
        for score in range(FACES):
            state.dice[seat, score] = 0
            state.paired[seat, score] = 0
        state.as_singles[seat] = 0
        note(state, Event.ROLLS, seat, value=Roll.INITIATIVE)
        for _ in range(FACES):
            state.dice[seat, roll(state, FACES) - 1] += 1
        state.singles[seat] = singles_of(state, seat)
        note(state, Own.SINGLES, seat, value=state.singles[seat])
    if state.singles[0] == state.singles[1]:
        state.initiative = toss(state, Roll.TIE)
    else:
        state.initiative = 0 if state.singles[0] > state.singles[1] else 1
    note(state, Event.INITIATIVE, state.initiative, value=state.singles[state.initiative])
    for seat in range(SIDES):
        state.wild[seat] = min(state.wild[seat] + 1, 99)
        note(state, Own.WILD, seat, value=1)


@jit
def singles_of(state, seat):
    """Singles of a seat now, wild dice used as singles included. Clauses: WC-INIT-02, WC-WILD-04, WC-WILD-07, WC-SEIZE-01."""
    n = state.as_singles[seat]
    for score in range(FACES):
        if state.dice[seat, score] == 1:
            n += 1
    return n


@jit
def can_pair(state, seat, face):
    """True if a wild die may be added to a seat's dice of a score. Clauses: WC-WILD-05, WC-WILD-06, WC-WILD-08, WC-WILD-09, WC-WILD-16."""
    return state.paired[seat, face - 1] == 0 and 1 <= state.dice[seat, face - 1] <= 3


@jit
def legal_wild(state, mask):
    """A wild die as a single, or added to the dice of a score, or none. Clauses: WC-WILD-04..06."""
    mask[PASS] = 1
    mask[OPTION + Option.SINGLE] = 1
    for face in range(1, FACES + 1):
        mask[PAIR + face - 1] = can_pair(state, state.decider, face)


@jit
def apply_wild(state, frame, action):
    """A wild die is used, or the seat is done. Clauses: WC-WILD-02, WC-WILD-04, WC-WILD-05."""
    if action == PASS:
        frame.place += 1
    else:
        use_wild(state, state.decider, 0 if action == OPTION + Option.SINGLE else action - PAIR + 1)


@jit
def use_wild(state, seat, face):
    """Use a wild die: as a single (face 0), or added to the dice of a score.

    Clauses: WC-WILD-04..07, WC-WILD-10, WC-WILD-11, WC-WILD-13.
    """
    state.wild[seat] -= 1
    if state.extra[seat] > 0:
        state.extra[seat] -= 1
    if face == 0:
        state.as_singles[seat] += 1
        note(state, Own.AS_SINGLE, seat)
    else:
        state.dice[seat, face - 1] += 1
        state.paired[seat, face - 1] = 1
        note(state, Own.PAIRED, seat, value=face)


@jit
def recount(state):
    """Count the singles again; the initiative may change hands. Clauses: WC-SEIZE-01..08. Rolls two dice for each roll-off."""
    holder = state.initiative
    mine = singles_of(state, holder)
    theirs = singles_of(state, 1 - holder)
    if theirs > mine:
        state.initiative = 1 - holder
    elif theirs == mine and state.singles[0] != state.singles[1]:
        state.initiative = toss(state, Roll.SEIZING)
    if state.initiative != holder:
        note(state, Event.INITIATIVE, state.initiative, value=max(mine, theirs))


@jit
def can_change_set(state, tables, seat):
    """True if a seat may set the score of one of its sets to 6. Clause: WC-IRON-08."""
    if tables.trait[seat] == 0 or tables.faction[seat] != Faction.IRON or state.trait_used[seat] or set_of(state, seat, FACES) > 0:
        return False
    for face in range(1, FACES):
        if set_of(state, seat, face) > 0:
            return True
    return False


@jit
def legal_set_to_six(state, mask):
    """The sets that may become one of 6s, or none. Clause: WC-IRON-08."""
    mask[PASS] = 1
    for face in range(1, FACES):
        mask[FACE + face - 1] = set_of(state, state.decider, face) > 0


@jit
def apply_set_to_six(state, frame, action):
    """A set becomes one of 6s, or none does. Clause: WC-IRON-08."""
    if action == PASS:
        frame.place += 1
    else:
        change_set(state, state.decider, action - FACE + 1)


@jit
def change_set(state, seat, face):
    """The set of a score becomes one of 6s; a single 6 is dropped. Clause: WC-IRON-08."""
    state.dice[seat, FACES - 1] = state.dice[seat, face - 1]
    state.dice[seat, face - 1] = 0
    state.trait_used[seat] = 1
    note(state, Own.CHANGED, seat, value=face)


@jit
def who_names(state, tables):
    """The seat that names an objective after this hero phase, -1. Clauses: WC-TWI-03, WC-TWI-05."""
    left = 0
    for objective in range(tables.n_objectives):
        left += stands(state, tables, objective)
    if left == 0:
        return -1
    if tables.twist == Twist.MARKED_GROUND:
        return 1 - state.initiative
    if tables.twist == Twist.TRAILING_PRIZE and state.points[0] != state.points[1]:
        return 0 if state.points[0] < state.points[1] else 1
    return -1


@jit
def legal_objective(state, tables, mask):
    """The objectives that may be named. Clauses: WC-TWI-03, WC-TWI-05."""
    for objective in range(tables.n_objectives):
        mask[OBJECTIVE + objective] = stands(state, tables, objective)


@jit
def apply_objective(state, tables, action):
    """An objective is worth more in this round. Clauses: WC-TWI-03, WC-TWI-05."""
    state.named = action - OBJECTIVE
    note(state, Own.NAMED, state.decider, cell=objective_cell(tables, state.named), value=state.named + 1)
