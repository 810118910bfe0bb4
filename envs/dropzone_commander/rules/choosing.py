"""What may be chosen at each decision, by groups of questions. `actions.legal` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import (
    CARD,
    CELL,
    COUNT,
    GROUP,
    HOLD,
    OPTION,
    PASS,
    PIECE,
    SEAT,
    UNIT,
    ZONE,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.rules.activating import can_smoke, can_take, must_fly
from skirmish_rl.envs.dropzone_commander.rules.aiming import can_take_on, can_use, is_ready, strafes_at
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import (
    can_choose,
    can_declare,
    can_disrupt,
    can_hold,
    is_off_table,
    is_outstanding,
)
from skirmish_rl.envs.dropzone_commander.rules.close_quarters import most_damaged
from skirmish_rl.envs.dropzone_commander.rules.declaring import can_shield, has_several
from skirmish_rl.envs.dropzone_commander.rules.facts import is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.objectives import can_drop, can_drop_at, can_hand_on, has_hand_on, scans_near
from skirmish_rl.envs.dropzone_commander.rules.placing import anchor_box
from skirmish_rl.envs.dropzone_commander.rules.playable import can_name, can_play, can_tunnel, holds, playable_cards
from skirmish_rl.envs.dropzone_commander.rules.reacting import can_stand_in, is_passing, point_on_path
from skirmish_rl.envs.dropzone_commander.rules.setting_up import can_deploy_all, can_hide, is_declared, must_deploy
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim_at_piece
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    CELLS,
    FIRST,
    GROUPS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    WIDTH,
    Act,
    Fact,
    Frame,
    Mode,
    Status,
)


@jit
def legal_setup(state, tables, mask):
    """Zones, battlegroups, methods, cells. Chapter DEP."""
    decision = state.decision
    seat = state.decider
    if decision == Decision.ZONE:
        for zone in range(tables.n_zones):
            mask[ZONE + zone] = 1
            for other in range(tables.seats):
                if state.zone[other] == zone:
                    mask[ZONE + zone] = 0
    elif decision == Decision.DECLARE:
        for group in range(GROUPS):
            mask[GROUP + group] = tables.group_used[seat, group] and not is_declared(state, seat, group)
    elif decision == Decision.METHOD:
        mask[OPTION + Option.DIRECT] = 1
        mask[OPTION + Option.READINESS] = 1
    else:
        legal_deployment(state, tables, mask, tables.unit_squad[state.subject])


@jit
def legal_deployment(state, tables, mask, squad):
    """Where a squad is deployed, or infiltrates, if it does. Clauses: DZ-DEP-03, DZ-SPEC-24."""
    reach = 0
    if top_frame(state).facts & Fact.INFILTRATES:
        reach = tables.unit_infiltrate[state.subject]
        mask[PASS] = not must_deploy(state, tables, squad)
        for piece in range(tables.n_pieces):
            mask[PIECE + piece] = can_hide(state, tables, squad, piece)
    for cell in range(CELLS):
        mask[CELL + cell] = can_deploy_all(state, tables, squad, cell, reach)


@jit
def legal_initiation(state, tables, mask):
    """Keeping the initiative, cards to discard. Chapters INIT, CMDR."""
    if state.decision == Decision.KEEP:
        mask[OPTION + Option.KEEP] = 1
        mask[OPTION + Option.GIVE] = 1
        return
    if state.decision == Decision.DISCARD:
        mask[PASS] = 1
    for card in range(CARDS):
        mask[CARD + card] = holds(state, state.decider, card)


@jit
def legal_card(state, tables, mask):
    """Cards, and what they are for. Chapter CARD."""
    frame = top_frame(state)
    seat = state.decider
    decision = state.decision
    if decision == Decision.CARD:
        mask[PASS] = 1
        left = playable_cards(state, frame, seat)
        for card in range(CARDS):
            mask[CARD + card] = (left >> card) & 1 != 0 and can_play(state, tables, frame, seat, card)
    elif decision == Decision.CARD_UNIT:
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            mask[UNIT + slot] = can_name(state, tables, frame, seat, state.subject, slot)
    elif decision == Decision.CARD_PIECE:
        for piece in range(tables.n_pieces):
            mask[PIECE + piece] = can_tunnel(state, tables, frame.squad, piece)
    elif decision == Decision.CARD_SEAT:
        for other in range(tables.seats):
            mask[SEAT + other] = other != seat
    elif decision == Decision.NULLIFY:
        mask[PASS] = 1
        mask[OPTION + Option.YES] = 1
    elif decision == Decision.DISRUPTED:
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if can_disrupt(state, tables, squad):
                mask[UNIT + leader_of(state, tables, squad)] = 1
    else:
        squad = frame.squad
        for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            unit = state.units[slot]
            mask[UNIT + slot] = unit.status == Status.ON_TABLE and 0 < unit.dp < tables.unit_dp[slot]


@jit
def legal_activation(state, tables, mask):
    """Battlegroups, Auxiliaries, squads, actions. Chapters ACT, ACTN, AUX."""
    seat = state.decider
    decision = state.decision
    if decision == Decision.GROUP:
        hold = can_hold(state, tables, seat)
        for group in range(GROUPS):
            if is_outstanding(state, tables, seat, group):
                mask[GROUP + group] = 1
                mask[HOLD + group] = hold and is_off_table(state, tables, seat, group)
    elif decision == Decision.AUXILIARY:
        mask[PASS] = 1
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if can_declare(state, tables, squad, seat):
                mask[UNIT + leader_of(state, tables, squad)] = 1
    elif decision == Decision.SQUAD:
        stuck = True
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if can_choose(state, tables, squad):
                mask[UNIT + leader_of(state, tables, squad)] = 1
                stuck = False
        mask[PASS] = state.acted != 0 or stuck
    else:
        frame = top_frame(state)
        squad = frame.squad
        mask[PASS] = state.acted != 0 or frame.facts & Fact.EXTRA != 0 or state.group < 0  # else its battlegroup owes an action
        if must_fly(state, tables, squad, frame.limit):
            mask[PASS] = 0
        for act in range(Act.PORTS + 1):
            mask[OPTION + Option.MOVE + act] = can_take(state, tables, squad, act, frame.limit)
        if frame.facts & Fact.GIVEN == 0 and is_present(state.units[state.subject]):
            mask[OPTION + Option.PASS_ON] = has_hand_on(state, tables, squad)
            mask[OPTION + Option.DROP] = can_drop(state, tables, squad)
        n = mask[PASS]
        for option in range(Option.INSIDE + 1):
            n += mask[OPTION + option]
        if n == 0:
            mask[PASS] = 1


@jit
def legal_fire(state, tables, mask):
    """Weapons and targets. Chapters SHT, RF, SPEC."""
    frame = top_frame(state)
    decision = state.decision
    if decision == Decision.MODE:
        mask[PASS] = 1
        for mode in range(Mode.COMBINED_AIR + 1):
            mask[OPTION + Option.NORMAL + mode] = can_use(
                state, tables, frame.squad, frame.weapon, mode, frame.slot, frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS
            )
        mask[OPTION + Option.SINGLY] = frame.slot < 0 and has_several(state, tables, frame, frame.weapon)
    elif decision == Decision.AIM:
        legal_aim(state, tables, mask, frame)
    elif decision == Decision.SHIELD:
        mask[PASS] = 1
        squad = tables.unit_squad[state.subject]
        for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            mask[UNIT + other] = (
                can_stand_in(state, tables, frame, other) if frame.kind == Frame.REACT else can_shield(state, tables, frame.shot, other)
            )
    elif decision == Decision.FOCUS:
        shot = state.shots[frame.shot]
        for n in range(shot.hits + shot.sure):
            mask[COUNT + n] = 1
    elif decision == Decision.SPREAD:
        mask[OPTION + Option.ONE] = 1
        mask[OPTION + Option.EACH] = 1
    elif decision == Decision.REACT:
        mask[PASS] = 1
        squad = frame.squad
        for target in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            if is_passing(state, target):
                mask[UNIT + target] = point_on_path(state, tables, state.subject, frame.weapon, target) >= 0
    else:
        seat = state.decider
        squad = tables.unit_squad[state.subject]
        for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if can_smoke(state, tables, squad, other):
                mask[UNIT + leader_of(state, tables, other)] = 1


@jit
def legal_aim(state, tables, mask, frame):
    """Targets of a weapon: of any unit of the squad, or of the one that is asked. Clauses: DZ-SHT-02, DZ-SHT-03, DZ-CQ-03."""
    mask[PASS] = 1
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if frame.slot >= 0 and slot != frame.slot:
            continue
        if frame.strafed > 0:  # it strafes
            for target in range(FIRST[tables.seats]):
                if SEAT_OF[target] != seat and strafes_at(state, tables, slot, frame.weapon, target):
                    mask[UNIT + target] = 1
            continue
        if not is_ready(state, tables, slot, frame.weapon, frame.mode, frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS):
            continue
        for foe in range(tables.seats):
            if foe == seat:
                continue
            for target in range(FIRST[foe], FIRST[foe + 1]):
                if mask[UNIT + target] == 0 and can_take_on(
                    state, tables, slot, frame.weapon, frame.mode, target, frame.facts & Fact.CLOSE
                ):
                    mask[UNIT + (leader_of(state, tables, tables.unit_squad[target]) if frame.facts & Fact.CLOSE else target)] = 1
        if frame.facts & Fact.CLOSE == 0:
            for piece in range(tables.n_pieces):
                if mask[PIECE + piece] == 0:
                    mask[PIECE + piece] = can_aim_at_piece(state, tables, slot, frame.weapon, frame.mode, piece)
    if frame.slot < 0 and frame.strafed == 0 and tables.weapon_reduced[tables.squad_first[squad], frame.weapon] == 0:
        mask[OPTION + Option.SINGLY] = has_several(state, tables, frame, frame.weapon)


@jit
def legal_fate(state, tables, mask):
    """Losses between equals, Fortitude. Chapters CQ, GAR."""
    frame = top_frame(state)
    decision = state.decision
    if decision == Decision.FORTITUDE:
        mask[OPTION + Option.ROLL] = 1
        mask[OPTION + Option.FAIL] = 1
        return
    if decision == Decision.STRAY:
        seat = SEAT_OF[state.shots[frame.shot].firer]
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            mask[UNIT + slot] = state.units[slot].dp > 0 and state.units[slot].piece == state.units[state.subject].piece
        return
    squad = tables.unit_squad[state.subject]
    least, _ = most_damaged(state, tables, squad)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.dp > 0:
            mask[UNIT + slot] = decision == Decision.TOLL or unit.dp == state.units[least].dp


@jit
def legal_objective(state, tables, mask):
    """Scan Tokens, handing on, dropping, extracting. Chapter OBJ."""
    frame = top_frame(state)
    squad = frame.squad
    decision = state.decision
    if decision == Decision.SCANS:
        for n in range(scans_near(state, tables, squad) + 1):
            mask[COUNT + n] = 1
    elif decision == Decision.PASS_ON:
        seat = state.decider
        for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if can_hand_on(state, tables, squad, other):
                mask[UNIT + leader_of(state, tables, other)] = 1
    elif decision == Decision.DROP:
        if state.units[state.subject].piece >= 0:
            mask[OPTION + Option.INSIDE] = 1
            return
        legal_drop(state, tables, mask, squad)
    else:
        mask[PASS] = 1
        mask[OPTION + Option.YES] = 1


@jit
def legal_drop(state, tables, mask, squad):
    """Cells near the units of a squad in which it may put its objective down. Clause: DZ-OBJ-12."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        cell = state.units[slot].cell
        if cell >= 0 and is_present(state.units[slot]):
            x0, x1, y0, y1 = anchor_box(state, tables, slot, -1, -1)
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    if mask[CELL + y * WIDTH + x] == 0:
                        mask[CELL + y * WIDTH + x] = can_drop_at(state, tables, squad, y * WIDTH + x)
