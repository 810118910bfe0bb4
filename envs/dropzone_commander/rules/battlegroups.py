"""Battlegroup activation: which battlegroup, with which Auxiliaries, squad by squad. Chapters ACT, AUX."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import GROUP, HOLD, PASS, UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.activating import ACTIONS, calm, can_act, push_squad
from skirmish_rl.envs.dropzone_commander.rules.attacks import open_window
from skirmish_rl.envs.dropzone_commander.rules.boarding import group_of
from skirmish_rl.envs.dropzone_commander.rules.destruction import d3
from skirmish_rl.envs.dropzone_commander.rules.facts import is_alive, leader_of
from skirmish_rl.envs.dropzone_commander.rules.fleeing import push_flee
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    GROUPS,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    SQUADS,
    Frame,
    Gift,
    Mark,
    Sign,
    Status,
    Window,
)


class Grouping(IntEnum):
    """Steps of the GROUP frame: `seat` activates `state.group`; `due`: squads that C06 still takes an action from."""

    AUXILIARIES = 0
    CARDS = 1
    DISRUPT = 2
    OWN = 3
    SQUAD = 4
    FORTITUDE = 5
    OVER = 6


@jit
def squads_of_group(state, tables, seat, group, status):
    """True if a squad of a battlegroup has a unit of a status."""
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] and tables.squad_group[squad] == group:
            for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                if state.units[slot].status == status:
                    return True
    return False


@jit
def is_outstanding(state, tables, seat, group):
    """True for a battlegroup that can still be activated in this round. Clauses: DZ-ACT-01, DZ-ACT-05, DZ-ACT-12."""
    if tables.group_used[seat, group] == 0 or state.spent[seat, group]:
        return False
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] and tables.squad_group[squad] == group:
            lead = leader_of(state, tables, squad)
            if lead >= 0 and state.units[lead].status != Status.RESERVE:
                return True
    return False


@jit
def is_off_table(state, tables, seat, group):
    """True for a battlegroup of which nobody is on the table. Clause: DZ-ACT-13."""
    return not squads_of_group(state, tables, seat, group, Status.ON_TABLE)


@jit
def has_outstanding(state, tables, seat):
    """True if a player has a battlegroup to activate. Clauses: DZ-ACT-08, DZ-ACT-09, DZ-AUX-05."""
    for group in range(GROUPS):
        if is_outstanding(state, tables, seat, group):
            return True
    return False


@jit
def can_hold(state, tables, seat):
    """True if a player may Hold: all his outstanding battlegroups are off the table, and no reading is by the letter.

    Clauses: DZ-ACT-03, DZ-ACT-13.
    """
    if tables.letter:
        return False
    for group in range(GROUPS):
        if is_outstanding(state, tables, seat, group) and not is_off_table(state, tables, seat, group):
            return False
    return True


@jit
def legal_group(state, tables, mask):
    """Battlegroups to activate, or to hold off the table. Clauses: DZ-ACT-01, DZ-ACT-13."""
    seat = state.decider
    hold = can_hold(state, tables, seat)
    for group in range(GROUPS):
        if is_outstanding(state, tables, seat, group):
            mask[GROUP + group] = 1
            mask[HOLD + group] = hold and is_off_table(state, tables, seat, group)


@jit
def apply_group(state, tables, action):
    """Activate the chosen battlegroup, or hold one. Clauses: DZ-ACT-01, DZ-ACT-13."""
    seat = state.decider
    if action >= HOLD:
        state.spent[seat, action - HOLD] = 1
        state.turn = -1
        note(state, Own.HELD, seat, value=action - HOLD + 1)
    else:
        push_group(state, tables, seat, action - GROUP)


@jit
def cargo_group(state, tables, slot):
    """The battlegroup of the units aboard a Transport, however deep; -1 for none. Clause: DZ-AUX-02."""
    squad = tables.unit_squad[slot]
    seat = SEAT_OF_SQUAD[squad]
    for other in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[other].carrier >= 0 and is_alive(state.units[other]) and tables.squad_group[tables.unit_squad[other]] >= 0:
            if rides(state, other, slot):
                return tables.squad_group[tables.unit_squad[other]]
    return -1


@jit
def rides(state, slot, transport):
    """True if a unit is aboard another, directly or not."""
    up = state.units[slot].carrier
    while up >= 0:
        if up == transport:
            return True
        up = state.units[up].carrier
    return False


@jit
def squad_cargo(state, tables, squad):
    """The battlegroup of what a squad of Transports carries, -1."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if tables.unit_room[slot] > 0:
            group = cargo_group(state, tables, slot)
            if group >= 0:
                return group
    return -1


