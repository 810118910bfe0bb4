"""Tide of Iron: a squad-level wargame of the Second World War on hexes, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.tide_of_iron.action_features import ACTION_FEATURES, POSITION_FEATURES, encode_action, encode_position
from skirmish_rl.envs.tide_of_iron.actions import apply, legal
from skirmish_rl.envs.tide_of_iron.bots import BOTS, score_action, survey
from skirmish_rl.envs.tide_of_iron.bots.scratch import SCRATCH
from skirmish_rl.envs.tide_of_iron.data.fields import TABLES
from skirmish_rl.envs.tide_of_iron.data.pack import FORCES, OPTIONS, pack
from skirmish_rl.envs.tide_of_iron.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.tide_of_iron.data.skirmish import generate
from skirmish_rl.envs.tide_of_iron.observation import encode
from skirmish_rl.envs.tide_of_iron.phases import begin, reshuffle, run
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS
from skirmish_rl.envs.tide_of_iron.render import scene, summary
from skirmish_rl.envs.tide_of_iron.render.words import LANGUAGE
from skirmish_rl.envs.tide_of_iron.sheet import SHEET
from skirmish_rl.envs.tide_of_iron.state import STATE, Reason

RULESET = Ruleset(
    name="tide_of_iron",
    title="Tide of Iron",
    version=3,
    seats=(2, 2),
    record=STATE,
    scratch=SCRATCH,
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "farm": ("small",),
        "farm_quick": ("small",),
        "crossroads": ("standard",),
        "bridge": ("standard",),
        "armour": ("standard",),
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
    hidden={},  # all is public: the order of the decks is decided as cards are drawn, TI-GEN-09
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
    derived={"crowd": "the units' hexes", "lying": "the markers", "strips": "the markers"},
)  # fmt: skip
