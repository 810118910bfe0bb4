"""The Gymnasium view: one learner; opponents play the other seats inside."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from skirmish_rl.envs.adapters.chances import Chance
from skirmish_rl.envs.adapters.game import (
    RENDER_MODES,
    GameView,
    OneGame,
    Seen,
    check_reset_options,
    checked_mode,
    game_for,
    position_among,
)
from skirmish_rl.envs.adapters.saved import Saved
from skirmish_rl.envs.adapters.seating import LEARNER, Opponents, checked_seat, seats_from
from skirmish_rl.envs.adapters.spaces import LegalDiscrete, checked_illegal, observation_space
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.registry import ruleset_of


class SkirmishSingle(GameView, gymnasium.Env):
    """One seat of a game as a Gymnasium environment.

    A step answers one decision of the learner and plays everybody else's up to its next one, so the reward of the last step
    counts however the game ended. `info` holds `action_mask` (int8), `action`: what the step played (with `illegal="random"` not always
    what was asked for; -1 after `reset`), `seat`, `seed` and `outcome`: why the game ended, "running" before.
    `action_space.sample()` draws a legal action; `action_masks()` serves sb3-contrib.

    Args:
        ruleset: a ruleset's name.
        scenario: a public scenario or the path of a TOML file; None: the standard one, see `Ruleset.default_scenario`.
        seats: number of seats; None: the scenario's fewest.
        opponent: "bot:strong", "random", an agent (see `skirmish_rl.envs.adapters.seating.Opponents`), or a list with one of these per
            other seat, in turn order after the learner's.
        seat: the learner's seat; "random" lets the seed of each game decide.
        render_mode: None, "ansi", "rgb_array", "html" (the game so far as a page) or "human".
        mask_in_observation: False: the observation is the bare vector, and the mask is in `info` only.
        illegal: "raise", or "random": an illegal action is replaced by a legal one, for libraries that cannot hold to a mask.
        **options: options of the ruleset.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        ruleset: str,
        scenario: str | None = None,
        seats: int | None = None,
        opponent: Any = "bot:strong",
        seat: int | str = "random",
        render_mode: str | None = None,
        mask_in_observation: bool = True,
        illegal: str = "raise",
        **options: Any,
    ):
        self.scenario = ruleset_of(ruleset).scenario(scenario, seats, **options)
        self.render_mode = checked_mode(render_mode)
        self.seat = -1
        self._wanted = checked_seat(self.scenario, seat)
        self._opponents = Opponents(self.scenario, opponent)
        self._hold(game_for(self.scenario, render_mode, mask_in_observation, checked_illegal(illegal)))
        self.observation_space = observation_space(self.scenario, mask_in_observation)
        self.action_space = LegalDiscrete(self._game.batch.masks[0])

    def _hold(self, game: OneGame) -> None:
        self._game = game
        self._control = game.batch.control[0]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a game.

        Args:
            seed: whole number in [0, 2**63), the same game as in every other view; None goes on from the last game's seed.
            options: {"position": ...}, a table or the path of a TOML file: the game begins there, see `skirmish_rl.envs.positions`. A
                game's other options are arguments of `gymnasium.make`.

        Raises:
            BadOption: a seed outside its range, or other options. BadPosition: a position that no play leads to.
        """
        check_reset_options(options, "position")
        position = position_among(options, self.scenario)
        game = self._game
        chosen = game.next_seed(seed)
        super().reset(seed=None if seed is None else chosen)
        wanted = self._wanted
        self.seat = int(seats_from(np.array([chosen]), self.scenario.seats)[0]) if wanted == "random" else int(wanted)
        self._control[:] = self._opponents.row(self.seat)
        self._let_agents_answer(game.reset(chosen, position))
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action in the learner's pending decision.

        A draw of `action_space.sample()` that was made in another position is replaced by a legal action.

        Raises:
            IllegalAction: an action outside the mask (unless they are replaced), or no whole number.
            StateError: before `reset`, or after the game has ended.
        """
        game = self._game
        game.need_reset("step()")
        if game.decider < 0:
            raise StateError("step() after the game has ended; call reset() first")
        played = game.accepted(action)
        over = self._let_agents_answer(game.play(played)) < 0
        reward = float(game.batch.rewards[0, self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, self._info(played)

    def played(self, action: Any) -> int:
        """What `step` would play for an action: with `illegal="random"` a legal one in place of an illegal one. For libraries that keep
        what they ask for: ask for this.

        Raises:
            IllegalAction: as `step`. StateError: before `reset`, or after the game has ended.
        """
        self._game.need_reset("played()")
        if self._game.decider < 0:
            raise StateError("played() after the game has ended; call reset() first")
        return self._game.accepted(action)

    def _let_agents_answer(self, decider: int) -> int:
        """Agents outside the kernels answer until the learner must decide or the game is over."""
        game, batch = self._game, self._game.batch
        while decider >= 0 and self._control[decider] != LEARNER:
            answer = self._opponents.ask(int(self._control[decider]), batch, np.zeros(1, np.int64))
            decider = game.play(game.checked(answer))
        return decider

    def _seen(self) -> Seen:
        return self._game.look(self.seat) if self._game.decider < 0 else self._game.seen(self._game.mask())

    def _info(self, played: int = -1) -> dict[str, Any]:
        game = self._game
        return {"action_mask": game.mask(), "action": played, "seat": self.seat, "seed": game.seed, "outcome": game.reason()}

    def action_masks(self) -> np.ndarray:
        """Mask of the pending decision, bool (actions,), under the name sb3-contrib asks for."""
        return self._game.batch.masks[0].astype(bool)

    def clone(self, reseed: bool | int = False) -> SkirmishSingle:
        """An independent copy; `reseed` as in `SkirmishEnv.clone`. Agents among the opponents are shared, not copied."""
        twin = SkirmishSingle.__new__(SkirmishSingle)
        twin.__dict__.update(self.__dict__)
        twin._window = None
        twin._hold(self._game.copy())
        twin.action_space = LegalDiscrete(twin._game.batch.masks[0])
        self._reseed(twin, reseed)
        return twin

    def after(self, action: Any, chance: Chance) -> SkirmishSingle:
        """A copy after this action of the learner, with the dice of one of `outcomes(action)`.

        The others then answer, with dice of its own.

        Raises:
            IllegalAction, StateError, BadOption: as `SkirmishEnv.after`.
        """
        twin = self.clone()
        self._followed(twin, action, chance)
        twin._let_agents_answer(twin._game.go_on())
        return twin

    def get_state(self) -> bytes:
        """The game as bytes, opponents' bots and the learner's seat included."""
        return self._game.save({"seat": self.seat})

    def set_state(self, state: bytes) -> None:
        """Continue a saved game. A new environment must have been `reset` once before it is stepped. The bots are those of the saved game,
        whatever opponent this environment was made with.

        Raises:
            StateError: bytes of another ruleset, version or scenario, of another view, or damaged ones.
        """
        saved = self._game.load(state, "seat", self._could_save, len(self._opponents.agents))
        self.seat = saved.extra["seat"]
        self._let_agents_answer(self._game.decider)

    def _could_save(self, seat: Any, saved: Saved) -> bool:
        """True for the seat that is the learner's alone."""
        return type(seat) is int and [k for k, who in enumerate(saved.histories[0].control) if who == LEARNER] == [seat]

    def __getstate__(self) -> dict[str, Any]:
        saved = None if self._game.seed is None else self.get_state()
        plain = {name: value for name, value in self.__dict__.items() if name not in ("_game", "_control", "_window")}
        return {**plain, "saved": saved, "kept": (self._game.with_mask, self._game.illegal)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved, kept = state.pop("saved"), state.pop("kept")
        self.__dict__.update(state)
        self._window = None
        self._hold(game_for(self.scenario, self.render_mode, *kept))
        self.action_space.mask = self._game.batch.masks[0]  # type: ignore[attr-defined]
        if saved is not None:
            self.set_state(saved)
