"""Tide of Iron: a squad-level wargame of the Second World War on hexes, by its public rules."""

from __future__ import annotations

from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.tide_of_iron.actions import LAYOUT, apply, legal
from skirmish_rl.envs.tide_of_iron.appraisal import SCRATCH, appraise
from skirmish_rl.envs.tide_of_iron.bots import BOTS, opinion, reshuffle
from skirmish_rl.envs.tide_of_iron.data.load import OPTIONS, load
from skirmish_rl.envs.tide_of_iron.description import ACTION_FEATURES, describe, prepare
from skirmish_rl.envs.tide_of_iron.observation import encode
from skirmish_rl.envs.tide_of_iron.phases import advance, begin
from skirmish_rl.envs.tide_of_iron.render import scene, summary
from skirmish_rl.envs.tide_of_iron.state import STATE, Decision, Reason

RULESET = Ruleset(
    name="tide_of_iron",
    title="Tide of Iron",
    version=0,
    seats=(2, 2),
    state=STATE,
    scratch=SCRATCH,
    decisions=Decision,
    layout=LAYOUT,
    reasons=tuple(reason.name.lower() for reason in Reason),
    scenarios={
        "farm": ("small",),
        "farm_quick": ("small",),
        "crossroads": ("standard",),
        "bridge": ("standard",),
        "armour": ("standard",),
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
