"""One attack from its declaration to its last victim. Chapters RNG, MEL; TC-KW-06, TC-KW-26, TC-ABL-11, TC-ABL-18; Reference order."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, frame_of, pop, push, top_frame
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, UNIT, VERB, Decision
from skirmish_rl.envs.trench_crusade.rules.injuring import begin_injury, fall
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, is_close, is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.moving import begin_movement
from skirmish_rl.envs.trench_crusade.rules.rolling import DIE, SUCCEEDS, begin_roll, roll_d3
from skirmish_rl.envs.trench_crusade.rules.routes import plot_route, reach_cells, write_reached
from skirmish_rl.envs.trench_crusade.rules.strengths import (
    has_cover_penalty,
    has_long_penalty,
    injury_dice,
    injury_modifier,
    is_cheap,
    keyword_marks,
)
from skirmish_rl.envs.trench_crusade.rules.telling import Own, Roll
from skirmish_rl.envs.trench_crusade.rules.units import clear_attack, put_unit
from skirmish_rl.envs.trench_crusade.state import (
    ALL_FOES,
    CELLS,
    DIAGONAL,
    FORCE,
    HALVES,
    SLOTS,
    TENTHS,
    WIDTH,
    Frame,
    Mode,
    Status,
    Success,
    Task,
    act_of,
    bit_of,
    occupant,
    seat_of,
)

STRAY = 3  # highest face that hits a friend, TC-RNG-10
HARROW = 3 * TENTHS  # TC-ABL-18


class Attack(IntEnum):
    """Steps of the ATTACK frame."""

    INTO_MELEE = 0
    ROLL = 1
    HIT = 2
    VICTIMS = 3
    THROW = 4
    AFTER = 5
    END = 6


@jit
def begin_attack(state, tables, slot, weapon, target, cell, melee, off_hand):
    """A model attacks a model, or (target -1) a point. Clauses: TC-KW-05, TC-ACT-09."""
    clear_attack(state)
    attack = state.attack[0]
    attack.attacker = slot
    attack.weapon = weapon
    attack.target = target
    attack.cell = cell
    attack.melee = melee
    attack.off_hand = off_hand
    frame = push(state, Frame.ATTACK)
    frame.slot = slot
    frame.step = Attack.ROLL if melee else Attack.INTO_MELEE
    note(state, Event.ATTACKED, seat_of(slot), slot, target, cell)
    note(state, Own.WITH, seat_of(slot), slot, value=weapon)


@jit
def run_attack(state, tables, frame):
    """One step of an attack. Digitising, Reference order."""
    step = frame.step
    if step == Attack.INTO_MELEE:
        check_melee(state, tables, frame)
    elif step == Attack.ROLL:
        roll_attack(state, tables, frame)
    elif step == Attack.HIT:
        judge(state, tables, frame)
    elif step == Attack.VICTIMS:
        injure_next(state, tables, frame)
    elif step == Attack.THROW:
        frame.step = Attack.VICTIMS
        if state.units[frame.victim].status == Status.ON_BOARD:
            throw_victim(state, tables, frame.victim)
    elif step == Attack.AFTER:
        frame.step = Attack.END
        offer_harrowing(state, tables, frame.slot)
    else:
        clear_attack(state)
        pop(state)


@jit
def is_stray_target(state, tables, other):
    """True for a friend of the shooter that the shot may hit instead of its target. Clause: TC-RNG-10."""
    attack = state.attack[0]
    unit = state.units[other]
    here = state.units[attack.attacker].cell
    if unit.status != Status.ON_BOARD or other == attack.attacker or seat_of(other) != seat_of(attack.attacker):
        return False
    if not is_close(tables, state.units[attack.target].cell, unit.cell) or not is_in_sight(tables, here, unit.cell):
        return False
    return is_within(tables, here, unit.cell, HALVES * tables.range[attack.weapon])


@jit
def has_stray_target(state, tables):
    """True if a friend may be hit instead."""
    first = FORCE * seat_of(state.attack[0].attacker)
    for other in range(first, first + FORCE):
        if is_stray_target(state, tables, other):
            return True
    return False


@jit
def check_melee(state, tables, frame):
    """Shooting at an enemy who is within 1" of a friend: a die says whom. Clauses: TC-RNG-10, TC-RNG-11."""
    attack = state.attack[0]
    slot = attack.attacker
    frame.step = Attack.ROLL
    if attack.target < 0 or foes_close(state, tables, attack.target, attack.cell) & ~bit_of(slot) == 0:
        return
    note(state, Event.ROLLS, seat_of(slot), slot, attack.target, value=Roll.WHOM_IT_HITS)
    if roll(state, DIE) > STRAY:
        return
    if has_stray_target(state, tables):
        ask(state, seat_of(slot), Decision.FRIEND, slot)
    else:
        note(state, Own.LOST_SHOT, seat_of(slot), slot)
        frame.step = Attack.END


