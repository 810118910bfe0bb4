"""Godbreakers: a free skirmish wargame for two to four circles of five heroes, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.godbreakers.action_columns import ActionColumn, PositionColumn
from skirmish_rl.envs.godbreakers.action_features import encode_action, encode_position
from skirmish_rl.envs.godbreakers.actions import apply, legal
from skirmish_rl.envs.godbreakers.bots import BOTS, score_action, survey
from skirmish_rl.envs.godbreakers.bots.scratch import SCRATCH
from skirmish_rl.envs.godbreakers.data.fields import TABLES
from skirmish_rl.envs.godbreakers.data.pack import FOLDER, FORCES, OPTIONS, pack
from skirmish_rl.envs.godbreakers.data.schema import ScenarioSpec
from skirmish_rl.envs.godbreakers.data.skirmish import generate
from skirmish_rl.envs.godbreakers.observation import encode
from skirmish_rl.envs.godbreakers.phases import begin, reshuffle, run
from skirmish_rl.envs.godbreakers.questions import QUESTIONS
from skirmish_rl.envs.godbreakers.render import scene, summary
from skirmish_rl.envs.godbreakers.render.words import LANGUAGE
from skirmish_rl.envs.godbreakers.sheet import SHEET
from skirmish_rl.envs.godbreakers.state import STATE, Reason

RULESET = Ruleset(
    name="godbreakers",
    title="Godbreakers",
    version=0,
    seats=(2, 4),
    record=STATE,
    scratch=SCRATCH,
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "drill": ("small",),
        "drill_nowild": ("small",),
        "saboteurs": ("standard",),
        "treasure": ("standard",),
        "nest": ("standard",),
        "infiltrators": ("standard",),
        "cure": ("standard",),
        "hunt": ("standard",),
        "duel": ("small", "fair"),
        "mirror": ("standard", "fair"),
    },
    bots=BOTS,
    position_features=tuple(column.name.lower() for column in PositionColumn),
    action_features=tuple(column.name.lower() for column in ActionColumn),
    data=FOLDER,
    spec=ScenarioSpec,
    options=OPTIONS,
    pack=pack,
    generate=generate,
    features=SHEET.features,
    hidden={},  # all is public: GB-GEN-07
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
    derived={
        "units.circle": "the slot", "pieces.handle": "the pieces' cells", "board": "units, markers and pieces", "ground": "the pieces",
        "reshaped": "the pieces", "used": "the units",
    },
)  # fmt: skip
