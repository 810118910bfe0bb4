"""Could play have led here? What is wrong with a saved game whose fields are all in range.

Compiled rules trust their state: every number that they use as an index, and every process that they go on with, is looked at here.
Only the first complaint counts: each check may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import Stack, ask, holding, misplaced, running, within
from skirmish_rl.envs.warcry.columns import Extra
from skirmish_rl.envs.warcry.data.seen import treasures_of
from skirmish_rl.envs.warcry.phases import Game
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision
from skirmish_rl.envs.warcry.rules.abilities import Resolving, has_ability
from skirmish_rl.envs.warcry.rules.activating import Activation
from skirmish_rl.envs.warcry.rules.attacking import Fight, can_attack
from skirmish_rl.envs.warcry.rules.disengaging import Breaking, write_escapes
from skirmish_rl.envs.warcry.rules.falling import Fall
from skirmish_rl.envs.warcry.rules.initiative import Hero, can_change_set, who_names
from skirmish_rl.envs.warcry.rules.measuring import is_engaged
from skirmish_rl.envs.warcry.rules.moving import Moving, write_ways
from skirmish_rl.envs.warcry.rules.scoring import Score, objectives_of
from skirmish_rl.envs.warcry.rules.setting_up import Setup
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FACES,
    FAR,
    FORCE,
    FRAMES,
    GROUPS,
    ROUNDS,
    SIDES,
    SLOTS,
    Ability,
    Frame,
    Group,
    Phase,
    Place,
    Runemark,
    Status,
)  # fmt: skip

_SEAT_OF = np.arange(SLOTS) // FORCE
_RAMS = (Ability.RAM, Ability.POUNCE)
_BONUSES = (Ability.PRESS_ON, Ability.ALL_OUT, Ability.REGROUP)
_STEPS = (*_BONUSES, Ability.RAMPAGE, Ability.RECKONING, Ability.SNAG, Ability.SWOOP, Ability.DEATH_FROM_ABOVE)
_AIMED = (
    Ability.INSPIRING_PRESENCE, Ability.BOLAS, Ability.BEASTMASTER, Ability.DART, Ability.HARRY, Ability.HUNTING_PACK,
)  # fmt: skip


def _stacks() -> dict[int, set[Stack]]:
    """The processes that can be under way at each decision."""
    turn = ((Frame.GAME, Game.NEXT),)
    step = within([turn], Frame.ACTIVATION, Activation.STEP)
    abilities = {part: within(step, Frame.ABILITY, part) for part in Resolving}
    moves = [*step, *abilities[Resolving.FIRST], *abilities[Resolving.SECOND], *abilities[Resolving.OVER]]
    attacks = [*step, *abilities[Resolving.OVER]]
    leaving = [*step, *abilities[Resolving.FIRST]]

    def attack(part: Fight) -> list[Stack]:
        return within(attacks, Frame.ATTACK, part)

    falls = [*within([turn], Frame.ACTIVATION, Activation.CLOSE), *attack(Fight.OVER)]
    hurt = [
        *step, *within([turn], Frame.ACTIVATION, Activation.OVER), *within(moves, Frame.MOVE, Moving.GO, Moving.OVER),
        *attack(Fight.STEP_BACK), *attack(Fight.EDGE), *within(falls, Frame.FALL, Fall.OVER),
    ]  # fmt: skip
    drops = within(hurt, Frame.DROP, 0)
    more = drops
    while more:  # several carriers are taken down at once
        more = [stack for stack in within(more, Frame.DROP, 0) if len(stack) < FRAMES]
        drops = drops + more
    setup, arrival = ((Frame.GAME, Game.HERO),), ((Frame.GAME, Game.FIRST),)
    hero = ((Frame.GAME, Game.RESERVE),)
    placing = within([setup, arrival], Frame.SETUP, Setup.PLACE)
    found: dict[int, list[Stack]] = {
        Decision.ROLE: within([setup], Frame.SETUP, Setup.GROUPS), Decision.BATTLE_GROUP: within([setup], Frame.SETUP, Setup.GROUPS),
        Decision.COLOUR: within([setup], Frame.SETUP, Setup.DEPLOY), Decision.NEXT_FIGHTER: placing, Decision.DEPLOY: placing,
        Decision.TREASURE: within([setup], Frame.SETUP, Setup.TREASURE), Decision.WILD: within([hero], Frame.HERO, Hero.DECLARE),
        Decision.SET_TO_SIX: within([hero], Frame.HERO, Hero.TRAIT), Decision.NAME_OBJECTIVE: [hero],
        Decision.FIRST: [((Frame.GAME, Game.TURN),)], Decision.ACTIVATE: [turn], Decision.FOLLOW: [turn], Decision.STEP: step,
        Decision.MOVE: within(moves, Frame.MOVE, Moving.WHERE), Decision.TOKEN: within(moves, Frame.MOVE, Moving.TAKE),
        Decision.DISENGAGE: [*within(leaving, Frame.DISENGAGE, Breaking.WHERE), *within(attack(Fight.AFTER), Frame.DISENGAGE, Breaking.WHERE)],
        Decision.FALL: within(falls, Frame.FALL, Fall.WHERE), Decision.DROP: drops, Decision.LOOT: within(step, Frame.LOOT, 0),
        Decision.ATTACK: attack(Fight.WHOM), Decision.REACT: attack(Fight.STRIKE),
        Decision.STRIKE: within(leaving, Frame.DISENGAGE, Breaking.WHERE), Decision.STEP_BACK: attack(Fight.AFTER),
        Decision.TARGET: [*step, *within(moves, Frame.MOVE, Moving.OVER)],
        Decision.BONUS: [*abilities[Resolving.FIRST], *abilities[Resolving.OVER]], Decision.ASSIGN: within([setup], Frame.SCORE, Score.ASSIGN),
    }  # fmt: skip
    return {int(decision): set(stacks) for decision, stacks in found.items()}


_STACKS = _stacks()


def wrong(s: np.void, scenario: Scenario) -> Iterator[str]:
    """What is wrong with a saved game whose fields are all in range."""
    t = scenario.tables[int(s["variant"])]
    yield from _units(s, t)
    yield from _places(s, t)
    yield from _dice(s, t)
    if not s["over"]:
        yield from _phase(s, t)
        yield from _process(s, t)


def _units(s: np.void, t: np.void) -> Iterator[str]:
    """Each fighter by itself, and what it carries."""
    units = s["units"]
    status, node, cell, damage, treasure = (units[name] for name in ("status", "node", "cell", "damage", "treasure"))
    on_board, waits = status == Status.ON_BOARD, (status == Status.ABSENT) | (status == Status.RESERVE)
    here = np.maximum(node, 0)
    place = t["node_place"][here]
    carried = np.full(SLOTS, -1)
    for token in np.flatnonzero(s["tokens"]["carrier"] >= 0):
        carried[s["tokens"]["carrier"][token]] = token
    lasting = {name: units[name] > 0 for name in ("defiant", "trophy", "unleashed", "cowering", "harried")}
    effects = np.any([*lasting.values()], axis=0)
    yield from holding({
        "fighters that the scenario does not have": (status == Status.ABSENT) != (t["unit_used"] == 0),
        "an empty slot with something in it": (status == Status.ABSENT) & ((units["group"] != Group.NONE) | (damage > 0)),
        "a fighter off the board, or in a place where nobody can be": on_board & (
            (node < 0) | (node >= t["used"]) | ~np.isin(place, (Place.GROUND, Place.FACE, Place.STEPS)) | (cell != t["node_cell"][here])),
        "a fighter in a place that is not on the board": ~on_board & ((node >= 0) | (cell >= 0)),
        "a fighter on the board in no battle group": on_board & (units["group"] == Group.NONE),
        "a fighter with more damage than it can take, or that lived": (on_board & (damage >= t["unit_wounds"])) | (waits & (damage > 0)),
        "a fighter that was active before it came": waits & ((units["activated"] > 0) | (units["waiting"] > 0) | (units["lost"] > 0)),
        "a fighter that waits without an activation, or off the board": (units["waiting"] > 0) & (~on_board | (units["activated"] == 0)),
        "a fighter that has lost both actions and can act": (units["lost"] > 1) & (units["activated"] == 0),
        "effects on a fighter that is not there": ~on_board & effects,
        "effects that the scenario does not have": np.array(
            [lasting[name].any() and t["extra_at"][Extra[name.upper()]] == 0 for name in lasting]),
        "a fighter that carries another treasure than is carried": treasure != carried,
        "a treasure carried by who cannot": (treasure >= 0) & (waits | (t["unit_marks"][:, Runemark.BEAST] > 0)),
        "a fighter that counts for an objective that is not there":
            (units["objective"] >= t["n_objectives"]) | ((units["objective"] >= 0) & ~on_board),
    })  # fmt: skip


def _places(s: np.void, t: np.void) -> Iterator[str]:
    """Fighters against what is counted, treasures and objectives."""
    units, tokens, objectives = s["units"], s["tokens"], int(t["n_objectives"])
    on_board = np.flatnonzero(units["status"] == Status.ON_BOARD)
    board = np.full(CELLS, -1)
    board[units["cell"][on_board]] = on_board
    alive = np.isin(units["status"], (Status.ON_BOARD, Status.RESERVE))
    lies, there = tokens["cell"] >= 0, np.arange(len(tokens)) < treasures_of(t)
    yield from holding({
        "two fighters in a cell": len(set(units["cell"][on_board].tolist())) < len(on_board),
        "other fighters on the board than stand there": s["board"] != board,
        "another number of fighters left than there are": [s["left"][seat] != alive[seat == _SEAT_OF].sum() for seat in range(SIDES)],
        "a treasure that the scenario does not have": ~there & (lies | (tokens["carrier"] >= 0)),
        "a treasure that lies and is carried": lies & (tokens["carrier"] >= 0),
        "two treasures carried by one fighter": (s["units"]["treasure"] >= 0).sum() != (tokens["carrier"] >= 0).sum(),
        "a treasure where it cannot lie": lies & (t["stand"][np.maximum(tokens["cell"], 0)] == 0),
        "control of an objective that is not there": s["control"][objectives:] >= 0,
        "more to loot than there was": s["loots"] > np.where(np.arange(len(s["loots"])) < objectives, t["loots"], 0),
        "an objective named that is not there, or that nobody names":
            s["named"] >= objectives or (s["named"] >= 0 and t["decision_column"][Decision.NAME_OBJECTIVE] < 0),
    })  # fmt: skip


def _dice(s: np.void, t: np.void) -> Iterator[str]:
    """Initiative dice and wild dice."""
    dice, paired = s["dice"].astype(int), s["paired"] > 0
    yield from holding(
        {
            "more dice than were rolled": dice.sum(axis=1) > FACES + paired.sum(axis=1),
            "a wild die beside no other": paired & (dice == 1),
            "five singles among six dice": s["singles"] == FACES - 1,
            "more wild dice that do not last than there are": s["extra"] > s["wild"],
            "wild dice that do not last, which the scenario does not have": s["extra"].any() and s["phase"] != Phase.HERO,
            "a battle trait that is not in play": (s["trait_used"] > 0) & (t["trait"] == 0),
        }
    )


def _phase(s: np.void, t: np.void) -> Iterator[str]:
    """Round, phase, roles and turn."""
    phase, decision, units = int(s["phase"]), Decision(int(s["decision"])), s["units"]
    combat, setup = phase == Phase.COMBAT, phase == Phase.SETUP
    turn = combat and decision != Decision.FIRST
    grouped = (units["group"] != Group.NONE) | (units["status"] == Status.ABSENT)
    splitting = decision in (Decision.ROLE, Decision.BATTLE_GROUP)
    away = (units["status"] == Status.RESERVE) & (t["letter"] > 0) & (s["round"] > 1)  # WC-RES-01
    lasting = np.any([units[name] > 0 for name in ("defiant", "trophy", "unleashed", "cowering", "harried")])
    yield from holding({
        f"round {int(s['round'])} in the {Phase(phase).name.lower()} phase":
            s["round"] > (ROUNDS if t["extra_rounds"] else t["rounds"]) or (s["round"] == 0) != setup,
        f"{decision.name}, which this scenario never asks": t["decision_column"][decision] < 0,
        "roles before they are settled, or none afterwards": (s["attacker"] < 0) != (decision == Decision.ROLE),
        "colours before they are chosen, or none afterwards": (s["red"] < 0) != (splitting or decision == Decision.COLOUR),
        "fighters in no battle group": not splitting and not (grouped | away).all(),
        "battle groups that are not as even as possible": _uneven(s, t),
        "nobody has the initiative, or somebody before it is settled": (s["initiative"] < 0) != setup,
        "a turn outside the combat phase, or none in it": (s["turn"] >= 0) != turn,
        "somebody opened the round too early, or nobody did": phase != Phase.END and (s["opener"] >= 0) != turn,
        "fighters activated, waiting or changed in another phase": not combat and (
            units["activated"].any() or units["waiting"].any() or units["lost"].any() or lasting),
        "dice before they are rolled": setup and (s["dice"].any() or s["wild"].any() or s["as_singles"].any() or s["paired"].any()),
        "fighters that count for an objective in another phase": phase != Phase.END and (units["objective"] >= 0).any(),
    })  # fmt: skip


def _uneven(s: np.void, t: np.void) -> bool:
    """True if the battle groups of a seat cannot end as even as possible. Clauses: WC-GRP-02, WC-GRP-03."""
    for seat in range(SIDES):
        sizes = np.bincount(s["units"]["group"][seat == _SEAT_OF], minlength=GROUPS)[:GROUPS]
        least, larger = divmod(int(t["n_units"][seat]), GROUPS)
        if (sizes > least).sum() > larger or (sizes > least + 1).any():
            return True
    return False


def _process(s: np.void, t: np.void) -> Iterator[str]:
    """What is under way, whom it concerns, and who is asked."""
    decision, frames = Decision(int(s["decision"])), running(s)
    yield from misplaced(s, decision, _STACKS[decision])
    if QUESTIONS.rows[decision].subject == "unit" and not 0 <= s["subject"] < SLOTS:
        yield f"{decision.name} is about no fighter"
    if s["phase"] != _phase_of(frames):
        yield "what is under way belongs to another phase"
    if Frame.SETUP in frames:
        yield from _set_up(s, t, frames[Frame.SETUP])
    if Frame.HERO in frames and frames[Frame.HERO]["place"] >= SIDES:
        yield "both seats have declared"
    yield from _activation(s, t, frames)
    yield from _ability(s, t, frames)
    yield from _attack(s, t, frames)
    yield from _slots(s, t, frames)
    yield from _subject(s, t, frames)
    yield from _ways(s, t, frames)


def _phase_of(frames: dict[int, np.void]) -> int:
    if Frame.SCORE in frames:
        return Phase.END
    step = frames[Frame.GAME]["step"]
    return {Game.HERO: Phase.SETUP, Game.RESERVE: Phase.HERO, Game.FIRST: Phase.RESERVE}.get(Game(int(step)), Phase.COMBAT)


def _set_up(s: np.void, t: np.void, frame: np.void) -> Iterator[str]:
    """What was set up so far, and which group is."""
    units, decision, step = s["units"], int(s["decision"]), int(frame["step"])
    due = s["phase"] == Phase.RESERVE
    placed = int((s["tokens"]["cell"] >= 0).sum())
    if s["phase"] == Phase.SETUP and step != Setup.TREASURE and placed:
        yield "treasures before the fighters are set up"
    if decision == Decision.TREASURE and (frame["placed"] != placed or placed >= t["n_tokens"]):
        yield "more or fewer treasures than were placed"
    if step != Setup.PLACE:
        return
    seat, group = int(frame["seat"]), int(frame["group"])
    if group >= GROUPS or seat != s["decider"]:
        yield "a group is set up that there is not, or at another time"
        return
    waits = np.flatnonzero((seat == _SEAT_OF) & (units["status"] == Status.RESERVE) & (units["group"] == group))
    colour, chosen, squeezed = int(s["red"] != seat), int(frame["chosen"]) - 1, bool(frame["squeezed"])
    if t["arrival"][colour, group] != (s["round"] if due else 1) or not len(waits):
        yield "a group is set up at another time"
    elif chosen >= 0 and (not squeezed or chosen not in waits):
        yield "a fighter was chosen that does not come"
    elif decision == Decision.NEXT_FIGHTER:
        if not squeezed or chosen >= 0:
            yield "a choice of fighters where there is none"
    elif (chosen < 0 and squeezed) or s["subject"] != (chosen if squeezed else waits[0]):
        yield "another fighter's turn to be set up"


def _activation(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The active fighter."""
    active = int(s["active"])
    if (active >= 0) != (Frame.ACTIVATION in frames):
        yield "an active fighter without an activation, or the reverse"
    elif active < 0:
        traces = [s[name] for name in ("actions_left", "actions_made", "second", "ability_used", "downed")]
        if any(traces) or s["boosts"].any():
            yield "the traces of an activation that is over"
        if (s["inspired"] >= 0) != (s["decision"] == Decision.FOLLOW):
            yield "somebody may follow nobody"
    else:
        unit = s["units"][active]
        if (
            frames[Frame.ACTIVATION]["slot"] != active
            or _SEAT_OF[active] != s["turn"]
            or not unit["activated"]
            or (unit["waiting"] and frames[Frame.ACTIVATION]["step"] == Activation.STEP)  # one that waits may still fall
        ):
            yield "a fighter is active out of its turn"
        if s["actions_left"] + s["actions_made"] > (1 if s["second"] else 2 - min(int(unit["lost"]), 1)):
            yield "more actions than a fighter has"
        if s["boosts"].any() and not s["ability_used"]:
            yield "the effect of an ability that was not used"
        if (np.array(s["boosts"]) > 0)[t["boost_column"] < 0].any():
            yield "the effect of an ability that the scenario does not have"
        inspired = int(s["inspired"])
        if inspired >= 0 and (
            inspired == active or _SEAT_OF[inspired] != _SEAT_OF[active] or s["units"]["status"][inspired] != Status.ON_BOARD
        ):
            yield "a fighter may follow that cannot"
        if s["decision"] == Decision.STEP and unit["status"] != Status.ON_BOARD:
            yield "the active fighter is not there"
        if s["decision"] == Decision.STEP and s["actions_left"] == 0 and not ask(has_ability, s, t, active):
            yield "an activation that should be over"