@jit
def is_free_auxiliary(state, tables, squad):
    """True for an Auxiliary squad that can still be declared in this round. Clauses: DZ-AUX-01, DZ-AUX-02, DZ-AUX-04, DZ-ACT-02."""
    if (
        tables.squad_size[squad] == 0
        or tables.squad_group[squad] >= 0
        or state.squads[squad].marks & Mark.ACTIVATED != 0
        or state.squads[squad].declared >= 0
    ):
        return False
    lead = leader_of(state, tables, squad)
    return lead >= 0 and state.units[lead].status != Status.RESERVE


@jit
def push_group(state, tables, seat, group):
    """A battlegroup is activated; Transports that carry units of it are declared with it. Clauses: DZ-ACT-01, DZ-AUX-02."""
    state.group = group
    state.turn = seat
    state.acted = 0
    state.spent[seat, group] = 1
    note(state, Own.GROUP, seat, value=group + 1)
    for squad in range(SQUADS):
        state.squads[squad].marks &= ~Mark.CLOSE
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad]:
            state.squads[squad].marks &= ~Mark.DISRUPTED
            state.squads[squad].gifts &= ~Gift.RUN
            if is_free_auxiliary(state, tables, squad) and squad_cargo(state, tables, squad) == group:
                declare(state, tables, squad, group)
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        state.units[slot].signs &= ~(Sign.BOOSTED | Sign.HANDLED)
    frame = push(state, Frame.GROUP)
    frame.seat = seat


@jit
def declare(state, tables, squad, group):
    """An Auxiliary squad acts with a battlegroup; so do empty Transports aboard it. Clauses: DZ-AUX-01, DZ-AUX-02."""
    state.squads[squad].declared = group
    note(state, Own.JOINS, unit=tables.squad_first[squad])
    seat = SEAT_OF_SQUAD[squad]
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        other = tables.unit_squad[slot]
        if other >= 0 and other != squad and is_alive(state.units[slot]) and is_free_auxiliary(state, tables, other):
            for carrier in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                if rides(state, slot, carrier) and state.squads[other].declared < 0:
                    state.squads[other].declared = group


@jit
def can_declare(state, tables, squad, seat):
    """True for an Auxiliary squad that its player may declare now: empty, and not aboard one that is not declared."""
    return (
        is_free_auxiliary(state, tables, squad)
        and state.units[leader_of(state, tables, squad)].carrier < 0
        and squad_cargo(state, tables, squad) < 0
    )


@jit
def has_declarable(state, tables, seat):
    """True if an Auxiliary squad is left to declare."""
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_declare(state, tables, squad, seat):
            return True
    return False


@jit
def legal_auxiliary(state, tables, mask):
    """Auxiliary squads that may act with it, or no more. Clause: DZ-ACT-02."""
    seat = state.decider
    mask[PASS] = 1
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_declare(state, tables, squad, seat):
            mask[UNIT + leader_of(state, tables, squad)] = 1


@jit
def apply_auxiliary(state, tables, frame, action):
    """Let the chosen Auxiliary squad act with the battlegroup, or no more. Clause: DZ-ACT-02."""
    if action == PASS:
        frame.step = Grouping.CARDS
    else:
        declare(state, tables, tables.unit_squad[action - UNIT], state.group)


@jit
def is_member(state, tables, squad):
    """True for a squad that acts with the active battlegroup. Clauses: DZ-ACT-06, DZ-AUX-01."""
    return tables.squad_size[squad] > 0 and group_of(state, tables, squad) == state.group


@jit
def can_choose(state, tables, squad):
    """True for a squad of the active battlegroup that can still act now: none goes on where it has stopped.

    Clauses: DZ-ACT-06, DZ-ACT-07, DZ-ACT-11.
    """
    return is_member(state, tables, squad) and state.squads[squad].marks & Mark.ACTIVATED == 0 and can_act(state, tables, squad)


