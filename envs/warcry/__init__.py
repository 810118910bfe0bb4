"""Warcry: a fantasy skirmish wargame on a board with heights, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.warcry.action_columns import ACTION_FEATURES, POSITION_FEATURES
from skirmish_rl.envs.warcry.action_features import encode_action, encode_position
from skirmish_rl.envs.warcry.actions import apply, legal
from skirmish_rl.envs.warcry.bots import BOTS, score_action, survey
from skirmish_rl.envs.warcry.bots.scratch import SCRATCH
from skirmish_rl.envs.warcry.data.fields import TABLES
from skirmish_rl.envs.warcry.data.pack import FORCES, OPTIONS, pack
from skirmish_rl.envs.warcry.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.warcry.data.skirmish import generate
from skirmish_rl.envs.warcry.observation import encode
from skirmish_rl.envs.warcry.phases import begin, reshuffle, run
from skirmish_rl.envs.warcry.questions import QUESTIONS
from skirmish_rl.envs.warcry.render import scene, summary
from skirmish_rl.envs.warcry.render.words import LANGUAGE
from skirmish_rl.envs.warcry.sheet import SHEET
from skirmish_rl.envs.warcry.state import STATE, Reason

RULESET = Ruleset(
    name="warcry",
    title="Warcry",
    version=0,
    seats=(2, 2),
    record=STATE,
    scratch=SCRATCH,
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "crossing": ("small",),
        "marks": ("standard",),
        "relics": ("standard",),
        "hunters": ("standard",),
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
    hidden={},  # all is public, WC-GEN-11
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
        "board": "the fighters' nodes", "units.cell": "their nodes", "left": "the fighters", "cost": "the pending move",
        "risk": "the pending move", "hub": "the pending move", "span": "the pending move", "taking": "the pending move",
    },
)  # fmt: skip
