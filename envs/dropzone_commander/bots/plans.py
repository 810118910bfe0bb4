"""What could a squad do in its activation, and what would it bring? Shots weighed exactly, flights by where they end."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import focal_pull, foe_far, is_home_bound, token_far
from skirmish_rl.envs.dropzone_commander.bots.routes import air_value, home_far, landed_value
from skirmish_rl.envs.dropzone_commander.bots.scratch import FOES
from skirmish_rl.envs.dropzone_commander.bots.value import (
    begin_pool,
    close_value,
    eagerness,
    hit_chance,
    pool_share,
    pool_shots,
    shot_value,
)
from skirmish_rl.envs.dropzone_commander.kit import Kind, Load
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.aiming import is_ready
from skirmish_rl.envs.dropzone_commander.rules.boarding import group_of, half_of, need_of, room_of
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, is_taken, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches, is_closed
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_aim_at_piece, energy_of, shots_of
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, SQUAD_FIRST, WIDTH, Mark, Mode, Scoring, Sign, Status

TOKEN_ENERGY = 4  # DZ-COL-03
_BURIED = 0.8  # of those inside, when a Garrison collapses
_CRACKS = 0.35  # the same for damage that does not bring it down yet
_SET_DOWN = 18.0  # points: vehicles are put down where they can act
_PREY = 0.8  # of a shot, for those who are put down near its target


# ---- shots


@jit
def shooters_of(state, tables, squad, weapon, mode, slot, close, ports):
    """Units of a squad (`slot` -1: any) that can fire a weapon now."""
    n = 0
    for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if (slot < 0 or one == slot) and is_ready(state, tables, one, weapon, mode, close, ports):
            n += 1
    return n


@jit
def piece_value(state, tables, scratch, slot, weapon, mode, piece, shooters):
    """Points that shots at a Garrison may be expected to cost the enemies inside. Strategy note 15; chapters COL, SCN."""
    inside = scratch.inside[piece] + 0.0
    if inside <= 0.0:
        return 0.0
    need, _ = need_for(state, tables, slot, weapon, mode, -1, piece, 0)
    m = tables.piece_armour[piece] - energy_of(state, tables, slot, weapon, mode)
    faces = max(7 - max(m, 2), 0)
    sure = max(7 - max(m + 2, 2), 0)
    dice = (1 if mode != Mode.NORMAL else shots_of(state, tables, slot, weapon)) * shooters * hit_chance(need)
    if tables.weapon_area[slot, weapon]:
        dice *= 2.0
    size = 1
    if tables.weapon_devastates[slot, weapon] & (32 + 128):
        size = max(tables.weapon_devastator[slot, weapon], 1)
    hurt = dice * faces / 6.0 * size
    left = max(state.pieces[piece].dp + 0.0, 1.0)
    tokens = dice * sure / 6.0
    if tokens > 0.3:
        tokens += state.pieces[piece].damage_tokens
    value = 0.04 * tokens * inside + inside * (_BURIED if hurt >= left else _CRACKS * hurt / left)
    for token in range(tables.n_tokens):
        if state.tokens[token].piece == piece and hurt >= left:
            value -= scratch.stake[token]
    return value


@jit
def weapon_value(state, tables, scratch, slot, weapon, mode, shooters):
    """The gain from the best target of a weapon of some units; the first of them aims."""
    best = 0.0
    seat = SEAT_OF[slot]
    for foe in range(tables.seats):
        if foe == seat:
            continue
        for target in range(FIRST[foe], FIRST[foe + 1]):
            if scratch.worth[target] > best and can_aim(state, tables, slot, weapon, mode, target):
                best = max(best, shot_value(state, tables, scratch, slot, weapon, mode, target, shooters, 0))
    for piece in range(tables.n_pieces):
        if scratch.inside[piece] > best and can_aim_at_piece(state, tables, slot, weapon, mode, piece):
            best = max(best, piece_value(state, tables, scratch, slot, weapon, mode, piece, shooters))
    return best


@jit
def plan_shot(state, tables, scratch, squad):
    """The gain from a squad's Shoot action where it stands: its weapons one by one, of an Alt group the best."""
    total = 0.0
    alt = 0.0
    if state.squads[squad].marks & Mark.BOARDED:
        return 0.0
    lead = leader_of(state, tables, squad)
    if lead < 0:
        return 0.0
    for weapon in range(tables.unit_weapons[lead]):
        n = shooters_of(state, tables, squad, weapon, Mode.NORMAL, -1, 0, 0)
        if n == 0 or not is_ready(state, tables, lead, weapon, Mode.NORMAL, 0, 0):
            continue
        value = weapon_value(state, tables, scratch, lead, weapon, Mode.NORMAL, n)
        if tables.weapon_reduced[lead, weapon]:
            value = max(value, weapon_value(state, tables, scratch, lead, weapon, Mode.COMBINED, n))
            value = max(value, weapon_value(state, tables, scratch, lead, weapon, Mode.COMBINED_AIR, n))
        if tables.weapon_alt[lead, weapon] > 0:
            total += max(value - alt, 0.0)
            alt = max(alt, value)
        else:
            total += value
    return total


