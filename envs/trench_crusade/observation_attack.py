"""What a seat sees of what is under way: the running attack, the Action that it belongs to, rolls and their markers; and rows of models to mark."""

from __future__ import annotations

from skirmish_rl.envs.core.features import bend, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.columns import (
    AIM_WIDTH,
    PIECE_WIDTH,
    RELIC_WIDTH,
    WAY_WIDTH,
    AimColumn,
    AttackColumn,
    Extra,
    GameColumn,
    PieceColumn,
    ProcessColumn,
    RelicColumn,
    RollColumn,
    Section,
    SideExtra,
    UnitColumn,
    WayColumn,
)
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.rules.charging import Charge
from skirmish_rl.envs.trench_crusade.rules.injuring import Injury
from skirmish_rl.envs.trench_crusade.rules.puppets import Puppet
from skirmish_rl.envs.trench_crusade.rules.specials import Special
from skirmish_rl.envs.trench_crusade.state import AIMS, FORCE, PATH, SLOTS, WIDTH, Frame, Mode, Success, Verb, seat_of

_AIMS, _MARKS, _STEPS, _MODIFIER, _TOTAL = 1 / AIMS, 1 / 3, 1 / PATH, 1 / 9, 1 / 12
_DICE, _INCHES, _SIGN = 6.0, 12.0, 1e-3
_INNER = WIDTH + 1  # a cell with eight neighbours


