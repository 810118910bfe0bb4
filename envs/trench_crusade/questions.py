"""What is asked, of whom, answered with what, in which words; and what `state.subject` is meanwhile."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.state import CELLS, DIRECTIONS, FORCE, MARKERS, SLOTS, WIDTH, Verb


class Group(IntEnum):
    """Questions that one `legal` and one `apply` function answer for."""

    SETUP = 0
    ACTIVATE = 1
    ACTION = 2
    MOVE = 3  # where models go
    ATTACK = 4  # weapons and targets
    MARKERS = 5  # spent in the windows of a roll
    SPECIAL = 6  # what special Actions, mines, relics and morale still have to be told


class Option(IntEnum):
    """Named answers, in the order of the action layout."""

    SOUTH_ZONE = 0
    NORTH_ZONE = 1
    GO_FIRST = 2
    GO_SECOND = 3
    JOINTLY = 4
    ALONE = 5
    WALK = 6  # the modes of a Dash
    RISK = 7
    DROP = 8
    DIVE = 9
    JUMP_DOWN = 10
    NEAR_EDGE = 11
    FAR_EDGE = 12
    TAKE_BLOOD = 13
    STAND_UP = 14
    DEFUSE = 15
    LEAVE_MINE = 16
    SHAKEN = 17
    FLEE = 18


def _words(members) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in members)


_UNITS = unit_names({"A": FORCE, "B": FORCE})
_COMPASS = ("south-west", "south", "south-east", "west", "east", "north-west", "north", "north-east")
_ACTIVE, _OWNER, _RIVAL = "player of the active model", "owner of the model", "opponent of the model's owner"


class Decision(Question):
    """What can be asked, as rows of `Question`. Beside some: what `state.subject` is."""

    NONE = 0
    ZONE = 1, Group.SETUP, "winner of the roll-off", {"option": "option"}, "which deployment zone to take"
    DEPLOY_UNIT = (2, Group.SETUP, "each in turn", {"unit": "deploy", "pass": "hold"},
                   "which model to deploy next")  # fmt: skip
    DEPLOY_CELL = 3, Group.SETUP, "each in turn", {"cell": "place"}, "where {subject} is deployed", "unit"
    ARRIVE_UNIT = 4, Group.SETUP, "each in turn", {"unit": "bring"}, "which reserve arrives next"
    ARRIVE_CELL = 5, Group.SETUP, "each in turn", {"cell": "place"}, "where {subject} arrives", "unit"
    FIRST = 6, Group.ACTIVATE, "holder of the Initiative", {"option": "option"}, "who activates first"
    ACTIVATE = 7, Group.ACTIVATE, "the player whose go it is", {"unit": "activate"}, "which model to activate"
    JOINT = 8, Group.ACTIVATE, _ACTIVE, {"option": "option"}, "whether the fireteam of {subject} acts jointly", "unit"
    MEMBER = 9, Group.ACTIVATE, _ACTIVE, {"unit": "act"}, "which member of the fireteam acts next"
    ACTION = 10, Group.ACTION, _ACTIVE, {"verb": "verb"}, "the next Action of {subject}, or its end", "unit"
    MODE = 11, Group.MOVE, _ACTIVE, {"option": "option"}, "how {subject} dashes", "unit"
    DESTINATION = 12, Group.MOVE, _ACTIVE, {"cell": "to"}, "where {subject} goes", "unit"
    CHARGE_TARGET = 13, Group.MOVE, _ACTIVE, {"unit": "at"}, "whom {subject} charges", "unit"
    CHARGE_CELL = 14, Group.MOVE, _ACTIVE, {"cell": "to"}, "where the charge of {subject} ends", "unit"
    DIVE = 15, Group.MOVE, _ACTIVE, {"option": "option"}, "whether {subject} dives upon its target", "unit"
    SKIRMISH = (16, Group.MOVE, "owner of the charged model", {"cell": "to"},
                "where {subject} slips away before the charge", "unit")  # fmt: skip
    RETREAT_CELL = 17, Group.MOVE, _ACTIVE, {"cell": "to"}, "where {subject} retreats", "unit"
    HARROW = (
        18,
        Group.MOVE,
        _ACTIVE,
        {"cell": "to", "pass": "stay"},
        "where {subject} moves after its blow (Harrowing), or stay",
        "unit",
    )
    FREE_ATTACK = (19, Group.ATTACK, "opponent of the retreating model", {"weapon": "weapon", "pass": "decline"},
                   "with which weapon {subject} strikes at the retreating model, if at all", "unit")  # fmt: skip
    WEAPON = 20, Group.ATTACK, _ACTIVE, {"weapon": "weapon"}, "which weapon {subject} uses", "unit"
    TARGET = (21, Group.ATTACK, "player of the attacker", {"unit": "at", "cell": "point", "pass": "stop"},
              "what {subject} attacks next: a model, a point, or stop", "unit")  # fmt: skip
    SECOND_WEAPON = (22, Group.ATTACK, _ACTIVE, {"weapon": "weapon", "pass": "stop"},
                     "which off-hand weapon {subject} strikes with, or stop", "unit")  # fmt: skip
    FRIEND = 23, Group.ATTACK, _ACTIVE, {"unit": "hit"}, "which friend {subject} shoots at in the melee", "unit"
    SCATTER = 24, Group.ATTACK, "opponent of the attacker", {"cell": "to"}, "where the shot of {subject} lands", "unit"
    BLOOD = 25, Group.MARKERS, _RIVAL, {"spend": "spend"}, "blood markers against the Success Roll of {subject}", "unit"
    BLESSING = 26, Group.MARKERS, _OWNER, {"spend": "bless"}, "blessing markers for the Success Roll of {subject}", "unit"
    WOUND = (27, Group.MARKERS, _RIVAL, {"spend": "spend", "bloodbath": "bloodbath"},
             "blood markers for the Injury Roll on {subject}", "unit")  # fmt: skip
    GRACE = 28, Group.MARKERS, _OWNER, {"spend": "bless"}, "blessing markers against the Injury Roll on {subject}", "unit"
    FALL_SIDE = 29, Group.SPECIAL, _RIVAL, {"option": "option"}, "at which edge {subject} falls", "unit"
    HOLD_FIRE = 30, Group.SPECIAL, _ACTIVE, {"unit": "force"}, "which enemy must be activated next"
    PRAYER = 31, Group.SPECIAL, _ACTIVE, {"unit": "bless"}, "whom {subject} blesses", "unit"
    TREAT = 32, Group.SPECIAL, _ACTIVE, {"unit": "treat"}, "whom {subject} treats", "unit"
    TREATMENT = 33, Group.SPECIAL, _ACTIVE, {"option": "option"}, "what is done for {subject}", "unit"
    PUPPET = 34, Group.SPECIAL, _ACTIVE, {"unit": "puppet"}, "which model {subject} moves", "unit"
    PUPPET_DIRECTION = 35, Group.SPECIAL, _ACTIVE, {"direction": "direction"}, "in which direction {subject} is moved", "unit"
    PUPPET_CELL = 36, Group.SPECIAL, _ACTIVE, {"cell": "to", "pass": "stay"}, "how far {subject} is moved", "unit"
    MINE = 37, Group.SPECIAL, _ACTIVE, {"cell": "piece"}, "which piece of terrain {subject} mines", "unit"
    DEFUSE = 38, Group.SPECIAL, _OWNER, {"option": "option"}, "whether {subject} defuses the mine it meets", "unit"
    RELIC = 39, Group.SPECIAL, _ACTIVE, {"cell": "claim"}, "which relic {subject} claims", "unit"
    DARK_BLESSING = 40, Group.SPECIAL, _OWNER, {"unit": "bless"}, "which of the nearest ELITE models {subject} blesses", "unit"
    MORALE = 41, Group.SPECIAL, "who has failed the Morale Check", {"option": "option"}, "whether to be Shaken or to flee"


DECISIONS = len(Decision)
QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        Block("unit", SLOTS, "unit", options=_UNITS),
        Block("cell", CELLS, "cell", width=WIDTH),
        Block("verb", len(Verb), "option", options=_words(Verb)),
        Block("weapon", len(Weapon), "option", options=_words(Weapon)),
        Block("direction", DIRECTIONS, "option", options=_COMPASS),
        Block("spend", MARKERS + 1),
        Block("bloodbath", MARKERS + 1),  # and so many markers more
        Block("option", len(Option), "option", options=_words(Option)),
    ],
    decisions=Decision,
)  # fmt: skip
PASS, UNIT, CELL, VERB, WEAPON, DIRECTION, SPEND, BLOODBATH, OPTION = QUESTIONS.offsets(
    "pass", "unit", "cell", "verb", "weapon", "direction", "spend", "bloodbath", "option"
)
N_ACTIONS = QUESTIONS.layout.size
GROUP_OF = QUESTIONS.group_of
