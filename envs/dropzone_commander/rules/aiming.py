"""Who can fire which weapon at whom. Chapters SHT, CQ."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.rules.facts import is_present, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_aim_at_piece, can_fire, is_shooter, shots_of
from skirmish_rl.envs.dropzone_commander.state import FIRST, FROM_PORTS, SEAT_OF, Mark, Mode, Status

STRAFE = 3  # inches between targets, DZ-SPEC-17


@jit
def is_ready(state, tables, slot, weapon, mode, close, ports):
    """True if a unit can fire a weapon in the present action. Clauses: DZ-SHT-01, DZ-CQ-02, DZ-SPEC-16, DZ-TRN-06."""
    unit = state.units[slot]
    if unit.status != Status.ON_TABLE or unit.dp == 0 or weapon >= tables.unit_weapons[slot]:
        return False
    if (unit.carrier >= 0) != (ports != 0) or (tables.weapon_close[slot, weapon] != 0) != (close != 0):
        return False
    if mode != Mode.NORMAL and (tables.weapon_reduced[slot, weapon] == 0 or (mode == Mode.COMBINED_AIR and close)):
        return False
    if not close and not ports and not is_shooter(unit):
        return False
    return shots_of(state, tables, slot, weapon) > 0 and can_fire(state, tables, slot, weapon, False)


@jit
def can_take_on(state, tables, slot, weapon, mode, target, close):
    """True if a ready unit may aim a weapon at another unit; at close quarters at a unit of a squad in its Garrison.

    Clauses: DZ-CQ-01, DZ-CQ-03.
    """
    if close:
        aim = state.units[target]
        if state.prey >= 0 and tables.unit_squad[target] != state.prey:
            return False
        return aim.piece >= 0 and aim.piece == state.units[slot].piece and SEAT_OF[target] != SEAT_OF[slot] and aim.dp > 0
    return can_aim(state, tables, slot, weapon, mode, target)


@jit
def strafes_at(state, tables, slot, weapon, target):
    """True if a unit that strafes may fire again at a target: another than before, within 3" of one of those. Clause: DZ-SPEC-17."""
    if not can_aim(state, tables, slot, weapon, Mode.NORMAL, target):
        return False
    near = False
    for k in range(state.n_shots):
        shot = state.shots[k]
        if shot.firer == slot and shot.weapon == weapon:
            if shot.target < 0 or shot.target == target:
                return False
            near = near or gap(state, tables, shot.target, target) <= STRAFE
    return near


@jit
def can_strafe(state, tables, squad, weapon, only):
    """True if a unit of a squad (`only`, -1: any) can fire at yet another target. Clause: DZ-SPEC-17."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if only < 0 or slot == only:
            for target in range(FIRST[tables.seats]):
                if SEAT_OF[target] != SEAT_OF[slot] and strafes_at(state, tables, slot, weapon, target):
                    return True
    return False


@jit
def has_aim(state, tables, slot, weapon, mode, close):
    """True if a ready unit finds anything to fire a weapon at."""
    seat = SEAT_OF[slot]
    for foe in range(tables.seats):
        if foe != seat:
            for target in range(FIRST[foe], FIRST[foe + 1]):
                if can_take_on(state, tables, slot, weapon, mode, target, close):
                    return True
    if not close:
        for piece in range(tables.n_pieces):
            if can_aim_at_piece(state, tables, slot, weapon, mode, piece):
                return True
    return False


@jit
def can_use(state, tables, squad, weapon, mode, slot, close, ports):
    """True if a unit of a squad (`slot` -1: any) can fire a weapon in a mode at anything, and has not declared it.

    Clause: DZ-SHT-02.
    """
    first = tables.squad_first[squad]
    for one in range(first, first + tables.squad_size[squad]):
        if slot >= 0 and one != slot:
            continue
        if is_ready(state, tables, one, weapon, mode, close, ports) and has_aim(state, tables, one, weapon, mode, close):
            return True
    return False


@jit
def can_shoot(state, tables, squad, close):
    """True if a squad can take a Shoot action, or one with CQ weapons. Clauses: DZ-SHT-01, DZ-CQ-01, DZ-TRN-18."""
    if state.squads[squad].marks & Mark.BOARDED:
        return False
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        unit = state.units[slot]
        if not is_present(unit) or unit.dp == 0:
            continue
        for weapon in range(tables.unit_weapons[slot]):
            if is_ready(state, tables, slot, weapon, Mode.NORMAL, close, 0) and has_aim(state, tables, slot, weapon, Mode.NORMAL, close):
                return True
            if not close and tables.weapon_reduced[slot, weapon] and is_ready(state, tables, slot, weapon, Mode.COMBINED_AIR, 0, 0):
                if has_aim(state, tables, slot, weapon, Mode.COMBINED_AIR, 0):
                    return True
    return False


@jit
def look_out(state, tables, squad, bus):
    """The units of a squad aboard a bus (-1: nowhere) are measured at its cell while they shoot. Clause: DZ-ABIL-11."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier >= 0:
            unit.cell = state.units[bus].cell if bus >= 0 and unit.carrier == bus else -1
    if bus >= 0:
        state.squads[squad].marks = put_bit(
            state.squads[squad].marks, Mark.SHIFTED, state.squads[tables.unit_squad[bus]].marks & Mark.SHIFTED != 0
        )


@jit
def can_fire_out(state, tables, squad, bus, extra):
    """True if a squad aboard a bus finds anything to shoot at from its firing ports.

    Clauses: DZ-ABIL-11, DZ-TRN-18, DZ-CARD-07.

    Args:
        extra: out of sequence: what it has fired in this round does not count.
    """
    here = state.squads[squad]
    if here.marks & Mark.BOARDED or (here.shot == FROM_PORTS and not extra) or state.units[bus].cell < 0:
        return False
    look_out(state, tables, squad, bus)
    found = False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier == bus:
            fired = unit.fired
            if extra:
                unit.fired = 0
            for weapon in range(tables.unit_weapons[slot]):
                for mode in range(Mode.COMBINED_AIR + 1):
                    if is_ready(state, tables, slot, weapon, mode, 0, 1) and has_aim(state, tables, slot, weapon, mode, 0):
                        found = True
            unit.fired = fired
    look_out(state, tables, squad, -1)
    here.marks &= ~Mark.SHIFTED
    return found


@jit
def lay_weapons_aside(state, tables, squad):
    """Leave what a squad has fired out of account for a shot out of sequence, see `take_weapons_up`. Clause: DZ-CARD-07."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].kept_fired = state.units[slot].fired
        state.units[slot].fired = 0


@jit
def take_weapons_up(state, tables, squad):
    """The opposite of `lay_weapons_aside`: nor does that shot count afterwards. Clause: DZ-CARD-07."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].fired = state.units[slot].kept_fired