@jit
def legal_friend(state, tables, mask):
    """The friends in the melee. Clause: TC-RNG-10."""
    first = FORCE * seat_of(state.attack[0].attacker)
    for other in range(first, first + FORCE):
        mask[UNIT + other] = is_stray_target(state, tables, other)


@jit
def apply_friend(state, action):
    """Make the attack against the chosen friend."""
    attack = state.attack[0]
    attack.target = action - UNIT
    attack.cell = state.units[action - UNIT].cell


@jit
def roll_attack(state, tables, frame):
    """The Success Roll of the attack; a flamethrower needs none. Clauses: TC-RNG-08, TC-MEL-02, TC-KW-18, TC-KW-25, TC-ABL-02."""
    attack = state.attack[0]
    slot = attack.attacker
    frame.step = Attack.HIT
    risky = tables.keyword[attack.weapon, Keyword.RISKY]
    if attack.melee:
        act = act_of(state, slot)
        if act >= 0:
            attack.dive = state.acts[act].dive
            state.acts[act].dive = 0
        begin_roll(state, tables, slot, Task.MELEE, risky)
    elif tables.keyword[attack.weapon, Keyword.FLAMETHROWER]:
        frame.success = Success.SUCCESS
    else:
        weapon = attack.weapon
        attack.long = has_long_penalty(tables, state.units[slot].cell, attack.cell, weapon)
        attack.cover = has_cover_penalty(state, tables, slot, weapon, attack.target)
        begin_roll(state, tables, slot, Task.RANGED, risky)
        top_frame(state).blind = tables.traits[slot, Trait.BLIND_FAITH]


@jit
def judge(state, tables, frame):
    """Hit or miss; what scatters lands elsewhere. Clauses: TC-RNG-09, TC-KW-06, TC-KW-26, TC-ABL-06, TC-ABL-11."""
    attack = state.attack[0]
    slot = attack.attacker
    weapon = attack.weapon
    if frame.success == Success.FAILURE:
        note(state, Own.MISSED, seat_of(slot), slot)
        frame.step = Attack.AFTER
        if act_of(state, slot) < 0 and (tables.keyword[weapon, Keyword.RISKY] or state.shaken[seat_of(slot)]):
            frame_of(state, Frame.FIGHT).attacks_left = 0  # of a free attack, TC-ACT-13
        if tables.keyword[weapon, Keyword.SCATTER] and has_scatter(state, tables):
            ask(state, 1 - seat_of(slot), Decision.SCATTER, slot)
        return
    frame.step = Attack.VICTIMS
    attack.critical = frame.success == Success.CRITICAL
    if tables.keyword[weapon, Keyword.BOMB]:
        attack.direct = attack.target
    if tables.blast[weapon]:
        attack.victims = blast_victims(state, tables)
    if attack.target >= 0:
        attack.victims |= 1 << attack.target
    record_hits(state, slot)


@jit
def record_hits(state, slot):
    """The enemies that an active model has hit in its activation. Clause: TC-ABL-06."""
    if state.attack[0].victims == 0:
        note(state, Own.HITS_NOBODY, seat_of(slot), slot)
    act = act_of(state, slot)
    if act >= 0:
        hit = (state.attack[0].victims >> FORCE * (1 - seat_of(slot))) & ALL_FOES
        state.acts[act].hits |= hit


