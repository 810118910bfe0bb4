"""Before the battle, and reserves: roles, battle groups, colours, deployment, treasures. Chapters SETUP, GRP, DEP, RES, VC."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import CELL, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.warcry.rules.fighters import put_unit, toss
from skirmish_rl.envs.warcry.rules.initiative import in_order
from skirmish_rl.envs.warcry.rules.telling import Own, Roll
from skirmish_rl.envs.warcry.state import CELLS, FORCE, GROUPS, HALVES, SIDES, SLOTS, WIDTH, Colour, Group, Phase, Status, seat_of


class Setup(IntEnum):
    """Steps of the SETUP frame."""

    ROLE = 0
    GROUPS = 1
    COLOUR = 2
    DEPLOY = 3  # the next group, those of the two seats in turn
    TREASURE = 4
    ARRIVE = 5  # the next group, those of the holder of the initiative first
    PLACE = 6  # the fighters of a group, in the midst of DEPLOY or ARRIVE


@jit
def lay_out(state, tables):
    """The position before the first decision: everybody waits off the board."""
    state.seats = SIDES
    for cell in range(CELLS):
        state.board[cell] = -1
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.node = -1
        unit.cell = -1
        unit.group = Group.NONE
        unit.treasure = -1
        unit.objective = -1
        unit.status = Status.RESERVE if tables.unit_used[slot] else Status.ABSENT
    for seat in range(SIDES):
        state.left[seat] = tables.n_units[seat]
    for token in range(len(state.tokens)):
        state.tokens[token].cell = -1
        state.tokens[token].carrier = -1
    for k in range(len(state.control)):
        state.control[k] = -1
        state.loots[k] = tables.loots if k < tables.n_objectives else 0
    blank_attack(state)
    state.attacker = -1
    state.red = -1
    state.initiative = -1
    state.turn = -1
    state.opener = -1
    state.active = -1
    state.inspired = -1
    state.ability = -1
    state.named = -1


@jit
def blank_attack(state):
    """Nothing is attacked."""
    attack = state.attack[0]
    attack.attacker = -1
    attack.target = -1
    attack.near = -1
    attack.weapon = 0
    attack.optional = 0
    attack.strength = 0
    attack.snag = 0
    attack.reaction = 0
    attack.hits = 0
    attack.criticals = 0


@jit
def run_setup(state, tables, frame):
    """One step of setting up. Clauses: WC-SETUP-04, WC-SETUP-05, WC-GRP-01, WC-DEP-01..03, WC-RES-01, WC-RES-02."""
    step = frame.step
    if step == Setup.PLACE:
        place_next(state, tables, frame)
    elif step == Setup.ROLE:
        frame.step = Setup.GROUPS
        ask(state, toss(state, Roll.ROLE), Decision.ROLE)
    elif step == Setup.GROUPS:
        group_next(state, tables, frame)
    elif step == Setup.COLOUR:
        frame.step = Setup.DEPLOY
        ask(state, toss(state, Roll.DEPLOYMENT), Decision.COLOUR)
    elif step == Setup.DEPLOY:
        deploy_next(state, tables, frame)
    elif step == Setup.TREASURE:
        if frame.placed >= tables.n_tokens or not has_room(state, tables, frame.placed):
            pop(state)
            return
        # the defender places the first, then in turn, beginning with the attacker
        ask(state, 1 - state.attacker if frame.placed % 2 == 0 else state.attacker, Decision.TREASURE)
    else:
        arrive_next(state, tables, frame)


@jit
def legal_role(mask):
    """The winner of the roll-off is attacker or defender. Clause: WC-SETUP-04."""
    mask[OPTION + Option.ATTACKER] = 1
    mask[OPTION + Option.DEFENDER] = 1


@jit
def apply_role(state, action):
    """Note who is the attacker. Clause: WC-SETUP-04."""
    seat = state.decider
    state.attacker = seat if action == OPTION + Option.ATTACKER else 1 - seat
    note(state, Own.ROLE, seat, value=0 if state.attacker == seat else 1)


@jit
def group_next(state, tables, frame):
    """The next fighter without a battle group, those of the defender first. Clause: WC-GRP-01."""
    for place in range(SIDES):
        seat = 1 - state.attacker if place == 0 else state.attacker
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[slot].status == Status.RESERVE and state.units[slot].group == Group.NONE:
                ask(state, seat, Decision.BATTLE_GROUP, slot)
                return
    frame.step = Setup.COLOUR


@jit
def group_size(state, seat, group):
    """Fighters of a seat in a battle group."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if state.units[slot].group == group:
            n += 1
    return n


