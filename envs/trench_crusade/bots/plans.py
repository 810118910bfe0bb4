"""What could the actor do? The value of each Action: what it brings, and what is left to do after it. Strategy notes 1-7, 13-18."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.maps import (
    LAST,
    charge_share,
    fill_guns,
    fill_stakes,
    is_moving_bar,
    lure_of,
    place_value,
    weigh_cell,
)
from skirmish_rl.envs.trench_crusade.bots.value import fight_value, pass_chance, ranged_value, wound_value
from skirmish_rl.envs.trench_crusade.bots.worth import is_open, relic_worth
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.rules.activating import can_move
from skirmish_rl.envs.trench_crusade.rules.charge_routes import charge_cost
from skirmish_rl.envs.trench_crusade.rules.charging import BEST, D3, MOST, NO_DIE, can_charge
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_close, is_engaged, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.moving import movement_of, offers_mode
from skirmish_rl.envs.trench_crusade.rules.routes import is_plain_walk, reach_cells, write_reached, write_walk
from skirmish_rl.envs.trench_crusade.rules.specials import can_claim, is_patient
from skirmish_rl.envs.trench_crusade.rules.strengths import ability_dice
from skirmish_rl.envs.trench_crusade.state import (
    ARMS,
    CELLS,
    FORCE,
    REACH,
    ROWS,
    SLOTS,
    TENTHS,
    VERBS,
    WIDTH,
    Deed,
    Mode,
    Status,
    Task,
    Verb,
    act_of,
    has_done,
    seat_of,
)

NEVER = -1e6
PINS = 0.1  # of an enemy's gun: it cannot Shoot while it is engaged
_PRAYER = 6.0  # a blessing marker
_PUPPET = 8.0
_FORCED = 1.0  # an enemy that must act at once instead of waiting
_RISES = 4.0  # one that must stand up first
_MINE = 2.0
_RUSH = 0.7  # of a Charge after a Dash: its way may be barred
TESTED = 0.55  # chance that a way with a test is gone to its end
_SHOTS_LOST = 0.35  # share of activations that a failed RISKY shot ends early


@jit
def fill_reach(state, tables, slot, mode, cells):
    """Mark where a model can go by a Move or Dash in a mode."""
    for cell in range(CELLS):
        cells[cell] = 0
    budget = movement_of(state, tables, slot)
    if is_plain_walk(state, tables, slot, budget, mode):
        write_walk(state, tables, slot, budget, cells)
        return
    reach_cells(state, tables, slot, budget, mode, 0)
    write_reached(state, state.units[slot].cell, budget, cells)


@jit
def weigh_stands(state, tables, scratch, cells, without, shoots):
    """Leave in `scratch.stand` the best place among the marked cells that are not in `without`, in `scratch.stand_shot` with a shot.

    Cells that cannot be better are not weighed.
    """
    scratch.stand = NEVER
    scratch.stand_shot = NEVER
    most = scratch.most_shot if shoots else 0.0
    at = state.units[scratch.actor].cell
    for y in range(max(0, at // WIDTH - REACH), min(ROWS, at // WIDTH + REACH + 1)):
        for cell in range(WIDTH * y + max(0, at % WIDTH - REACH), WIDTH * y + min(WIDTH, at % WIDTH + REACH + 1)):
            if cells[cell] == 0 or without[cell]:
                continue
            lure = lure_of(tables, scratch, cell)
            bound = lure + scratch.most_next
            if bound <= scratch.stand and bound + most <= scratch.stand_shot:
                continue
            value = lure + weigh_cell(state, tables, scratch, cell)
            scratch.stand = max(scratch.stand, value)
            scratch.stand_shot = max(scratch.stand_shot, value + (scratch.shot if shoots else 0.0))


@jit
def need_share(state, tables, slot, cost):
    """Chance that a charge of a cost in tenths ends within 1" of its target. Table T7; TC-KW-19, TC-ABL-04, TC-ABL-05."""
    act = act_of(state, slot)
    need = max(0, cost - TENTHS)
    if act >= 0 and state.acts[act].stood:
        need *= 2
    inches = (need + TENTHS - 1) // TENTHS
    if inches > MOST:
        return 0.0
    need = inches - tables.move[slot]
    if need <= 0:
        return 1.0
    kind = tables.charge[slot]
    if kind == NO_DIE or need > 6:
        return 0.0
    if kind == D3:
        return max(0.0, (4.0 - need) / 3.0)
    one = (7.0 - need) / 6.0
    return 1.0 - (1.0 - one) * (1.0 - one) if kind == BEST else one


