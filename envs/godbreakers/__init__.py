"""Godbreakers: a free skirmish wargame for two to four circles of five heroes, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.godbreakers.actions import LAYOUT, apply, legal
from skirmish_rl.envs.godbreakers.appraisal import appraise
from skirmish_rl.envs.godbreakers.bots import BOTS, opinion, reshuffle
from skirmish_rl.envs.godbreakers.data.load import OPTIONS, load
from skirmish_rl.envs.godbreakers.description import ACTION_FEATURES, describe, prepare
from skirmish_rl.envs.godbreakers.observation import encode
from skirmish_rl.envs.godbreakers.phases import advance, begin
from skirmish_rl.envs.godbreakers.render import scene, summary
from skirmish_rl.envs.godbreakers.state import STATE, Decision, Reason
from skirmish_rl.envs.godbreakers.worth import SCRATCH

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
