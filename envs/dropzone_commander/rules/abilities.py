"""Smoke and firing ports: what some squads do as an action. Chapter ABIL: DZ-ABIL-04, DZ-ABIL-11."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import UNIT
from skirmish_rl.envs.dropzone_commander.rules.aiming import can_fire_out, lay_weapons_aside, look_out
from skirmish_rl.envs.dropzone_commander.rules.attacks import push_shoot
from skirmish_rl.envs.dropzone_commander.rules.facts import is_infantry, is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import is_coherent
from skirmish_rl.envs.dropzone_commander.rules.sight import sees
from skirmish_rl.envs.dropzone_commander.rules.targeting import is_shooter
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF_SQUAD, SQUAD_FIRST, Fact, Mark


@jit
def can_smoke(state, tables, squad, other):
    """True if a squad can lay smoke shells on another: coherent, of its player, in the sight of one of its units. Clause: DZ-ABIL-04."""
    if squad == other or tables.squad_size[other] == 0 or not is_coherent(state, tables, other):
        return False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if not is_present(state.units[slot]) or state.units[slot].dp == 0 or not is_shooter(state.units[slot]):
            continue
        for target in range(tables.squad_first[other], tables.squad_first[other] + tables.squad_size[other]):
            if is_present(state.units[target]) and is_shooter(state.units[target]) and sees(state, tables, slot, target, 0):
                return True
    return False


@jit
def has_smoke_target(state, tables, squad):
    """True if there is a squad for smoke shells."""
    seat = SEAT_OF_SQUAD[squad]
    for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_smoke(state, tables, squad, other):
            return True
    return False


@jit
def legal_smoke(state, tables, mask):
    """Squads that smoke shells may be laid on. Clause: DZ-ABIL-04."""
    seat = state.decider
    squad = tables.unit_squad[state.subject]
    for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_smoke(state, tables, squad, other):
            mask[UNIT + leader_of(state, tables, other)] = 1


@jit
def apply_smoke(state, tables, action):
    """Lay smoke on the chosen squad. Clause: DZ-ABIL-04."""
    state.squads[tables.unit_squad[action - UNIT]].marks |= Mark.SMOKE
    state.acted = 1


@jit
def who_fires_out(state, tables, bus, extra):
    """The Infantry squad aboard a bus that can shoot from its firing ports, the first by its number; -1; `extra`: out of sequence.

    Clause: DZ-ABIL-11.
    """
    seat = SEAT_OF_SQUAD[tables.unit_squad[bus]]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] and is_infantry(tables, tables.squad_first[squad]) and can_fire_out(state, tables, squad, bus, extra):
            return squad
    return -1


@jit
def push_ports(state, tables, bus, extra):
    """The Infantry aboard a bus shoots from it. Clauses: DZ-ABIL-11, DZ-CARD-07."""
    squad = who_fires_out(state, tables, bus, extra != 0)
    if extra:
        lay_weapons_aside(state, tables, squad)
    look_out(state, tables, squad, bus)
    push_shoot(state, squad, 0, extra)
    shooting = top_frame(state)
    shooting.facts |= Fact.PORTS
