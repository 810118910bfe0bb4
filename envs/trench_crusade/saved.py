"""Could play have led here? What is wrong with a saved game whose fields are all in range.

Compiled rules trust their state: every number that they use as an index, and every process that they go on with, is looked at here.
Only the first complaint counts: each check may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import holding, running
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.phases import Game
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.rules.activating import Activation
from skirmish_rl.envs.trench_crusade.rules.attacking import Attack
from skirmish_rl.envs.trench_crusade.rules.charging import Charge
from skirmish_rl.envs.trench_crusade.rules.fighting import Fight
from skirmish_rl.envs.trench_crusade.rules.injuring import Injury
from skirmish_rl.envs.trench_crusade.rules.moving import Go, Way
from skirmish_rl.envs.trench_crusade.rules.puppets import Puppet
from skirmish_rl.envs.trench_crusade.rules.retreating import Retreat
from skirmish_rl.envs.trench_crusade.rules.setting_up import Deployment
from skirmish_rl.envs.trench_crusade.rules.shooting import Shoot
from skirmish_rl.envs.trench_crusade.rules.specials import Special
from skirmish_rl.envs.trench_crusade.state import FORCE, PIECES, RELICS, SIDES, SLOTS, WIDTH, Frame, Phase, Status, Verb

_SEAT_OF = np.arange(SLOTS) // FORCE
# What each process may have interrupted, and at which of its steps.
_BELOW: dict[int, set[tuple[int, int]]] = {
    Frame.DEPLOYMENT: {(Frame.GAME, Game.TURN)},
    Frame.ACTIVATION: {(Frame.GAME, Game.NEXT)},
    **{key: {(Frame.ACTIVATION, Activation.CHOOSE)} for key in (Frame.GO, Frame.CHARGE, Frame.SHOOT, Frame.SPECIAL)},
    Frame.FIGHT: {(Frame.ACTIVATION, Activation.CHOOSE), (Frame.RETREAT, Retreat.ENEMIES)},
    Frame.RETREAT: {(Frame.ACTIVATION, Activation.CHOOSE), (Frame.PUPPET, Puppet.MOVE)},
    Frame.PUPPET: {(Frame.SPECIAL, Special.END)},
    Frame.MOVEMENT: {
        (Frame.GO, Go.END), (Frame.CHARGE, Charge.SLIPPED), (Frame.CHARGE, Charge.AFTER), (Frame.RETREAT, Retreat.END),
        (Frame.ATTACK, Attack.END), (Frame.PUPPET, Puppet.END),
    },
    Frame.ATTACK: {(Frame.SHOOT, Shoot.TARGET), (Frame.FIGHT, Fight.TARGET)},
    Frame.ROLL: {
        (Frame.ACTIVATION, Activation.DANGER), (Frame.GO, Go.MODE), (Frame.ATTACK, Attack.HIT), (Frame.INJURY, Injury.LEDGE),
        (Frame.SPECIAL, Special.ROLLED), *((Frame.MOVEMENT, step) for step in (Way.CLIMBED, Way.JUMPED, Way.DIVED, Way.WIRED, Way.DEFUSED)),
    },
    Frame.INJURY: {
        (Frame.ACTIVATION, Activation.START), (Frame.ATTACK, Attack.VICTIMS), (Frame.ATTACK, Attack.THROW), (Frame.INJURY, Injury.APPLY),
        *((Frame.MOVEMENT, step) for step in (Way.STEP, Way.WIRE, Way.MINES)),
    },
}  # fmt: skip
# In the middle of what each question is asked.
_ROLLING: set[tuple[int, int]] = {(Frame.ROLL, 1), (Frame.ROLL, 2)}
_HURTING: set[tuple[int, int]] = {(Frame.INJURY, Injury.SECOND_WINDOW), (Frame.INJURY, Injury.ROLL)}
_ASKED: dict[int, set[tuple[int, int]]] = {
    Decision.ZONE: {(Frame.DEPLOYMENT, Deployment.ORDER)},
    **{key: {(Frame.DEPLOYMENT, Deployment.MODEL)} for key in (Decision.DEPLOY_UNIT, Decision.DEPLOY_CELL)},
    **{key: {(Frame.GAME, Game.ARRIVALS)} for key in (Decision.ARRIVE_UNIT, Decision.ARRIVE_CELL)},
    **{key: {(Frame.GAME, Game.NEXT)} for key in (Decision.FIRST, Decision.ACTIVATE, Decision.JOINT)},
    Decision.MORALE: {(Frame.GAME, Game.MORALE)},
    Decision.MEMBER: {(Frame.ACTIVATION, Activation.ACT)}, Decision.ACTION: {(Frame.ACTIVATION, Activation.CHOOSE)},
    Decision.MODE: {(Frame.GO, Go.DESTINATION)}, Decision.DESTINATION: {(Frame.GO, Go.END)},
    Decision.CHARGE_TARGET: {(Frame.CHARGE, Charge.TARGET)}, Decision.SKIRMISH: {(Frame.CHARGE, Charge.SLIPPED)},
    Decision.CHARGE_CELL: {(Frame.CHARGE, Charge.AFTER)}, Decision.DIVE: {(Frame.MOVEMENT, Way.DROP)},
    Decision.FALL_SIDE: {(Frame.MOVEMENT, Way.EDGE)}, Decision.DEFUSE: {(Frame.MOVEMENT, Way.STEP)},
    Decision.FREE_ATTACK: {(Frame.RETREAT, Retreat.ENEMIES)}, Decision.RETREAT_CELL: {(Frame.RETREAT, Retreat.END)},
    Decision.WEAPON: {(Frame.SHOOT, Shoot.WEAPON), (Frame.FIGHT, Fight.WEAPON)},
    Decision.TARGET: {(Frame.SHOOT, Shoot.TARGET), (Frame.FIGHT, Fight.TARGET)}, Decision.SECOND_WEAPON: {(Frame.FIGHT, Fight.END)},
    Decision.FRIEND: {(Frame.ATTACK, Attack.ROLL)}, Decision.SCATTER: {(Frame.ATTACK, Attack.AFTER)},
    Decision.HARROW: {(Frame.ATTACK, Attack.END)}, Decision.BLOOD: _ROLLING, Decision.BLESSING: _ROLLING, Decision.WOUND: _HURTING,
    Decision.GRACE: _HURTING, Decision.DARK_BLESSING: {(Frame.INJURY, Injury.END)},
    **{key: {(Frame.SPECIAL, Special.ROLL)} for key in (Decision.MINE, Decision.RELIC)},
    **{key: {(Frame.SPECIAL, Special.END)} for key in (Decision.HOLD_FIRE, Decision.PRAYER, Decision.TREAT, Decision.TREATMENT, Decision.PUPPET)},
    Decision.PUPPET_DIRECTION: {(Frame.PUPPET, Puppet.ROLL)}, Decision.PUPPET_CELL: {(Frame.PUPPET, Puppet.DISTANCE)},
}  # fmt: skip
_ABOUT_NOBODY = {
    Decision.ZONE, Decision.DEPLOY_UNIT, Decision.ARRIVE_UNIT, Decision.FIRST, Decision.ACTIVATE, Decision.MEMBER, Decision.MORALE,
}  # fmt: skip
_BY_OPPONENT = {Decision.SCATTER, Decision.BLOOD, Decision.WOUND, Decision.FALL_SIDE}
_OF_ACTION = {
    Frame.CHARGE: Verb.CHARGE, Frame.RETREAT: Verb.RETREAT, Frame.SHOOT: Verb.SHOOT, Frame.FIGHT: Verb.FIGHT,
}  # fmt: skip
_SPECIAL_OF = {
    Decision.HOLD_FIRE: Verb.HOLD_FIRE, Decision.PRAYER: Verb.PRAY, Decision.TREAT: Verb.TREAT, Decision.TREATMENT: Verb.TREAT,
    Decision.PUPPET: Verb.PUPPET, Decision.MINE: Verb.SET_MINE, Decision.RELIC: Verb.CLAIM,
}  # fmt: skip


def wrong(s: np.void, scenario: Scenario) -> Iterator[str]:
    """What is wrong with a saved game whose fields are all in range."""
    t = scenario.tables[int(s["variant"])]
    yield from _units(s, t)
    yield from _scenario(s, t)
    if not s["over"]:
        yield from _processes(s)
        yield from _phase(s, t)
        yield from _activation(s, t)
        yield from _frames(s, t)
        yield from _attack(s, t)
        yield from _question(s, t)


def _units(s: np.void, t: np.void) -> Iterator[str]:
    """Models by themselves, and where they stand."""
    units = s["units"]
    status, cells = units["status"], units["cell"]
    on, reserve = status == Status.ON_BOARD, status == Status.RESERVE
    gone = ~on & ~reserve
    traits = t["traits"] > 0
    once = np.array([any(w >= 0 and t["keyword"][w, Keyword.ONCE] for w in arm) for arm in t["arm"]])
    stand = cells[on]
    yield from holding({
        "a model that the warbands do not have, or one that is missing": (status == Status.ABSENT) != (t["used"] == 0),
        "a model on the board without a cell, or one elsewhere with a cell": on != (cells >= 0),
    })  # fmt: skip
    marks = sum((units[name] > 0).astype(int) for name in ("down", "blood", "covered", "hidden"))
    deeds = sum((units[name] > 0).astype(int) for name in ("activated", "tough_used", "spent", "melee_kills", "kills", "claims"))
    out = np.array([(status[FORCE * (1 - seat) : FORCE * (2 - seat)] == Status.OUT).sum() for seat in range(SIDES)])
    yield from holding({
        "a model where nobody can stand": (t["on_board"][stand] == 0) | (t["impassable"][stand] > 0),
        "two models in one cell": len(set(stand.tolist())) < len(stand),
        "markers of a model that is not there": (marks > 0) & ~on,
        "blessing markers of a model that is gone": (units["blessing"] > 0) & gone,
        "a model in reserve with other blessing markers than it began with": reserve & (units["blessing"] != t["blessed"]),
        "the deeds of a model that was never there": (deeds > 0) & (reserve | (status == Status.ABSENT)),
        "a hidden model that is Down": (units["hidden"] > 0) & (units["down"] > 0),
        "an ability that a model does not have": ((units["hidden"] > 0) & ~traits[:, Trait.HIDE])
            | ((units["tough_used"] > 0) & ~traits[:, Trait.TOUGH]) | ((units["spent"] > 0) & ~once)
            | ((units["covered"] > 0) & ~traits[:, Trait.SHOVEL] & ~traits[:, Trait.FORTIFY])
            | ((status == Status.FREED) & ~traits[:, Trait.FREEDOM]),
        "more models out of action by melee than in all": units["melee_kills"] > units["kills"],
        "more models out of action than there are": units["kills"].reshape(SIDES, FORCE).sum(axis=1) > out,
    })  # fmt: skip


def _scenario(s: np.void, t: np.void) -> Iterator[str]:
    """What belongs to the scenario: zones, strength, deeds, relics, mines."""
    status = s["units"]["status"].reshape(SIDES, FORCE)
    freed = (status == Status.FREED).sum(axis=1)
    relics = np.arange(RELICS)
    pieces = (int(t["minable"]) >> np.arange(PIECES)) & 1
    mines = np.array([(int(bits) >> np.arange(PIECES)) & 1 for bits in s["mines"]])
    sappers = (t["traits"][:, Trait.MINES] > 0).reshape(SIDES, FORCE).any(axis=1)
    yield from holding({
        "both seats in one zone": s["zone"][0] == s["zone"][1],
        "another number of models than the warband began with": s["strength"] != (status != Status.ABSENT).sum(axis=1) - freed,
        "a deed that the scenario does not have": (s["deeds"] >= 0) & (t["deeds"] == 0),
        "a relic that the scenario does not have": (s["claimed"] >= 0) & (relics >= t["relics"]),
        "a relic claimed that was removed": (s["claimed"] >= 0) & (t["relic_last"] < s["round"]) & (relics < t["relics"]),
        "a claim of a relic that there is not": s["units"]["claims"] >> int(t["relics"]),
        "a Shaken side in a scenario without morale": s["shaken"].any() and not t["morale"],
        "a mine where none can be": (mines > 0) & ((pieces == 0) | ~sappers[:, None]),
        "a piece mined twice": mines.sum(axis=0) > 1,
        "more Turns than the scenario has": s["round"] > t["turns"],
        "routes are sought in the middle of a question": s["plane"].any(),
    })  # fmt: skip


def _processes(s: np.void) -> Iterator[str]:
    """What is under way, and whether the question belongs there."""
    decision, depth = Decision(int(s["decision"])), int(s["depth"])
    stack = [(int(frame["kind"]), int(frame["step"])) for frame in s["frames"][:depth]]
    if not stack or stack[0][0] != Frame.GAME:
        yield "no game is under way"
        return
    if any(below not in _BELOW.get(kind, ()) for below, (kind, _) in zip(stack, stack[1:], strict=False)):
        yield "a process in the middle of one that it cannot interrupt"
    if stack[-1] not in _ASKED.get(decision, ()):
        yield f"{decision.name} in the middle of something else"
    if s["frames"][-1] != np.zeros(1, s["frames"].dtype)[0]:
        yield "the frame that must stay blank is not"


def _phase(s: np.void, t: np.void) -> Iterator[str]:
    """The phase, the Turn, and who can be where in it."""
    frames = running(s)
    step = int(frames[Frame.GAME]["step"])
    phases = {Game.ARRIVALS: Phase.INITIATIVE, Game.MORALE: Phase.MORALE, Game.TURN: Phase.SET_UP}
    status, decision = s["units"]["status"], int(s["decision"])
    choices = {
        Decision.ZONE: t["choose_zone"], Decision.FIRST: t["initiative_choice"], Decision.MORALE: t["morale"],
        Decision.ARRIVE_UNIT: t["deployed"], Decision.ARRIVE_CELL: t["deployed"],
    }  # fmt: skip
    yield from holding({
        "what is under way belongs to another phase": s["phase"] != phases.get(Game(step), Phase.ACTIVATION),
        "a deployment that is over": (step == Game.TURN) != (Frame.DEPLOYMENT in frames),
        "a Turn before the first, or a game that has not begun": (s["phase"] == Phase.SET_UP) != (s["round"] == 0),
        "a model gone before the first Turn": (s["phase"] == Phase.SET_UP) and ((status == Status.OUT) | (status == Status.FREED)).any(),
        "a model that was not deployed": s["phase"] != Phase.SET_UP and not t["deployed"] and (status == Status.RESERVE).any(),
        "a question that the scenario does not ask": decision in choices and not choices[Decision(decision)],
    })  # fmt: skip


def _activation(s: np.void, t: np.void) -> Iterator[str]:
    """The active model and its partner."""
    frames, acts, active = running(s), s["acts"], int(s["active"])
    slots = [int(slot) for slot in acts["slot"]]
    blank = np.zeros(1, acts.dtype)[0]
    blank["slot"] = -1
    if Frame.ACTIVATION not in frames:
        yield from holding({
            "an active model without an activation": active >= 0 or (acts != blank).any(),
            "the traces of an activation that is over": s["ended"] or s["path_length"],
        })  # fmt: skip
    elif active < 0 or active not in slots or slots[0] < 0 or frames[Frame.ACTIVATION]["risen"] > len(acts):
        yield "an activation of nobody"
    else:
        there = [slot for slot in slots if slot >= 0]
        yield from holding({
            "a partner that is none": slots[1] >= 0 and t["partner"][slots[0]] != slots[1],
            "the traces of a partner that does not act": slots[1] < 0 and acts[1] != blank,
            "a model is active that has not been activated": (s["units"]["activated"][there] == 0).any(),
            "a member of a fireteam is asked for where there is none": s["decision"] == Decision.MEMBER and slots[1] < 0,
        })  # fmt: skip
    forced = int(s["forced"])
    if forced >= 0:
        unit = s["units"][forced]
        orders = t["traits"][FORCE * (1 - forced // FORCE) : FORCE * (2 - forced // FORCE), Trait.HOLD_FIRE].any()
        if unit["status"] != Status.ON_BOARD or unit["activated"] or not orders:
            yield "a model must be activated that cannot be"


def _frames(s: np.void, t: np.void) -> Iterator[str]:
    """Whom each process concerns, and how far it is."""
    used, active = t["used"] > 0, int(s["active"])
    stack = s["frames"][: s["depth"]]
    carried = [set(arm[arm >= 0].tolist()) for arm in t["arm"]]
    for below, frame in zip(stack, stack[1:], strict=False):
        kind, slot = int(frame["kind"]), int(frame["slot"])
        whom = int(frame["puppet" if kind == Frame.PUPPET else "target"])
        under, act = int(below["kind"]), int(below["slot"])
        if kind in (Frame.DEPLOYMENT, Frame.ACTIVATION):
            continue
        if not 0 <= slot < SLOTS or not used[slot]:
            yield f"{Frame(kind).name} of nobody"
            return
        strikes = kind == Frame.FIGHT and under == Frame.RETREAT
        moved = kind == Frame.RETREAT and under == Frame.PUPPET
        whose = act
        if under == Frame.PUPPET and (moved or kind == Frame.MOVEMENT):
            whose = int(below["puppet"])
        elif kind == Frame.MOVEMENT and under == Frame.CHARGE and below["step"] == Charge.SLIPPED:
            whose = int(below["target"])
        if under == Frame.ACTIVATION and kind not in (Frame.ROLL, Frame.INJURY):
            whose = active
        if kind not in (Frame.ROLL, Frame.INJURY) and not strikes and slot != whose:
            yield f"{Frame(kind).name} of another model than the one whose it is"
        if kind in (Frame.CHARGE, Frame.PUPPET) and not (kind == Frame.CHARGE and frame["step"] == Charge.TARGET):
            if (
                not 0 <= whom < SLOTS
                or not used[whom]
                or whom == slot
                or (kind == Frame.CHARGE and _SEAT_OF[whom] == _SEAT_OF[slot])
            ):
                yield f"{Frame(kind).name} at nobody"
                return
        if kind == Frame.FIGHT and bool(frame["free"]) != strikes:
            yield "a free attack where there is none, or none where there is one"
        if strikes and whom != act:
            yield "a free attack on another model than the one that retreats"
        if kind in (Frame.SHOOT, Frame.FIGHT) and frame["step"] > 0 and int(frame["weapon"]) not in carried[slot]:
            yield "a weapon that the model does not have"
        if (
            under == Frame.ACTIVATION
            and kind in _OF_ACTION
            and not int(s["acts"][list(s["acts"]["slot"]).index(active)]["done"]) >> _OF_ACTION[Frame(kind)] & 1
        ):
            yield "an Action that was not taken"
        if kind == Frame.SHOOT and frame["attacks_made"] > len(s["aims"]):
            yield "more targets than there are"
        if kind == Frame.MOVEMENT:
            if frame["charging"] and under != Frame.CHARGE:
                yield "a charge that was not declared"
            yield from _way(s, t, frame)
    shots = next((int(frame["attacks_made"]) for frame in stack if frame["kind"] == Frame.SHOOT), 0)
    aims = np.array(s["aims"])
    if (aims[shots:] >= 0).any() or (aims[:shots] < 0).any() or (t["on_board"][aims[:shots]] == 0).any():
        yield "other targets than were shot at"


def _way(s: np.void, t: np.void, frame: np.void) -> Iterator[str]:
    """A movement goes from cell to cell of the board."""
    length, made, unit = int(s["path_length"]), int(frame["steps"]), s["units"][frame["slot"]]
    path = [int(cell) for cell in s["path"][:length]]
    if made > length or any(cell < 0 or not t["on_board"][cell] or t["impassable"][cell] for cell in path):
        yield "a way off the board"
        return
    steps = list(zip(path[max(made - 1, 0) :], path[max(made, 1) :], strict=False))
    waits = frame["step"] in (Way.CLIMBED, Way.JUMPED, Way.EDGE)
    if (waits or frame["step"] == Way.DROP) and (
        unit["status"] != Status.ON_BOARD or (waits and made >= length) or (not waits and made < 1)
    ):
        yield "a step of a model that goes nowhere"
        return
    if waits:
        steps.append((int(unit["cell"]), path[made]))
    for here, there in steps:
        if not _leads(t, here, there):
            yield "a way with a gap"
            return
    if frame["step"] in (Way.JUMPED, Way.EDGE) and there in t["next"][int(unit["cell"])]:
        yield "a jump over nothing"


def _leads(t: np.void, here: int, there: int) -> bool:
    """True if a step or a jump leads from one cell to another."""
    if there in t["next"][here]:
        return True
    for k, step in enumerate((-WIDTH, -1, 1, WIDTH)):
        width = int(t["jump"][here][k])
        if width and here + step * (width + 1) == there:
            return True
    return False


def _attack(s: np.void, t: np.void) -> Iterator[str]:
    """The running attack."""
    attack, frames = s["attack"][0], running(s)
    frame = frames.get(Frame.ATTACK)
    if frame is None:
        blank = np.zeros(1, attack.dtype)[0]
        for name in ("cell", "attacker", "target", "direct", "weapon"):
            blank[name] = -1
        if attack != blank:
            yield "the traces of an attack that is over"
        return
    attacker, target, direct, weapon, cell = (int(attack[name]) for name in ("attacker", "target", "direct", "weapon", "cell"))
    action = frames[Frame.FIGHT] if Frame.FIGHT in frames else frames[Frame.SHOOT]
    used = t["used"] > 0
    victims = [slot for slot in range(SLOTS) if int(attack["victims"]) >> slot & 1]
    yield from holding({
        "an attack of another model, or with another weapon": attacker != frame["slot"] or weapon != action["weapon"],
        "an attack on nobody": cell < 0 or not t["on_board"][cell] or (target >= 0 and not used[target]) or target == attacker,
        "a blow at nothing": Frame.FIGHT in frames and target < 0,
        "a shot that is a blow, or a blow that is a shot": bool(attack["melee"]) != (Frame.FIGHT in frames),
        "a victim that is not there": not used[victims].all() or (direct >= 0 and not used[direct]),
        "a point aimed at with a weapon without BLAST": target < 0 and not t["blast"][weapon],
        "a shot that is going astray without a target": s["decision"] == Decision.FRIEND and target < 0,
        "a shot that scatters with a weapon that does not": s["decision"] == Decision.SCATTER and not t["keyword"][weapon, Keyword.SCATTER],
        "a Harrowing move without the weapon": frame["step"] == Attack.END and not t["keyword"][weapon, Keyword.HARROWING],
    })  # fmt: skip


def _question(s: np.void, t: np.void) -> Iterator[str]:
    """What the question is about, and whose it is."""
    decision, seat, about = Decision(int(s["decision"])), int(s["decider"]), int(s["subject"])
    top = s["frames"][int(s["depth"]) - 1]
    units, slot = s["units"], int(top["slot"])
    if decision in _ABOUT_NOBODY:
        yield from holding({f"{decision.name} is about somebody": about != -1})
        if decision == Decision.MEMBER and seat != _SEAT_OF[int(s["active"])]:
            yield "another seat is asked"
        return
    subject, whose = slot, _SEAT_OF[slot]
    if decision in (Decision.DEPLOY_CELL, Decision.ARRIVE_CELL):
        subject, whose = about, seat
        there = Status.RESERVE
    else:
        there = Status.ON_BOARD
    if decision == Decision.JOINT:
        partner = int(t["partner"][about])
        subject = (
            about if partner >= 0 and units["status"][partner] == Status.ON_BOARD and not units["activated"][partner] else -2
        )
    elif decision == Decision.ACTION:
        subject = int(s["active"])
    elif decision == Decision.SKIRMISH:
        subject = int(top["target"])
    elif decision in (Decision.PUPPET_DIRECTION, Decision.PUPPET_CELL):
        subject = int(top["puppet"])
    elif decision == Decision.FREE_ATTACK:
        subject = FORCE * (1 - _SEAT_OF[slot]) + int(top["asked"]) - 1
        if not 1 <= top["asked"] <= FORCE or not int(top["foes"]) >> int(top["asked"]) - 1 & 1:
            subject = -2
    elif decision == Decision.TREATMENT:
        subject = about
    elif decision == Decision.DARK_BLESSING:
        there = Status.OUT
    if not 0 <= about < SLOTS or about != subject or units["status"][about] != there:
        yield f"{decision.name} is about something else"
        return
    if decision not in (Decision.PUPPET_DIRECTION, Decision.PUPPET_CELL):
        whose = _SEAT_OF[about]
    if decision in _BY_OPPONENT:
        whose = 1 - whose
    yield from holding({f"{decision.name} is another seat's to answer": seat != whose})
    if decision in (Decision.BLOOD, Decision.BLESSING, Decision.WOUND, Decision.GRACE):
        last = seat == s["initiative"]
        yield from holding({
            "a window that is open to the other seat": top["step"] != 1 + last,
            "a window in which nothing can be spent": not units["blessing" if decision in (Decision.BLESSING, Decision.GRACE) else "blood"][about],
        })  # fmt: skip
    if decision in _SPECIAL_OF and top["verb"] != _SPECIAL_OF[decision]:
        yield "another special Action"
    if decision == Decision.DEFUSE and not t["traits"][about, Trait.MINES]:
        yield "a mine is met by one that cannot defuse it"
