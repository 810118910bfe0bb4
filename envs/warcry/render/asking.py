"""Questions of Warcry as one asks a person; answers that keep their place while they are not allowed."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted, questioned
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.questions import Decision

QUESTIONS: dict[int, str] = {
    Decision.ROLE: "Attack or defend?",
    Decision.BATTLE_GROUP: "Which battle group does {subject} join?",
    Decision.COLOUR: "Which deployment do you take?",
    Decision.NEXT_FIGHTER: "Who is set up next, of a group that does not fit?",
    Decision.DEPLOY: "Where is {subject} set up?",
    Decision.TREASURE: "Where does the next treasure lie?",
    Decision.WILD: "What becomes of a wild die?",
    Decision.SET_TO_SIX: "Which set becomes 6s?",
    Decision.NAME_OBJECTIVE: "Which objective is worth more in this round?",
    Decision.FIRST: "Who goes first?",
    Decision.ACTIVATE: "Whom do you activate?",
    Decision.FOLLOW: "Is {subject} activated at once?",
    Decision.STEP: "What does {subject} do?",
    Decision.MOVE: "Where does {subject} move?",
    Decision.TOKEN: "Which treasure does {subject} take?",
    Decision.DISENGAGE: "Where does {subject} disengage to?",
    Decision.FALL: "Where does {subject} land?",
    Decision.DROP: "Where does {subject} drop its treasure?",
    Decision.LOOT: "Which objective does {subject} loot?",
    Decision.ATTACK: "Whom does {subject} attack, and with what?",
    Decision.REACT: "Does {subject} react to the attack?",
    Decision.STRIKE: "Who strikes at {subject} as it disengages?",
    Decision.STEP_BACK: "Does {subject} step back?",
    Decision.TARGET: "Whom is {subject} for?",
    Decision.BONUS: "What more does {subject} do?",
    Decision.ASSIGN: "Which objective does {subject} count for?",
}  # fmt: skip
# Answers that keep their place while they are not allowed, and why they are not.
STEADY: dict[int, tuple[tuple[str, str, str], ...]] = {
    Decision.BATTLE_GROUP: (("dagger", "Dagger group", "full"), ("shield", "Shield group", "full"), ("hammer", "Hammer group", "full")),
    Decision.STEP: (
        ("move", "move", "not now"),
        ("attack", "attack", "no enemy that it may attack"),
        ("disengage", "disengage", "no way to do so"),
    ),
}


def question(record: np.void, scenario: Scenario) -> str:
    """What is asked, with actions, wild dice and dice."""
    more = ""
    if record["decision"] == Decision.STEP:
        more = counted(int(record["actions_left"]), "action left", "actions left")
    elif record["decision"] == Decision.WILD:
        seat = int(record["decider"])
        more = f"{counted(int(record['wild'][seat]), 'wild die', 'wild dice')}; your dice: {_dice(record, seat)}"
    elif record["decision"] == Decision.ACTIVATE and int(record["wild"][int(record["decider"])]):
        more = f"your dice: {_dice(record, int(record['decider']))}"
    return questioned(QUESTIONS, record, scenario, more)


def steady(record: np.void, scenario: Scenario) -> list[list[str]]:
    """Of the pending question the answers that keep their place: as actions are written, as they are called, and why one may not be
    allowed.
    """
    spent = record["decision"] == Decision.STEP and record["actions_left"] == 0
    return [[word, text, "no action left" if spent else why] for word, text, why in STEADY.get(int(record["decision"]), ())]


def _dice(record: np.void, seat: int) -> str:
    """Dice that a seat has for abilities, the highest first: "6 6 4"."""
    faces = [str(face) for face in range(6, 0, -1) for _ in range(int(record["dice"][seat][face - 1]))]
    return " ".join(faces) if faces else "none"
