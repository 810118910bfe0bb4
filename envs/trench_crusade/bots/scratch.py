"""Working space of the bots and of the features of actions."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype

SCRATCH = pack_dtype([("spare", "u1")])
