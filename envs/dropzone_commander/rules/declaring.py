"""What a squad fires at: weapon by weapon, in which way, at whom, and who is hit instead. Chapters SHT, SPEC, CMDR."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import OPTION, PASS, PIECE, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.aiming import can_strafe, can_take_on, can_use, is_ready, strafes_at
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting, add_shot, open_window
from skirmish_rl.envs.dropzone_commander.rules.facts import leader_of
from skirmish_rl.envs.dropzone_commander.rules.reacting import can_stand_in
from skirmish_rl.envs.dropzone_commander.rules.targeting import can_aim, can_aim_at_piece, is_hull_down_to
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, Fact, Frame, Mode, Status, Window


@jit
def next_weapon(state, tables, frame):
    """The next weapon that can be fired: in which way, and by all units or one by one.

    Clauses: DZ-SHT-02, DZ-SPEC-02, DZ-SPEC-16.
    """
    squad = frame.squad
    first = tables.squad_first[squad]
    last = first + tables.squad_size[squad]
    while frame.weapon < tables.unit_weapons[first]:
        weapon = frame.weapon
        if frame.slot >= 0:  # unit by unit
            for slot in range(frame.slot, last):
                frame.slot = slot
                if has_mode(state, tables, frame, weapon, slot):
                    ask_mode(state, tables, frame, weapon, slot)
                    return
                frame.slot = slot + 1 if slot + 1 < last else slot
            frame.slot = -1
        elif has_mode(state, tables, frame, weapon, -1):
            ask_mode(state, tables, frame, weapon, -1)
            return
        frame.weapon += 1
    frame.step = Shooting.SHIELD


@jit
def has_mode(state, tables, frame, weapon, slot):
    """True if a weapon can be fired in any way."""
    squad = frame.squad
    if can_use(state, tables, squad, weapon, Mode.NORMAL, slot, frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS):
        return True
    if frame.facts & Fact.CLOSE or tables.weapon_reduced[tables.squad_first[squad], weapon] == 0:
        return False
    return can_use(state, tables, squad, weapon, Mode.COMBINED_AIR, slot, 0, frame.facts & Fact.PORTS)


@jit
def has_several(state, tables, frame, weapon):
    """True if several units of the squad can fire a weapon: they may do so singly. Clause: DZ-SHT-02."""
    n = 0
    squad = frame.squad
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if has_mode(state, tables, frame, weapon, slot):
            n += 1
    return n > 1


@jit
def ask_mode(state, tables, frame, weapon, slot):
    """Ask how a weapon is fired, if there is a choice; else at what."""
    squad = frame.squad
    first = tables.squad_first[squad]
    if tables.weapon_reduced[first, weapon] > 0:
        ask(state, SEAT_OF_SQUAD[squad], Decision.MODE, first_left(state, tables, squad) if slot < 0 else slot)
    else:
        frame.mode = Mode.NORMAL
        frame.step = Shooting.AIM


@jit
def legal_mode(state, tables, frame, mask):
    """Ways in which the weapon can be fired. Clauses: DZ-SPEC-16, DZ-SHT-02."""
    mask[PASS] = 1
    close, ports = frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS
    for mode in range(Mode.COMBINED_AIR + 1):
        mask[OPTION + Option.NORMAL + mode] = can_use(state, tables, frame.squad, frame.weapon, mode, frame.slot, close, ports)
    mask[OPTION + Option.SINGLY] = frame.slot < 0 and has_several(state, tables, frame, frame.weapon)


@jit
def apply_mode(state, tables, frame, action):
    """Fire the weapon in the chosen way, each unit for itself, or not at all. Clauses: DZ-SPEC-16, DZ-SHT-02."""
    if action == PASS:
        skip_weapon(state, tables, frame)
    elif action == OPTION + Option.SINGLY:
        go_singly(tables, frame)
    else:
        frame.mode = action - OPTION - Option.NORMAL
        frame.step = Shooting.AIM


@jit
def go_singly(tables, frame):
    """The units of the squad fire the weapon one by one. Clause: DZ-SHT-02."""
    frame.slot = tables.squad_first[frame.squad]
    frame.step = Shooting.WEAPON


@jit
def first_left(state, tables, squad):
    """The first unit of a squad on the table with DP left."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].dp > 0:
            return slot
    return tables.squad_first[squad]


@jit
def next_aim(state, tables, frame):
    """Ask for the target of a weapon whose mode is settled."""
    squad = frame.squad
    again = frame.strafed > 0 and can_strafe(state, tables, squad, frame.weapon, frame.slot)
    close, ports = frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS
    if again or (frame.strafed == 0 and can_use(state, tables, squad, frame.weapon, frame.mode, frame.slot, close, ports)):
        ask(state, SEAT_OF_SQUAD[squad], Decision.AIM, first_left(state, tables, squad) if frame.slot < 0 else frame.slot)
    else:
        skip_weapon(state, tables, frame)


