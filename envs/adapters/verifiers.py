"""Games as an environment of `verifiers`: a set of seeded games against the levels, played in turns by a language model, for tests and for
training.

A module of your own that holds one line is the plug-in whose name `verifiers` is given; `examples/harnesses/skirmish_games.py` is it:

    from skirmish_rl.envs.adapters.verifiers import SkirmishEnv, SkirmishTaskset

    __all__ = ["SkirmishEnv", "SkirmishTaskset"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from skirmish_rl.envs.adapters.replies import HOW, answers_in
from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.errors import needs

with needs("verifiers"):
    import verifiers.v1 as vf

SYSTEM = (
    f"You play a tabletop wargame by its rules and want to win. {HOW} "
    "Several answers save turns: they are carried out until another seat is asked."
)
_PLAYED = ("scenario", "listed", "tries", "afterwards", "board", "rules")


class SkirmishConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Settings of the games.

    Attributes:
        game, scenario: what is played. opponents: one after the other, as for `make`. seeds: games against each, played from every seat.
        first: the first seed. listed, tries, afterwards, board, rules: as for `TextEnv`.
    """

    game: str = "godbreakers"
    scenario: str = "duel"
    opponents: list[str] = ["random", "level:1", "level:2", "level:3"]
    seeds: int = 5
    first: int = 1
    listed: bool = True
    tries: int = 3
    afterwards: str = "random"
    board: bool = True
    rules: str = "short"


class SkirmishData(vf.TaskData):  # type: ignore[misc]
    """A game: what `TextEnv` takes, and its seed."""

    given: dict[str, Any]
    seed: int


class SkirmishTask(vf.Task[SkirmishData]):  # type: ignore[misc,type-arg]
    """The task to win a game."""


class SkirmishTaskset(vf.Taskset[SkirmishTask, SkirmishConfig]):  # type: ignore[misc,type-arg]
    """The games: every opponent, seed and seat."""

    def load(self) -> Iterator[SkirmishTask]:
        """Every game with its first decision."""
        config = self.config
        played = {name: getattr(config, name) for name in _PLAYED}
        for opponent in config.opponents:
            env = TextEnv(config.game, opponent=opponent, **played)
            for seed in range(config.first, config.first + config.seeds):
                for seat in range(env.scenario.seats):
                    env.seat = seat
                    given = {"ruleset": config.game, "opponent": opponent, "seat": seat, **played}
                    name = f"{config.game}-{config.scenario}-{opponent}-{seed}-seat{seat}"
                    text, _ = env.reset(seed)
                    yield SkirmishTask(SkirmishData(name=name, prompt=text, system_prompt=SYSTEM, given=given, seed=seed), config.task)


class SkirmishEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Who plays: `player`, a model without tools that needs no sandbox unless its configuration says otherwise."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class SkirmishEnv(vf.Env[SkirmishEnvConfig]):  # type: ignore[misc,type-arg]
    """A game in turns: the model gets a decision, and its reply ends with its actions.

    The reward `score` is 1 for a victory, a half for a draw and 0 for a defeat, or for a game that the model's limits ended. Metrics: the
    share of its answers that was `illegal`, how many `decisions` it took, and whether the game was `finished`.
    """

    async def run(self, task: SkirmishTask, agents: Any) -> None:
        """Play one game."""
        env = TextEnv(**task.data.given)
        await asyncio.to_thread(env.reset, task.data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                text, *_ = await asyncio.to_thread(env.step, answers_in(segment.last_reply))
                if env.done:
                    break
                segment = await interaction.turn(text)
        trace, own = interaction.trace, env.shown
        asked = env.answered[own] + env.illegal[own]
        trace.record_reward("score", (env.rewards[own] + 1) / 2 if env.done else 0.0)
        trace.record_metric("illegal", env.illegal[own] / max(1, asked))
        trace.record_metric("decisions", float(env.answered[own]))
        trace.record_metric("finished", float(env.done))
        trace.info["hash"], trace.info["actions"] = env.game.hash, list(env.game.answers)


__all__ = ["SkirmishEnv", "SkirmishTaskset"]
