"""Could play have led here? What is wrong with a saved game whose fields are all in range.

Compiled rules trust their state: every number that they use as an index, and every process that they go on with, is looked at here.
Only the first complaint counts: each check may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.ruleset import MAX_SEATS, Scenario
from skirmish_rl.envs.core.saved import Stack, ask, holding, misplaced, running, within
from skirmish_rl.envs.godbreakers.questions import GROUP_OF, Decision, Group
from skirmish_rl.envs.godbreakers.rules.activating import pile_cell
from skirmish_rl.envs.godbreakers.rules.compulsion import is_aim
from skirmish_rl.envs.godbreakers.rules.frames import Activation, Engage, Game, Placing
from skirmish_rl.envs.godbreakers.rules.setting_up import hunt_kind, hunt_threats
from skirmish_rl.envs.godbreakers.rules.terrain import POOL_BARRICADES, POOL_PATCHES, rebuild_ground
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    DICE,
    GODBREAKERS,
    PIECES,
    SIDE,
    SLOTS,
    STATIC_PIECES,
    TOKENS,
    Compulsion,
    Frame,
    Ground,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Shape,
    Spot,
    Stage,
    Status,
    Trait,
)

_CIRCLE_OF = np.minimum(np.arange(SLOTS) // CIRCLE_SIZE, MAX_SEATS)
_MARKER_KINDS = np.array([MarkerKind.OBJECTIVE, *np.repeat([MarkerKind.SHARD, MarkerKind.OBJECTIVE, MarkerKind.HOARD], MAX_SEATS)])
_MARKER_SEATS = np.array([-1, *np.tile(np.arange(MAX_SEATS), 3)])
_PHASES = {
    **dict.fromkeys((Game.MARKERS, Game.BEASTS, Game.DEPLOY, Game.THREAT), Phase.SETUP),
    **dict.fromkeys((Game.ROLLERS, Game.SPAWNS), Phase.INITIATIVE),
    **dict.fromkeys((Game.PLAYERS, Game.WILDS), Phase.ACTIVATION),
    Game.CASUALTIES: Phase.RECOVERY,
}
_PIECE_FACTS = ("barricade", "impassable", "shape")
_STOCK = {Shape.DRAWN: 0, Shape.PATCH: POOL_PATCHES, Shape.ROW: POOL_BARRICADES, Shape.COLUMN: POOL_BARRICADES}
_TRAIT_ASKED = {
    Decision.CUNNING: Trait.CUNNING, Decision.VENGEANCE: Trait.VENGEFUL, Decision.SHOVE: Trait.JUGGERNAUT, Decision.SHOVE_CELL: Trait.JUGGERNAUT,
    Decision.HIDDEN_WAYS: Trait.MYSTERIOUS, Decision.DESPOIL_UNIT: Trait.DESPOILING, Decision.DESPOIL_CELL: Trait.DESPOILING,
    Decision.RUIN_PIECE: Trait.RUINOUS, Decision.SHAPE_CELL: Trait.SHAPING, Decision.SUMMON_CELL: Trait.SUMMONING,
    Decision.NOMINATE: Trait.MERCILESS,
}  # fmt: skip


def _stacks() -> dict[int, set[Stack]]:
    """The processes that can be under way at each decision."""

    def game(*steps: Game) -> list[Stack]:
        return within([()], Frame.GAME, *steps)

    def active(*steps: Activation) -> list[Stack]:
        return within(game(Game.PLAYERS, Game.WILDS), Frame.ACTIVATION, *steps)

    acting = within(game(Game.PLAYERS), Frame.ACTIVATION, Activation.AFTER)  # a player's model, in a special action
    found = {
        Decision.PLACE_SHARD: game(Game.MARKERS), Decision.PLACE_MARKER: game(Game.MARKERS),
        Decision.PLACE_THREAT: game(Game.MARKERS, Game.BEASTS), Decision.DEPLOY_UNIT: game(Game.DEPLOY), Decision.DEPLOY_CELL: game(Game.DEPLOY),
        Decision.DEPLOY_THREAT: game(Game.THREAT), Decision.ROLLER: game(Game.ROLLERS), Decision.PRIORITY: game(Game.SPAWNS),
        Decision.NEXT_MARKER: game(Game.SPAWNS),
        Decision.SPAWN: within([*game(Game.SPAWNS, Game.CASUALTIES), *acting], Frame.PLACE, Placing.SPAWN),
        Decision.STALKER_CELL: within(acting, Frame.PLACE, Placing.STALKER),
        Decision.BROOD: within(game(Game.CASUALTIES), Frame.PLACE, Placing.BROOD),
        Decision.ACTIVATE: game(Game.PLAYERS), Decision.WILD_ACTIVATE: game(Game.WILDS),
        Decision.WILD_TARGET: within(game(Game.WILDS), Frame.ACTIVATION, Activation.CHOOSE), Decision.ACTION: active(Activation.CHOOSE),
        Decision.CLAIM: active(Activation.CLAIMS), Decision.HANDOFF_COUNT: within(game(Game.PLAYERS), Frame.ACTIVATION, Activation.HANDOFF),
        Decision.NOMINATE: within(active(Activation.AFTER), Frame.ENGAGE, Engage.NOMINATE),
        Decision.CUNNING: within(active(Activation.AFTER), Frame.ENGAGE, Engage.DAMAGE),
        Decision.VENGEANCE: within(active(Activation.AFTER), Frame.ENGAGE, Engage.VENGEANCE),
        Decision.SHOVE: within(active(Activation.AFTER), Frame.ENGAGE, Engage.END),
        Decision.SHOVE_CELL: within(active(Activation.AFTER), Frame.ENGAGE, Engage.END),
    }  # fmt: skip
    return {int(d): set(found.get(d, acting)) for d in Decision if d}


_STACKS = _stacks()


def wrong(s: np.void, scenario: Scenario) -> Iterator[str]:
    """What is wrong with a saved game whose fields are all in range."""
    t, most = scenario.tables[int(s["variant"])], scenario.max_decisions
    if s["decisions"] > most:
        yield f"{int(s['decisions'])} decisions in a game that has at most {most}"
    yield from _seats(s, t)
    yield from _units(s, t)
    yield from _things(s, t)
    yield from _board(s, t)
    if not s["over"]:
        yield from _process(s, t)
    elif s["decision"] or not s["winners"]:
        yield "it is over without a winner, or with a question"


def _rank(s: np.void, slot: int, trait: Trait) -> int:
    own = int(s["units"]["traits"][slot][trait])
    return own or int(s["shard_trait"][s["units"]["circle"][slot]] == trait)


def _seats(s: np.void, t: np.void) -> Iterator[str]:
    """Who still plays, and in which order."""
    seats, surviving = int(s["seats"]), int(s["surviving"])
    left = [seat for seat in range(seats) if not int(s["routed"]) >> seat & 1]
    rollers = [(0, *range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1))) for seat in range(seats)]
    yield from holding({
        "the priority order is not that of the circles still in play":
            s["routed"] >> seats or sorted(s["order"][:surviving].tolist()) != left or not (left or s["over"]),
        "seniority is no order of the seats": sorted(s["seniority"][:seats].tolist()) != list(range(seats)),
        "it is the turn of nobody": (s["phase"] == Phase.ACTIVATION and s["turn"] >= surviving) or s["initiative"] >= seats,
        "a circle's initiative is rolled by another's model": any(s["rollers"][seat] not in own for seat, own in enumerate(rollers)),
        f"round {int(s['round'])} of {int(t['rounds'])}": not 0 <= s["round"] <= t["rounds"],
    })  # fmt: skip


def _units(s: np.void, t: np.void) -> Iterator[str]:
    """Each model by itself."""
    units, seats = s["units"], int(s["seats"])
    status, kind, seat, cell = units["status"], units["kind"], units["seat"], units["cell"]
    slot = np.arange(SLOTS)
    on_board, hero = status == Status.ON_BOARD, slot < GODBREAKERS
    there = status != Status.ABSENT
    fielded = hero & (seats > _CIRCLE_OF) & (t["fielded"][slot % CIRCLE_SIZE] > 0)
    routed = (int(s["routed"]) >> np.maximum(seat, 0)) & 1
    yield from holding({
        "godbreakers who were not fielded, or fielded ones who are missing": hero & (there != fielded),
        "a model of another circle": (units["circle"] != np.where(fielded, _CIRCLE_OF, MAX_SEATS)) | (fielded & (seat != _CIRCLE_OF)),
        "an unaligned model that is neither on the battlefield nor gone": ~hero & there & ~on_board,
        "a godbreaker in an unaligned slot, or the reverse": there & ((kind == Kind.GODBREAKER) != hero),
        "a model that this scenario does not have": ~hero & on_board & (t["kind_column"][kind] < 0),
        "a model of a seat that does not play": on_board & (seat >= 0) & ((seat >= seats) | ((routed > 0) & ~hero)),
        "models in more slots than there are": on_board & (slot >= np.where(hero, GODBREAKERS, GODBREAKERS + t["unaligned_rows"])),
        "models beyond the slots in use": (there | on_board) & (slot >= s["used"]),
        "a model on the battlefield without a cell, or the reverse": on_board != (cell >= 0),
        "a die that does not exist": there & ~np.isin(units["die"], DICE),
        "a trait that this scenario does not have": (there[:, None] & (units["traits"] > 0) & (t["trait_column"] < 0)).any(axis=1),
        "a token that this scenario does not have": (there[:, None] & (units["tokens"] > 0) & (t["token_column"] < 0)).any(axis=1),
        "a summoned model without a summoner, or the reverse": on_board & ((kind == Kind.SUMMONED) != (units["summoner"] >= 0)),
        "a summoner who does not play": units["summoner"] >= seats,
        "Triumphs of a model that has none": ~fielded & ((units["triumphs"] > 0) | (units["ascending"] > 0)),
        "Triumphs that will never be applied": ((units["triumphs"] > 0) | (units["ascending"] > 0)) & (s["pending"] == 0),
        "a model that dies where none can": (units["dying"] > 0) & (~on_board | (s["phase"] != Phase.RECOVERY)),
        "a ready model where none can be": (units["ready"] > 0) & (~on_board | (seat < 0) | (t["ready"] == 0)),
        "a provoked model that was not ready": (units["provoked"] >= 0) & (units["ready"] == 0),
        f"{int(s['used'])} slots in use": not CIRCLE_SIZE * seats <= s["used"] <= GODBREAKERS + t["unaligned_rows"],
    })  # fmt: skip


def _things(s: np.void, t: np.void) -> Iterator[str]:
    """Markers, tokens on the ground, terrain pieces."""
    markers, pieces, seats = s["markers"], s["pieces"], int(s["seats"])
    standing = markers["cell"] >= 0
    extras = {MarkerKind.OBJECTIVE: t["see_objectives"], MarkerKind.HOARD: t["see_hoards"]}
    strange = [k for k in np.flatnonzero(standing) if _MARKER_SEATS[k] >= seats or (k > MAX_SEATS and not extras[_MARKER_KINDS[k]])]
    traits = s["shard_trait"]
    lent, no_shard = t["trait_column"][traits[traits >= 0]], (traits[:MAX_SEATS] >= 0) != standing[1 : 1 + MAX_SEATS]
    yield from holding({
        "a marker that is not what its place in the list says": (standing != (markers["kind"] > 0))
        | (standing & ((markers["kind"] != _MARKER_KINDS) | (markers["seat"] != _MARKER_SEATS))),
        "a marker that this scenario does not have": len(strange) > 0,
        "the trait of a shard that does not stand, or that no circle has": no_shard.any() or traits[MAX_SEATS] >= 0 or (lent < 0).any(),
        "tokens off the board": s["piles"][:, t["board"] == Spot.OFF_BOARD],
        "tokens of a type that this scenario does not have": s["piles"][t["token_column"] < 0],
    })  # fmt: skip
    present, shaped, own = pieces["present"] > 0, pieces["cell"] >= 0, np.arange(PIECES) < t["n_pieces"]
    if (present & ~shaped & ~own).any():
        yield "a terrain piece that the map does not have"
    for piece in np.flatnonzero(present):
        p = pieces[piece]
        if not shaped[piece] and any(p[fact] != t["piece_" + fact][piece] for fact in _PIECE_FACTS if piece < STATIC_PIECES):
            yield "a terrain piece of the map that has changed"
        elif shaped[piece] and (p["shape"] == Shape.DRAWN or p["impassable"] or p["barricade"] != (p["shape"] != Shape.PATCH) or not _fits(t, p)):
            yield "a terrain piece that nobody can have placed"
    for shape, count in _STOCK.items():
        of_map = int((t["piece_shape"][: t["n_pieces"]] == shape).sum()) if shape else 0
        if s["pool"][shape] + (int((present & (pieces["shape"] == shape)).sum()) if shape else 0) != count + of_map:
            yield "terrain pieces that are neither on the board nor in the pool"
    if not s["reshaped"] and ((present != own) | (present & shaped)).any():
        yield "terrain that has changed without notice"


def _fits(t: np.void, piece: np.void) -> bool:
    """True if a shaped piece lies on the board."""
    x, y = int(piece["cell"]) % SIDE, int(piece["cell"]) // SIDE
    wide, high = int(piece["shape"] != Shape.COLUMN), int(piece["shape"] != Shape.ROW)
    return wide <= x < t["size"] - wide and high <= y < t["size"] - high


def _board(s: np.void, t: np.void) -> Iterator[str]:
    """One model, marker or barricade to a cell, and `board` and `ground` say which."""
    built = np.array([s])
    ask(rebuild_ground, built[0], t)
    on_board, standing = s["units"]["cell"] >= 0, s["markers"]["cell"] >= 0
    walls = np.flatnonzero(built[0]["ground"] & Ground.BARRICADE)
    taken = np.concatenate([s["units"]["cell"][on_board], s["markers"]["cell"][standing], walls])
    board = np.where(t["board"] == Spot.OFF_BOARD, int(Spot.OFF_BOARD), int(Spot.FREE))
    if len(set(taken.tolist())) != len(taken) or (board[taken] != Spot.FREE).any():
        yield "two things on one cell, or something off the board"
    board[s["units"]["cell"][on_board]] = np.flatnonzero(on_board)
    board[s["markers"]["cell"][standing]] = Spot.MARKER + np.flatnonzero(standing)
    board[walls] = Spot.BARRICADE
    handles = built[0]["pieces"]["handle"] != s["pieces"]["handle"]
    yield from holding({
        "the board does not show what stands on it": board != s["board"],
        "the ground does not show the terrain": (built[0]["ground"] != s["ground"]).any() or handles[s["pieces"]["present"] > 0].any(),
    })  # fmt: skip


def _process(s: np.void, t: np.void) -> Iterator[str]:
    """What is under way, whom it concerns, and who is asked."""
    decision, frames = Decision(int(s["decision"])), running(s)
    yield from misplaced(s, decision, _STACKS[decision] if t["decision_column"][decision] >= 0 else ())
    phase = _PHASES[Game(int(frames[Frame.GAME]["step"]))]
    if s["phase"] != phase or (s["round"] == 0) != (phase == Phase.SETUP) or (s["initiative"] < 0 and phase > Phase.INITIATIVE):
        yield "what is under way belongs to another phase"
    yield from _active(s, t, frames)
    yield from _engage(s, frames)
    yield from _moment(s, t, frames)
    yield from _subject(s, t, frames)


def _active(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The active model."""
    active, decision = int(s["active"]), Decision(int(s["decision"]))
    frame = frames.get(Frame.ACTIVATION)
    if frame is None:
        if active >= 0 or s["aim"] >= 0 or s["compulsion"] or s["actions_left"]:
            yield "an active model without an activation"
        return
    unit = s["units"][active]
    # a model that ascends in its activation may still provoke a ready one
    if active < 0 or (unit["status"] != Status.ON_BOARD and GROUP_OF[decision] != Group.ENGAGE):
        yield "an activation of nobody"
    wild, actions = unit["seat"] < 0, 2 if unit["kind"] == Kind.GODBREAKER else 1
    acts = decision in (Decision.ACTION, Decision.WILD_TARGET)
    yield from holding({
        "a model is active out of its turn": wild == (frames[Frame.GAME]["step"] == Game.PLAYERS) or not unit["activated"],
        "more actions than a model has": s["actions_left"] + s["moves"] + s["engages"] > actions or (acts and not s["actions_left"]),
        "a compulsion of a model that has none, or the reverse": wild != (s["compulsion"] != Compulsion.NONE) or (not wild and s["aim"] >= 0),
    })  # fmt: skip
    if decision == Decision.ACTION and s["aim"] >= 0 and not ask(is_aim, s, t, active, int(s["compulsion"]), int(s["aim"])):
        yield "a compulsion that points at nothing"


