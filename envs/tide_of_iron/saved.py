"""Could play have led here? What is wrong with a saved game whose fields are all in range.

Compiled rules trust their state: every number that they use as an index, and every process that they go on with, is looked at here.
Only the first complaint counts: each check may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import Stack, ask, holding, misplaced, running, within
from skirmish_rl.envs.tide_of_iron.phases import Game
from skirmish_rl.envs.tide_of_iron.questions import GROUP_OF, QUESTIONS, RETRIED, Decision, Group
from skirmish_rl.envs.tide_of_iron.rules.activating import Step
from skirmish_rl.envs.tide_of_iron.rules.assaulting import SUPPORTERS, Assault
from skirmish_rl.envs.tide_of_iron.rules.attacking import Attack
from skirmish_rl.envs.tide_of_iron.rules.card_choices import asks_cell, asks_unit, is_artillery
from skirmish_rl.envs.tide_of_iron.rules.cards import Play
from skirmish_rl.envs.tide_of_iron.rules.firing import attack_strength, parts_of
from skirmish_rl.envs.tide_of_iron.rules.setting_up import Setup
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FORCE,
    FORTS,
    MARKS,
    ROWS,
    SIDES,
    SLOTS,
    SLOTS_OF_BASE,
    TRANSFERS,
    WIDTH,
    Card,
    Fight,
    Figure,
    Fort,
    Frame,
    Kind,
    Mark,
    Order,
    Part,
    Phase,
    Reach,
    Status,
)

_SEAT_OF = np.arange(SLOTS) // FORCE
_SETUP = {
    Decision.ASSIGN_TOKEN: Setup.TOKENS, Decision.DRAW_START: Setup.CARDS, Decision.PLACE_MARKER: Setup.MARKERS,
    Decision.DEPLOY: Setup.DEPLOY, Decision.DEPLOY_FORT: Setup.DEPLOY, Decision.OP_MODE: Setup.OP_FIRE,
}  # fmt: skip
_STATUS = {
    Decision.DRAW: Game.DRAW, Decision.DRAW_EXTRA: Game.DRAW, Decision.OP_MODE: Game.OP_MODE, Decision.TRANSFER_FROM: Game.TRANSFER,
    Decision.TRANSFER_FIGURE: Game.TRANSFER, Decision.TRANSFER_TO: Game.TRANSFER, Decision.ARRIVE: Game.ARRIVE,
}  # fmt: skip
_SPECIAL = {
    Decision.OCCUPY: Order.DIG, Decision.HEAL_UNIT: Order.HEAL, Decision.SMOKE_CELL: Order.SMOKE, Decision.CARD_CELL: Order.DEMOLISH,
}  # fmt: skip
_ORDER_OF = {  # that a card gives
    Card.FORCED_MARCH: Order.ADVANCE, Card.SURPRISE_ASSAULT: Order.ASSAULT, Card.AMMUNITION: Order.FIRE, Card.TAKE_DOWN_THE_BEAST: Order.FIRE,
}  # fmt: skip


def _stacks() -> dict[int, set[Stack]]:
    """The processes that can be under way at each decision."""
    action, spend = ((Frame.GAME, Game.ACTION),), ((Frame.GAME, Game.SPEND),)
    of_action, of_spend = within([action, spend], Frame.CARD, Play.RESOLVED)
    turns = [action, of_action]

    def active(*steps: int) -> list[Stack]:
        return within(turns, Frame.ACTIVATION, *steps)

    def fire(step: int) -> list[Stack]:
        return within(active(Step.FIRED, Step.EVENTS), Frame.ATTACK, step)

    def assault(*steps: int) -> list[Stack]:
        return within(active(Step.END), Frame.ASSAULT, *steps)

    shelling = within(turns, Frame.ATTACK, Attack.APPLY)
    retreat = within(assault(Assault.OCCUPY), Frame.RETREAT, 0)
    hurt = [*active(Step.EVENTS), *fire(Attack.APPLY), *shelling, *assault(Assault.DEFENDERS, Assault.ATTACKERS, Assault.END), *retreat]
    found: dict[int, list[Stack]] = {
        Decision.SELECT: [action], Decision.COMMAND: [spend],
        Decision.FIRE_OR_MOVE: active(Step.MOVE), Decision.STEP: active(Step.MOVE), Decision.GUN_CREW: active(Step.MOVE),
        Decision.CLEAR_CELL: active(Step.MOVE), Decision.TARGET: active(Step.MOVE, Step.FIRED, Step.END),
        Decision.OP_FIRE: active(Step.EVENTS), Decision.ORDER: active(Step.EVENTS), Decision.ASSAULT_HEX: active(Step.END),
        Decision.FIGURES: [*fire(Attack.TYPE), *fire(Attack.SUPPORT)], Decision.ATTACK_TYPE: fire(Attack.SUPPORT),
        Decision.SUPPORT: fire(Attack.SUPPORT), Decision.CASUALTY: within(hurt, Frame.LOSSES, 0),
        Decision.ASSAULT_SUPPORT: assault(Assault.SUPPORT), Decision.HIT_UNIT: assault(Assault.DEFENDERS, Assault.ATTACKERS),
        Decision.RETREAT: retreat, Decision.CARD_UNIT: [of_action, of_spend], Decision.CARD_CELL: [*turns, of_spend],
        Decision.SMOKE_CELL: turns, Decision.HEAL_UNIT: [action], Decision.OCCUPY: [action, of_spend],
    }  # fmt: skip
    for decision, step in _SETUP.items():
        found.setdefault(decision, []).append(((Frame.GAME, Game.ROUND), (Frame.SETUP, step)))
    for decision, of_round in _STATUS.items():
        found.setdefault(decision, []).append(((Frame.GAME, of_round),))
    return {int(decision): set(stacks) for decision, stacks in found.items()}


_STACKS = _stacks()


def wrong(s: np.void, scenario: Scenario) -> Iterator[str]:
    """What is wrong with a saved game whose fields are all in range."""
    t = scenario.tables[int(s["variant"])]
    yield from _units(s, t)
    yield from _places(s, t)
    yield from _cards(s, t)
    if not s["over"]:
        yield from _phase(s, t)
        yield from _process(s, t)


def _is_out(s: np.void, slot: int) -> bool:
    return s["units"]["status"][slot] == Status.ON_MAP and s["units"]["carrier"][slot] < 0


def _units(s: np.void, t: np.void) -> Iterator[str]:
    """Each unit by itself, and whom it carries."""
    units = s["units"]
    status, cell, carrier, kind, figures = (units[name] for name in ("status", "cell", "carrier", "kind", "figures"))
    strength, squad = figures.sum(axis=1), kind == Kind.SQUAD
    slots = strength + figures[:, Figure.MACHINE_GUN] + figures[:, Figure.MORTAR]
    on_map, reserve, absent = status == Status.ON_MAP, status == Status.RESERVE, status == Status.ABSENT
    number = np.arange(SLOTS) % FORCE
    aboard = np.bincount(carrier[on_map & (carrier >= 0)], minlength=SLOTS)
    ride = np.maximum(carrier, 0)  # the transport of those that have one
    rides = carrier >= 0
    wrong_carrier = (_SEAT_OF[ride] != _SEAT_OF) | (status[ride] != status) | (carrier[ride] >= 0) | (cell[ride] != cell) | ~squad
    yield from holding({
        "units that the scenario does not have": ~absent & (number >= t["capacity_used"][_SEAT_OF]),
        "types of unit that the scenario does not have": ~absent & (t["kind_column"][kind] < 0),
        "specialisations that the scenario does not have": (units["specialty"] > 0) & (t["specialty_column"][units["specialty"]] < 0),
        "a unit of another type than the scenario's": ~absent & (t["unit_used"] > 0) & (kind != t["unit_kind"]),
        "a unit off the map, or in the wrong place": on_map & ((cell < 0) | (t["on_map"][np.maximum(cell, 0)] == 0)),
        "a unit in a hex that is not on the map": ~on_map & (cell >= 0),
        "an empty slot with something in it": absent & ((strength > 0) | (units["specialty"] > 0) | (units["damage"] > 0) | (kind > 0)),
        "a lost unit with figures": (status == Status.LOST) & (strength > 0),
        "a squad that no base can hold": (on_map | reserve) & squad & ((strength == 0) | (slots > SLOTS_OF_BASE)),
        "figures, tokens or conditions of a vehicle": ~squad & ((strength > 0) | (units["specialty"] > 0) | (units["condition"] > 0)),
        "a damaged squad, or a gun that should be gone": (units["damage"] > np.where(squad, 0, np.where(kind == Kind.GUN, 1, 2))),
        "a condition off the map": ~on_map & (units["condition"] > 0),
        "a fortification for what cannot sit in one": (units["fort"] > 0) & (~squad | ~on_map | rides),
        "units in no transport, or in one with no room": rides & (wrong_carrier | (t["vehicle_capacity"][kind[ride]] == 0)),
        "a carrier of what is not there": rides & ~on_map & ~reserve,
        "another number of squads aboard than are there": units["aboard"] != aboard,
        "too many squads aboard": aboard > t["vehicle_capacity"][kind],
    })


def _places(s: np.void, t: np.void) -> Iterator[str]:
    """Units against what is counted, and the markers in the hexes."""
    units, marks = s["units"], s["marks"].astype(int)
    out = (units["status"] == Status.ON_MAP) & (units["carrier"] < 0)
    for seat in range(SIDES):
        mine = seat == _SEAT_OF
        if (s["crowd"][seat] != np.bincount(units["cell"][out & mine], minlength=CELLS)).any():
            yield f"seat {seat} has other units in the hexes than are counted there"
        for name, status in (("alive", Status.ON_MAP), ("waiting_units", Status.RESERVE)):
            if s[name][seat] != (units["status"][mine] == status).sum():
                yield f"seat {seat} has another number of units than {name}"
    for fort, mark in ((Fort.ENTRENCHMENT, Mark.ENTRENCHMENT), (Fort.PILLBOX, Mark.PILLBOX)):
        if (np.bincount(units["cell"][units["fort"] == fort], minlength=CELLS) > marks[mark]).any():
            yield f"squads in {fort.name.lower()}s that are not there"
    strips = (marks > 0).reshape(MARKS, ROWS, WIDTH).any(axis=2) @ (1 << np.arange(ROWS))
    single = marks[[Mark.WIRE, Mark.MINES, Mark.TRAPS, Mark.SMOKE, Mark.CHARGE_A, Mark.CHARGE_B]]
    yield from holding({
        "markers that the scenario does not have": marks.any(axis=1) & (t["mark_column"] < 0),
        "markers off the map": marks[:, t["on_map"] == 0],
        "two markers of a kind in a hex that has room for one": single > 1,
        "longer cover than there can be": marks[[Mark.COVER_A, Mark.COVER_B]] > 2,
        "more fortifications than there can be": marks[Mark.ENTRENCHMENT] + marks[Mark.PILLBOX] > FORTS,
        "another number of hexes with markers than are counted": s["lying"] != (marks > 0).sum(axis=1),
        "markers in a row of the map that is not known to have any": strips & ~s["strips"].astype(int),
        "control of an objective that is not there": s["control"][t["n_objectives"] :] >= 0,
    })


def _cards(s: np.void, t: np.void) -> Iterator[str]:
    """Decks, hands and cards in play are those of the scenario."""
    for seat in range(SIDES):
        decks = t["decks"][seat][: t["n_decks"][seat]]
        dealt = t["deck_cards"][decks].astype(int)
        left = s["deck"][seat].astype(int)
        ever = dealt.sum(axis=0)
        yield from holding({
            f"a deck of seat {seat} has cards that are not its own": (left[: len(decks)] > dealt).any() or left[len(decks) :].any(),
            f"seat {seat} has more cards than it was dealt": left.sum(axis=0) + s["hand"][seat] + s["waiting"][seat] > ever,
            f"a lasting card of seat {seat} that it never had": (s["lasting"][seat] > 0) & (ever == 0),
            f"seat {seat} has artillery waiting that does not wait": np.delete(s["waiting"][seat], RETRIED),
            f"seat {seat} has tried for contact without artillery that waits for it": s["tried"][seat] > s["waiting"][seat],
        })


def _phase(s: np.void, t: np.void) -> Iterator[str]:
    """Round, phase and turn."""
    phase, turn, decision = int(s["phase"]), int(s["turn"]), int(s["decision"])
    yield from holding({
        f"round {int(s['round'])} in the {Phase(phase).name.lower()} phase":
            s["round"] > t["rounds"] or (s["round"] == 0) != (phase == Phase.SETUP),
        "an action turn outside the Action Phase, or none in it": (turn >= 0) != (phase == Phase.ACTION),
        "the turn of a side that is finished": phase == Phase.ACTION and s["finished"][turn],
        "a turn without actions left": decision == Decision.SELECT and s["actions_left"] == 0,
        f"{Decision(decision).name}, which this scenario never asks": t["decision_column"][decision] < 0,
    })  # fmt: skip


def _process(s: np.void, t: np.void) -> Iterator[str]:
    """What is under way, whom it concerns, and who is asked."""
    decision, frames = Decision(int(s["decision"])), running(s)
    yield from misplaced(s, decision, _STACKS[decision])
    if QUESTIONS.rows[decision].subject == "unit" and s["subject"] >= SLOTS:
        yield f"{decision.name} is about no unit"
    if s["phase"] != _phase_of(frames):
        yield "what is under way belongs to another phase"
    yield from _turn_taker(s, t, frames)
    if Frame.SETUP in frames:
        yield from _set_up(s, t, frames[Frame.SETUP])
    yield from _card(s, t, frames)
    yield from _active(s, t, frames)
    yield from _attack(s, t, frames)
    yield from _losses(s, frames)
    if (s["given"] >= 0) != (decision == Decision.TRANSFER_TO):
        yield "a figure is handed over at another time"
    if GROUP_OF[decision] == Group.STATUS and decision in _STATUS and (s["transfers"] > TRANSFERS - (decision != Decision.OP_MODE)).all():
        yield "more transfers than a side has"
    yield from _subject(s, t, frames)


def _phase_of(frames: dict[int, np.void]) -> int:
    if Frame.SETUP in frames:
        return Phase.SETUP
    step = frames[Frame.GAME]["step"]
    return Phase.ACTION if step == Game.ACTION else Phase.COMMAND if step == Game.SPEND else Phase.STATUS


def _turn_taker(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The side whose turn it is in the set-up and in the phases that go through both sides."""
    frame = frames.get(Frame.SETUP, frames[Frame.GAME])
    decision, decider = int(s["decision"]), int(s["decider"])
    if s["phase"] == Phase.ACTION:
        if decision == Decision.SELECT and decider != s["turn"]:
            yield "a side acts out of its turn"
        return
    placing = decision in (Decision.PLACE_MARKER, Decision.DEPLOY, Decision.DEPLOY_FORT)
    place, first = (frame["placing"], _first_placer(s, t)) if placing else (frame["side"], s["initiative"])
    if place >= SIDES:
        yield "both sides have had their turn"
    if decider != (first if place == 0 else 1 - first):
        yield "a side is asked out of its turn"