@jit
def charge_gain(state, tables, scratch, slot, target):
    """A Charge that reaches its target: the Fight that follows, its gun silenced, its blow to come. Strategy note 5."""
    cell = state.units[target].cell
    covered = 1 if has_cover(tables, state.units[slot].cell, cell) else 0
    fight = fight_value(state, tables, scratch, slot, target, True, covered)
    left = max(0.0, 1.0 - fight / max(1.0, scratch.worth[target]))
    return fight + lure_of(tables, scratch, cell) - left * (0.5 * scratch.blade[target] - PINS * scratch.gun[target, 0])


@jit
def charge_value(state, tables, scratch, slot, target):
    """A Charge at an enemy that may be charged."""
    share = need_share(state, tables, slot, charge_cost(state, tables, slot, target))
    return share * charge_gain(state, tables, scratch, slot, target) + (1.0 - share) * (scratch.here - 2.0)


@jit
def plan_charge(state, tables, scratch, slot):
    """The best Charge, NEVER if there is none; ways are sought only to enemies that could be the best."""
    best = NEVER
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        if state.units[other].status == Status.ON_BOARD and charge_gain(state, tables, scratch, slot, other) > best:
            if can_charge(state, tables, slot, other):
                best = max(best, charge_value(state, tables, scratch, slot, other))
    return best


@jit
def survey_actor(state, tables, scratch, slot):
    """Survey what stands around the actor: stakes, guns, and the worth of staying."""
    scratch.actor = slot
    fill_stakes(state, tables, scratch, slot)
    fill_guns(state, tables, scratch, slot)
    scratch.here = place_value(state, tables, scratch, state.units[slot].cell)
    scratch.here_shot = scratch.shot
    scratch.here_danger = scratch.danger


@jit
def plan_actions(state, tables, scratch, slot):
    """The value of every Action of the actor."""
    for verb in range(VERBS):
        scratch.verb[verb] = NEVER
    engaged = is_engaged(state, tables, slot)
    here = scratch.here + 0.0
    scratch.verb[Verb.END] = here
    act = state.acts[act_of(state, slot)]
    if engaged:
        plan_melee(state, tables, scratch, slot)
    else:
        ready = tables.can_shoot[slot] != 0 and act.shots == 0 and not is_moving_bar(tables, slot)
        after = plan_ways(state, tables, scratch, slot, ready)
        if can_move(state, slot) and act.plain == 0 and tables.can_fight[slot]:
            scratch.verb[Verb.CHARGE] = plan_charge(state, tables, scratch, slot)
            if scratch.aim_weapon >= 0 and tables.keyword[scratch.aim_weapon, Keyword.ASSAULT]:
                after = max(after, scratch.verb[Verb.CHARGE])
        if scratch.aim_weapon >= 0:
            plan_shot(state, tables, scratch, slot, after)
    best = here + 0.0
    for verb in range(Verb.HOLD_FIRE):
        best = max(best, scratch.verb[verb] + 0.0)
    plan_specials(state, tables, scratch, slot, best)


@jit
def plan_ways(state, tables, scratch, slot, ready):
    """Moves and the Dash; returns what is left to gain by moving when a shot has been taken."""
    here = scratch.here + 0.0
    act = act_of(state, slot)
    moves = can_move(state, slot)
    dashes = not has_done(state.acts[act], Verb.DASH) and state.acts[act].heavy == 0
    after = here + 0.0
    if not moves and not dashes:
        return after
    fill_reach(state, tables, slot, Mode.WALK, scratch.reach)
    for cell in range(CELLS):
        scratch.far[cell] = 0
    weigh_stands(state, tables, scratch, scratch.reach, scratch.far, ready)
    both = scratch.stand_shot + 0.0
    if moves:
        scratch.verb[Verb.MOVE] = both
        after = max(after, scratch.stand)
        for mode in range(Mode.RISK, Mode.DROP + 1):
            if offers_mode(state, tables, slot, mode):
                fill_reach(state, tables, slot, mode, scratch.far)
                weigh_stands(state, tables, scratch, scratch.far, scratch.reach, ready)
                scratch.verb[Verb.MOVE + mode] = tested(state, tables, scratch, slot, mode, scratch.stand_shot + 0.0)
    if dashes:
        share = pass_chance(tables, ability_dice(state, tables, slot, Task.DASH) + scratch.hurt[slot])
        # as long as it may still move without a roll, the Dash comes after it, unless a Charge shall follow
        dash = share * both + (1.0 - share) * here - (0.5 if not moves else 4.0)
        if moves and state.acts[act].plain == 0:
            dash = max(dash, here + share * rush_gain(state, tables, scratch, slot) - 0.5)
        scratch.verb[Verb.DASH] = dash
    return after