def _engage(s: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The running Engage."""
    units, engaged = s["units"], s["engaged"][: s["n_engaged"]].tolist()
    frame = frames.get(Frame.ENGAGE)
    if sorted(engaged) != np.flatnonzero(units["result"] >= 0).tolist() or (s["winner"] >= 0 and s["winner"] not in engaged):
        yield "models are engaged that are not"
    if (len(engaged) >= 2) != (frame is not None) or (frame is None and engaged):
        yield "an Engage of nobody, or none where one runs"
    if frame is None:
        return
    decision, active = Decision(int(s["decision"])), int(s["active"])
    if (units["status"][engaged] != Status.ON_BOARD).any():
        yield "models are engaged that are not there"
    if decision == Decision.NOMINATE and (engaged[0] != active or len(engaged) - 2 >= _rank(s, active, Trait.MERCILESS)):
        yield "more models are nominated than may be"
    if decision == Decision.VENGEANCE:
        if frame["avenger"] >= len(engaged) or engaged[frame["avenger"]] != s["subject"] or not units["hurt"][s["subject"]]:
            yield "a model strikes back that is not hurt"
    elif active not in engaged or (decision == Decision.SHOVE_CELL and s["subject"] not in engaged):
        yield "a choice in an Engage of others"


def _moment(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """The moment of the game that a question belongs to: its frame's numbers, and the fields that say what it is about."""
    decision, game, seats = Decision(int(s["decision"])), frames[Frame.GAME], int(s["seats"])
    step = Game(int(game["step"]))
    told = {"new_model": 0, "new_marker": 0, "new_piece": 0, "token": -1, "to_place": 0}
    free = (s["units"]["status"][GODBREAKERS:] == Status.ABSENT).any()
    if not free and (Frame.PLACE in frames or decision in (Decision.PLACE_THREAT, Decision.DEPLOY_THREAT, Decision.SUMMON_CELL)):
        yield "there is no slot for a new model"
    if step == Game.MARKERS:
        place, face, left = int(game["marker_place"]), int(game["face"]), int(s["to_place"])
        stages = {Decision.PLACE_SHARD: Stage.EXTRA, Decision.PLACE_MARKER: Stage.HUNT if t["rule"] == Rule.HUNT else Stage.DONE}
        if place >= seats or game["stage"] != stages.get(decision, Stage.HUNT) or (not t["full_setup"] and game["stage"] != Stage.HUNT):
            yield "a marker is set up at the wrong time"
        elif game["stage"] == Stage.HUNT:
            if t["rule"] != Rule.HUNT or not face or not 0 < left <= hunt_threats(face) or (face in (4, 5)) != (decision == Decision.PLACE_MARKER):
                yield "a hunt roll that asks for something else"
            told["to_place"] = left
            told["new_model"] = 0 if face in (4, 5) else int(hunt_kind(face, hunt_threats(face) - left))
            told["new_marker"] = {4: int(MarkerKind.HOARD), 5: int(MarkerKind.OBJECTIVE)}.get(face, 0)
            if face == 1 and left == 1 and (game["latest_threat"] < 0 or s["board"][game["latest_threat"]] < GODBREAKERS):
                yield "the second of two stalkers without the first"
        elif decision == Decision.PLACE_SHARD:
            told["new_marker"] = int(MarkerKind.SHARD)
        else:
            told["new_marker"] = int(MarkerKind.OBJECTIVE if t["rule"] == Rule.SABOTEURS else MarkerKind.HOARD)
            if t["rule"] not in (Rule.SABOTEURS, Rule.TREASURE):
                yield "a marker is set up that this scenario does not have"
        standing = s["markers"]["cell"][1 + s["seniority"][: place + (decision != Decision.PLACE_SHARD)]] >= 0
        if not standing.all() or s["units"]["cell"][:GODBREAKERS].max() >= 0:
            yield "the set-up is out of order"
    elif step in (Game.BEASTS, Game.DEPLOY, Game.THREAT):
        if (s["markers"]["cell"][1 : 1 + seats] < 0).any():
            yield "a circle is deployed without its shard"
        if decision == Decision.PLACE_THREAT:
            told["new_model"] = int(Kind.GREAT_BEAST)
        if decision == Decision.DEPLOY_THREAT:
            told["new_model"] = int(Kind.BYSTANDER if t["rule"] == Rule.INFILTRATORS else Kind.AFFLICTED)
        rules = {Game.BEASTS: (Rule.NEST,), Game.THREAT: (Rule.INFILTRATORS, Rule.CURE)}.get(step, tuple(Rule))
        if t["rule"] not in rules:
            yield "a threat is set up that this scenario does not have"
        chosen = step != Game.DEPLOY or game["deployed"] >= 0
        in_turn = 0 < game["beast_place"] <= seats if step == Game.BEASTS else game["deploy_place"] < seats
        if not in_turn or chosen == (decision == Decision.DEPLOY_UNIT):
            yield "a circle is deployed out of its turn"
    elif step == Game.SPAWNS and decision == Decision.PRIORITY and game["served"] >= 0:
        yield "the priority order comes after the round's new models"
    elif step == Game.CASUALTIES:
        slot = int(game["casualty"])
        if game["batch"] > s["surviving"] or slot < 0 or not s["units"]["dying"][slot] or not game["replaced"]:
            yield "a casualty that is none"
    if decision in (Decision.CLAIM, Decision.HANDOFF_COUNT):
        told["token"] = (int(frames[Frame.ACTIVATION]["pile"]) % TOKENS if decision == Decision.CLAIM else int(frames[Frame.ACTIVATION]["handed"]))
    if decision == Decision.SHAPE_CELL:
        told["new_piece"] = int(s["new_piece"]) or -1
        if s["pool"][s["new_piece"]] == 0:
            yield "a terrain piece that is not in the pool"
    if decision == Decision.SUMMON_CELL:
        told["new_model"] = int(Kind.SUMMONED)
    if Frame.PLACE in frames:
        told["new_model"] = int(s["new_model"]) or -1
        if t["board"][frames[Frame.PLACE]["near"]] == Spot.OFF_BOARD or t["kind_column"][s["new_model"]] < 0:
            yield "a new model that this scenario does not have, or off the board"
    yield from holding({f"{name} = {int(s[name])} at {decision.name}": s[name] != value for name, value in told.items()})
    if decision in _TRAIT_ASKED:
        slot = int(s["subject"]) if decision == Decision.VENGEANCE else int(s["active"])
        if slot < 0 or not _rank(s, slot, _TRAIT_ASKED[decision]):
            yield f"{decision.name} of a model that cannot"


def _subject(s: np.void, t: np.void, frames: dict[int, np.void]) -> Iterator[str]:
    """What the question is about, and whose it is."""
    decision, decider, subject, units = Decision(int(s["decision"])), int(s["decider"]), int(s["subject"]), s["units"]
    game, active, group = frames[Frame.GAME], int(s["active"]), GROUP_OF[int(s["decision"])]
    seats = int(s["seats"])
    director = int(s["order"][s["surviving"] - 1])

    def controller(slot: int) -> int:
        return int(units["seat"][slot]) if units["seat"][slot] >= 0 else director

    about, whose = -1, decider
    if group == Group.SET_UP:
        step = game["step"]
        turn = {Game.MARKERS: int(game["marker_place"]), Game.BEASTS: int(game["beast_place"]) - 1}.get(step, int(game["deploy_place"]))
        reverse = step == Game.BEASTS or (step != Game.MARKERS and t["rule"] != Rule.NEST)
        whose = int(s["seniority"][seats - 1 - turn if reverse else turn])
        if decision in (Decision.DEPLOY_CELL, Decision.DEPLOY_THREAT):
            about = int(game["deployed"])
            waits = Status.RESERVE if decision == Decision.DEPLOY_CELL else Status.ON_BOARD
            if about < 0 or _CIRCLE_OF[about] != whose or units["status"][about] != waits:
                about = -2
    elif group == Group.ROUND:
        whose = int(game["roller_seat"]) - 1 if decision == Decision.ROLLER else int(s["initiative"])
        earlier = [seat for seat in s["order"][: s["surviving"]].tolist() if decision == Decision.ROLLER and seat < whose]
        rolling = s["rollers"][earlier]
        declined = t["letter"] > 0 and rolling % CIRCLE_SIZE == 0
        if (_CIRCLE_OF[rolling] != earlier).any() or ((units["status"][rolling] != Status.ON_BOARD) & ~np.asarray(declined)).any():
            about = -2
    elif group == Group.PLACING:
        about = int(frames[Frame.PLACE]["near"])
        whose = int(units["seat"][active]) if decision == Decision.STALKER_CELL else director
    elif decision == Decision.ACTIVATE:
        whose = int(s["order"][s["turn"]])
    elif decision == Decision.WILD_ACTIVATE:
        whose = director
    elif decision == Decision.CLAIM:
        whose = controller(active)
        about = int(pile_cell(int(units["cell"][active]), int(frames[Frame.ACTIVATION]["pile"])))
        if about < 0 or frames[Frame.ACTIVATION]["pile"] >= 9 * TOKENS or not s["piles"][s["token"], about]:
            about = -2
    elif decision == Decision.HANDOFF_COUNT:
        whose, about = int(units["seat"][active]), int(frames[Frame.ACTIVATION]["receiver"])
        friend = about not in (-1, active) and units["status"][about] == Status.ON_BOARD and units["seat"][about] == units["seat"][active]
        if frames[Frame.ACTIVATION]["handed"] >= TOKENS or not friend or not units["tokens"][active, s["token"]]:
            about = -2
    elif decision == Decision.DESPOIL_CELL:
        whose = int(units["seat"][active])
        fallen = 0 <= subject < GODBREAKERS and units["status"][subject] == Status.CASUALTY and _CIRCLE_OF[subject] == whose
        about = subject if fallen else -2
    elif decision in (Decision.VENGEANCE, Decision.SHOVE_CELL):
        about, whose = subject, controller(subject if decision == Decision.VENGEANCE else active)
    else:
        about, whose = active, controller(active)
    if subject != about or decider != whose or decider not in s["order"][: s["surviving"]]:
        yield f"{decision.name} is about something else, or another seat's to answer"