@jit
def is_scatter_cell(state, tables, cell):
    """True for a cell at which the running shot may land instead. Clauses: TC-KW-26, TC-KW-27."""
    attack = state.attack[0]
    inches = SUCCEEDS - frame_of(state, Frame.ATTACK).total
    apart = 4 * distance2(WIDTH, attack.cell, cell)
    if not (2 * inches - 1) ** 2 <= apart <= (2 * inches + 1) ** 2:
        return False
    return tables.on_board[cell] != 0 and tables.impassable[cell] == 0 and is_in_sight(tables, attack.cell, cell)


@jit
def has_scatter(state, tables):
    """True if the shot can land anywhere."""
    for cell in range(CELLS):
        if is_scatter_cell(state, tables, cell):
            return True
    return False


@jit
def legal_scatter(state, tables, mask):
    """Where the shot lands. Clause: TC-KW-27."""
    for cell in range(CELLS):
        mask[CELL + cell] = is_scatter_cell(state, tables, cell)


@jit
def apply_scatter(state, tables, action):
    """Resolve the blast from the chosen point. Clauses: TC-KW-26, TC-ABL-11."""
    cell = action - CELL
    attack = state.attack[0]
    attack.cell = cell
    attack.target = -1
    if tables.keyword[attack.weapon, Keyword.BOMB]:
        attack.direct = occupant(state, cell)
    attack.victims = blast_victims(state, tables)
    note(state, Own.SCATTERS, seat_of(attack.attacker), attack.attacker, cell=cell)
    record_hits(state, attack.attacker)
    top_frame(state).step = Attack.VICTIMS


@jit
def blast_victims(state, tables):
    """Bits of the models that a blast catches, and of the attacker's friends within 1" of enemies among them.

    Clauses: TC-KW-06, TC-RNG-11.
    """
    attack = state.attack[0]
    caught = 0
    for other in range(SLOTS):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_in_sight(tables, attack.cell, unit.cell):
            rise = abs(tables.height[attack.cell] - tables.height[unit.cell])
            if distance2(WIDTH, attack.cell, unit.cell) <= tables.blast_span[rise, tables.blast[attack.weapon]]:
                caught |= 1 << other
    seat = seat_of(attack.attacker)
    hit = (caught >> FORCE * (1 - seat)) & ALL_FOES
    if hit:
        for other in range(FORCE * seat, FORCE * (seat + 1)):
            unit = state.units[other]
            if unit.status == Status.ON_BOARD and foes_close(state, tables, other, unit.cell) & hit:
                caught |= 1 << other
    return caught


@jit
def next_victim(state):
    """The next model to be injured: the target, then enemies of the attacker by index, then friends; -1. Clause: TC-KW-07."""
    attack = state.attack[0]
    victims = attack.victims
    if victims == 0:
        return -1
    if attack.target >= 0 and (victims >> attack.target) & 1:
        return attack.target
    foe = FORCE * (1 - seat_of(attack.attacker))
    for k in range(SLOTS):
        other = (foe + k) % SLOTS
        if (victims >> other) & 1:
            return other
    return -1


@jit
def injure_next(state, tables, frame):
    """The Injury Roll of the next victim. Clauses: TC-INJ-06, TC-INJ-13, TC-RNG-12, TC-ABL-11."""
    attack = state.attack[0]
    victim = next_victim(state)
    if victim < 0:
        frame.step = Attack.AFTER
        return
    attack.victims &= ~(1 << victim)
    if state.units[victim].status != Status.ON_BOARD:
        return
    weapon = attack.weapon
    frame.victim = victim
    if tables.keyword[weapon, Keyword.BOMB]:
        frame.step = Attack.THROW
    note(state, Own.HIT, seat_of(victim), victim)
    dice = injury_dice(state, tables, victim, False)
    modifier = injury_modifier(state, tables, victim, False)
    cheap = is_cheap(state, tables, victim)
    direct = victim == attack.direct
    injury = begin_injury(state, tables, victim, attack.attacker, dice, modifier, keyword_marks(tables, weapon, victim))
    injury.of_attack = 1
    injury.cheap = cheap
    injury.deadly = 1 if direct or tables.keyword[weapon, Keyword.DEADLY] else 0


