"""What is asked, of whom, answered with what: one row for every decision. Dossier, Action layout."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.godbreakers.state import CELLS, CIRCLE_SIZE, GODBREAKERS, SIDE, SLOTS, Act

MOST = 7  # the last COUNT means "all" when more are carried


class Decision(IntEnum):
    """What can be asked; the rows below say of whom. Behind each: what `state.subject` is, and the fields that say more."""

    NONE = 0
    PLACE_SHARD = 1  # new_marker
    PLACE_MARKER = 2  # new_marker; to_place in the hunt
    PLACE_THREAT = 3  # new_model; to_place in the hunt
    DEPLOY_UNIT = 4
    DEPLOY_CELL = 5  # the godbreaker that is deployed
    DEPLOY_THREAT = 6  # the godbreaker just deployed; new_model
    ROLLER = 7
    PRIORITY = 8
    SPAWN = 9  # the cell by which it appears; new_model
    ACTIVATE = 10
    ACTION = 11  # the active model
    CLAIM = 12  # the cell of the pile; token. The active model claims
    NOMINATE = 13  # the active model
    CUNNING = 14  # the active model
    VENGEANCE = 15  # the avenger
    SHOVE = 16  # the active model
    SHOVE_CELL = 17  # the model that is shoved
    SUNDER_MARKER = 18  # the active model
    HANDOFF_TO = 19  # the active model
    HANDOFF_COUNT = 20  # the receiver; token
    HIDDEN_WAYS = 21  # the active model
    DESPOIL_UNIT = 22  # the active model
    DESPOIL_CELL = 23  # the godbreaker that returns
    RUIN_PIECE = 24  # the active model
    SHAPE_CELL = 25  # the active model; new_piece
    SUMMON_CELL = 26  # the active model; new_model
    VERIFY_UNIT = 27  # the active model
    STALKER_CELL = 28  # the cell by which it appears; new_model
    TREAT_UNIT = 29  # the active model
    WILD_ACTIVATE = 30
    WILD_TARGET = 31  # the active model
    BROOD = 32  # the cell by which it appears; new_model


class Group(IntEnum):
    SET_UP = 0
    ROUND = 1
    ACTIVATION = 2
    ACTION = 3
    ENGAGE = 4
    PLACING = 5
    TOKENS = 6
    SPECIAL = 7


_PLACE = {"cell": "place"}
_PLAYER, _ACTIVE, _DIRECTOR = "the player in priority order", "the active model's player", "the director"
_CONTROLLER = "the active model's player, or the director"

QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        Block("slot", SLOTS, "unit", options=unit_names({**dict.fromkeys("ABCD", CIRCLE_SIZE), "W": SLOTS - GODBREAKERS})),
        Block("cell", CELLS, "cell", width=SIDE),
        Block("order", 24, "number"),
        Block("count", MOST + 1, "number"),
        Block("special", len(Act), "option", options=tuple(act.name.lower().replace("_", "-") for act in Act)),
    ],
    rows=[
        Question(Decision.PLACE_SHARD, Group.SET_UP, "each, by seniority", _PLACE, "where the shard marker goes"),
        Question(Decision.PLACE_MARKER, Group.SET_UP, "each, by seniority", _PLACE, "where the scenario's marker goes"),
        Question(Decision.PLACE_THREAT, Group.SET_UP, "the player whose set-up rule says so", _PLACE, "where the new model goes"),
        Question(Decision.DEPLOY_UNIT, Group.SET_UP, "each in turn", {"slot": "deploy"}, "which godbreaker to deploy"),
        Question(Decision.DEPLOY_CELL, Group.SET_UP, "who deploys it", _PLACE, "where to deploy {subject}", "unit"),
        Question(Decision.DEPLOY_THREAT, Group.SET_UP, "who deploys", _PLACE, "where the model that comes with {subject} goes", "unit"),
        Question(Decision.ROLLER, Group.ROUND, "the owner of a leaderless circle", {"slot": "roll"}, "who rolls for initiative in the leader's place"),
        Question(Decision.PRIORITY, Group.ROUND, "the winner of the initiative", {"order": "order"}, "the priority order of this round"),
        Question(Decision.SPAWN, Group.PLACING, _DIRECTOR, _PLACE, "where the wild model that appears by {subject} stands", "cell"),
        Question(Decision.ACTIVATE, Group.ACTIVATION, _PLAYER, {"slot": "activate"}, "which model to activate"),
        Question(
            Decision.ACTION, Group.ACTION, _CONTROLLER, {"pass": "pass", "cell": "move", "slot": "engage", "special": "special"},
            "the next action of {subject}: move, engage, special or pass", "unit",
        ),
        Question(Decision.CLAIM, Group.TOKENS, _CONTROLLER, {"count": "take"}, "how many tokens to claim at {subject}", "cell"),
        Question(
            Decision.NOMINATE, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "slot": "nominate"},
            "another model for {subject} to nominate (Merciless), or pass", "unit",
        ),
        Question(
            Decision.CUNNING, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "cell": "step"},
            "a step of {subject} before damage (Cunning), or pass", "unit",
        ),
        Question(
            Decision.VENGEANCE, Group.ENGAGE, "the Vengeful model's player, or the director", {"pass": "pass", "slot": "strike"},
            "whom {subject} strikes back (Vengeful), or pass", "unit",
        ),
        Question(
            Decision.SHOVE, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "slot": "shove"},
            "which engaged model {subject} shoves (Juggernaut), or pass", "unit",
        ),
        Question(Decision.SHOVE_CELL, Group.ENGAGE, _CONTROLLER, {"cell": "to"}, "where {subject} is shoved", "unit"),
        Question(Decision.SUNDER_MARKER, Group.SPECIAL, _ACTIVE, {"cell": "marker"}, "which controlled marker {subject} sunders", "unit"),
        Question(Decision.HANDOFF_TO, Group.SPECIAL, _ACTIVE, {"slot": "to"}, "who receives the tokens of {subject}", "unit"),
        Question(Decision.HANDOFF_COUNT, Group.TOKENS, _ACTIVE, {"count": "take"}, "how many tokens {subject} receives", "unit"),
        Question(
            Decision.HIDDEN_WAYS, Group.SPECIAL, _ACTIVE, {"pass": "pass", "cell": "place"},
            "where {subject} reappears (Hidden Ways), or pass", "unit",
        ),
        Question(Decision.DESPOIL_UNIT, Group.SPECIAL, _ACTIVE, {"slot": "return"}, "which fallen godbreaker {subject} returns", "unit"),
        Question(Decision.DESPOIL_CELL, Group.SPECIAL, _ACTIVE, _PLACE, "where {subject} returns", "unit"),
        Question(Decision.RUIN_PIECE, Group.SPECIAL, _ACTIVE, {"cell": "piece"}, "which terrain piece {subject} ruins", "unit"),
        Question(Decision.SHAPE_CELL, Group.SPECIAL, _ACTIVE, _PLACE, "where {subject} places the terrain piece", "unit"),
        Question(Decision.SUMMON_CELL, Group.SPECIAL, _ACTIVE, _PLACE, "where the model that {subject} summons stands", "unit"),
        Question(Decision.VERIFY_UNIT, Group.SPECIAL, _ACTIVE, {"slot": "question"}, "which bystander {subject} verifies", "unit"),
        Question(
            Decision.STALKER_CELL, Group.PLACING, _ACTIVE, {"pass": "pass", "cell": "place"},
            "where a stalker appears by {subject}, or pass", "cell",
        ),
        Question(Decision.TREAT_UNIT, Group.SPECIAL, _ACTIVE, {"slot": "treat"}, "which afflicted {subject} treats", "unit"),
        Question(Decision.WILD_ACTIVATE, Group.ACTIVATION, _DIRECTOR, {"slot": "activate"}, "which wild model acts next"),
        Question(
            Decision.WILD_TARGET, Group.ACTIVATION, _DIRECTOR, {"slot": "aim", "cell": "aim"},
            "which of the closest {subject} goes for", "unit",
        ),
        Question(
            Decision.BROOD, Group.PLACING, _DIRECTOR, {"pass": "pass", "cell": "place"},
            "where a lesser beast appears by {subject}, or pass", "cell",
        ),
    ],
)  # fmt: skip
PASS, SLOT, CELL, ORDER, COUNT, ACT = QUESTIONS.offsets("pass", "slot", "cell", "order", "count", "special")
N_ACTIONS = QUESTIONS.layout.size
GROUP_OF = QUESTIONS.group_of
