"""Could play have led here? What is wrong with a saved game whose fields are all in range.

Compiled rules trust their state: every number that they use as an index, and every process that they go on with, is looked at here.
Only the first complaint counts: each check may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import ask, holding
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.phases import Game
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision
from skirmish_rl.envs.dropzone_commander.rules.activating import Acting
from skirmish_rl.envs.dropzone_commander.rules.attacks import Shooting
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import Grouping
from skirmish_rl.envs.dropzone_commander.rules.boarding import Boarding, Transfer
from skirmish_rl.envs.dropzone_commander.rules.collateral import Tokens
from skirmish_rl.envs.dropzone_commander.rules.destruction import Doom
from skirmish_rl.envs.dropzone_commander.rules.garrisons import Entering, Fleeing
from skirmish_rl.envs.dropzone_commander.rules.going import prepare_unit
from skirmish_rl.envs.dropzone_commander.rules.initiative import Initiation
from skirmish_rl.envs.dropzone_commander.rules.moving import Moving
from skirmish_rl.envs.dropzone_commander.rules.objectives import Searching
from skirmish_rl.envs.dropzone_commander.rules.placing import Placing
from skirmish_rl.envs.dropzone_commander.rules.reacting import Reacting
from skirmish_rl.envs.dropzone_commander.rules.scoring import RoundUp
from skirmish_rl.envs.dropzone_commander.rules.setting_up import Setup
from skirmish_rl.envs.dropzone_commander.state import (
    CARDS,
    FAR,
    PIECES,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SEATS,
    SLOTS,
    SQUADS,
    TOKENS,
    WIDTH,
    Fact,
    Find,
    Frame,
    Phase,
    Prop,
    Sign,
    Stand,
    Status,
)

# The last step of each process, and what it may have interrupted.
_STEPS = {
    Frame.GAME: Game.ROUND_UP, Frame.SETUP: Setup.OVER, Frame.INITIATION: Initiation.OVER, Frame.GROUP: Grouping.OVER, Frame.SQUAD: max(Acting),
    Frame.MOVE: max(Moving), Frame.PLACE: Placing.PUT, Frame.BOARD: Boarding.FILL, Frame.TRANSFER: Transfer.OUT, Frame.ENTER: Entering.OVER,
    Frame.FLEE: Fleeing.OVER, Frame.SHOOT: Shooting.OVER, Frame.REACT: Reacting.OVER, Frame.DOOM: Doom.REMOVE, Frame.COLLATERAL: Tokens.OVER,
    Frame.SEARCH: Searching.ROLL, Frame.WINDOW: 2, Frame.NULLIFY: 0, Frame.PLAY: 0, Frame.CUT: 0, Frame.ROUND_UP: RoundUp.OVER,
}  # fmt: skip
_GAME = {Frame.GAME}
_BELOW = {
    Frame.SETUP: _GAME, Frame.INITIATION: _GAME, Frame.GROUP: _GAME, Frame.ROUND_UP: _GAME, Frame.SQUAD: {Frame.GROUP, Frame.WINDOW},
    Frame.MOVE: {Frame.SQUAD}, Frame.PLACE: {Frame.DOOM}, Frame.BOARD: {Frame.MOVE, Frame.TRANSFER, Frame.FLEE},
    Frame.TRANSFER: {Frame.MOVE, Frame.WINDOW}, Frame.ENTER: {Frame.MOVE, Frame.FLEE, Frame.TRANSFER}, Frame.REACT: {Frame.MOVE},
    Frame.FLEE: {Frame.GROUP, Frame.MOVE}, Frame.SHOOT: {Frame.SQUAD}, Frame.SEARCH: {Frame.SQUAD},
    Frame.DOOM: {Frame.SQUAD, Frame.SHOOT, Frame.COLLATERAL, Frame.ROUND_UP, Frame.WINDOW, Frame.REACT, Frame.SEARCH},
    Frame.COLLATERAL: {Frame.ROUND_UP, Frame.SHOOT, Frame.WINDOW}, Frame.NULLIFY: {Frame.WINDOW}, Frame.PLAY: {Frame.WINDOW},
    Frame.WINDOW: {
        Frame.INITIATION, Frame.GROUP, Frame.SQUAD, Frame.MOVE, Frame.ENTER, Frame.FLEE, Frame.SHOOT, Frame.COLLATERAL, Frame.REACT,
    },
    Frame.CUT: {Frame.DOOM, Frame.MOVE, Frame.BOARD, Frame.PLACE, Frame.FLEE, Frame.SQUAD},
}  # fmt: skip
# In the middle of what each question is asked.
_ASKED: dict[int, set[Frame]] = {
    **{key: {Frame.SETUP} for key in (Decision.ZONE, Decision.DECLARE, Decision.METHOD, Decision.DEPLOY)},
    **{key: {Frame.INITIATION} for key in (Decision.KEEP, Decision.DISCARD)}, Decision.CUT: {Frame.CUT},
    **{key: {Frame.WINDOW} for key in (Decision.CARD, Decision.CARD_UNIT, Decision.CARD_PIECE, Decision.CARD_SEAT)},
    Decision.NULLIFY: {Frame.NULLIFY}, Decision.REPAIR: {Frame.PLAY}, Decision.GROUP: {Frame.GAME},
    **{key: {Frame.GROUP} for key in (Decision.DISRUPTED, Decision.AUXILIARY, Decision.SQUAD)},
    **{key: {Frame.SQUAD} for key in (Decision.ACTION, Decision.EXTRACT, Decision.PASS_ON, Decision.DROP, Decision.SMOKE)},
    **{key: {Frame.MOVE} for key in (Decision.MOVE, Decision.LAND, Decision.END_MOVE, Decision.GO_ON)},
    Decision.FACING: {Frame.MOVE, Frame.SETUP}, Decision.OUT: {Frame.MOVE, Frame.TRANSFER}, Decision.SITE: {Frame.ENTER},
    Decision.PUT: {Frame.PLACE, Frame.FLEE}, Decision.TRANSFER: {Frame.TRANSFER}, Decision.REST: {Frame.BOARD}, Decision.LEAVE: {Frame.BOARD},
    **{key: {Frame.SHOOT} for key in (Decision.MODE, Decision.AIM, Decision.TIED, Decision.STRAY)},
    **{key: {Frame.SHOOT, Frame.REACT} for key in (Decision.SHIELD, Decision.FOCUS, Decision.SPREAD)},
    Decision.REACT: {Frame.REACT}, Decision.FORTITUDE: {Frame.FLEE}, Decision.TOLL: {Frame.FLEE}, Decision.SCANS: {Frame.SEARCH},
}  # fmt: skip
_OF_SQUAD = {
    Frame.SQUAD, Frame.MOVE, Frame.BOARD, Frame.ENTER, Frame.FLEE, Frame.SHOOT, Frame.REACT, Frame.SEARCH, Frame.PLAY,
}  # fmt: skip
_OF_PIECE = {Frame.ENTER, Frame.COLLATERAL}
_OF_TRANSPORT = {Frame.BOARD, Frame.TRANSFER, Frame.PLACE}
_BY_OTHERS = {Decision.TOLL, Decision.SMOKE}


def wrong(s: np.void, scenario: Scenario) -> Iterator[str]:
    """What is wrong with a saved game whose fields are all in range."""
    t = scenario.tables[int(s["variant"])]
    yield from _units(s, t)
    yield from _squads(s, t)
    yield from _places(s, t)
    yield from _pieces(s, t)
    yield from _tokens(s, t)
    yield from _seats(s, t)
    yield from _attack(s, t)
    if not s["over"]:
        yield from _processes(s, t)
        yield from _question(s, t)
        yield from _ways(s, t)


def _units(s: np.void, t: np.void) -> Iterator[str]:
    """Units by themselves, and whom they ride."""
    units, used, slots = s["units"], t["unit_used"] > 0, np.arange(SLOTS)
    status, cell, carrier, piece = (units[name].astype(int) for name in ("status", "cell", "carrier", "piece"))
    alive = (status >= Status.RESERVE) & (status <= Status.ON_TABLE)
    on, rides, inside = status == Status.ON_TABLE, carrier >= 0, piece >= 0
    mount = np.where(rides, carrier, slots)
    crashing = bool((s["frames"]["kind"][: int(s["depth"])] == Frame.DOOM).any())
    lost = (units["dp"] == 0) & crashing  # thrown out of a wreck or a ruin, not yet taken away
    walls = np.isin(np.arange(PIECES), [p for p in range(int(t["n_pieces"])) if int(t["piece_props"][p]) >> Prop.GARRISON & 1])
    yield from holding({
        "a unit that the armies do not have, or one that is missing": (status == Status.ABSENT) != ~used,
        "a rider of an enemy, or of none that carries anybody": rides & ((SEAT_OF[mount] != SEAT_OF) | (t["unit_room"][mount] == 0)),
        "a unit off the table with a place on it": ~on & ((cell >= 0) | inside),
        "a unit destroyed aboard something": ~alive & rides,
        "a unit in two places": (cell >= 0).astype(int) + inside + (rides & on & ~_at_ports(s, t)) > 1,
        "a unit on the table that is nowhere": on & (cell < 0) & ~inside & ~rides & ~lost,
        "a unit with more DP than its profile": units["dp"] > t["unit_dp"],
        "a unit of an army with no DP, or one destroyed with some": (alive & (units["dp"] == 0) & ~s["doomed"] & (s["depth"] < 2))
            | ((status == Status.DESTROYED) & (units["dp"] > 0)),
        "a rider that is not where its Transport is": rides & (status != status[mount]),
        "a Transport that rides itself": _circle(carrier),
        "something but an Aircraft in the air": (units["flying"] > 0) & ((t["unit_kind"] < Kind.AIRCRAFT) | (cell < 0)) & ~lost,
        "something but Infantry in a Garrison": inside & ((t["unit_kind"] != Kind.INFANTRY) | ~walls[np.maximum(piece, 0)]),
        "a unit off the board": _off(t, cell) | _off(t, units["origin"]) | _off(t, units["wreck"]),
        "damage of an attack that is over": units["pending"] > 0,
        "a weapon that a unit does not have": (units["fired"] >> t["unit_weapons"]) > 0,
        "a Scan Token of somebody but a Transport on the ground": (units["signs"] & Sign.SCAN > 0) & (t["unit_room"] == 0),
        "a unit killed by a seat that nobody plays": units["killer"] >= t["seats"],
    })  # fmt: skip


def _at_ports(s: np.void, t: np.void) -> np.ndarray:
    """Which units shoot from the firing ports of their Transports: they are measured at its cell. Clause: DZ-ABIL-11."""
    squads = [int(frame["squad"]) for frame in s["frames"][: int(s["depth"])] if frame["kind"] == Frame.SHOOT and int(frame["facts"]) & Fact.PORTS]
    units = s["units"]
    return np.isin(t["unit_squad"], squads) & (units["cell"] == units["cell"][np.maximum(units["carrier"].astype(int), 0)])


def _circle(carrier: np.ndarray) -> bool:
    """True if units ride each other, or deeper than any load goes."""
    for _ in range(4):
        carrier = np.where(carrier >= 0, carrier[np.maximum(carrier, 0)], -1)
    return bool((carrier >= 0).any())


def _off(t: np.void, cell: np.ndarray) -> np.ndarray:
    """Which cells lie off the board, -1 left aside."""
    cell = np.asarray(cell).astype(int)
    return np.asarray((cell >= 0) & ((cell % WIDTH >= t["size"]) | (cell // WIDTH >= t["size"])))


def _squads(s: np.void, t: np.void) -> Iterator[str]:
    """Squads by themselves, and the objectives they carry."""
    squads, numbers = s["squads"], np.arange(SQUADS)
    here, token = t["squad_size"] > 0, squads["token"].astype(int)
    holder = s["tokens"]["squad"].astype(int)
    fresh = np.zeros(1, squads.dtype)[0]
    fresh["declared"] = fresh["token"] = -1
    yield from holding({
        "the deeds of a squad that there is not": squads[~here] != fresh,
        "a squad that carries another objective than the one that it carries": (token >= 0) & (holder[np.maximum(token, 0)] != numbers),
        "a battlegroup that the army does not have": (squads["declared"] >= 0)
            & (t["group_used"][SEAT_OF_SQUAD, np.maximum(squads["declared"], 0)] == 0),
        "more actions than a squad has": squads["limit"] > 2,
    })  # fmt: skip


def _places(s: np.void, t: np.void) -> Iterator[str]:
    """Who stands and who flies in each cell."""
    units = s["units"]
    for name, flying in (("ground", 0), ("air", 1)):
        expected = np.zeros(WIDTH, np.int64)
        there = np.flatnonzero(
            (units["status"] == Status.ON_TABLE) & (units["cell"] >= 0) & (units["carrier"] < 0) & (units["flying"] == flying)
        )
        np.bitwise_or.at(expected, units["cell"][there] // WIDTH, 1 << (units["cell"][there].astype(np.int64) % WIDTH))
        if len(set(units["cell"][there].tolist())) < len(there):
            yield "two units in one cell"
        if (expected != s[name]).any():
            yield "other units in cells than stand or fly there"


def _pieces(s: np.void, t: np.void) -> Iterator[str]:
    """Scenery."""
    pieces, there = s["pieces"], np.arange(PIECES) < t["n_pieces"]
    tough = (t["piece_props"].astype(int) >> Prop.DESTRUCTIBLE & 1) > 0
    inside = s["units"]["piece"].astype(int)
    inside = inside[inside >= 0]
    yield from holding({
        "scenery with more DP than it began with": pieces["dp"] > t["piece_dp"],
        "scenery that is gone with DP left": (pieces["stand"] != Stand.WHOLE) & (pieces["dp"] > 0),
        "scenery destroyed that cannot be": there & (pieces["stand"] != Stand.WHOLE) & ~tough,
        "something about scenery that there is not": ~there & (pieces["damage_tokens"] + pieces["hit"] > 0),
        "damage of an attack at scenery that is over": pieces["pending"] > 0,
        "collateral tokens on scenery that cannot be destroyed, or is": (pieces["damage_tokens"] > 0)
            & (~tough | (pieces["stand"] != Stand.WHOLE)),
        "more units in a Garrison than it holds": np.bincount(inside, minlength=PIECES) > np.maximum(t["piece_dp"], 1) + len(inside) * ~tough,
        "units in a Garrison that is destroyed": (pieces["stand"][inside] != Stand.WHOLE) & (s["depth"] < 3),
        "a seat to blame that nobody plays": (pieces["blame"] >= t["seats"]) | (pieces["killer"] >= t["seats"]),
    })  # fmt: skip


def _tokens(s: np.void, t: np.void) -> Iterator[str]:
    """Objectives."""
    tokens, there = s["tokens"], np.arange(TOKENS) < t["n_tokens"]
    squad, find = tokens["squad"].astype(int), tokens["find"]
    yield from holding({
        "an objective that the scenario does not have": ~there & ((find != Find.LOST) | (tokens["cell"] >= 0) | (tokens["piece"] >= 0)),
        "an objective off the board": _off(t, tokens["cell"]) | (tokens["piece"] >= t["n_pieces"]),
        "an objective in two places": (tokens["cell"] >= 0) & (tokens["piece"] >= 0),
        "an objective carried by nobody, or one carried that lies somewhere": (squad >= 0) != (find == Find.CARRIED),
        "an objective carried by a squad that carries another": (squad >= 0) & (s["squads"]["token"][np.maximum(squad, 0)] != np.arange(TOKENS)),
        "an objective of a seat that nobody plays": tokens["seat"] >= t["seats"],
        "an objective extracted where none can be": (find == Find.EXTRACTED) & (tokens["seat"] < 0),
    })  # fmt: skip


def _seats(s: np.void, t: np.void) -> Iterator[str]:
    """Zones, the order of initiative, battlegroups, cards."""
    n = int(t["seats"])
    seats, deck = np.arange(SEATS), np.uint32(t["deck"])
    zone = s["zone"][:n]
    hands, decks, gone = s["hands"], s["deck"], s["discards"]
    held = (hands | decks | gone)[:n]
    yield from holding({
        "an order of initiative without somebody": sorted(s["order"][:n].tolist()) != list(range(n)) or (s["order"][n:] >= 0).any(),
        "two seats in one zone, or a zone that there is not": len(set(zone[zone >= 0].tolist())) < (zone >= 0).sum()
            or (zone >= t["n_zones"]).any() or (s["zone"][n:] >= 0).any(),
        "a seat without a zone after the setting up": s["phase"] != Phase.SETUP and (zone < 0).any(),
        "something of a seat that nobody plays": (seats >= n) & ((s["points"] != 0) | (s["kills"] != 0) | (hands != 0) | (decks != 0)),
        "a card in two places": (hands & decks) | (hands & gone) | (decks & gone),
        "other cards than the deck has": held != deck,
        "a card shown that is not held": (s["shown"] & ~hands[None, :]) > 0,
        "a battlegroup activated that the army does not have": (s["spent"] > 0) & (t["group_used"] == 0),
        "a battlegroup Directly Deployed that is not declared": (s["direct"] > 0)
            & ((t["direct"] == 0) | (s["phase"] != Phase.SETUP) | (t["group_used"] == 0) | (t["group_reserve"] > 0)),
        "a Commander who is none": _commanders(s["boost"], t) | _commanders(s["inspired"], t),
        "a turn of nobody": max(int(s["turn"]), int(s["blame"])) >= n,
        "a card asked about that the deck does not have": s["asked_card"] >= 0 and not int(deck) >> int(s["asked_card"]) & 1,
    })  # fmt: skip
    yield from _active(s, t)
    for name in ("squad", "shooter", "prey"):
        if s[name] >= 0 and not t["squad_size"][int(s[name])]:
            yield "a squad acts that there is not"


def _active(s: np.void, t: np.void) -> Iterator[str]:
    """The active battlegroup is one that its player has activated; nobody's is while none is under way, or declared."""
    frames, active = s["frames"][: int(s["depth"])], int(s["group"])
    kinds = [int(frame["kind"]) for frame in frames]
    if Frame.GROUP in kinds:
        seat = int(frames[kinds.index(Frame.GROUP)]["seat"])
        if active < 0 or seat != s["turn"] or not t["group_used"][seat, active] or not s["spent"][seat, active]:
            yield "a battlegroup is active that its player has not activated"
    elif active >= 0 and not (Frame.SETUP in kinds and t["group_used"][:, active].any()):
        yield "a battlegroup is active that nobody has activated"