@jit
def can_join(state, tables, seat, group):
    """True if one more fighter may join a battle group: all groups can still end as even as possible. Clauses: WC-GRP-02, WC-GRP-03."""
    n = tables.n_units[seat]
    least = n // GROUPS
    larger = n - GROUPS * least  # groups that have one more
    size = group_size(state, seat, group)
    if size < least:
        return True
    if size > least or larger == 0:
        return False
    taken = 0
    for other in range(GROUPS):
        if group_size(state, seat, other) > least:
            taken += 1
    return taken < larger


@jit
def legal_battle_group(state, tables, mask):
    """The groups that a fighter may join. Clauses: WC-GRP-02, WC-GRP-03."""
    for group in range(GROUPS):
        mask[OPTION + Option.DAGGER + group] = can_join(state, tables, state.decider, group)


@jit
def apply_battle_group(state, action):
    """A fighter joins a group. Clause: WC-GRP-01."""
    group = action - OPTION - Option.DAGGER
    state.units[state.subject].group = group
    note(state, Own.GROUPED, unit=state.subject, value=group)


@jit
def legal_colour(mask):
    """The winner of the roll-off takes the first deployment, red, or the second, blue. Clause: WC-DEP-01."""
    mask[OPTION + Option.RED] = 1
    mask[OPTION + Option.BLUE] = 1


@jit
def apply_colour(state, action):
    """Note who is red, and so has the first deployment. Clause: WC-DEP-01."""
    seat = state.decider
    state.red = seat if action == OPTION + Option.RED else 1 - seat
    note(state, Own.COLOUR, seat, value=0 if state.red == seat else 1)


@jit
def colour_of(state, seat):
    """The colour of a seat. Clause: WC-DEP-01."""
    return Colour.RED if state.red == seat else Colour.BLUE


@jit
def deploy_next(state, tables, frame):
    """The next group that is set up before the battle: Dagger, Shield, Hammer, the defender's before the attacker's.

    Clauses: WC-DEP-02, WC-DEP-03.
    """
    if frame.groups >= SIDES * GROUPS:
        frame.groups = 0
        frame.step = Setup.TREASURE
        return
    group = frame.groups // SIDES
    seat = 1 - state.attacker if frame.groups % SIDES == 0 else state.attacker
    frame.groups += 1
    if tables.arrival[colour_of(state, seat), group] == 1:
        begin_group(state, tables, frame, seat, group)


