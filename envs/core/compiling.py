"""Having the rules compiled before they are needed; later processes find them in the cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Ruleset


def compile_rules(ruleset: Ruleset) -> Iterator[tuple[str, float]]:
    """Compile every kernel of a ruleset, by calling it in a game of the small scenario.

    Yields:
        What has just been compiled, and the seconds that took; next to none where the cache had it.
    """
    began = time.perf_counter()
    batch = Batch(ruleset.scenario(ruleset.default_scenario("small")), 1)
    yield "loading a scenario", time.perf_counter() - began
    first, strongest = np.zeros(1, np.int64), len(ruleset.bots) - 1

    def play_between_bots() -> None:
        batch.control[:] = strongest
        batch.reset(seed=0)

    kernels: tuple[tuple[str, Callable[[], object]], ...] = (
        ("play", lambda: batch.reset(seed=0)),
        ("checks of actions", lambda: batch.check(batch.masks.argmax(axis=1))),
        ("view of a seat", lambda: batch.look(0, 0)),
        ("a bot's answer", lambda: batch.ask(first, strongest)),
        ("features of actions", lambda: batch.encode_actions(first)),
        ("new dice for a copy", lambda: batch.reseed(batch.seeds)),
        ("games between bots", play_between_bots),
    )
    for what, run in kernels:
        began = time.perf_counter()
        run()
        yield what, time.perf_counter() - began