@jit
def plan_close(state, tables, scratch, squad):
    """(points, squad): the best that a squad's CQ weapons could do to another in its Garrison. Strategy note 14."""
    best = 0.0
    chosen = -1
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].piece < 0:
        return best, chosen
    seat = SEAT_OF_SQUAD[squad]
    entered = state.squads[squad].marks & Mark.ENTERED != 0 and state.squads[squad].marks & Mark.RAPID == 0
    for foe in range(tables.seats):
        if foe == seat:
            continue
        for other in range(SQUAD_FIRST[foe], SQUAD_FIRST[foe + 1]):
            if tables.squad_size[other] == 0:
                continue
            target = leader_of(state, tables, other)
            if target >= 0 and state.units[target].piece == state.units[lead].piece:
                value, _ = close_value(state, tables, scratch, squad, other, entered)
                if value > best:
                    best = value
                    chosen = other
    return best, chosen


@jit
def aim_value(state, tables, scratch, slot, weapon, mode, target, shooters):
    """What shots at a unit add to those declared already. Strategy note 6."""
    dp = state.units[target].dp
    if dp == 0 or dp > 60:
        return shot_value(state, tables, scratch, slot, weapon, mode, target, shooters, 0)
    begin_pool(scratch, dp)
    for k in range(state.n_shots):
        shot = state.shots[k]
        if shot.target == target:
            need, cover = need_for(state, tables, shot.firer, shot.weapon, shot.mode, target, -1, 0)
            pool_shots(state, tables, scratch, shot.firer, shot.weapon, shot.mode, target, 1, need, cover)
    before = pool_share(scratch, dp)
    need, cover = need_for(state, tables, slot, weapon, mode, target, -1, 0)
    pool_shots(state, tables, scratch, slot, weapon, mode, target, shooters, need, cover)
    return (pool_share(scratch, dp) - before) * scratch.worth[target] * eagerness(state, tables, scratch, target)


@jit
def plan_singly(state, tables, scratch, slot, weapon, mode, shooters):
    """The gain from a weapon of some units when each takes the target that is worth most by then."""
    seat = SEAT_OF[slot]
    n = 0
    for foe in range(tables.seats):
        if foe == seat:
            continue
        for target in range(FIRST[foe], FIRST[foe + 1]):
            if scratch.worth[target] > 0.0 and n < FOES and can_aim(state, tables, slot, weapon, mode, target):
                value = aim_value(state, tables, scratch, slot, weapon, mode, target, 1)
                if value > 0.0:
                    scratch.lot_value[n] = value
                    scratch.lot_share[n] = value / (scratch.worth[target] * eagerness(state, tables, scratch, target))
                    n += 1
    total = 0.0
    for _ in range(shooters):
        best = -1
        for k in range(n):
            if best < 0 or scratch.lot_value[k] > scratch.lot_value[best]:
                best = k
        if best >= 0:
            total += scratch.lot_value[best]
            scratch.lot_value[best] *= 1.0 - min(scratch.lot_share[best], 0.95)
    return total


# ---- Transports


@jit
def can_set_down(state, tables, cell):
    """True if an Aircraft could land in a cell. Clause: DZ-AIR-02."""
    return not is_taken(state.ground, cell) and not is_closed(state, tables, Kind.AIRCRAFT, cell, False)