def _commanders(slots: np.ndarray, t: np.void) -> np.ndarray:
    """Which of these units are no Commanders of their seats, -1 left aside."""
    who = np.maximum(slots.astype(int), 0)
    return np.asarray((slots >= 0) & ((t["unit_cv"][who] == 0) | (SEAT_OF[who] != np.arange(SEATS))))


def _attack(s: np.void, t: np.void) -> Iterator[str]:
    """Shots and damage dice of the present attack, and cards on the stack."""
    shots, hits, stack = s["shots"][: int(s["n_shots"])], s["hits"][: int(s["n_hits"])], s["stack"][: int(s["n_played"])]
    used, n = t["unit_used"] > 0, int(t["seats"])
    tokens = Frame.COLLATERAL in s["frames"]["kind"][: int(s["depth"])]  # their dice are of a squad, or of the piece

    def nobody(slot: np.ndarray) -> np.ndarray:
        return np.asarray((slot >= 0) & ~used[np.maximum(slot.astype(int), 0)])

    firer = np.maximum(shots["firer"].astype(int), 0)
    yield from holding({
        "a shot by nobody, or with a weapon that the unit does not have": (shots["firer"] < 0) | nobody(shots["firer"])
            | (shots["weapon"] >= t["unit_weapons"][firer]),
        "a shot at nobody": nobody(shots["target"]) | (shots["piece"] >= t["n_pieces"]) | ((shots["target"] < 0) == (shots["piece"] < 0)),
        "a hit on nobody": ((hits["target"] < 0) & (hits["piece"] < 0) & (not tokens)) | nobody(hits["target"])
            | (hits["piece"] >= t["n_pieces"]) | (hits["shot"] >= max(int(s["n_shots"]), 1)),
        "a card played by nobody": (stack["seat"] < 0) | (stack["seat"] >= n) | (stack["target"] >= SLOTS) | (stack["card"] >= CARDS),
    })  # fmt: skip


