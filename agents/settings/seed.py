"""A seed among the settings that tyro reads: the same rule and message as everywhere."""

from __future__ import annotations

from typing import Annotated

from skirmish_rl.envs.core.errors import needs
from skirmish_rl.envs.core.seeds import seed_from

with needs("train"):
    from tyro.constructors import PrimitiveConstructorSpec

Seed = Annotated[
    int,
    PrimitiveConstructorSpec(
        nargs=1,
        metavar="INT",
        instance_from_str=lambda words: seed_from(words[0]),
        is_instance=lambda value: isinstance(value, int),
        str_from_instance=lambda seed: [str(seed)],
    ),
]
