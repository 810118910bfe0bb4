"""Godbreakers: a free skirmish wargame for two to four circles of five heroes, by its public rules."""

from __future__ import annotations

from envs.adapters.aec import aec_pair
from envs.core.engine import bind
from envs.core.ruleset import Ruleset
from envs.godbreakers.actions import LAYOUT, apply, legal
from envs.godbreakers.appraisal import appraise
from envs.godbreakers.bots import BOTS, opinion, reshuffle
from envs.godbreakers.data.load import OPTIONS, load
from envs.godbreakers.description import ACTION_FEATURES, describe, prepare
from envs.godbreakers.observation import encode
from envs.godbreakers.phases import advance, begin
from envs.godbreakers.render import scene, summary
from envs.godbreakers.state import STATE, Decision, Reason
from envs.godbreakers.worth import SCRATCH

RULESET = Ruleset(
    name="godbreakers",
    title="Godbreakers",
    version=0,
    seats=(2, 4),
    state=STATE,
    scratch=SCRATCH,
    decisions=Decision,
    layout=LAYOUT,
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
    },
    bots=BOTS,
    action_features=ACTION_FEATURES,
    load=load,
    default_options=OPTIONS,
    engine=bind(
        __name__,
        {
            "begin": begin, "apply": apply, "advance": advance, "legal": legal, "encode": encode, "appraise": appraise,
            "opinion": opinion, "prepare": prepare, "describe": describe, "reshuffle": reshuffle,
        },
    ),
    scene=scene,
    summary=summary,
)  # fmt: skip

env, raw_env = aec_pair("godbreakers")