def _first_placer(s: np.void, t: np.void) -> int:
    """The side that sets up first."""
    return int(t["first_placer"] if t["first_placer"] >= 0 else s["initiative"])


def _set_up(s: np.void, t: np.void, frame: np.void) -> Iterator[str]:
    """What was set up so far: the scenario's markers and those that were asked for, and starting units in their own zones."""
    markers, units = t["n_markers"].astype(int), s["units"]
    placed = int(t["marks"].sum()) + (int(markers.sum()) if frame["step"] == Setup.OP_FIRE else 0)
    if frame["step"] in (Setup.MARKERS, Setup.DEPLOY):
        placed += int(markers[_first_placer(s, t)] * frame["placing"] + frame["marker"]) - (s["decision"] == Decision.PLACE_MARKER)
    on_map = units["status"] == Status.ON_MAP
    yield from holding({
        "more or fewer markers than were placed": s["marks"].sum() != placed,
        "a unit that was set up too early": units["due"][on_map] > 0,
        "a unit that was set up where it may not be": t["zone"][_SEAT_OF[on_map], units["cell"][on_map]] == 0,
    })


def _card(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The card that is resolved."""
    card, seat, decision = int(s["card"]), int(s["card_seat"]), int(s["decision"])
    if (card >= 0) != (Frame.CARD in frames) or (seat >= 0) != (card >= 0):
        yield "a card that nobody plays, or none where one is resolved"
    if card < 0:
        if s["boost"] or s["beast"] or s["silent"] or s["served"] >= 0:
            yield "the effect of a card that is not played"
        return
    phase, served = "card_action" if s["phase"] == Phase.ACTION else "card_command", int(s["served"])
    if t["card_column"][card] < 0 or not t[phase][card] or seat != (s["turn"] if s["phase"] == Phase.ACTION else s["decider"]):
        yield f"{Card(card).name} is played by the wrong side, or in the wrong phase"
    if served >= 0 and (_SEAT_OF[served] != seat or not _is_out(s, served)):
        yield f"{Card(card).name} has served a unit that is not there"
    fits = {Decision.CARD_UNIT: asks_unit(card), Decision.CARD_CELL: asks_cell(card) or is_artillery(card),
            Decision.SMOKE_CELL: card == Card.SMOKE_MISSION, Decision.OCCUPY: card == Card.DIG_IN}  # fmt: skip
    if not fits.get(Decision(decision), Frame.ACTIVATION in frames or card == Card.OFFENSIVE_ARTILLERY):
        yield f"{Card(card).name} does not ask {Decision(decision).name}"
    if Frame.ACTIVATION in frames and _ORDER_OF.get(Card(card)) != s["order"]:
        yield f"{Card(card).name} gives another order"


def _active(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The active unit."""
    active, order, crew, decision = int(s["active"]), int(s["order"]), int(s["crew"]), Decision(int(s["decision"]))
    special = decision in _SPECIAL and Frame.CARD not in frames
    if (active >= 0) != (Frame.ACTIVATION in frames or special) or (order >= 0) != (active >= 0):
        yield "an active unit without an activation, or the reverse"
    if active < 0:
        if crew >= 0:
            yield "somebody moves a gun that is not active"
        return
    unit = s["units"][active]
    moves = order in (Order.ADVANCE, Order.FIRE_AND_MOVE, Order.ASSAULT)
    if _SEAT_OF[active] != s["turn"] or t["order_column"][order] < 0 or (order != _SPECIAL[decision] if special else not moves and order != Order.FIRE):
        yield "a unit is active out of its turn, or with an order that it cannot have"
    if (GROUP_OF[decision] in (Group.STEP, Group.ACTIVATION) and unit["status"] != Status.ON_MAP) or (special and not _is_out(s, active)):
        yield "the active unit is not there"
    cell = int(unit["cell"])
    if (decision == Decision.STEP and (not moves or s["move_done"])) or (decision == Decision.STEP and unit["kind"] == Kind.GUN and crew < 0):
        yield "a unit moves that cannot"
    if unit["kind"] == Kind.GUN and s["hexes"] and decision == Decision.STEP:
        yield "a gun moves twice"
    if decision in (Decision.FIRE_OR_MOVE, Decision.TARGET, Decision.ASSAULT_HEX) and unit["carrier"] >= 0:
        yield "a squad fights from aboard a transport"
    if crew >= 0 and (unit["kind"] != Kind.GUN or crew == active or _SEAT_OF[crew] != _SEAT_OF[active] or s["units"]["kind"][crew] == Kind.GUN):
        yield "a gun is moved by somebody who cannot"
    if crew >= 0 and decision == Decision.STEP and not (_is_out(s, crew) and s["units"]["cell"][crew] == cell):
        yield "a gun is moved from afar"
    foes = s["crowd"][1 - _SEAT_OF[active], cell] if cell >= 0 else 0
    if s["overrun"] and (cell < 0 or not foes or t["vehicle_overruns"][unit["kind"]] == 0 or t["on_map"][s["last_free"]] == 0):
        yield "an overrun that is none"
    elif (s["overrun"] and s["crowd"][:, s["last_free"]].max() >= 3) or (foes and not s["overrun"] and _is_out(s, active)):
        yield "a unit stands among enemies"


def _attack(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The running attack or assault."""
    attack, units, decision = s["attack"][0], s["units"], int(s["decision"])
    fight = Fight.FIRE if Frame.ATTACK in frames else Fight.ASSAULT if Frame.ASSAULT in frames else Fight.NONE
    seat, lead, target, cell = (int(attack[name]) for name in ("seat", "lead", "target", "cell"))
    if attack["fight"] != fight:
        yield "an attack that nobody makes, or none where one is made"
    if fight == Fight.NONE:
        blank = np.zeros(1, attack.dtype)[0]
        blank["cell"] = blank["lead"] = blank["target"] = -1
        if attack != blank:
            yield "the traces of an attack that is over"
        return
    parts = np.flatnonzero(attack["part"])
    if (_SEAT_OF[parts] != seat).any() or (cell >= 0 and t["on_map"][cell] == 0) or (cell < 0) == (target < 0):
        yield "an attack by the wrong units, or on the wrong place"
    active = int(s["active"])
    if fight == Fight.ASSAULT:
        near = lead == active >= 0 and _SEAT_OF[lead] == seat and attack["part"][lead] > 0
        if not near or target >= 0 or len(parts) > 1 + SUPPORTERS or (units["kind"][parts] != Kind.SQUAD).any():
            yield "an assault by units that cannot make it"
        elif frames[Frame.ASSAULT]["step"] < Assault.OCCUPY and _is_out(s, lead) and t["distance"][units["cell"][lead], cell] != 1:
            yield "an assault from afar"
        foe = 1 - seat
        if attack["hits"][foe] > attack["hits_forth"] or attack["hits"][seat] > attack["hits_back"]:
            yield "more hits of an assault than were rolled"
        if decision == Decision.HIT_UNIT:
            suffers = foe if frames[Frame.ASSAULT]["step"] == Assault.DEFENDERS else seat
            if s["decider"] != suffers or attack["hits"][suffers] == 0:
                yield "hits of an assault that were not rolled, or are another's"
        return
    if not all(_is_out(s, int(slot)) for slot in parts):
        yield "units fire that are not there"
    op = Frame.ACTIVATION in frames and frames[Frame.ACTIVATION]["step"] == Step.EVENTS
    if attack["op"] != op:
        yield "opportunity fire at another time"
    if Frame.ACTIVATION in frames:
        right = seat != _SEAT_OF[active] and target == active if op else seat == _SEAT_OF[active] and lead == active
        if not right or lead < 0 or _SEAT_OF[lead] != seat or not attack["part"][lead]:
            yield "a unit fires out of its turn"
    elif lead >= 0 or target >= 0 or len(parts):
        yield "units take part in off-board fire"
        return
    if target >= 0 and (_SEAT_OF[target] == seat or (decision != Decision.CASUALTY and not _is_out(s, target))):
        yield "an attack on nobody"
    rest = np.flatnonzero(attack["net"])
    rest = rest[rest >= frames[Frame.ATTACK]["affected"]]
    if not all(_is_out(s, int(slot)) for slot in rest) or (decision != Decision.CASUALTY and attack["net"].any()):
        yield "hits on units that are not there"
    if decision != Decision.CASUALTY and lead >= 0 and ask(attack_strength, s, t)[1] > Reach.LONG:
        yield "an attack out of range"
    if decision == Decision.FIGURES:
        slot = int(s["subject"])
        if target < 0 or attack["part"][slot] != Part.ALL or ask(parts_of, s, t, slot, target) != Part.ALL:
            yield "a choice of figures where there is none"


def _losses(s: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """Figures that a squad must still lose."""
    if (s["losses"] > 0) != (Frame.LOSSES in frames):
        yield "figures are lost without a reason"
    elif Frame.LOSSES in frames:
        slot = int(frames[Frame.LOSSES]["squad"])
        if slot < 0 or s["losses"] >= s["units"]["figures"][slot].sum() or slot != s["subject"]:
            yield "more figures are lost than there are"


def _subject(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """What the question is about, and whose it is."""
    decision, seat, subject = Decision(int(s["decision"])), int(s["decider"]), int(s["subject"])
    attack, units, group = s["attack"][0], s["units"], GROUP_OF[int(s["decision"])]
    active = int(s["active"])
    about, whose = -1, seat
    if decision in (Decision.ASSIGN_TOKEN, Decision.PLACE_MARKER):
        name = "token" if decision == Decision.ASSIGN_TOKEN else "marker"
        at = int(frames[Frame.SETUP][name]) - 1
        about = int(t[name + "s"][seat, at]) if 0 <= at < t[f"n_{name}s"][seat] else -2
    elif group in (Group.STEP, Group.ACTIVATION):
        about = active
        whose = s["initiative"] if decision == Decision.ORDER else _SEAT_OF[active] ^ (decision == Decision.OP_FIRE)
    elif decision in (Decision.ATTACK_TYPE, Decision.SUPPORT):
        about, whose = int(attack["target"]), attack["seat"]
    elif decision == Decision.FIGURES:
        about, whose = subject if attack["part"][subject] == Part.ALL else -2, attack["seat"]
    elif decision in (Decision.ASSAULT_SUPPORT, Decision.HIT_UNIT):
        about = int(attack["cell"])
        whose = attack["seat"] if decision == Decision.ASSAULT_SUPPORT else seat
    elif decision == Decision.RETREAT:
        whose = 1 - attack["seat"]
        about = FORCE * int(whose) + int(frames[Frame.RETREAT]["beaten"]) - 1
        if not (0 <= about < SLOTS and _is_out(s, about) and units["cell"][about] == attack["cell"]):
            about = -2
    elif decision == Decision.CASUALTY:
        about, whose = subject, _SEAT_OF[subject]
    elif group == Group.SPECIAL:
        whose = s["card_seat"] if Frame.CARD in frames else _SEAT_OF[active]
        about = _special_subject(s, t, frames)
    elif decision in (Decision.DEPLOY, Decision.ARRIVE):
        unit = units[subject]
        waits = subject >= 0 and unit["status"] == Status.RESERVE and unit["carrier"] < 0 and (unit["due"] == 0) == (decision == Decision.DEPLOY)
        about = subject if waits and _SEAT_OF[subject] == seat else -2
    elif decision in (Decision.DEPLOY_FORT, Decision.TRANSFER_FIGURE, Decision.TRANSFER_TO):
        there = subject >= 0 and _SEAT_OF[subject] == seat and _is_out(s, subject) and units["kind"][subject] == Kind.SQUAD
        about = subject if there else -2
    if subject != about or seat != whose:
        yield f"{decision.name} is about something else, or another side's to answer"


def _special_subject(s: np.void, t: np.void, frames: dict[int, np.void]) -> int:
    """What a question about a card or a special action must be about; -2 where it cannot be asked."""
    decision, subject = int(s["decision"]), int(s["subject"])
    if Frame.CARD in frames:
        if decision in (Decision.CARD_UNIT, Decision.CARD_CELL):
            return int(s["card"])
        if decision == Decision.SMOKE_CELL:
            return int(frames[Frame.CARD]["named"]) if t["on_map"][subject] else -2
        return subject if subject >= 0 and t["on_map"][subject] else -2
    return -1 if decision == Decision.CARD_CELL else int(s["units"]["cell"][s["active"]])
