"""Dropzone Commander: air-mobile battlegroups over a city, two to four players, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.dropzone_commander.action_features import ACTION_FEATURES, POSITION_FEATURES, encode_action, encode_position
from skirmish_rl.envs.dropzone_commander.actions import apply, legal
from skirmish_rl.envs.dropzone_commander.bots import BOTS, score_action, survey
from skirmish_rl.envs.dropzone_commander.bots.scratch import SCRATCH
from skirmish_rl.envs.dropzone_commander.data.fields import TABLES
from skirmish_rl.envs.dropzone_commander.data.pack import FORCES, OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.dropzone_commander.data.skirmish import generate
from skirmish_rl.envs.dropzone_commander.observation import encode
from skirmish_rl.envs.dropzone_commander.phases import begin, reshuffle, run
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS
from skirmish_rl.envs.dropzone_commander.render import scene, summary
from skirmish_rl.envs.dropzone_commander.render.words import LANGUAGE
from skirmish_rl.envs.dropzone_commander.sheet import SHEET
from skirmish_rl.envs.dropzone_commander.state import STATE, Reason

RULESET = Ruleset(
    name="dropzone_commander",
    title="Dropzone Commander",
    version=0,
    seats=(2, 4),
    record=STATE,
    scratch=SCRATCH,
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "drill": ("small",),
        "skirmish": ("standard",),
        "clash": (),
        "bunkers": (),
        "royale": (),
        "survey": (),
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
    hidden={"hands": "DZ-CORE-14", "deck": "DZ-CORE-14", "shown": "DZ-CORE-14"},
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
        "ground": "the units", "air": "the units", "halves": "the pending move", "hub": "the pending move", "span": "the pending move",
        "direct": "where battlegroups stand in set-up; a column of its own where some may infiltrate",
        "units.pending": "nothing while a question is asked", "pieces.pending": "nothing while a question is asked",
    },
)  # fmt: skip
