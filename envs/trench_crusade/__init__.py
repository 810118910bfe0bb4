"""Trench Crusade: a skirmish of warbands, model by model, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.trench_crusade.action_features import ACTION_FEATURES, POSITION_FEATURES, encode_action, encode_position
from skirmish_rl.envs.trench_crusade.actions import apply, legal
from skirmish_rl.envs.trench_crusade.bots import BOTS, score_action, survey
from skirmish_rl.envs.trench_crusade.bots.scratch import SCRATCH
from skirmish_rl.envs.trench_crusade.data.fields import TABLES
from skirmish_rl.envs.trench_crusade.data.pack import FORCES, OPTIONS, pack
from skirmish_rl.envs.trench_crusade.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.trench_crusade.data.skirmish import generate
from skirmish_rl.envs.trench_crusade.observation import encode
from skirmish_rl.envs.trench_crusade.phases import begin, reshuffle, run
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS
from skirmish_rl.envs.trench_crusade.render import scene, summary
from skirmish_rl.envs.trench_crusade.render.words import LANGUAGE
from skirmish_rl.envs.trench_crusade.sheet import SHEET
from skirmish_rl.envs.trench_crusade.state import STATE, Reason

RULESET = Ruleset(
    name="trench_crusade",
    title="Trench Crusade",
    version=0,
    seats=(2, 2),
    record=STATE,
    scratch=SCRATCH,
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "outpost": ("small",),
        "contested": ("standard",),
        "relics": ("standard",),
        "duel": ("small", "fair"),
        "mirror": ("standard", "fair"),
    },
    bots=BOTS,
    position_features=POSITION_FEATURES,
    action_features=ACTION_FEATURES,
    data=FOLDER,
    spec=ScenarioSpec,
    options=OPTIONS,
    pack=pack,
    generate=generate,
    features=SHEET.features,
    hidden={},  # all is public, TC-GEN-01
    engine=bind(
        __name__,
        {
            "begin": begin, "run": run, "legal": legal, "apply": apply, "reshuffle": reshuffle, "encode": encode, "survey": survey,
            "score_action": score_action, "encode_position": encode_position, "encode_action": encode_action,
        },
        STATE.dtype, TABLES, SCRATCH, fault=Reason.FAULT,
    ),
    language=LANGUAGE,
    scene=scene,
    summary=summary,
    forces=FORCES,
    derived={"plane": "working space", "attack.dive": "a die of the running roll"},
)  # fmt: skip