def _processes(s: np.void, t: np.void) -> Iterator[str]:
    """What is under way, whom each process concerns, and whether the question belongs there."""
    decision, frames = Decision(int(s["decision"])), s["frames"][: int(s["depth"])]
    kinds = [Frame(int(frame["kind"])) for frame in frames]
    if not kinds or kinds[0] != Frame.GAME:
        yield "no game is under way"
        return
    if any(below not in _BELOW.get(kind, ()) for below, kind in zip(kinds, kinds[1:], strict=False)):
        yield "a process in the middle of one that it cannot interrupt"
    if kinds[-1] not in _ASKED.get(decision, ()):
        yield f"{decision.name} in the middle of something else"
    if s["frames"][-1] != np.zeros(1, s["frames"].dtype)[0]:
        yield "the frame that must stay blank is not"
    squads, used, n = t["squad_size"] > 0, t["unit_used"] > 0, int(t["seats"])
    for kind, frame in zip(kinds, frames, strict=True):
        squad, slot, piece, seat = (int(frame[name]) for name in ("squad", "slot", "piece", "seat"))
        lead, transport = int(frame["lead"]), int(frame["transport"])
        yield from holding({
            f"{kind.name} at a step that it does not have": frame["step"] > _STEPS[kind],
            f"{kind.name} of a squad that there is not": (squad >= 0 and not squads[squad]) or (squad < 0 and kind in _OF_SQUAD),
            f"{kind.name} of a unit that there is not": any(who >= 0 and not used[who] for who in (slot, lead, transport)),
            f"{kind.name} at scenery that there is not": piece >= t["n_pieces"] or (piece < 0 and kind in _OF_PIECE),
            f"{kind.name} of a Transport that there is not": kind in _OF_TRANSPORT and (transport < 0 or t["unit_room"][transport] == 0),
            f"{kind.name} of a seat that nobody plays": seat >= n,
            f"{kind.name} off the board": _off(t, frame["cell"]) | _off(t, frame["start"]),
            f"{kind.name} beyond the last seat": frame["place"] > n,
        })  # fmt: skip
        if kind == Frame.SHOOT and (
            frame["weapon"] > t["unit_weapons"][int(t["squad_first"][squad])]
            or frame["shot"] > s["n_shots"]
            or frame["hit"] > s["n_hits"]
        ):
            yield "a Shoot action with more weapons or shots than there are"