@jit
def pickup_of(state, tables, squad):
    """A lifter that could take a squad on in this activation, after it has left its Garrison: -1 for none. Strategy note 17."""
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].status != Status.ON_TABLE or state.units[lead].carrier >= 0 or state.squads[squad].shot:
        return -1
    unit = state.units[lead]
    seat = SEAT_OF_SQUAD[squad]
    best = -1
    most = 0
    need = max(tables.unit_need[lead], 1)
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        carrier = state.units[slot]
        if tables.unit_room[slot] == 0 or carrier.status != Status.ON_TABLE or carrier.cell < 0:
            continue
        if not is_aircraft(tables, slot) or not tables.unit_carries[slot, Load.INFANTRY]:
            continue
        other = tables.unit_squad[slot]
        if state.squads[other].marks & Mark.ACTIVATED or group_of(state, tables, other) != group_of(state, tables, squad):
            continue
        far = tables.piece_far[unit.piece, carrier.cell] if unit.piece >= 0 else inches(unit.cell, carrier.cell)
        room = min(room_of(state, tables, slot) // need, need_of(state, tables, squad) // need)
        if far <= half_of(tables, slot) + 1 and carrier.travelled == 0 and room > most:
            most = room
            best = slot
    return best


@jit
def flight_value(state, tables, scratch, slot, cell):
    """The worth to a Transport in the air of ending over a cell. Strategy notes 3, 4, 8, 9 and 17."""
    unit = state.units[slot]
    flown = inches(unit.cell, cell) if unit.cell >= 0 else home_far(state, tables, scratch, cell) + 1
    half = half_of(tables, slot)
    sets_down = unit.signs & Sign.TRANSFERRED == 0 and unit.travelled + flown <= half and can_set_down(state, tables, cell)
    value = -air_value(state, tables, scratch, cell, unit.cell, scratch.worth[slot])
    cargo = scratch.cargo
    if cargo >= 0:
        value += cargo_value(state, tables, scratch, slot, cargo, cell, half, sets_down)
    elif scratch.fetch >= 0:
        far = fetch_far(state, tables, scratch.fetch, cell)
        value += scratch.prize * (1.0 if sets_down and far <= 2 else 0.4 / (1.0 + 0.1 * max(far - half, 0) + 0.01 * far))
    else:
        value += waiting_value(state, tables, scratch, slot, cell)
    return value


@jit
def fetch_far(state, tables, squad, cell):
    """Inches from a cell to the nearest unit of a squad in the open, or to the Garrison that the squad is in.

    Cell -1 is off the table, far from everything.
    """
    best = 99
    if cell < 0:
        return best
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0:
            best = min(best, inches(unit.cell, cell))
        elif unit.status == Status.ON_TABLE and unit.piece >= 0:
            best = min(best, tables.door_far[unit.piece, cell] + 1)
    return best


@jit
def cargo_value(state, tables, scratch, slot, cargo, cell, half, sets_down):
    """The worth of a cell to the units aboard: out over the own edge, or down beside where they are bound."""
    move = tables.unit_move[slot]
    if is_home_bound(state, tables, cargo):
        far = max(home_far(state, tables, scratch, cell) - 1, 0)
        return scratch.point * (2.0 if far == 0 else 1.0 / (1.0 + far / move))
    lead = leader_of(state, tables, cargo)
    if is_infantry(tables, lead):
        goal = scratch.goal[cargo]
        if goal < 0:
            return -0.1 * home_far(state, tables, scratch, cell)
        direct = state.units[lead].carrier == slot
        spare = 2 if direct else 2 + tables.unit_move[state.units[lead].carrier]
        far = max(token_far(state, tables, goal, cell) - spare, 0)
        stake = max(scratch.stake[goal] + 0.0, 0.3 * scratch.point)
        if sets_down and far == 0:
            return stake
        if far <= half:
            return stake * (0.75 - 0.005 * far)
        return 0.7 * stake / (1.0 + 0.6 * (far - half) / move)
    if sets_down:
        return _SET_DOWN + lure_of(state, tables, scratch, cell, tables.unit_move[lead])
    return 0.8 * lure_of(state, tables, scratch, cell, half)


@jit
def lure_of(state, tables, scratch, cell, spare):
    """The worth of enemies and objectives around a cell to units that are put down there."""
    best = 0.0
    for k in range(scratch.n_foes):
        far = foe_far(tables, scratch, k, cell) - scratch.range[k] - spare
        best = max(best, _PREY * scratch.want[k] / (1.0 + 0.1 * max(far, 0)))
    if tables.scoring == Scoring.BUNKERS:
        return best + focal_pull(tables, scratch, cell)
    most = 0.0
    for token in range(tables.n_tokens):
        if scratch.stake[token] > 0.0 and state.tokens[token].piece >= 0:
            far = tables.piece_far[state.tokens[token].piece, cell] - spare - 3
            most = max(most, 0.2 * scratch.stake[token] / (1.0 + 0.1 * max(far, 0)))
    if tables.n_tokens == 0:
        far = inches(cell, (tables.size // 2) * WIDTH + tables.size // 2) - spare - 8
        most = 8.0 / (1.0 + 0.1 * max(far, 0))
    return best + most


@jit
def waiting_value(state, tables, scratch, slot, cell):
    """Where an empty Transport waits: near those it may fly out, behind their building; else out of the way. Strategy note 17."""
    viewer = scratch.viewer
    best = 0.0
    if tables.scoring == Scoring.EXTRACTION and tables.unit_carries[slot, Load.INFANTRY]:
        for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
            if tables.squad_size[squad] == 0 or not is_infantry(tables, tables.squad_first[squad]):
                continue
            lead = leader_of(state, tables, squad)
            if lead < 0 or state.units[lead].piece < 0 or state.units[lead].status != Status.ON_TABLE:
                continue
            price = (
                0.5 * scratch.point if is_home_bound(state, tables, squad) else 0.2 * scratch.point if scratch.goal[squad] >= 0 else 0.0
            )
            far = max(tables.door_far[state.units[lead].piece, cell] - 3, 0)
            best = max(best, price / (1.0 + 0.1 * far))
    best += focal_pull(tables, scratch, cell)
    shot = 0.0
    for k in range(scratch.n_foes):
        far = foe_far(tables, scratch, k, cell) - scratch.range[k]
        shot = max(shot, 0.3 * scratch.want[k] / (1.0 + 0.2 * max(far, 0)))
    return best + shot - 0.05 * home_far(state, tables, scratch, cell)


@jit
def landing_gain(state, tables, scratch, slot):
    """The gain of an Aircraft that lands where it is: cargo put off or taken on. Strategy notes 3 and 4."""
    unit = state.units[slot]
    cell = unit.cell
    if tables.unit_room[slot] == 0 or unit.signs & Sign.TRANSFERRED or unit.travelled > half_of(tables, slot):
        return -1.0
    if scratch.cargo >= 0:
        return put_off_gain(state, tables, scratch, slot, scratch.cargo, cell)
    if scratch.fetch >= 0 and fetch_far(state, tables, scratch.fetch, cell) <= 2:
        return scratch.prize + 0.0
    return -0.5 - landed_value(state, tables, scratch, cell, scratch.worth[slot])


@jit
def put_off_gain(state, tables, scratch, slot, squad, cell):
    """The gain from putting a squad off a Transport at a cell."""
    if is_home_bound(state, tables, squad):
        return -50.0
    lead = leader_of(state, tables, squad)
    direct = state.units[lead].carrier == slot
    if is_infantry(tables, lead):
        goal = scratch.goal[squad]
        if goal < 0:
            return -2.0
        spare = 2 if direct else 4 + tables.unit_move[state.units[lead].carrier]
        far = token_far(state, tables, goal, cell)
        return scratch.stake[goal] + 2.0 if far <= spare else 4.0 if not direct and far <= spare + 12 else -2.0
    if tables.unit_room[lead] > 0:
        return 2.0
    return 6.0


@jit
def plan_fetch(state, tables, scratch, slot):
    """The squad that an empty Transport would best take on in this activation: with an objective, or far from where it is bound.

    Strategy note 17.
    """
    scratch.fetch = -1
    scratch.prize = 0.0
    if tables.unit_room[slot] == 0 or not tables.unit_carries[slot, Load.INFANTRY] or scratch.cargo >= 0:
        return
    viewer = scratch.viewer
    mine = group_of(state, tables, tables.unit_squad[slot])
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if tables.squad_size[squad] == 0 or state.squads[squad].shot or group_of(state, tables, squad) != mine:
            continue
        lead = leader_of(state, tables, squad)
        if lead < 0 or state.units[lead].cell < 0 or not is_infantry(tables, lead):
            continue
        value = 0.0
        if is_home_bound(state, tables, squad):
            value = 1.5 * scratch.point
        elif scratch.goal[squad] >= 0 and token_far(state, tables, scratch.goal[squad], state.units[lead].cell) > 6:
            value = 0.4 * scratch.stake[scratch.goal[squad]]
        if value > scratch.prize:
            scratch.prize = value
            scratch.fetch = squad