@jit
def run_group(state, tables, frame):
    """One step of a battlegroup's activation. Clauses: DZ-ACT-02, DZ-ACT-04, DZ-ACT-06, DZ-CQ-07, DZ-CARD-C06."""
    seat = frame.seat
    step = frame.step
    if step == Grouping.AUXILIARIES:
        if has_declarable(state, tables, seat):
            ask(state, seat, Decision.AUXILIARY)
        else:
            frame.step = Grouping.CARDS
    elif step == Grouping.CARDS:
        frame.step = Grouping.DISRUPT
        open_window(state, Window.DECLARED, -1)
    elif step == Grouping.DISRUPT:
        if frame.due > 0 and has_disruptable(state, tables, seat):
            ask(state, seat, Decision.DISRUPTED)
        else:
            frame.step = Grouping.OWN
    elif step == Grouping.OWN:
        if has_choice(state, tables, seat):
            frame.step = Grouping.SQUAD
            open_window(state, Window.OWN_GROUP, -1)
        else:
            frame.step = Grouping.FORTITUDE
    elif step == Grouping.SQUAD:
        frame.step = Grouping.OWN
        ask(state, seat, Decision.SQUAD)
    elif step == Grouping.FORTITUDE:
        next_fortitude(state, tables, frame)
    else:
        pop(state)
        state.group = -1
        state.turn = -1
        state.acted = 0
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            calm(state, tables, squad)


@jit
def has_choice(state, tables, seat):
    """True if a squad of the active battlegroup can still act."""
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_choose(state, tables, squad):
            return True
    return False


@jit
def legal_squad(state, tables, mask):
    """Squads that can act next; the end once one has acted. Clauses: DZ-ACT-04, DZ-ACT-06."""
    seat = state.decider
    stuck = True
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_choose(state, tables, squad):
            mask[UNIT + leader_of(state, tables, squad)] = 1
            stuck = False
    mask[PASS] = state.acted != 0 or stuck


@jit
def apply_squad(state, tables, frame, action):
    """Let the chosen squad act, or end the activation. Clauses: DZ-ACT-04, DZ-ACT-06."""
    if action == PASS:
        frame.step = Grouping.FORTITUDE
    else:
        push_squad(state, tables, tables.unit_squad[action - UNIT], ACTIONS, 0)


@jit
def disrupt(state, frame):
    """How many squads have one action fewer. Clause: DZ-CARD-C06. Rolls one die."""
    frame.due += d3(state)


@jit
def can_disrupt(state, tables, squad):
    """True for a squad that may be named for one action fewer. Clause: DZ-CARD-C06."""
    return (
        is_member(state, tables, squad)
        and state.squads[squad].marks & Mark.ACTIVATED == 0
        and state.squads[squad].marks & Mark.DISRUPTED == 0
        and leader_of(state, tables, squad) >= 0
    )


@jit
def has_disruptable(state, tables, seat):
    """True if such a squad is left."""
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_disrupt(state, tables, squad):
            return True
    return False


@jit
def legal_disrupted(state, tables, mask):
    """Squads that may be named. Clause: DZ-CARD-C06."""
    seat = state.decider
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_disrupt(state, tables, squad):
            mask[UNIT + leader_of(state, tables, squad)] = 1


@jit
def apply_disrupted(state, tables, frame, action):
    """Take one action from the chosen squad. Clause: DZ-CARD-C06."""
    state.squads[tables.unit_squad[action - UNIT]].marks |= Mark.DISRUPTED
    frame.due -= 1


@jit
def next_fortitude(state, tables, frame):
    """Squads that took damage at close quarters and are below half test their Fortitude. Clauses: DZ-CQ-07, DZ-CQ-09."""
    for k in range(tables.seats):
        seat = state.order[k]
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if tables.squad_size[squad] == 0 or state.squads[squad].marks & Mark.CLOSE == 0:
                continue
            state.squads[squad].marks &= ~Mark.CLOSE
            lead = leader_of(state, tables, squad)
            if lead < 0 or state.units[lead].piece < 0:
                continue
            left = 0
            for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                if state.units[slot].status == Status.ON_TABLE:
                    left += state.units[slot].dp
            if 2 * left < tables.squad_dp[squad]:
                push_flee(state, tables, squad, 0)
                return
    frame.step = Grouping.OVER
