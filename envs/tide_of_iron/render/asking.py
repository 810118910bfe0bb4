"""Questions of Tide of Iron as one asks a person, with the numbers that the answer hangs on."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted, questioned
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.questions import Decision

QUESTIONS: dict[int, str] = {
    Decision.ASSIGN_TOKEN: "Which squad gets {subject}?",
    Decision.DRAW_START: "From which deck does your first card come?",
    Decision.PLACE_MARKER: "Where does {subject} go?",
    Decision.DEPLOY: "Where does {subject} start?",
    Decision.DEPLOY_FORT: "Does {subject} start in a fortification?",
    Decision.SELECT: "Which unit acts, and how?",
    Decision.FIRE_OR_MOVE: "Does {subject} fire first, or move first?",
    Decision.STEP: "Where does {subject} step next?",
    Decision.TARGET: "At whom does {subject} fire?",
    Decision.FIGURES: "Which figures of {subject} fire?",
    Decision.ATTACK_TYPE: "How is {subject} attacked?",
    Decision.SUPPORT: "Who supports the attack on {subject}?",
    Decision.OP_FIRE: "Who makes Op Fire on {subject}?",
    Decision.ORDER: "What does {subject} meet first?",
    Decision.CASUALTY: "Which figure does {subject} lose?",
    Decision.ASSAULT_HEX: "Which hex does {subject} assault?",
    Decision.ASSAULT_SUPPORT: "Who supports the assault on {subject}?",
    Decision.HIT_UNIT: "Which unit takes the next hit of the assault on {subject}?",
    Decision.RETREAT: "Where does {subject} retreat to?",
    Decision.COMMAND: "What do you spend your command on?",
    Decision.DRAW: "From which deck do you draw?",
    Decision.DRAW_EXTRA: "Do you draw a second card?",
    Decision.OP_MODE: "Which unit lies in wait (Op Fire)?",
    Decision.TRANSFER_FROM: "Which squad hands over a figure?",
    Decision.TRANSFER_FIGURE: "Which figure does {subject} hand over?",
    Decision.TRANSFER_TO: "Which squad gets the figure of {subject}?",
    Decision.ARRIVE: "Where does {subject} arrive?",
    Decision.CARD_UNIT: "Which unit is {subject} for?",
    Decision.CARD_CELL: "Which hex is {subject} for?",
    Decision.SMOKE_CELL: "Where do you lay smoke, beside {subject}?",
    Decision.HEAL_UNIT: "Which squad in {subject} gets a figure back?",
    Decision.OCCUPY: "Which squad occupies the new entrenchment in {subject}?",
    Decision.GUN_CREW: "Which unit moves {subject}?",
    Decision.CLEAR_CELL: "Which tank traps does {subject} clear?",
}  # fmt: skip


def question(record: np.void, scenario: Scenario) -> str:
    """What is asked, with the actions or the movement that are left, or the command."""
    decision, more = int(record["decision"]), ""
    if decision == Decision.SELECT:
        more = f"{counted(int(record['actions_left']), 'action', 'actions')} left in this turn"
    elif decision == Decision.STEP:
        more = f"{counted(int(record['movement']), 'movement point', 'movement points')} left"
    elif decision == Decision.COMMAND:
        more = f"{int(record['command'][int(record['decider'])])} command left"
    return questioned(QUESTIONS, record, scenario, more)