@jit
def legal_aim(state, tables, frame, mask):
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
def apply_aim(state, tables, frame, action):
    """Fire the weapon at the chosen target, each unit for itself, or not at all. Clause: DZ-SHT-02."""
    if action == PASS:
        skip_weapon(state, tables, frame)
    elif action == OPTION + Option.SINGLY:
        go_singly(tables, frame)
    elif action >= PIECE:
        declare_shot(state, tables, frame, -1, action - PIECE)
    else:
        declare_shot(state, tables, frame, action - UNIT, -1)


@jit
def declare_shot(state, tables, frame, target, piece):
    """A unit, or every unit of the squad that can, fires a weapon at a target; one that strafes fires again at another.

    Clauses: DZ-SHT-02, DZ-SPEC-17.
    """
    squad = frame.squad
    weapon = frame.weapon
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        if frame.slot >= 0 and slot != frame.slot:
            continue
        if frame.strafed > 0:
            if strafes_at(state, tables, slot, weapon, target):
                add_shot(state, tables, slot, weapon, frame.mode, target, -1)
            continue
        if not is_ready(state, tables, slot, weapon, frame.mode, frame.facts & Fact.CLOSE, frame.facts & Fact.PORTS):
            continue
        if target >= 0 and not can_take_on(state, tables, slot, weapon, frame.mode, target, frame.facts & Fact.CLOSE):
            continue
        if piece >= 0 and not can_aim_at_piece(state, tables, slot, weapon, frame.mode, piece):
            continue
        add_shot(state, tables, slot, weapon, frame.mode, target, piece)
    if target >= 0 and frame.strafed + 1 < tables.weapon_strafe[first, weapon]:
        frame.strafed += 1
        frame.step = Shooting.AIM
    else:
        skip_weapon(state, tables, frame)


@jit
def skip_weapon(state, tables, frame):
    """A weapon is declared or held: go on to the next unit, or the next weapon."""
    frame.step = Shooting.WEAPON
    frame.strafed = 0
    squad = frame.squad
    if frame.slot >= 0 and frame.slot + 1 < tables.squad_first[squad] + tables.squad_size[squad]:
        frame.slot += 1
    else:
        frame.slot = -1
        frame.weapon += 1


@jit
def next_shield(state, tables, frame):
    """The owner of a Commander that is aimed at may let others of its squad be hit instead. Clause: DZ-CMDR-05."""
    while frame.shot < state.n_shots:
        shot = state.shots[frame.shot]
        if (
            shot.target >= 0
            and tables.unit_cv[shot.target] > 0
            and frame.facts & Fact.CLOSE == 0
            and has_shield(state, tables, frame.shot)
        ):
            ask(state, SEAT_OF[shot.target], Decision.SHIELD, shot.target)
            return
        frame.shot += 1
    frame.step = Shooting.TO_HIT
    open_window(state, Window.BEFORE_HITS, frame.squad)


@jit
def legal_shield(state, tables, frame, mask):
    """Units of its squad that may be hit instead of the Commander, also on the Move. Clause: DZ-CMDR-05."""
    mask[PASS] = 1
    squad = tables.unit_squad[state.subject]
    for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        mask[UNIT + other] = (
            can_stand_in(state, tables, frame, other) if frame.kind == Frame.REACT else can_shield(state, tables, frame.shot, other)
        )


@jit
def apply_shield(state, frame, action):
    """Let the chosen unit be hit instead of the Commander, or none. Clause: DZ-CMDR-05."""
    if action != PASS:
        state.shots[frame.shot].target = action - UNIT
    frame.shot += 1


@jit
def can_shield(state, tables, k, other):
    """True if a unit may be hit instead of the Commander that shot k is aimed at. Clause: DZ-CMDR-05."""
    shot = state.shots[k]
    if other == shot.target or tables.unit_squad[other] != tables.unit_squad[shot.target]:
        return False
    if not can_aim(state, tables, shot.firer, shot.weapon, shot.mode, other):
        return False
    if not is_hull_down_to(state, tables, shot.firer, shot.weapon, other):
        return True
    return is_hull_down_to(state, tables, shot.firer, shot.weapon, shot.target)


@jit
def has_shield(state, tables, k):
    """True if anybody may be hit instead of a Commander."""
    squad = tables.unit_squad[state.shots[k].target]
    for other in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if can_shield(state, tables, k, other):
            return True
    return False
