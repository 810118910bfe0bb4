"""The rules alone as a ruleset, without encoders and bots, for the tables of tests: RULESET until the package has one."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.draw import Scene
from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.events import Language
from skirmish_rl.envs.core.features import Features, scalars
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.dropzone_commander.actions import apply, legal
from skirmish_rl.envs.dropzone_commander.data.pack import OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.dropzone_commander.phases import begin, reshuffle, run
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import STATE, Phase, Reason


@jit
def encode(state, tables, seat, out, scratch):
    """Nothing."""


@jit
def survey(state, tables, scratch):
    """Nothing."""


@jit
def score_action(state, tables, action, bot, scratch):
    """All alike."""
    return 0.0


@jit
def encode_position(state, tables, out, scratch):
    """Nothing."""


@jit
def encode_action(state, tables, action, out, scratch):
    """Nothing."""


def features(tables: np.ndarray) -> Features:
    """One column."""
    return Features([scalars("rest", Phase)])


RULESET = Ruleset(
    name="dropzone_commander",
    title="Dropzone Commander",
    version=0,
    seats=(2, 4),
    record=STATE,
    scratch=pack_dtype([("spare", "u1")]),
    questions=QUESTIONS,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "drill": ("small",), "skirmish": ("standard",), "clash": (), "bunkers": (), "royale": (), "survey": (),
    },
    bots=("random",),
    position_features=(),
    action_features=("none",),
    data=FOLDER,
    spec=ScenarioSpec,
    options=OPTIONS,
    pack=pack,
    features=features,
    hidden={},
    wrong=lambda record, scenario: iter(()),
    engine=bind(
        __name__,
        {
            "begin": begin, "run": run, "legal": legal, "apply": apply, "reshuffle": reshuffle, "encode": encode, "survey": survey,
            "score_action": score_action, "encode_position": encode_position, "encode_action": encode_action,
        },
    ),
    language=Language(roster=lambda record, scenario: [], kinds=Own),
    scene=lambda record, scenario: Scene(1, 1, []),
    summary=lambda record, scenario: "",
)  # fmt: skip
