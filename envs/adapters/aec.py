"""The PettingZoo view: every seat is an agent, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from skirmish_rl.envs.adapters.chances import Chance
from skirmish_rl.envs.adapters.game import (
    RENDER_MODES,
    RUNNING,
    GameView,
    Seen,
    check_reset_options,
    checked_mode,
    game_for,
    position_among,
)
from skirmish_rl.envs.adapters.saved import Saved
from skirmish_rl.envs.adapters.spaces import LegalDiscrete, checked_illegal, observation_space
from skirmish_rl.envs.core.batch import OUTSIDE
from skirmish_rl.envs.core.errors import IllegalAction, StateError, unknown
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import ruleset_of

Spaces = tuple[dict[str, spaces.Dict | spaces.Box], dict[str, LegalDiscrete]]


class SkirmishEnv(GameView, AECEnv):
    """A game as a PettingZoo AEC environment.

    Agents are `seat_0`, `seat_1`, ... `agent_selection` is the seat that owes the pending decision. The same seat may
    decide many times in a row, and another seat may be asked in the middle of its activation.

    Rewards and dead steps. Nothing is earned before the game ends. When a decision ends it, every seat, not only the one
    that has just acted, is terminated and gets its reward: +1 shared by the winners, -1 shared by the others, 0 for a draw
    of all. `agent_iter` then names every seat once more, in seating order; `last()` gives its reward and `terminated=True`,
    and the only answer is `step(None)`. A learner must therefore credit the reward of that last visit to the seat's own
    last real decision, whoever ended the game:

        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            if terminated:
                env.step(None)                                   # `reward` belongs to this agent's last decision
            else:
                env.step(choose(observation, info["action_mask"]))

    Order, bounds and legality are checked here, so PettingZoo's wrappers add nothing: `env` and `raw_env` are the same.

    `info` of every agent holds `action_mask` (int8), `action`: what it played last (with `illegal="random"` not always what it asked for;
    -1 before its first decision), and `outcome`: why the game ended, "running" before. `action_space(agent).sample()` draws an action that
    is legal now.

    Args:
        scenario: a settled scenario, see `make`.
        render_mode: None, "ansi", "rgb_array", "html" (the game so far as a page) or "human" (drawn after every step).
        mask_in_observation: False: observations are the bare vector, and the mask is in `info` only.
        illegal: "raise", or "random": an illegal action is replaced by a legal one, for libraries that cannot hold to a mask.
    """

    def __init__(self, scenario: Scenario, render_mode: str | None = None, mask_in_observation: bool = True, illegal: str = "raise"):
        super().__init__()
        ruleset = scenario.ruleset
        self.scenario = scenario
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"{ruleset.name}_v{ruleset.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(scenario.seats)]
        self.agents: list[str] = []
        self.agent_selection = ""
        self.infos: dict[str, dict[str, Any]] = {}
        self._played = [-1] * scenario.seats  # each seat's last action
        self._game = game_for(scenario, render_mode, mask_in_observation, checked_illegal(illegal))
        self._n_actions = scenario.n_actions
        self._seat = -1  # index of the decider, -1 when nobody decides
        self._spaces: Spaces | None = None

    def observation_space(self, agent: str) -> spaces.Dict | spaces.Box:
        """The observation space, the same for every agent: see `skirmish_rl.envs.adapters.spaces.observation_space`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """`Discrete(n)` of the ruleset's action layout; it samples from the actions that are legal now, whichever agent must act."""
        return self.action_spaces[agent]

    @property
    def observation_spaces(self) -> dict[str, spaces.Dict | spaces.Box]:  # type: ignore[override]
        return self._made_spaces()[0]

    @property
    def action_spaces(self) -> dict[str, LegalDiscrete]:  # type: ignore[override]
        return self._made_spaces()[1]

    def _made_spaces(self) -> Spaces:
        if self._spaces is None:
            names, mask = self.possible_agents, self._game.batch.masks[0]
            self._spaces = (
                {name: observation_space(self.scenario, self._game.with_mask) for name in names},
                {name: LegalDiscrete(mask) for name in names},
            )
        return self._spaces

    @property
    def state_space(self) -> spaces.Box:
        """Space of `state()`."""
        return spaces.Box(-1.0, 1.0, (self.scenario.seats * self.scenario.features.size,), np.float32)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: whole number in [0, 2**63); the same seed gives the same game in every view of this package.
                None goes on from the last game's seed, or from the operating system's entropy the first time.
            options: {"position": ...}, a table or the path of a TOML file: the game begins there, see `skirmish_rl.envs.positions`. A
                game's other options are arguments of `make`.

        Raises:
            BadOption: a seed outside its range, or other options. BadPosition: a position that no play leads to.
        """
        check_reset_options(options, "position", "options")  # the last is a key that PettingZoo's own tests give
        self._seat = self._game.reset(seed, position_among(options, self.scenario))
        self._played = [-1] * self.scenario.seats
        self._begin(list(self.possible_agents))
        if self.render_mode == "human":
            self.render()

    def _begin(self, agents: list[str]) -> None:
        """Fill PettingZoo's dictionaries for a running or finished game with these agents still in it."""
        over = self._seat < 0
        self.agents = agents
        everyone = len(agents) == len(self.possible_agents)
        rewards = dict(zip(self.possible_agents, map(float, self._game.batch.rewards[0]), strict=True))
        # After the first dead step PettingZoo clears `rewards`, while the cumulative ones stay until collected.
        self.rewards = {name: rewards[name] if everyone else 0.0 for name in agents}
        self._cumulative_rewards = {name: rewards[name] for name in agents}
        self.terminations = dict.fromkeys(agents, over)
        self.truncations = dict.fromkeys(agents, False)
        reason, played = self._game.reason(), dict(zip(self.possible_agents, self._played, strict=True))
        self.infos = {
            name: {"action_mask": np.zeros(self._n_actions, np.int8), "action": played[name], "outcome": reason} for name in agents
        }
        if not over:
            self.agent_selection = self.possible_agents[self._seat]
            self.infos[self.agent_selection]["action_mask"] = self._game.mask()
            return
        self.agent_selection = agents[0] if agents else self.possible_agents[-1]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """Yield the agent that must act, until every agent has left or `max_iter` steps are over."""
        self._game.need_reset("agent_iter()")
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of the agent to act."""
        agent = self.agent_selection
        try:
            info = self.infos[agent]
        except KeyError:
            raise self._nobody("last()") from None
        if not observe:
            seen = None
        elif self._seat >= 0:
            seen = self._game.seen(info["action_mask"])
        else:
            seen = self.observe(agent)
        return seen, self._cumulative_rewards[agent], self.terminations[agent], False, info

    def observe(self, agent: str) -> Seen:
        """What a seat sees now: fresh arrays; its mask is all zero unless it owes the pending decision.

        Raises:
            UnknownName: no such agent. StateError: before `reset`.
        """
        self._game.need_reset("observe()")
        if agent not in self.possible_agents:
            raise unknown("agent", agent, self.possible_agents)
        return self._game.look(self.possible_agents.index(agent))

    def state(self) -> np.ndarray:
        """All seats' observations in one float32 vector, for centralised training; holds what seats hide from each other."""
        return np.concatenate([self._game.batch.look(0, seat)[0] for seat in range(self.scenario.seats)])

    def step(self, action: int | None) -> None:
        """Answer the pending decision; a terminated agent steps with None.

        Raises:
            IllegalAction: an action outside the mask, or None from an agent that must decide.
            StateError: before `reset`, or after every agent has left.
        """
        seat = self._seat
        if seat < 0:
            self._dead_step(action)
            return
        game = self._game
        try:
            number = index(action)  # type: ignore[arg-type]
            known = 0 <= number < self._n_actions and game.legal[number]
        except TypeError:
            known = 0
        if not known:
            number = game.accepted(action)
        names = self.possible_agents
        self._played[seat] = number
        now = self._seat = game.play(number)
        if now < 0:
            self._begin(names[:])
        else:
            if now != seat:
                self.infos[names[seat]] = {"action_mask": np.zeros(self._n_actions, np.int8), "action": number, "outcome": RUNNING}
                self.agent_selection = names[now]
            self.infos[names[now]] = {"action_mask": game.mask(), "action": self._played[now], "outcome": RUNNING}
        if self.render_mode == "human":
            self.render()

    def _dead_step(self, action: int | None) -> None:
        if not self.agents:
            raise self._nobody("step()")
        agent = self.agent_selection
        if action is not None:
            raise IllegalAction(f"{agent} asked action {action!r} but the game is over; the only step left is None")
        self.agents.remove(agent)
        for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del table[agent]
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    def _nobody(self, call: str) -> StateError:
        when = "before the first game" if self._game.seed is None else "after every agent has left the game"
        return StateError(f"{call} {when}; call reset() first")

    def clone(self, reseed: bool | int = False) -> SkirmishEnv:
        """An independent copy.

        Args:
            reseed: False copies exactly, dice to come included; True gives the copy a new future (what search needs: a
                planner must not see the dice), another one for each clone and the same ones when a game is replayed;
                a whole number is used as the new future's seed.
        """
        twin = type(self)(self.scenario, self.render_mode, self._game.with_mask, self._game.illegal)
        twin._game = self._game.copy()
        twin._seat, twin._clones, twin._played = self._seat, self._clones, self._played[:]
        self._reseed(twin, reseed)
        if self._game.seed is not None:
            twin._begin(self.agents[:])
        return twin

    def after(self, action: Any, chance: Chance) -> SkirmishEnv:
        """A copy after this action, with the dice of one of `outcomes(action)`; later dice are new.

        Raises:
            IllegalAction: an action outside the mask. StateError: before `reset`, or an outcome of another position. BadOption: no
                outcome.
        """
        twin = self.clone()
        number = self._followed(twin, action, chance)
        twin._played[self._seat] = number
        twin._seat = twin._game.decider
        twin._begin(twin.possible_agents[:])
        return twin

    def replace_illegal(self) -> None:
        """Replace illegal actions from here on, as with `illegal="random"`."""
        self._game.illegal = "random"

    def get_state(self) -> bytes:
        """The game as bytes; `set_state` of an environment of the same scenario brings it back."""
        return self._game.save({"agents": self.agents})

    def set_state(self, state: bytes) -> None:
        """Continue a saved game.

        Raises:
            StateError: bytes of another ruleset, version or scenario, or damaged ones.
        """
        saved = self._game.load(state, "agents", self._could_save)
        self._seat, self._played = self._game.decider, saved.last[0]
        self._begin(saved.extra["agents"])

    def _could_save(self, agents: Any, saved: Saved) -> bool:
        """True for those who are still in the game: everybody, and when it is over perhaps only the later ones."""
        everybody = self.possible_agents
        most = len(everybody) if saved.records["over"][0] else 0
        return agents in [everybody[k:] for k in range(most + 1)] and {*saved.histories[0].control} == {OUTSIDE}

    def __getstate__(self) -> dict[str, Any]:
        saved = None if self._game.seed is None else self.get_state()
        return {
            "scenario": self.scenario, "render_mode": self.render_mode, "with_mask": self._game.with_mask, "illegal": self._game.illegal,
            "spaces": self._spaces, "clones": self._clones, "saved": saved,
        }  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        SkirmishEnv.__init__(self, state["scenario"], state["render_mode"], state["with_mask"], state["illegal"])
        self._spaces, self._clones = state["spaces"], state["clones"]
        for space in self._spaces[1].values() if self._spaces else ():
            space.mask = self._game.batch.masks[0]
        if state["saved"] is not None:
            self.set_state(state["saved"])


def make(
    ruleset: str,
    scenario: str | None = None,
    seats: int | None = None,
    render_mode: str | None = None,
    mask_in_observation: bool = True,
    illegal: str = "raise",
    **options: Any,
) -> SkirmishEnv:
    """Make the PettingZoo environment of a ruleset; see `skirmish_rl.envs.make`."""
    return SkirmishEnv(ruleset_of(ruleset).scenario(scenario, seats, **options), render_mode, mask_in_observation, illegal)


def aec_pair(ruleset: str) -> tuple[Callable[..., SkirmishEnv], Callable[..., SkirmishEnv]]:
    """The functions `env` and `raw_env` of a ruleset, as the modules of PettingZoo's own games have them."""

    def env(scenario: str | None = None, seats: int | None = None, render_mode: str | None = None, **arguments: Any) -> SkirmishEnv:
        """Make the PettingZoo environment of this ruleset; see `skirmish_rl.envs.make`."""
        return make(ruleset, scenario, seats, render_mode, **arguments)

    return env, env