@jit
def direction_of(dx, dy):
    """The one of the eight directions that is nearest to a vector other than zero."""
    x = abs(dx)
    y = abs(dy)
    flat = x > y and (x - y) ** 2 > 2 * y * y
    steep = y > x and (y - x) ** 2 > 2 * x * x
    i = 0 if steep else (1 if dx > 0 else -1)
    j = 0 if flat else (1 if dy > 0 else -1)
    k = (j + 1) * 3 + i + 1
    return k if k < 4 else k - 1


@jit
def throw_victim(state, tables, victim):
    """A bomb throws its victims: the target away from the bombardier, others away from the aim point. Clause: TC-ABL-11."""
    attack = state.attack[0]
    here = state.units[victim].cell
    source = attack.cell
    if victim == attack.target or here == source:
        source = state.units[attack.attacker].cell
    if source < 0 or here == source:
        return
    note(state, Event.ROLLS, seat_of(attack.attacker), attack.attacker, victim, value=Roll.THE_THROW)
    left = roll_d3(state) * TENTHS
    k = direction_of(here % WIDTH - source % WIDTH, here // WIDTH - source // WIDTH)
    start = here
    there = throw_step(state, tables, here, k, left)
    while there >= 0 and tables.rise[here, k] == 0:
        left -= step_cost(k)
        put_unit(state, tables, victim, there)
        here = there
        there = throw_step(state, tables, here, k, left)
    if here != start:
        note(state, Own.THROWN, seat_of(victim), victim, cell=here)
    if there >= 0:
        fall(state, tables, victim, there, attack.attacker)


@jit
def step_cost(k):
    """Tenths of an inch of a step in a direction over open ground."""
    return TENTHS if k == 1 or k == 3 or k == 4 or k == 6 else DIAGONAL


@jit
def throw_step(state, tables, here, k, left):
    """The cell into which a thrown model goes on with so many tenths of an inch left, -1 if it stops. Clause: TC-ABL-11."""
    there = tables.next[here, k]
    if there < 0 or tables.step[0, here, k] == 0 or step_cost(k) > left or occupant(state, there) >= 0:
        return -1
    return there if tables.height[there] - tables.height[here] <= 1 else -1


@jit
def offer_harrowing(state, tables, slot):
    """A blow that took its target Down or OOA lets the attacker move. Clause: TC-ABL-18."""
    attack = state.attack[0]
    act = act_of(state, slot)
    if attack.felled == 0 or act < 0 or state.ended or tables.keyword[attack.weapon, Keyword.HARROWING] == 0:
        return
    unit = state.units[slot]
    if unit.status == Status.ON_BOARD and unit.down == 0 and state.acts[act].harrowed == 0:
        ask(state, seat_of(slot), Decision.HARROW, slot)


@jit
def legal_harrowing(state, tables, mask):
    """Where the attacker may move to. Clause: TC-ABL-18."""
    mask[PASS] = 1
    slot = state.subject
    start = state.units[slot].cell
    reach_cells(state, tables, slot, HARROW, Mode.WALK, ALL_FOES)
    write_reached(state, start, HARROW, mask[CELL:VERB])
    mask[CELL + start] = 0


@jit
def apply_harrowing(state, tables, action):
    """Move the attacker, which may Fight once more, or let it stay. Clause: TC-ABL-18."""
    if action == PASS:
        return
    slot = state.subject
    act = state.acts[act_of(state, slot)]
    act.harrowed = 1
    act.again = 1
    plot_route(state, tables, slot, action - CELL, HARROW, Mode.WALK, ALL_FOES)
    begin_movement(state, slot, Mode.WALK, -1, False)
