"""Working space of the bots and of the features of actions: what is worked out once per position and read for every action."""

from __future__ import annotations

from skirmish_rl.envs.core.records import pack_dtype

SCRATCH = pack_dtype([
    ("viewer", "i1"),  # the seat that must decide
])  # fmt: skip