@jit
def dash_value(state, tables, scratch, slot, mode):
    """The best place that a Dash leads to in a mode, beyond those that it reaches by walking."""
    shoots = tables.can_shoot[slot] != 0 and state.acts[act_of(state, slot)].shots == 0 and not is_moving_bar(tables, slot)
    fill_reach(state, tables, slot, Mode.WALK, scratch.reach)
    if mode == Mode.WALK:
        for cell in range(CELLS):
            scratch.far[cell] = 0
        weigh_stands(state, tables, scratch, scratch.reach, scratch.far, shoots)
        return scratch.stand_shot + 0.0
    fill_reach(state, tables, slot, mode, scratch.far)
    weigh_stands(state, tables, scratch, scratch.far, scratch.reach, shoots)
    return tested(state, tables, scratch, slot, mode, scratch.stand_shot + 0.0)


@jit
def rush_gain(state, tables, scratch, slot):
    """The gain from a Charge after a Dash, compared with staying, if the Dash succeeds. Clause: TC-DSH-03."""
    best = 0.0
    cell = state.units[slot].cell
    for i in range(scratch.foes):
        far = max(0.0, distance2(WIDTH, cell, scratch.foe_cell[i]) ** 0.5 - tables.move[slot])
        share = charge_share(far * far)
        if share > 0.0:
            gain = charge_gain(state, tables, scratch, slot, scratch.foe[i]) - scratch.here
            best = max(best, _RUSH * share * gain)
    return best


@jit
def charge_prospect(state, tables, scratch, cell):
    """The best Charge that the actor might make from a cell, if the way is clear."""
    best = 0.0
    for i in range(scratch.foes):
        apart = distance2(WIDTH, cell, scratch.foe_cell[i])
        if apart <= LAST and is_in_sight(tables, cell, scratch.foe_cell[i]):
            best = max(best, scratch.edge[scratch.foe[i]] * charge_share(apart))
    return best


@jit
def tested(state, tables, scratch, slot, mode, beyond):
    """A way that holds a test or a drop."""
    if beyond <= NEVER:
        return NEVER
    if mode == Mode.DROP:
        return beyond - wound_value(state, tables, scratch, slot, 1, -min(3, tables.armour[slot]), 0, scratch.mark[slot])
    return TESTED * beyond + (1.0 - TESTED) * (scratch.here - 4.0)


@jit
def is_risky_gun(tables, slot):
    """True if a failed shot ends the activation. Clause: TC-KW-25."""
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and tables.ranged_weapon[weapon] and tables.keyword[weapon, Keyword.RISKY]:
            return True
    return False


@jit
def is_last_gun(tables, slot):
    """True if a shot ends the activation. Clause: TC-KW-24."""
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and tables.ranged_weapon[weapon] and tables.keyword[weapon, Keyword.RELOAD]:
            return True
    return False


@jit
def plan_shot(state, tables, scratch, slot, after):
    """A Shoot Action, and aiming before it. Strategy notes 3, 17."""
    here = scratch.here + 0.0
    act = state.acts[act_of(state, slot)]
    shot = aimed_shot(state, tables, scratch, slot) if act.aim else scratch.here_shot + 0.0
    if is_last_gun(tables, slot):
        after = here + 0.0
    elif is_risky_gun(tables, slot):
        after = (1.0 - _SHOTS_LOST) * after + _SHOTS_LOST * here
    scratch.verb[Verb.SHOOT] = shot + after if shot > 0.0 else NEVER
    if tables.traits[slot, Trait.AIM] and act.aim == 0 and not has_done(act, Verb.AIM) and shot > 0.0:
        share = pass_chance(tables, 2 + scratch.hurt[slot])
        scratch.verb[Verb.AIM] = share * (aimed_shot(state, tables, scratch, slot) + here) + (1.0 - share) * here


@jit
def aimed_shot(state, tables, scratch, slot):
    """The best shot with two dice more. Clause: TC-ABL-02."""
    best = 0.0
    cell = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon < 0 or tables.ranged_weapon[weapon] == 0:
            continue
        for other in range(foe, foe + FORCE):
            unit = state.units[other]
            if unit.status != Status.ON_BOARD or unit.hidden or not is_in_sight(tables, cell, unit.cell):
                continue
            apart = distance2(WIDTH, cell, unit.cell)
            if apart <= (tables.range[weapon] + 1) ** 2:
                long = 1 if apart > (tables.range[weapon] / 2 + 1) ** 2 else 0
                covered = 1 if has_cover(tables, cell, unit.cell) else 0
                best = max(best, ranged_value(state, tables, scratch, slot, weapon, other, long, covered, 2))
    return best