def _ability(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The ability that is being resolved."""
    ability, value, active, frame = int(s["ability"]), int(s["value"]), int(s["active"]), frames.get(Frame.ABILITY)
    aims, bonus = s["decision"] == Decision.TARGET, s["decision"] == Decision.BONUS
    if (ability >= 0) != (value > 0) or (ability >= 0) != (aims or frame is not None):
        yield "an ability that nobody uses, or none where one is resolved"
    if ability < 0:
        return
    if t["unit_abilities"][active, ability] == 0 or t["ability_column"][ability] < 0 or not s["ability_used"]:
        yield f"{Ability(ability).name} of a fighter that cannot use it"
    if aims and ability not in (_RAMS if Frame.MOVE in frames else _AIMED):
        yield f"{Ability(ability).name} is for nobody"
    if frame is None:
        return
    if frame["slot"] != active or (not aims and (ability, value) != (frame["ability"], frame["value"])):
        yield "another ability is resolved than the one that was used"
    if not aims and (ability not in _STEPS or (bonus and ability not in _BONUSES)):
        yield f"{Ability(ability).name} has no steps"


def _attack(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The running attack."""
    attack, units, frame = s["attack"][0], s["units"], frames.get(Frame.ATTACK)
    attacker, target, near, decision = (*(int(attack[name]) for name in ("attacker", "target", "near")), int(s["decision"]))
    if frame is None:
        blank = np.zeros(1, attack.dtype)[0]
        blank["attacker"] = blank["target"] = blank["near"] = -1
        if attack != blank:
            yield "the traces of an attack that is over"
        return
    active = int(s["active"])
    lent = near >= 0 or (t["unit_abilities"][active, Ability.BEASTMASTER] and t["unit_marks"][attacker, Runemark.BEAST])
    bonus, struck = Frame.ABILITY in frames or near >= 0, frame["step"] >= Fight.STEP_BACK
    if (
        not 0 <= attacker < SLOTS
        or _SEAT_OF[attacker] != s["turn"]
        or (attacker != active and not lent)
        or (target >= 0) != (decision != Decision.ATTACK)
    ):
        yield "an attack by nobody, or on nobody"
        return
    if target >= 0 and (_SEAT_OF[target] == _SEAT_OF[attacker] or attack["weapon"] >= t["unit_weapons"][attacker]):
        yield "an attack on a friend, or with a weapon that the fighter does not have"
    dice = int(attack["hits"]) + int(attack["criticals"])
    yield from holding({
        "a bonus attack without an ability": (attack["optional"] or attack["strength"] or attack["snag"]) and not bonus,
        "an attack near a fighter that is not active": near >= 0 and near != active,
        "a reaction of another kind, or before an attack":
            attack["reaction"] and target < 0,
        "a reaction that the target does not have": target >= 0 and attack["reaction"] and not t["unit_reactions"][target, attack["reaction"]],
        "hits before the dice are rolled": dice and not struck,
        "a fighter attacks that is not there": not struck and units["status"][attacker] != Status.ON_BOARD,
        "an attack on a fighter that is not there": target >= 0 and not struck and units["status"][target] != Status.ON_BOARD,
    })  # fmt: skip
    if (
        decision == Decision.REACT
        and not t["trait"].any()
        and not ask(can_attack, s, t, attacker, int(attack["weapon"]), target, near, bool(ask(is_engaged, s, t, attacker)))
    ):
        yield "an attack that cannot be made"


def _slots(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """Whom each process concerns, and where it goes."""
    units, active, ability = s["units"], int(s["active"]), frames.get(Frame.ABILITY)
    regroups = ability is not None and ability["ability"] == Ability.REGROUP
    friend = FORCE * _SEAT_OF[active] + int(ability["friends"]) - 1 if regroups and ability is not None else active
    stack = s["frames"][: s["depth"]]
    for frame in stack:
        kind, slot = int(frame["kind"]), int(frame["slot"])
        if kind in (Frame.MOVE, Frame.DISENGAGE, Frame.FALL, Frame.DROP, Frame.LOOT) and not 0 <= slot < SLOTS:
            yield f"{Frame(kind).name} of nobody"
            return
        back = kind == Frame.DISENGAGE and Frame.ATTACK in frames
        if kind in (Frame.MOVE, Frame.DISENGAGE, Frame.LOOT) and slot != (s["attack"][0]["target"] if back else friend):
            yield f"{Frame(kind).name} of another fighter than the one whose it is"
        if kind == Frame.DISENGAGE and bool(frame["bonus"]) != back:
            yield "a bonus where there is none, or none where there is one"
        fell = kind == Frame.FALL and frame["step"] < Fall.HEIGHT
        if fell and (
            units["status"][slot] != Status.ON_BOARD or slot != (s["attack"][0]["target"] if Frame.ATTACK in frames else active)
        ):
            yield "somebody falls who does not"
        node = int(frame["stood" if kind == Frame.DROP else "node"])
        if kind in (Frame.MOVE, Frame.DROP) and not (
            0 <= node < t["used"] and t["node_place"][node] in (Place.GROUND, Place.FACE, Place.STEPS)
        ):
            yield f"{Frame(kind).name} to or from a place where nobody can be"
        if kind == Frame.DROP and (
            units["treasure"][slot] < 0 or (units["status"][slot] == Status.ON_BOARD) != bool(frame["willing"])
        ):
            yield "a treasure is dropped that nobody carries"
        if kind == Frame.DROP and frame["willing"] and (node != units["node"][slot] or slot != active):
            yield "a treasure is dropped from afar"
        if kind == Frame.SCORE and not 1 <= frame["assigned"] <= SLOTS:
            yield "more fighters have said what they count for than there are"
    dropped = [int(frame["slot"]) for frame in stack if frame["kind"] == Frame.DROP]
    carriers = np.flatnonzero((units["treasure"] >= 0) & (units["status"] == Status.DOWN))
    if len(set(dropped)) < len(dropped) or not set(carriers.tolist()) <= set(dropped):
        yield "a treasure of one that is down is not dropped, or twice"


def _subject(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """What the question is about, and whose it is."""
    decision, seat, about = Decision(int(s["decision"])), int(s["decider"]), int(s["subject"])
    units, attack, active, turn = s["units"], s["attack"][0], int(s["active"]), int(s["turn"])
    top = s["frames"][max(int(s["depth"]) - 1, 0)]
    subject, whose = about, seat
    if decision in (Decision.MOVE, Decision.DISENGAGE, Decision.DROP, Decision.LOOT, Decision.ATTACK, Decision.TOKEN):
        subject = int(attack["attacker"] if decision == Decision.ATTACK else top["slot"])
        whose = _SEAT_OF[subject]
        if decision != Decision.DROP and units["status"][subject] != Status.ON_BOARD:
            subject = -2
    elif decision in (Decision.FALL, Decision.STRIKE):
        subject = int(top["slot"])
        whose = 1 - _SEAT_OF[subject]
        if units["status"][subject] != Status.ON_BOARD or (decision == Decision.STRIKE and top["bonus"]):
            subject = -2
    elif decision in (Decision.REACT, Decision.STEP_BACK):
        subject = int(attack["target"])
        whose = _SEAT_OF[subject]
        if units["status"][subject] != Status.ON_BOARD or attack["reaction"]:
            subject = -2
    elif decision == Decision.STEP:
        subject, whose = active, turn
    elif decision == Decision.TARGET:
        subject, whose = int(s["ability"]), turn
    elif decision == Decision.BONUS:
        regroups = top["ability"] == Ability.REGROUP
        subject, whose = FORCE * turn + int(top["friends"]) - 1 if regroups else active, turn
        if not 0 <= subject < SLOTS or units["status"][subject] != Status.ON_BOARD or (top["step"] == Resolving.OVER) == regroups:
            subject = -2
    elif decision == Decision.FOLLOW:
        subject, whose = int(s["inspired"]), turn
        if units["status"][subject] != Status.ON_BOARD or units["activated"][subject]:
            subject = -2
    elif decision == Decision.ASSIGN:
        subject = (int(top["assigned"]) - 1 + FORCE * max(int(s["opener"]), 0)) % SLOTS
        whose = _SEAT_OF[subject]
        if ask(objectives_of, s, t, subject) < 2:
            subject = -2
    elif decision == Decision.BATTLE_GROUP:
        order = [slot for place in (1, 0) for slot in range(SLOTS) if (_SEAT_OF[slot] == s["attacker"]) != place]
        waits = [slot for slot in order if units["status"][slot] == Status.RESERVE and units["group"][slot] == Group.NONE]
        subject = waits[0] if waits else -2
        whose = _SEAT_OF[subject]
    elif decision == Decision.DEPLOY:
        pass  # see `_set_up`
    else:
        subject = -1
        whose = _asked(s, t, top)
    if about != subject or seat != whose:
        yield f"{decision.name} is about something else, or another seat's to answer"


def _asked(s: np.void, t: np.void, top: np.void) -> int:
    """The seat that answers a question about nothing in particular; -2 where it is not asked."""
    decision, seat = int(s["decision"]), int(s["decider"])
    holder = int(s["initiative"])
    if decision in (Decision.WILD, Decision.SET_TO_SIX):
        whose = holder if top["place"] == 0 else 1 - holder
        fits = s["wild"][whose] > 0 if decision == Decision.WILD else ask(can_change_set, s, t, whose)
        return whose if fits else -2
    if decision == Decision.NAME_OBJECTIVE:
        return int(ask(who_names, s, t)) if s["named"] < 0 else -2
    if decision == Decision.TREASURE:
        return int(s["attacker"]) ^ (top["placed"] % 2 == 0)
    if decision in (Decision.FIRST, Decision.ACTIVATE):
        return holder if decision == Decision.FIRST else int(s["turn"])
    return seat


def _ways(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """Destinations are those of the pending move."""
    if s["decision"] in (Decision.MOVE, Decision.DISENGAGE):
        twin = s.copy()
        if s["decision"] == Decision.MOVE:
            ask(write_ways, twin, t, int(s["subject"]), int(frames[Frame.MOVE]["inches"]))
        else:
            ask(write_escapes, twin, t, int(s["subject"]))
        if any((twin[name] != s[name]).any() for name in ("cost", "risk", "hub", "span", "taking")):
            yield "other destinations than the rules give"
    elif (s["cost"] != FAR).any() or s["risk"].any():
        yield "destinations while nobody moves"
