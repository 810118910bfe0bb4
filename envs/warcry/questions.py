"""What is asked, of whom, answered with what, in which words; and what `state.subject` is meanwhile."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.layout import Block, unit_names
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.warcry.state import CELLS, CLIMBS, FACES, FORCE, OBJECTIVES, SLOTS, TOKENS, WIDTH, Ability


class Group(IntEnum):
    """Questions that one `legal` and one `apply` function answer for."""

    SETUP = 0
    HERO = 1
    COMBAT = 2  # who goes first, who is activated
    STEP = 3
    MOVE = 4  # where to: moves, disengaging, falls, treasures
    ATTACK = 5  # and reactions
    ABILITY = 6
    SCORE = 7


class Option(IntEnum):
    """Named answers, in the order of the action layout."""

    ATTACKER = 0
    DEFENDER = 1
    DAGGER = 2
    SHIELD = 3
    HAMMER = 4
    RED = 5
    BLUE = 6
    SINGLE = 7
    SELF = 8
    OPPONENT = 9
    MOVE = 10
    ATTACK = 11
    DISENGAGE = 12
    WAIT = 13
    DROP = 14
    LOOT = 15
    COUNTER = 16
    TAKE_COVER = 17
    CLASHING_IRON = 18
    BRUTE_RESILIENCE = 19
    STEP_BACK = 20
    YES = 21


def _words(members) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in members)


_UNITS = unit_names({"A": FORCE, "B": FORCE})
# The actions of abilities that came later stand at the end of the layout, so that no number ever changes.
FIRST_ABILITIES = 30
_ABILITIES = tuple(f"{name}-{face}" for name in _words(Ability) for face in range(1, FACES + 1))
_EARLIER, _LATER = _ABILITIES[: FACES * FIRST_ABILITIES], _ABILITIES[FACES * FIRST_ABILITIES :]
_USES = {"ability": "ability", "later_ability": "ability"} if _LATER else {"ability": "ability"}
_PAIRS = tuple(f"pair-{face}" for face in range(1, FACES + 1))
_TO = {"cell": "to", "climb": "climb", "take_cell": "take-to", "take_climb": "take-climb"}
_HOLDER, _ACTIVE, _OWNER = "who holds the initiative", "who activates the fighter", "owner of the fighter"


class Decision(Question):
    """What can be asked, as rows of `Question`. Beside some: what `state.subject` is."""

    NONE = 0
    ROLE = 1, Group.SETUP, "winner of the roll-off", {"option": "option"}, "whether to be attacker or defender"
    BATTLE_GROUP = 2, Group.SETUP, _OWNER, {"option": "option"}, "which battle group {subject} joins", "unit"
    COLOUR = 3, Group.SETUP, "winner of the roll-off", {"option": "option"}, "which deployment to take"
    NEXT_FIGHTER = (4, Group.SETUP, _OWNER, {"unit": "set-up"}, "which fighter of a group that does not fit is set up next")
    DEPLOY = 5, Group.SETUP, _OWNER, {"cell": "place", "pass": "pass"}, "where {subject} is set up", "unit"
    TREASURE = 6, Group.SETUP, "defender and attacker in turn", {"cell": "treasure"}, "where the next treasure lies"
    WILD = (7, Group.HERO, "each player, the holder of the initiative first", {"option": "option", "pair": "pair", "pass": "done"},
            "the use of a wild die: a single, a pair, or none")  # fmt: skip
    SET_TO_SIX = 8, Group.HERO, "player", {"face": "change", "pass": "pass"}, "the score of a set that becomes 6"
    NAME_OBJECTIVE = 9, Group.HERO, "who names it", {"objective": "objective"}, "which objective is worth more in this round"
    FIRST = 10, Group.COMBAT, _HOLDER, {"option": "option"}, "who goes first: self or opponent"
    ACTIVATE = 11, Group.COMBAT, "player in turn", {"unit": "activate"}, "which fighter is activated"
    FOLLOW = 12, Group.COMBAT, _ACTIVE, {"option": "option", "pass": "pass"}, "whether {subject} is activated at once", "unit"
    STEP = (13, Group.STEP, _ACTIVE, {"option": "option", **_USES, "pass": "end"},
            "what {subject} does: an action, an ability, or the end", "unit")  # fmt: skip
    MOVE = 14, Group.MOVE, _OWNER, {**_TO, "pass": "pass"}, "where {subject} moves", "unit"
    TOKEN = 15, Group.MOVE, _OWNER, {"token": "take"}, "which treasure {subject} picks up", "unit"
    DISENGAGE = 16, Group.MOVE, _OWNER, {"cell": "to"}, "where {subject} disengages to", "unit"
    FALL = 17, Group.MOVE, "opponent of the fallen fighter", {"cell": "land"}, "where {subject} lands", "unit"
    DROP = 18, Group.MOVE, _OWNER, {"cell": "drop"}, "where {subject} drops its treasure", "unit"
    LOOT = 19, Group.MOVE, _OWNER, {"objective": "loot"}, "which objective {subject} loots", "unit"
    ATTACK = (20, Group.ATTACK, _OWNER, {"first": "attack", "second": "attack-second", "pass": "pass"},
              "weapon and target of {subject}", "unit")  # fmt: skip
    REACT = (21, Group.ATTACK, "owner of the target", {"option": "option", "pass": "pass"},
             "the reaction of {subject} to the attack", "unit")  # the target  # fmt: skip
    STRIKE = (22, Group.ATTACK, "enemy of the fighter", {"unit": "strike", "pass": "pass"},
              "who strikes {subject} down as it disengages", "unit")  # fmt: skip
    STEP_BACK = 23, Group.ATTACK, _OWNER, {"option": "option", "pass": "pass"}, "whether {subject} steps back", "unit"
    TARGET = 24, Group.ABILITY, _ACTIVE, {"unit": "choose"}, "whom {subject} is for", "ability"
    BONUS = 25, Group.ABILITY, _OWNER, {"option": "option", "pass": "pass"}, "the bonus action of {subject}", "unit"
    ASSIGN = 26, Group.SCORE, _OWNER, {"objective": "objective"}, "the objective that {subject} counts for", "unit"


DECISIONS = len(Decision)
QUESTIONS = Questions(
    blocks=[
        Block("pass", 1, "single"),
        Block("option", len(Option), "option", options=_words(Option)),
        Block("unit", SLOTS, "unit", options=_UNITS),
        Block("first", SLOTS, "unit", options=_UNITS),
        Block("second", SLOTS, "unit", options=_UNITS),
        Block("pair", FACES, "option", options=_PAIRS),
        Block("face", FACES, first=1),
        Block("objective", OBJECTIVES, first=1),
        Block("token", TOKENS, first=1),
        Block("ability", len(_EARLIER), "option", options=_EARLIER),
        Block("cell", CELLS, "cell", width=WIDTH),
        Block("climb", CLIMBS, first=1),
        Block("take_cell", CELLS, "cell", width=WIDTH),
        Block("take_climb", CLIMBS, first=1),
        *([Block("later_ability", len(_LATER), "option", options=_LATER)] if _LATER else []),
    ],
    decisions=Decision,
    subjects={"ability": Ability},
)  # fmt: skip

PASS, OPTION, UNIT, FIRST, SECOND, PAIR, FACE, OBJECTIVE, TOKEN, ABILITY, CELL, TAKE = QUESTIONS.offsets(
    "pass", "option", "unit", "first", "second", "pair", "face", "objective", "token", "ability", "cell", "take_cell"
)  # FIRST + SLOTS * weapon + slot; for abilities see `ability_action`; CELL + node; TAKE + node
LATER_ABILITY = QUESTIONS.layout.size - len(_LATER)


@jit
def ability_action(ability, score):
    """The action that uses an ability with a set of a score."""
    if ability < FIRST_ABILITIES:
        return ABILITY + FACES * ability + score - 1
    return LATER_ABILITY + FACES * (ability - FIRST_ABILITIES) + score - 1


@jit
def ability_in(action):
    """The ability that an action uses."""
    return (action - ABILITY) // FACES if action < LATER_ABILITY else FIRST_ABILITIES + (action - LATER_ABILITY) // FACES


@jit
def score_in(action):
    """The score of the set with which an action uses an ability."""
    return (action - ABILITY) % FACES + 1 if action < LATER_ABILITY else (action - LATER_ABILITY) % FACES + 1


GROUP_OF = QUESTIONS.group_of
