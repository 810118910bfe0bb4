"""Questions of Godbreakers as one asks a person, with the numbers that the answer hangs on."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted, questioned
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers.questions import Decision

QUESTIONS: dict[int, str] = {
    Decision.PLACE_SHARD: "Where does your shard go?",
    Decision.PLACE_MARKER: "Where does the next marker go?",
    Decision.PLACE_THREAT: "Where does the new model go?",
    Decision.DEPLOY_UNIT: "Whom do you deploy?",
    Decision.DEPLOY_CELL: "Where is {subject} deployed?",
    Decision.DEPLOY_THREAT: "Where does the model go that comes with {subject}?",
    Decision.ROLLER: "Who rolls for initiative in the leader's place?",
    Decision.PRIORITY: "Who goes first in this round?",
    Decision.SPAWN: "Where does the wild model by {subject} appear?",
    Decision.ACTIVATE: "Whom do you activate?",
    Decision.ACTION: "What does {subject} do?",
    Decision.CLAIM: "How many tokens does it take at {subject}?",
    Decision.NOMINATE: "Whom does {subject} engage as well?",
    Decision.CUNNING: "Does {subject} step aside before the damage?",
    Decision.VENGEANCE: "Whom does {subject} strike back?",
    Decision.SHOVE: "Whom does {subject} shove?",
    Decision.SHOVE_CELL: "Where is {subject} shoved?",
    Decision.SUNDER_MARKER: "Which of your markers does {subject} sunder?",
    Decision.HANDOFF_TO: "Who gets the tokens of {subject}?",
    Decision.HANDOFF_COUNT: "How many tokens does {subject} get?",
    Decision.HIDDEN_WAYS: "Where does {subject} reappear?",
    Decision.DESPOIL_UNIT: "Which fallen godbreaker does {subject} bring back?",
    Decision.DESPOIL_CELL: "Where does {subject} come back?",
    Decision.RUIN_PIECE: "Which terrain does {subject} ruin?",
    Decision.SHAPE_CELL: "Where does {subject} place the terrain?",
    Decision.SUMMON_CELL: "Where does the model stand that {subject} summons?",
    Decision.VERIFY_UNIT: "Which bystander does {subject} verify?",
    Decision.STALKER_CELL: "Where does a stalker appear, by {subject}?",
    Decision.TREAT_UNIT: "Which afflicted does {subject} treat?",
    Decision.WILD_ACTIVATE: "Which wild model acts next?",
    Decision.WILD_TARGET: "Whom does {subject} go for, of the closest?",
    Decision.BROOD: "Where does a lesser beast appear, by {subject}?",
    Decision.NEXT_MARKER: "By which objective does a saboteur come next?",
}  # fmt: skip


def question(record: np.void, scenario: Scenario) -> str:
    """What is asked, with the actions that are left."""
    acts = record["decision"] == Decision.ACTION
    return questioned(QUESTIONS, record, scenario, counted(int(record["actions_left"]), "action left", "actions left") if acts else "")