@jit
def arrive_next(state, tables, frame):
    """The next group that arrives from reserve. Clauses: WC-RES-01, WC-RES-02."""
    if frame.groups >= SIDES * GROUPS:
        pop(state)
        return
    seat = in_order(state, frame.groups // GROUPS)
    group = frame.groups % GROUPS
    frame.groups += 1
    if tables.arrival[colour_of(state, seat), group] == state.round:
        begin_group(state, tables, frame, seat, group)


@jit
def begin_group(state, tables, frame, seat, group):
    """A group is set up: does it fit? Clauses: WC-RES-07, WC-RES-08, WC-DEP-05."""
    colour = colour_of(state, seat)
    room = 0
    for cell in range(CELLS):
        if tables.zone[colour, group, cell] and state.board[cell] < 0:
            room += 1
    coming = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_waiting_to_come(state, slot, group):
            coming += 1
    frame.squeezed = room < coming
    if frame.squeezed:
        note(state, Own.SQUEEZED, seat, value=group)
    frame.group = group
    frame.seat = seat
    frame.step = Setup.PLACE


@jit
def place_next(state, tables, frame):
    """The next fighter of the group; of one that does not fit, the player says which. Clauses: WC-DEP-04, WC-RES-08."""
    seat = frame.seat
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_waiting_to_come(state, slot, frame.group):
            if frame.chosen > 0:
                ask(state, seat, Decision.DEPLOY, frame.chosen - 1)
            elif frame.squeezed:
                ask(state, seat, Decision.NEXT_FIGHTER)
            else:
                ask(state, seat, Decision.DEPLOY, slot)
            return
    frame.squeezed = 0
    frame.group = 0
    frame.seat = 0
    frame.step = Setup.ARRIVE if state.phase == Phase.RESERVE else Setup.DEPLOY


@jit
def is_waiting_to_come(state, slot, group):
    """True for a fighter of a group that is not set up yet."""
    return state.units[slot].status == Status.RESERVE and state.units[slot].group == group


@jit
def legal_next_fighter(state, frame, mask):
    """The fighters that are not set up yet, of a group that does not fit. Clause: WC-RES-08."""
    for slot in range(FORCE * state.decider, FORCE * (state.decider + 1)):
        mask[UNIT + slot] = is_waiting_to_come(state, slot, frame.group)


@jit
def apply_next_fighter(frame, action):
    """Name the fighter that is set up next. Clause: WC-RES-08."""
    frame.chosen = action - UNIT + 1


@jit
def legal_deploy(state, tables, frame, mask):
    """Where a fighter is set up; in reserve it may stay away. Clauses: WC-DEP-04, WC-RES-01."""
    write_places(state, tables, frame, mask[CELL : CELL + CELLS])
    mask[PASS] = tables.letter != 0 and state.phase == Phase.RESERVE


@jit
def write_places(state, tables, frame, cells):
    """Mark where the fighter may be set up. Clauses: WC-DEP-04, WC-DEP-06, WC-RES-03, WC-RES-05, WC-RES-06, WC-RES-08.

    Args:
        cells: uint8 (CELLS,), blank.
    """
    colour = colour_of(state, frame.seat)
    group = frame.group
    if frame.squeezed == 0:
        for cell in range(CELLS):
            cells[cell] = (tables.zone[colour, group, cell] != 0) & (state.board[cell] < 0)
        return
    least = 1 << 20
    for cell in range(CELLS):
        if tables.stand[cell] and state.board[cell] < 0:
            least = min(least, tables.zone_distance[colour, group, cell])
    for cell in range(CELLS):
        cells[cell] = (tables.stand[cell] != 0) & (state.board[cell] < 0) & (tables.zone_distance[colour, group, cell] == least)


@jit
def set_up(state, tables, slot, cell):
    """A fighter is set up. Clauses: WC-DEP-04, WC-RES-09."""
    put_unit(state, tables, slot, cell)
    note(state, Event.PLACED, seat_of(slot), slot, cell=cell)


@jit
def stay_away(state, slot):
    """A fighter in reserve is not set up: it belongs to no group that will come. Clause: WC-RES-01."""
    state.units[slot].group = Group.NONE
    note(state, Own.STAYS_AWAY, seat_of(slot), slot)


@jit
def apply_deploy(state, tables, frame, action):
    """A fighter is set up, or stays away. Clauses: WC-DEP-04, WC-RES-01."""
    if action == PASS:
        stay_away(state, state.subject)
    else:
        set_up(state, tables, state.subject, action - CELL)
    frame.chosen = 0


@jit
def can_lie(state, tables, token, cell):
    """True if the next treasure may be placed in a cell. Clauses: WC-VC-02, WC-VC-03, WC-GEN-05."""
    if token == 0:
        return tables.token_first[cell] != 0
    if tables.token_zone[cell] == 0:
        return False
    for other in range(token):
        there = state.tokens[other].cell
        dx = there % WIDTH - cell % WIDTH
        dy = there // WIDTH - cell // WIDTH
        dz = tables.level[there] - tables.level[cell]
        if HALVES * HALVES * (dx * dx + dy * dy) + dz * dz <= tables.token_gap:
            return False
    return True


@jit
def has_room(state, tables, token):
    """True if a treasure can be placed anywhere."""
    for cell in range(CELLS):
        if can_lie(state, tables, token, cell):
            return True
    return False


@jit
def legal_treasure(state, tables, frame, mask):
    """Where the next treasure may lie. Clauses: WC-VC-02, WC-VC-03."""
    for cell in range(CELLS):
        mask[CELL + cell] = can_lie(state, tables, frame.placed, cell)


@jit
def apply_treasure(state, frame, action):
    """The next treasure is placed. Clauses: WC-VC-02, WC-VC-03."""
    state.tokens[frame.placed].cell = action - CELL
    frame.placed += 1
    note(state, Own.TREASURE, state.decider, cell=action - CELL, value=frame.placed)