@jit
def row_of(tables, seat, slot):
    """Where the row of a model begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    row = slot if slot < FORCE else slot - FORCE
    if row >= tables.see_units:
        return -1
    return tables.at[Section.UNIT_MINE if seat_of(slot) == seat else Section.UNIT_THEIRS] + tables.unit_width * row


@jit
def mark(tables, seat, slot, column, out):
    """Mark a model in a column, if there are such a model and such a column."""
    if slot >= 0 and column > 0:
        k = row_of(tables, seat, slot)
        if k >= 0:
            out[k + column] = 1.0


@jit
def mark_bits(tables, seat, first, bits, column, out):
    """Mark the models of bits, counted from a slot."""
    while bits and column > 0:
        if bits & 1:
            mark(tables, seat, first, column, out)
        bits >>= 1
        first += 1


@jit
def encode_attack(state, tables, seat, out):
    """Sections `attack`, `aim` and `way`, the weapon, and who takes part."""
    zone = state.zone[seat]
    attack = state.attack[0]
    if attack.attacker >= 0:
        mark(tables, seat, attack.attacker, UnitColumn.ATTACKS, out)
        mark(tables, seat, attack.target, UnitColumn.TARGET, out)
        mark(tables, seat, attack.direct, tables.extra_at[Extra.DIRECT], out)
        mark_bits(tables, seat, 0, attack.victims, tables.extra_at[Extra.VICTIM], out)
        see_weapon(tables, attack.weapon, out)
        k = tables.at[Section.ATTACK]
        out[k + AttackColumn.MELEE] = attack.melee
        if attack.cell >= 0:
            out[k + AttackColumn.X] = tables.view_x[zone, attack.cell]
            out[k + AttackColumn.Y] = tables.view_y[zone, attack.cell]
        out[k + AttackColumn.OFF_HAND] = attack.off_hand
        out[k + AttackColumn.CRITICAL] = attack.critical
        out[k + AttackColumn.LONG] = attack.long
        out[k + AttackColumn.COVER] = attack.cover
        out[k + AttackColumn.FELLED] = attack.felled
    if tables.see_aims:
        k = tables.at[Section.AIM]
        for place in range(AIMS):
            if state.aims[place] >= 0:
                out[k + AimColumn.X] = tables.view_x[zone, state.aims[place]]
                out[k + AimColumn.Y] = tables.view_y[zone, state.aims[place]]
            k += AIM_WIDTH
    k = tables.at[Section.WAY]
    for place in range(state.path_length):
        if state.path[place] >= 0:
            out[k + WayColumn.X] = tables.view_x[zone, state.path[place]]
            out[k + WayColumn.Y] = tables.view_y[zone, state.path[place]]
        k += WAY_WIDTH


@jit
def see_weapon(tables, weapon, out):
    """Section `weapon`."""
    if weapon >= 0 and tables.weapon_column[weapon] >= 0:
        out[tables.at[Section.WEAPON] + tables.weapon_column[weapon]] = 1.0


@jit
def encode_process(state, tables, seat, process, waits, out):
    """Sections `process`, `roll` and `task`: what is under way, from what began it to what has interrupted that.

    Args:
        waits: another process has interrupted it.
    """
    kind = process.kind
    if process.total > 0:
        encode_result(tables, process, out)
    k = tables.at[Section.PROCESS]
    if kind == Frame.GAME or kind == Frame.DEPLOYMENT:
        encode_sequence(state, tables, seat, process, kind, out)
    elif kind == Frame.ROLL:
        encode_roll(tables, seat, process, kind, out)
    elif kind == Frame.INJURY:
        encode_injury(state, tables, seat, process, waits, out)
    elif kind == Frame.MOVEMENT:
        out[k + ProcessColumn.STEPS] = max(0, state.path_length - process.steps) * _STEPS
        out[k + ProcessColumn.TESTED] = process.wire_tested
        if process.steps > 0:
            out[k + ProcessColumn.CAME_X] = tables.view_x[state.zone[seat], process.came_from]
            out[k + ProcessColumn.CAME_Y] = tables.view_y[state.zone[seat], process.came_from]
        see_mode(process, out, k)
    elif kind == Frame.GO:
        out[k + ProcessColumn.DASH] = process.verb == Verb.DASH
        see_mode(process, out, k)
    elif kind == Frame.CHARGE:
        out[k + ProcessColumn.CHARGE] = 1.0
        out[k + ProcessColumn.INCHES] = squeeze((process.slip if process.step <= Charge.SLIPPED else process.inches) + 0.0, _INCHES)
        mark(tables, seat, process.target, UnitColumn.AIMED, out)
    elif kind == Frame.RETREAT:
        out[k + ProcessColumn.RETREAT] = 1.0
        foe = FORCE * (1 - seat_of(process.slot))
        mark_bits(tables, seat, foe, process.foes, UnitColumn.LEFT_BEHIND, out)
    elif kind == Frame.SHOOT or kind == Frame.FIGHT:
        encode_strikes(state, tables, seat, process, kind, out)
    elif kind == Frame.PUPPET:
        encode_puppet(state, tables, seat, process, out)
    elif kind == Frame.SPECIAL and process.step == Special.ROLLED:
        if process.verb == Verb.SET_MINE:
            out[tables.at[Section.PIECE] + PIECE_WIDTH * process.piece + PieceColumn.NAMED] = 1.0
        elif process.verb == Verb.CLAIM:
            out[tables.at[Section.RELIC] + RELIC_WIDTH * process.relic + RelicColumn.NAMED] = 1.0


@jit
def encode_result(tables, process, out):
    """Section `game`: the Success Roll that a process has waited for; the innermost counts."""
    k = tables.at[Section.GAME]
    for success in range(Success.CRITICAL + 1):
        out[k + GameColumn.FAILED + success] = process.success == success
    out[k + GameColumn.TOTAL] = process.total * _TOTAL


@jit
def encode_puppet(state, tables, seat, process, out):
    """Who is moved by a cult leader, in which direction, how far at most, and where to."""
    k = tables.at[Section.PROCESS]
    zone = state.zone[seat]
    out[k + ProcessColumn.PUPPET] = 1.0
    out[k + ProcessColumn.INCHES] = squeeze(process.inches + 0.0, _INCHES)
    mark(tables, seat, process.puppet, UnitColumn.AIMED, out)
    if process.step >= Puppet.DISTANCE:
        there = tables.next[_INNER, process.direction]
        out[k + ProcessColumn.TO_X] = squeeze(tables.view_x[zone, there] - tables.view_x[zone, _INNER] + 0.0, _SIGN)
        out[k + ProcessColumn.TO_Y] = squeeze(tables.view_y[zone, there] - tables.view_y[zone, _INNER] + 0.0, _SIGN)
    if process.step >= Puppet.LEAVE and process.goal >= 0:
        out[k + ProcessColumn.GOAL_X] = tables.view_x[zone, process.goal]
        out[k + ProcessColumn.GOAL_Y] = tables.view_y[zone, process.goal]


@jit
def see_mode(process, out, k):
    """The mode of a movement."""
    out[k + ProcessColumn.RISK] = process.mode == Mode.RISK
    out[k + ProcessColumn.DROP] = process.mode == Mode.DROP


@jit
def encode_strikes(state, tables, seat, process, kind, out):
    """A Shoot or Fight Action, or a free attack: its weapon, and the attacks made and left."""
    k = tables.at[Section.PROCESS]
    out[k + ProcessColumn.SHOOT] = kind == Frame.SHOOT
    out[k + ProcessColumn.FIGHT] = kind == Frame.FIGHT
    out[k + ProcessColumn.FREE] = kind == Frame.FIGHT and process.free != 0
    if process.step == 0:  # the weapon is being asked for
        return
    out[k + ProcessColumn.LEFT] = min(process.attacks_left * _AIMS, 1.0)
    out[k + ProcessColumn.MADE] = min(process.attacks_made * _AIMS, 1.0)
    out[k + ProcessColumn.SECOND] = process.off_hand
    if state.attack[0].attacker < 0:
        see_weapon(tables, process.weapon, out)
    if (kind == Frame.SHOOT and process.attacks_made > 0) or process.free:
        mark(tables, seat, process.target, UnitColumn.AIMED, out)


@jit
def encode_sequence(state, tables, seat, process, kind, out):
    """Reserves that are held and those that may come, whether infiltrators are placed, and whose morale has been looked at."""
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        s = tables.at[Section.SIDE] + tables.side_width * side
        if kind == Frame.DEPLOYMENT and tables.side_at[SideExtra.INFILTRATES]:
            out[s + tables.side_at[SideExtra.INFILTRATES]] = process.infiltrators
        if state.decision == Decision.MORALE:
            out[s + tables.side_at[SideExtra.CHECKED]] = (process.checked >> who) & 1
        if tables.side_at[SideExtra.HOLDS] == 0:
            continue
        if kind == Frame.DEPLOYMENT:
            out[s + tables.side_at[SideExtra.HOLDS]] = (process.holding >> who) & 1
        elif state.decision == Decision.ARRIVE_UNIT or state.decision == Decision.ARRIVE_CELL:
            left = process.arrivals - process.arrived[who]
            out[s + tables.side_at[SideExtra.ARRIVALS]] = max(0, left) * _MARKS


@jit
def encode_roll(tables, seat, process, kind, out):
    """A Success Roll or an Injury Roll."""
    k = tables.at[Section.ROLL]
    out[k + RollColumn.SUCCESS] = kind == Frame.ROLL
    out[k + RollColumn.INJURY] = kind == Frame.INJURY
    out[k + RollColumn.DICE] = bend(process.dice + 0.0, _DICE)
    out[k + RollColumn.RISKY] = process.risky
    out[k + RollColumn.MODIFIER] = process.modifier * _MODIFIER
    out[k + RollColumn.DEADLY] = process.deadly
    out[k + RollColumn.BLOODBATH] = process.bath
    out[k + RollColumn.CHEAP] = process.cheap
    out[k + RollColumn.MARKS] = process.marks * _MARKS
    if kind == Frame.ROLL and tables.task_column[process.task] >= 0:
        out[tables.at[Section.TASK] + tables.task_column[process.task]] = 1.0


@jit
def encode_injury(state, tables, seat, process, waits, out):
    """An Injury Roll; of one that another roll has interrupted, what is still to come, and of a model that left a blessing, where it stood."""
    k = tables.at[Section.ROLL]
    if waits:
        out[k + RollColumn.PENDING] = 1.0
        out[k + RollColumn.PENDING_MARKS] = process.marks * _MARKS
        out[k + RollColumn.PENDING_ATTACK] = process.of_attack
        return
    encode_roll(tables, seat, process, Frame.INJURY, out)
    out[k + RollColumn.OF_ATTACK] = process.of_attack
    if process.cause >= 0:
        out[k + RollColumn.CAUSE] = 1.0 if seat_of(process.cause) == seat else -1.0
    if process.step == Injury.END:
        row = row_of(tables, seat, process.slot)
        out[row + UnitColumn.X] = tables.view_x[state.zone[seat], process.fell_at]
        out[row + UnitColumn.Y] = tables.view_y[state.zone[seat], process.fell_at]
