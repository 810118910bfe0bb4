"""Command Cards at their best window: what each would bring now, in points. Strategy note 20; chapter CARD."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import is_home_bound, token_far
from skirmish_rl.envs.dropzone_commander.bots.plans import fetch_far, pickup_of, plan_close, plan_shot
from skirmish_rl.envs.dropzone_commander.bots.routes import home_far
from skirmish_rl.envs.dropzone_commander.bots.value import close_value, die_odds, hit_chance, squad_worth
from skirmish_rl.envs.dropzone_commander.kit import Card, Load
from skirmish_rl.envs.dropzone_commander.questions import CARD, PASS, PIECE, SEAT, UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import is_member
from skirmish_rl.envs.dropzone_commander.rules.boarding import group_of, half_of, is_open_to, need_of, room_of
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, leader_of
from skirmish_rl.envs.dropzone_commander.rules.hitting import is_harmful
from skirmish_rl.envs.dropzone_commander.rules.initiative import hand_size
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_shot, outermost
from skirmish_rl.envs.dropzone_commander.rules.placing import REACH
from skirmish_rl.envs.dropzone_commander.rules.playable import can_name, can_snap, is_runner
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.targeting import energy_of
from skirmish_rl.envs.dropzone_commander.state import CARDS, FIRST, SEAT_OF, SQUAD_FIRST, Gift, Mark, Status

_COST = 1.0  # of a card in hand: its place is filled again at the next Initiation
_RUNS = 0.7  # a card in hand to run for a lifter, while there is an objective to be flown out
_LINE = 0.55  # cards worth less in hand are discarded for others


def _kept() -> np.ndarray:
    """What each card is worth in hand, from 0 to 1."""
    kept = np.full(CARDS, 0.7)
    for card, value in {
        Card.LOOK_AT_HAND: 0.2, Card.TUNNEL: 0.3, Card.RUN_FOR_THE_RAMP: 0.2, Card.AIR_TRACKING: 0.3, Card.INSPIRE: 0.2,
        Card.SLIP_AWAY: 0.3, Card.STAND_FIRM: 0.4, Card.CHARGES: 0.3, Card.BRACE: 0.4, Card.COMMAND_BOOST: 0.6, Card.INITIATIVE_SURGE: 0.5,
        Card.JAM: 0.6, Card.NULLIFY: 0.8, Card.EXTRACTION_RUN: 0.6, Card.EARLY_STRIKE: 0.9, Card.REACT: 0.95, Card.FLARES: 0.9,
        Card.SNAP_UNLOAD: 0.7,
    }.items():  # fmt: skip
        kept[card] = value
    return kept


KEPT = _kept()
ANSWERED = sum(
    1 << card
    for card in (
        Card.EARLY_STRIKE, Card.REACT, Card.SNAP_UNLOAD, Card.GUIDED_FIRE, Card.BURNING_ROUNDS, Card.PIERCING_ROUNDS, Card.FLARES,
        Card.MARKSMEN, Card.CLEAR_ROOMS, Card.AMBUSH, Card.BOOBY_TRAP, Card.EXTRACTION_RUN, Card.NULLIFY, Card.DISRUPT, Card.JAM,
    )
)  # fmt: skip


@jit
def score_cards(state, tables, action, scratch):
    """Cards, and what they are for."""
    decision = state.decision
    if decision == Decision.CARD:
        return 0.0 if action == PASS else card_value(state, tables, scratch, action - CARD) - _COST
    if decision == Decision.CARD_UNIT:
        return unit_card_value(state, tables, scratch, state.subject, action - UNIT)
    if decision == Decision.CARD_PIECE:
        return tunnel_value(state, tables, scratch, running(state).squad, action - PIECE)
    if decision == Decision.CARD_SEAT:
        return hand_size(state, action - SEAT) + scratch.care[action - SEAT]
    if decision == Decision.NULLIFY:
        return 0.0 if action == PASS else 1.0 if (ANSWERED >> state.subject) & 1 else -1.0
    if decision == Decision.DISRUPTED:
        return -scratch.strike[tables.unit_squad[action - UNIT]] - (3.0 if tables.unit_room[action - UNIT] else 0.0)
    return scratch.worth[action - UNIT] / max(state.units[action - UNIT].dp, 1)


@jit
def hold_value(state, tables, scratch, card):
    """The worth of a card in hand."""
    if card == Card.RUN_FOR_THE_RAMP:
        viewer = scratch.viewer
        for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
            if tables.squad_size[squad] and is_home_bound(state, tables, squad):
                return _RUNS
    return KEPT[card]


@jit
def score_discard(state, tables, action, scratch):
    """Cards that would not be played soon make room for others."""
    return _LINE if action == PASS else 1.0 - hold_value(state, tables, scratch, action - CARD)


@jit
def card_value(state, tables, scratch, card):
    """The gain from playing a card now."""
    process = running(state)
    viewer = scratch.viewer
    squad = process.squad
    if card == Card.COMMAND_BOOST:
        return 4.0
    if card == Card.INITIATIVE_SURGE:
        return 3.0 if state.round > 1 else 0.0
    if card == Card.LOOK_AT_HAND:
        return 1.1
    if card == Card.JAM:
        most = 0
        for other in range(tables.seats):
            if other != viewer:
                most = max(most, hand_size(state, other))
        return 2.0 * most
    if card == Card.DISRUPT:
        n = 0
        for other in range(SQUAD_FIRST[state.turn], SQUAD_FIRST[state.turn + 1]):
            if tables.squad_size[other] and is_member(state, tables, other) and squad_worth(state, tables, scratch, other) > 0.0:
                n += 1
        return 3.0 * n if n > 1 else 0.0
    if card == Card.TUNNEL:
        best = 0.0
        for piece in range(tables.n_pieces):
            best = max(best, tunnel_value(state, tables, scratch, squad, piece))
        return best
    if card == Card.JINK:
        return 0.2 * squad_worth(state, tables, scratch, squad)
    if card == Card.RUN_FOR_THE_RAMP:
        return ramp_value(state, tables, scratch, squad)
    if card == Card.STAND_FIRM:
        stays = scratch.goal[squad] >= 0 or state.squads[squad].token >= 0
        return 8.0 if stays else 2.0
    if card == Card.CHARGES or card == Card.BRACE:
        inside = scratch.inside[process.piece] if card == Card.CHARGES else -scratch.inside[process.piece]
        return 0.1 * inside
    if card == Card.BOOBY_TRAP:
        return 0.15 * scratch.inside[process.piece]
    if card == Card.FLARES:
        return flares_value(state, tables, scratch)
    if card == Card.GUIDED_FIRE or card == Card.BURNING_ROUNDS:
        return reroll_value(state, tables, scratch, card == Card.GUIDED_FIRE)
    if card == Card.MARKSMEN:
        return marksmen_value(state, tables, scratch)
    if (card >= Card.AIR_TRACKING and card <= Card.PIERCING_ROUNDS) or card == Card.CLEAR_ROOMS or card == Card.OVERCHARGE:
        return boost_value(state, tables, scratch, squad, card)
    best = 0.0
    for slot in range(FIRST[viewer], FIRST[viewer + 1]):
        if card == Card.EXTRACTION_RUN:
            best = max(best, run_value(state, tables, scratch, slot))
        elif can_name(state, tables, process, viewer, card, slot):
            best = max(best, unit_card_value(state, tables, scratch, card, slot))
    return best


@jit
def unit_card_value(state, tables, scratch, card, slot):
    """The gain from a card when it is played for this squad, Commander or Transport."""
    process = running(state)
    squad = tables.unit_squad[slot]
    if card == Card.SCREEN:
        return 0.3 * scratch.peril[squad]
    if card == Card.EARLY_STRIKE:
        return 0.6 * min(scratch.strike[squad], scratch.peril[squad] + 0.5 * scratch.strike[squad]) - 4.0
    if card == Card.REACT:
        shot = plan_shot(state, tables, scratch, squad)
        close, _ = plan_close(state, tables, scratch, squad)
        return max(shot, close) - 2.0
    if card == Card.SNAP_UNLOAD:
        return snap_value(state, tables, scratch, slot)
    if card == Card.REPAIRS:
        best = 0.0
        for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            lost = tables.unit_dp[one] - state.units[one].dp
            if state.units[one].status == Status.ON_TABLE and lost > 0:
                best = max(best, 0.5 * min(lost, 2) * scratch.worth[one] / tables.unit_dp[one])
        return best
    if card == Card.COMMAND_BOOST or card == Card.INSPIRE:
        return 1.05 + 0.1 * tables.unit_cv[slot]
    if card == Card.AMBUSH:
        value, _ = close_value(state, tables, scratch, squad, process.squad, False)
        return value + 2.0
    if card == Card.SLIP_AWAY:
        theirs, _ = close_value(state, tables, scratch, process.squad, squad, True)
        mine, _ = close_value(state, tables, scratch, squad, process.squad, False)
        return 0.5 * theirs - 1.2 * mine - (10.0 if scratch.goal[squad] >= 0 else 0.0)
    return 0.0


@jit
def tunnel_value(state, tables, scratch, squad, piece):
    """A tunnel to the Garrison that a squad is bound for."""
    goal = scratch.goal[squad]
    if goal < 0 or state.squads[squad].token >= 0:
        return -1.0
    return 0.3 * scratch.stake[goal] if state.tokens[goal].piece == piece else -1.0


@jit
def ramp_value(state, tables, scratch, squad):
    """Running to a lifter that a squad with an objective would else not reach. Clause: DZ-CARD-C12; strategy note 17."""
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].cell < 0 or has_shot(state, tables, squad) or not is_home_bound(state, tables, squad):
        return 0.0
    move = tables.unit_move[lead]
    viewer = scratch.viewer
    for slot in range(FIRST[viewer], FIRST[viewer + 1]):
        if tables.unit_room[slot] == 0 or not is_open_to(state, tables, squad, slot):
            continue
        far = fetch_far(state, tables, squad, state.units[slot].cell) - REACH
        waits = is_aircraft(tables, slot) and state.squads[tables.unit_squad[slot]].marks & Mark.ACTIVATED == 0
        if waits and move < far <= 2 * move and room_of(state, tables, slot) >= need_of(state, tables, squad):
            return 0.7 * scratch.point
    return 0.0


@jit
def run_value(state, tables, scratch, slot):
    """Two Moves for a Transport that flies an objective out, or fetches it and does, where one Move does not do. Clause: DZ-CARD-C30."""
    viewer = scratch.viewer
    unit = state.units[slot]
    if unit.cell < 0 or not is_runner(state, tables, tables.unit_squad[slot]):
        return 0.0
    move = tables.unit_move[slot]
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if tables.squad_size[squad] == 0 or not is_home_bound(state, tables, squad):
            continue
        far = way_out(state, tables, scratch, squad, slot)
        if move < far <= 2 * move:
            return scratch.point + 0.0
    return 0.0


@jit
def way_out(state, tables, scratch, squad, slot):
    """Inches that a Transport flies to bring a squad over the own edge; 0 for none.

    The squad is aboard, walks to the Transport, or is taken on by it.
    """
    lead = leader_of(state, tables, squad)
    if lead < 0 or lead == slot or state.units[lead].status != Status.ON_TABLE:
        return 0
    here = state.units[slot].cell
    home = home_far(state, tables, scratch, here) - 1
    if outermost(state, lead) == slot or pickup_of(state, tables, squad) == slot:
        return home
    there = state.units[lead].cell
    if there < 0 or not tables.unit_carries[slot, Load.INFANTRY] or group_of(state, tables, squad) != state.group:
        return 0
    first = max(fetch_far(state, tables, squad, here) - REACH, 0)
    return first + home_far(state, tables, scratch, there) - 1 if first <= half_of(tables, slot) else 0


@jit
def snap_value(state, tables, scratch, slot):
    """Passengers put straight into the Garrison that they are bound for. Clause: DZ-CARD-C10."""
    viewer = scratch.viewer
    best = 0.0
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if not can_snap(state, tables, squad, slot):
            continue
        lead = tables.squad_first[squad]
        goal = scratch.goal[squad]
        if is_home_bound(state, tables, squad):
            return -1.0
        if is_infantry(tables, lead):
            near = goal >= 0 and token_far(state, tables, goal, state.units[slot].cell) <= 2
            best += 0.4 * scratch.stake[goal] if near else -20.0
        else:
            best += 3.0
    return best


@jit
def flares_value(state, tables, scratch):
    """Damage that is spared where the shooters roll their successes again. Clause: DZ-CARD-C18."""
    total = 0.0
    for k in range(state.n_shots):
        shot = state.shots[k]
        target = shot.target
        if target < 0 or SEAT_OF[target] != scratch.viewer or state.units[target].dp == 0:
            continue
        n = shot.hits + shot.sure - shot.lost
        if n > 0:
            energy = energy_of(state, tables, shot.firer, shot.weapon, shot.mode)
            one, two, size = die_odds(state, tables, shot.firer, shot.weapon, target, energy, 0)
            harm = one + two
            lost = min(n * (one + 2.0 * two) * size / state.units[target].dp, 1.0)
            total += lost * (1.0 - harm) * scratch.worth[target]
    return total - 2.0


@jit
def reroll_value(state, tables, scratch, hits):
    """The worth of failed dice of a Shoot action that a card lets roll again: hit dice (C13) or damage dice (C14)."""
    total = 0.0
    for k in range(state.n_shots):
        shot = state.shots[k]
        target = shot.target
        if target < 0 or state.units[target].dp == 0 or tables.weapon_close[shot.firer, shot.weapon]:
            continue
        energy = energy_of(state, tables, shot.firer, shot.weapon, shot.mode)
        one, two, size = die_odds(state, tables, shot.firer, shot.weapon, target, energy, 0)
        harm = (one + 2.0 * two) * size
        worth = scratch.worth[target] / state.units[target].dp
        if hits:
            done = min((shot.hits + shot.sure) * harm / state.units[target].dp, 1.0)
            more = min(shot.missed * hit_chance(shot.need) * harm, 1.0 * state.units[target].dp)
            total += more * worth * (1.0 - done)
        else:
            failed = 0
            fine = 0
            for h in range(state.n_hits):
                if state.hits[h].shot == k and state.hits[h].target == target and state.hits[h].again == 0:
                    if is_harmful(state, tables, h):
                        fine += 1
                    else:
                        failed += 1
            rest = state.units[target].dp - fine
            if rest > 0:
                total += min(failed * harm, 1.0 * rest) * worth
    return total - 2.0


@jit
def marksmen_value(state, tables, scratch):
    """Hits more without modifiers. Clause: DZ-CARD-C20."""
    squad = state.squads[state.shooter]
    total = 0.0
    for k in range(state.n_shots):
        shot = state.shots[k]
        target = shot.target
        if target < 0 or state.units[target].dp == 0 or tables.weapon_close[shot.firer, shot.weapon]:
            continue
        before, cover = need_for(state, tables, shot.firer, shot.weapon, shot.mode, target, -1, 0)
        squad.gifts |= Gift.MARKSMEN
        after, cover = need_for(state, tables, shot.firer, shot.weapon, shot.mode, target, -1, 0)
        squad.gifts &= ~Gift.MARKSMEN
        energy = energy_of(state, tables, shot.firer, shot.weapon, shot.mode)
        one, two, size = die_odds(state, tables, shot.firer, shot.weapon, target, energy, cover)
        more = shot.dice * (hit_chance(after) - hit_chance(before)) * (one + 2.0 * two) * size
        total += min(more / state.units[target].dp, 1.0) * scratch.worth[target]
    return total - 2.0


@jit
def boost_value(state, tables, scratch, squad, card):
    """What a squad's shots gain by a card before they are declared: tried on the squad, and taken back."""
    here = state.squads[squad]
    if card == Card.CLEAR_ROOMS:
        value, _ = plan_close(state, tables, scratch, squad)
        return 0.7 * value
    before = plan_shot(state, tables, scratch, squad)
    kept = here.energy
    if card == Card.AIR_TRACKING:
        here.gifts |= Gift.TRACKING
    elif card == Card.PIERCING_ROUNDS:
        here.gifts |= Gift.PIERCING
    else:
        here.energy = 1
    after = plan_shot(state, tables, scratch, squad)
    here.gifts &= ~(Gift.TRACKING | Gift.PIERCING)
    here.energy = kept
    return (1.0 if card == Card.OVERCHARGE else 0.9) * (after - before)