@jit
def plan_melee(state, tables, scratch, slot):
    """To fight on, or to leave. Strategy notes 6, 15."""
    here = scratch.here + 0.0
    cell = state.units[slot].cell
    best = 0.0
    struck = 0.0
    freed = 0.0
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or not is_close(tables, cell, unit.cell):
            continue
        best = max(best, scratch.edge[other] + 0.0)
        struck += scratch.blade[other]
        freed += 0.3 * scratch.blade[other]
    scratch.verb[Verb.FIGHT] = here + best
    shot = 0.0
    for other in range(foe, foe + FORCE):
        shot = max(shot, 0.5 * scratch.aim[other, 0])
    scratch.verb[Verb.RETREAT] = here - struck + freed + shot - 1.0


@jit
def risked(share, best, gain, here):
    """A Risky special Action before other ones: its gain if it succeeds, else all is over."""
    return share * (best + gain) + (1.0 - share) * here


@jit
def plan_specials(state, tables, scratch, slot, best):
    """Special Actions. Strategy notes 13, 17."""
    here = scratch.here + 0.0
    hurt = scratch.hurt[slot]
    plain = pass_chance(tables, hurt)
    scratch.verb[Verb.CLAIM] = best + claim_gain(state, tables, scratch, slot)
    scratch.verb[Verb.HOLD_FIRE] = here + hold_gain(state, tables, scratch, slot)
    scratch.verb[Verb.PRAY] = risked(plain, best, _PRAYER, here)
    sure = pass_chance(tables, hurt + 2 * tables.traits[slot, Trait.TRAINED_MEDIC])
    scratch.verb[Verb.TREAT] = risked(sure, best, treat_gain(state, tables, scratch, slot), here)
    danger = scratch.here_danger + 0.0
    scratch.verb[Verb.FORTIFY] = risked(plain, best, 0.3 * danger + 0.5, here)
    scratch.verb[Verb.SET_MINE] = best + _MINE
    scratch.verb[Verb.PUPPET] = risked(plain, best, _PUPPET, here)
    scratch.verb[Verb.HIDE] = risked(pass_chance(tables, hurt + 1), best, 0.7 * danger + 0.5, here)


@jit
def forced_value(state, scratch, other):
    """The worth of forcing an enemy to be activated next: the Down, and those who would rather wait. Strategy note 13."""
    return _RISES * state.units[other].down + _FORCED - 0.05 * scratch.strike[other] - 0.02 * scratch.worth[other]


@jit
def hold_gain(state, tables, scratch, slot):
    """The best enemy to force into an activation; ending without it is worth nothing."""
    best = -1.0
    cell = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and unit.activated == 0 and is_in_sight(tables, cell, unit.cell):
            best = max(best, forced_value(state, scratch, other))
    return best


@jit
def claim_worth(state, tables, scratch, slot, relic):
    """The worth of a relic that is claimed now: its points, and R3."""
    value = relic_worth(tables, state.round)
    claims = state.units[slot].claims
    if claims and (claims >> relic) & 1 == 0 and is_open(state, tables, Deed.TWO_RELICS):
        value += tables.deed_points
    return scratch.point * value


@jit
def claim_gain(state, tables, scratch, slot):
    """The worth of claiming a relic now."""
    best = 0.0
    for relic in range(tables.relics):
        if can_claim(state, tables, slot, relic):
            best = max(best, pass_chance(tables, scratch.hurt[slot]) * claim_worth(state, tables, scratch, slot, relic) + 0.1)
    return best


@jit
def treat_gain(state, tables, scratch, slot):
    """The highest worth that treatment can have."""
    best = 0.0
    for other in range(SLOTS):
        if is_patient(state, tables, slot, other):
            best = max(best, patient_gain(state, scratch, other, state.units[other].down != 0 and other != slot))
    return best


@jit
def patient_gain(state, scratch, other, lies):
    """The gain of a treated friend: it stands again, or has a marker less."""
    if lies:
        return 0.25 * scratch.worth[other]
    blood = state.units[other].blood
    return scratch.hoard[other, blood] - scratch.hoard[other, blood - 1]