def _question(s: np.void, t: np.void) -> Iterator[str]:
    """What the question is about, and whose it is."""
    decision, seat, about = Decision(int(s["decision"])), int(s["decider"]), int(s["subject"])
    kind = QUESTIONS.rows[decision].subject
    if kind == "card" and not 0 <= about < CARDS:
        yield f"{decision.name} is about no card"
    if kind != "unit":
        return
    if not 0 <= about < SLOTS or not t["unit_used"][about]:
        yield f"{decision.name} is about no unit"
        return
    top = s["frames"][int(s["depth"]) - 1]
    squad, gone = int(t["unit_squad"][about]), s["units"]["status"][about] in (Status.ABSENT, Status.DESTROYED)
    yield from holding({
        f"{decision.name} is about a unit that is gone": gone and decision not in (Decision.FOCUS, Decision.SPREAD),
        f"{decision.name} of another seat's unit": decision not in _BY_OTHERS and SEAT_OF[about] != seat,
        f"{decision.name} is about another squad": Frame(int(top["kind"])) in (Frame.SQUAD, Frame.MOVE, Frame.ENTER, Frame.FLEE, Frame.BOARD)
            and squad != top["squad"],
    })  # fmt: skip


def _ways(s: np.void, t: np.void) -> Iterator[str]:
    """The ways that were found for the unit that moves are those that it has; nobody else has any."""
    if s["decision"] != Decision.MOVE or s["units"]["piece"][int(s["subject"])] >= 0:
        if (s["halves"] != FAR).any() and s["decision"] != Decision.GO_ON:
            yield "ways of somebody who does not move"
        return
    again = s.copy()
    again["halves"], again["hub"], again["span"] = FAR, 0, 0
    ask(prepare_unit, again, t, int(s["subject"]))
    if (again["halves"] != s["halves"]).any() or again["span"] != s["span"]:
        yield "other ways than the unit has"
