"""What is asked, of whom, answered with what: one row for every decision. Dossier, Action layout."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.godbreakers.state import CELLS, CIRCLE_SIZE, GODBREAKERS, SIDE, SLOTS, Act

MOST = 7  # the last COUNT means "all" when more are carried


class Group(IntEnum):
    SETUP = 0
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


class Decision(Question):
    """What can be asked, as rows of `Question`.

    Beside each: what `state.subject` is, where it is not the active model, and the fields that say more.
    """

    NONE = 0
    PLACE_SHARD = 1, Group.SETUP, "each, by seniority", _PLACE, "where the shard marker goes"  # new_marker
    PLACE_MARKER = 2, Group.SETUP, "each, by seniority", _PLACE, "where the scenario's marker goes"  # new_marker; to_place in the hunt
    PLACE_THREAT = (
        3,
        Group.SETUP,
        "the player whose set-up rule says so",
        _PLACE,
        "where the new model goes",
    )  # new_model; to_place in the hunt
    DEPLOY_UNIT = 4, Group.SETUP, "each in turn", {"slot": "deploy"}, "which godbreaker to deploy"
    DEPLOY_CELL = 5, Group.SETUP, "who deploys it", _PLACE, "where to deploy {subject}", "unit"  # the godbreaker that is deployed
    DEPLOY_THREAT = (6, Group.SETUP, "who deploys", _PLACE,
                     "where the model that comes with {subject} goes", "unit")  # the godbreaker just deployed; new_model  # fmt: skip
    ROLLER = (
        7,
        Group.ROUND,
        "the owner of a leaderless circle",
        {"pass": "pass", "slot": "roll"},
        "who rolls for initiative in the leader's place",
    )
    PRIORITY = 8, Group.ROUND, "the winner of the initiative", {"order": "order"}, "the priority order of this round"
    SPAWN = (9, Group.PLACING, _DIRECTOR, _PLACE,
             "where the wild model that appears by {subject} stands", "cell")  # the cell by which it appears; new_model  # fmt: skip
    ACTIVATE = 10, Group.ACTIVATION, _PLAYER, {"slot": "activate"}, "which model to activate"
    ACTION = (11, Group.ACTION, _CONTROLLER, {"pass": "pass", "cell": "move", "slot": "engage", "special": "special"},
              "the next action of {subject}: move, engage, special or pass", "unit")  # fmt: skip
    CLAIM = (12, Group.TOKENS, _CONTROLLER, {"count": "take"},
             "how many tokens to claim at {subject}", "cell")  # the cell of the pile; token. The active model claims  # fmt: skip
    NOMINATE = (13, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "slot": "nominate"},
                "another model for {subject} to nominate (Merciless), or pass", "unit")  # fmt: skip
    CUNNING = (14, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "cell": "step"},
               "a step of {subject} before damage (Cunning), or pass", "unit")  # fmt: skip
    VENGEANCE = (15, Group.ENGAGE, "the Vengeful model's player, or the director", {"pass": "pass", "slot": "strike"},
                 "whom {subject} strikes back (Vengeful), or pass", "unit")  # the avenger  # fmt: skip
    SHOVE = (16, Group.ENGAGE, _CONTROLLER, {"pass": "pass", "slot": "shove"},
             "which engaged model {subject} shoves (Juggernaut), or pass", "unit")  # fmt: skip
    SHOVE_CELL = 17, Group.ENGAGE, _CONTROLLER, {"cell": "to"}, "where {subject} is shoved", "unit"  # the model that is shoved
    SUNDER_MARKER = 18, Group.SPECIAL, _ACTIVE, {"cell": "marker"}, "which controlled marker {subject} sunders", "unit"
    HANDOFF_TO = 19, Group.SPECIAL, _ACTIVE, {"slot": "to"}, "who receives the tokens of {subject}", "unit"
    HANDOFF_COUNT = 20, Group.TOKENS, _ACTIVE, {"count": "take"}, "how many tokens {subject} receives", "unit"  # the receiver; token
    HIDDEN_WAYS = (21, Group.SPECIAL, _ACTIVE, {"pass": "pass", "cell": "place"},
                   "where {subject} reappears (Hidden Ways), or pass", "unit")  # fmt: skip
    DESPOIL_UNIT = 22, Group.SPECIAL, _ACTIVE, {"slot": "return"}, "which fallen godbreaker {subject} returns", "unit"
    DESPOIL_CELL = 23, Group.SPECIAL, _ACTIVE, _PLACE, "where {subject} returns", "unit"  # the godbreaker that returns
    RUIN_PIECE = 24, Group.SPECIAL, _ACTIVE, {"cell": "piece"}, "which terrain piece {subject} ruins", "unit"
    SHAPE_CELL = 25, Group.SPECIAL, _ACTIVE, _PLACE, "where {subject} places the terrain piece", "unit"  # new_piece
    SUMMON_CELL = 26, Group.SPECIAL, _ACTIVE, _PLACE, "where the model that {subject} summons stands", "unit"  # new_model
    VERIFY_UNIT = 27, Group.SPECIAL, _ACTIVE, {"slot": "question"}, "which bystander {subject} verifies", "unit"
    STALKER_CELL = (28, Group.PLACING, _ACTIVE, {"pass": "pass", "cell": "place"},
                    "where a stalker appears by {subject}, or pass", "cell")  # the cell by which it appears; new_model  # fmt: skip
    TREAT_UNIT = 29, Group.SPECIAL, _ACTIVE, {"slot": "treat"}, "which afflicted {subject} treats", "unit"
    WILD_ACTIVATE = 30, Group.ACTIVATION, _DIRECTOR, {"slot": "activate"}, "which wild model acts next"
    WILD_TARGET = 31, Group.ACTIVATION, _DIRECTOR, {"slot": "aim", "cell": "aim"}, "which of the closest {subject} goes for", "unit"
    BROOD = (32, Group.PLACING, _DIRECTOR, {"pass": "pass", "cell": "place"},
             "where a lesser beast appears by {subject}, or pass", "cell")  # the cell by which it appears; new_model  # fmt: skip
    NEXT_MARKER = 33, Group.ROUND, "the winner of the initiative", {"cell": "marker"}, "by which objective a saboteur comes next"


QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        Block("slot", SLOTS, "unit", options=unit_names({**dict.fromkeys("ABCD", CIRCLE_SIZE), "W": SLOTS - GODBREAKERS})),
        Block("cell", CELLS, "cell", width=SIDE),
        Block("order", 24, "number"),
        Block("count", MOST + 1, "number"),
        Block("special", len(Act), "option", options=tuple(act.name.lower().replace("_", "-") for act in Act)),
    ],
    decisions=Decision,
)  # fmt: skip
PASS, SLOT, CELL, ORDER, COUNT, ACT = QUESTIONS.offsets("pass", "slot", "cell", "order", "count", "special")
N_ACTIONS = QUESTIONS.layout.size
