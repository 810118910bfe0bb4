"""Damage at close quarters. Chapter CQ."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.damage import NO_SAVE, passive_of, save, take_damage
from skirmish_rl.envs.dropzone_commander.rules.hitting import damage_of, is_harmful, reroll_damage
from skirmish_rl.envs.dropzone_commander.rules.telling import Roll
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF_SQUAD, Mark, Status


@jit
def reroll_entry(state, tables, squad):
    """A squad that came in during this activation rolls its successes at close quarters once more. Clause: DZ-CQ-06."""
    if state.squads[squad].marks & Mark.ENTERED and state.squads[squad].marks & Mark.RAPID == 0:
        reroll_damage(state, tables, True, -1)


@jit
def next_close(state, tables, frame):
    """Damage at close quarters, hit by hit, falls on the unit with fewest DP; between equals its owner chooses.

    Clauses: DZ-CQ-04, DZ-CQ-05.

    Returns:
        True when all hits are dealt with.
    """
    while frame.hit < state.n_hits:
        hit = state.hits[frame.hit]
        squad = tables.unit_squad[hit.target]
        if not is_harmful(state, tables, frame.hit):
            frame.hit += 1
            continue
        slot, tied = most_damaged(state, tables, squad)
        if slot < 0:
            frame.hit += 1
            frame.points = 0
        elif tied:
            ask(state, SEAT_OF_SQUAD[squad], Decision.TIED, slot)
            return False
        else:
            strike_close(state, tables, frame, slot)
    state.n_hits = 0
    return True


@jit
def most_damaged(state, tables, squad):
    """The unit of a squad with fewest DP left, and whether another has as few and has suffered another loss. Clause: DZ-CQ-05."""
    best = -1
    tied = False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status != Status.ON_TABLE or unit.dp == 0:
            continue
        if best < 0 or unit.dp < state.units[best].dp:
            best = slot
            tied = False
        elif unit.dp == state.units[best].dp:
            tied = True
    return best, tied


@jit
def legal_tied(state, tables, mask):
    """Units with as few DP as the one that has fewest. Clause: DZ-CQ-05."""
    squad = tables.unit_squad[state.subject]
    least, _ = most_damaged(state, tables, squad)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.dp > 0:
            mask[UNIT + slot] = unit.dp == state.units[least].dp


@jit
def apply_tied(state, tables, frame, action):
    """Let the chosen unit take the damage. Clause: DZ-CQ-05."""
    strike_close(state, tables, frame, action - UNIT)


@jit
def strike_close(state, tables, frame, slot):
    """A point of damage at close quarters. Clauses: DZ-CQ-04, DZ-SPEC-08, DZ-SPEC-20."""
    hit = state.hits[frame.hit]
    shot = state.shots[hit.shot]
    damage = 1
    if tables.weapon_energy[shot.firer, shot.weapon] < NO_SAVE:
        damage = save(state, tables, slot, damage, passive_of(state, tables, slot), Roll.PASSIVE)
    damage = save(state, tables, slot, damage, tables.unit_dodge[slot], Roll.DODGE)
    if damage > 0:
        state.squads[tables.unit_squad[slot]].marks |= Mark.CLOSE
    take_damage(state, tables, slot, damage)
    frame.points += 1
    if frame.points >= damage_of(state, tables, frame.hit):
        frame.hit += 1
        frame.points = 0
