"""The Gymnasium vector view: many games, one compiled call per step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from skirmish_rl.envs.adapters.autoreset import AutoresetMode
from skirmish_rl.envs.adapters.game import RUNNING, check_reset_options, checked_mode
from skirmish_rl.envs.adapters.saved import pack, unpack
from skirmish_rl.envs.adapters.seating import LEARNER, Mixture, checked_seat, seats_from
from skirmish_rl.envs.adapters.spaces import (
    LegalDiscrete,
    LegalMultiDiscrete,
    checked_illegal,
    checked_mask,
    legal_instead,
    observation_space,
)
from skirmish_rl.envs.core.batch import GO_ON, RESTART, RESTART_SEATED, STAY, Batch, as_array
from skirmish_rl.envs.core.dice import next_seed
from skirmish_rl.envs.core.errors import BadOption, StateError
from skirmish_rl.envs.core.paint import render
from skirmish_rl.envs.core.saved import Answers, History
from skirmish_rl.envs.core.seeds import checked_seed, checked_seeds, fresh_seed, game_seeds, is_list
from skirmish_rl.envs.positions import checked
from skirmish_rl.envs.registry import ruleset_of

_USUAL = 256  # games


class SkirmishVector(VectorEnv):
    """n games as a Gymnasium `VectorEnv`.

    Each step answers one decision in every game and plays bots' decisions, so a step never waits for anybody. A game that
    ends begins anew in the same step (`AutoresetMode.SAME_STEP`); its last observation stands in `info["final_obs"]`. With
    `autoreset_mode="NextStep"` its last position is shown instead, with an empty mask, and the next step, whose action for it is
    ignored, begins the next game: for runners that would otherwise lose each game's first decision.

    With opponents, the learner holds one seat per game and all rewards are its own. With `opponent=None` every seat's decisions
    come from outside: `info["seat"]` names the seat whose decision is pending, and the reward is that of the seat that has
    just acted; the other seats' rewards stand in `info["reward_all"]`.

    `info`: `action_mask` int8 (n, actions), `action` int64 (n,): what was played in this step (with `illegal="random"` not always what was
    asked for; -1 where nothing was), `seat` int8 (n,), `seed` int64 (n,), `outcome` object (n,): why the game that was played in this step
    has ended, "running" while it has not, `reward_all` float32 (n, seats) of games that ended in this step; when any did, `final_obs`
    (object (n,), a dict per ended game) and `_final_obs` bool (n,).

    Args:
        ruleset, scenario, seats, **options: see `skirmish_rl.envs.make`.
        n_games: number of games, 256 where none is given (`num_envs` is the same under Gymnasium's name).
        opponent: None, or as in `SkirmishSingle`; or a table of such with weights, {"bot:simple": 3, "bot:strong": 1}: every game draws
            one by its seed.
        seat: the learner's seat; "random" spreads it over the games and turns it by one with every new game.
        threads: worker threads.
        copy: False hands out the batch's own arrays, which the next step rewrites.
        render_mode: None, "ansi" or "rgb_array": `render()` gives a tuple with a picture of every game.
        autoreset_mode: when the next game begins: an `AutoresetMode` or its value, "SameStep" or "NextStep".
        mask_in_observation: False: observations are the bare array, and the masks are in `info` only.
        illegal: "raise", or "random": an illegal action is replaced by a legal one, for libraries that cannot hold to a mask.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["rgb_array", "ansi"], "render_fps": 4}

    def __init__(
        self,
        ruleset: str,
        scenario: str | None = None,
        n_games: int | None = None,
        seats: int | None = None,
        opponent: Any = None,
        seat: int | str = "random",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        num_envs: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        mask_in_observation: bool = True,
        illegal: str = "raise",
        **options: Any,
    ):
        self.scenario = ruleset_of(ruleset).scenario(scenario, seats, **options)
        self.render_mode = checked_mode(render_mode)
        if self.render_mode in ("human", "html"):
            raise BadOption(
                f'render_mode="{self.render_mode}": a vector environment opens no window and keeps no games; use "rgb_array" or "ansi"'
            )
        if n_games is not None and num_envs is not None and n_games != num_envs:
            raise BadOption(f"n_games={n_games!r} and num_envs={num_envs!r} are two names of one number; give one of them")
        self.num_envs = next((n for n in (n_games, num_envs) if n is not None), _USUAL)
        self.copy = copy
        self.mask_in_observation, self.illegal = checked_mask(mask_in_observation), checked_illegal(illegal)
        self.autoreset_mode = _checked_autoreset(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._wanted = checked_seat(self.scenario, seat)
        self._opponents = None if opponent is None else Mixture(self.scenario, opponent)
        self._started = False
        self._hold(threads)
        single = observation_space(self.scenario, mask_in_observation)
        self.single_observation_space = single
        self.observation_space = batch_space(single, self.num_envs)

    def _hold(self, threads: int) -> None:
        asks_agents = self._opponents is not None and (bool(self._opponents.agents) or self._opponents.several)
        restart = RESTART if self._wanted == "random" else RESTART_SEATED
        # The kernel would begin the next game before the learner's last look at one that an agent ended.
        stays = asks_agents or self.autoreset_mode == AutoresetMode.NEXT_STEP
        self.batch = batch = Batch(self.scenario, self.num_envs, threads=threads, after=STAY if stays else restart)
        self._answers = Answers(batch.n)
        self._final = np.zeros((batch.n, self.scenario.features.size), np.float32) if stays else batch.final
        self.single_action_space = LegalDiscrete(batch.masks[0])
        self.action_space = LegalMultiDiscrete(batch.masks)
        self._all = np.arange(self.num_envs)
        self._last = np.zeros(self.num_envs, np.int64)  # the seat that a game that is over is shown to
        self._none = np.zeros(self.num_envs, bool)
        self._played = np.full(self.num_envs, -1)
        self._reasons = np.array([RUNNING, *self.scenario.ruleset.reasons[1:]], object)

    def reset(
        self, *, seed: int | Sequence[int | None] | np.ndarray | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray] | np.ndarray, dict[str, Any]]:
        """Start every game.

        Args:
            seed: one seed for the batch (game 0 uses it as it is, the others get their own from it), or one per game;
                None, for all games or for one of them, goes on from the seed of the running game.
            options: {"position": ...}, a table, the path of a TOML file, or a list with one of these or None for each game: games begin
                there, and those that follow in their places, see `skirmish_rl.envs.positions`. There is no `reset_mask`: all games start
                together, and each that ends starts anew by itself.

        Raises:
            BadOption: a seed outside [0, 2**63), or other options. BadPosition: a position that no play leads to.
            ShapeError: a list of seeds that is not one per game.
        """
        if options and "reset_mask" in options:
            raise BadOption("options['reset_mask']: reset() starts all games; a game that ends starts anew by itself, see autoreset_mode")
        check_reset_options(options, "position")
        batch, positions = self.batch, self._positions_of((options or {}).get("position"))
        if seed is None and self._started:
            seeds = self._next_seeds()
            self._np_random_seed = -1  # Gymnasium's word for: no single seed
        elif is_list(seed):
            seeds = self._seeds_of(seed)
            self._np_random_seed = -1
        else:
            first = fresh_seed() if seed is None else checked_seed(seed)
            super().reset(seed=first)
            seeds = game_seeds(first, batch.n)
        if self._opponents is not None:
            places = seats_from(seeds, self.scenario.seats) if self._wanted == "random" else np.full(batch.n, int(self._wanted))
            batch.control[:] = [self._opponents.row(int(place), int(one)) for place, one in zip(places, seeds, strict=True)]
        batch.reset(seeds=seeds, positions=positions)
        self._answers.begin(range(batch.n))
        batch.ended[:] = 0
        batch.rewards[:] = 0
        self._let_agents_answer(np.ones(batch.n, bool))
        self._started = True
        self._played = np.full(batch.n, -1)
        return self._seen(), self._info()

    def _positions_of(self, given: Any) -> list[Mapping[str, Any] | None]:
        """Where each game begins: where it is told, else where the scenario's own file says."""
        if not isinstance(given, list | tuple):
            return [self.batch.own if given is None else checked(self.scenario, given)] * self.num_envs
        return [self.batch.own if position is None else checked(self.scenario, position) for position in given]

    def set_opponent(self, opponent: Any) -> None:
        """Change the opponents from the next `reset()` on, so that a curriculum needs no new environment; call `reset()` now.

        Args:
            opponent: as it was made with, but not None.

        Raises:
            UnknownName, BadOption: as when it is made; or an environment without opponents.
        """
        if self._opponents is None or opponent is None:
            raise BadOption(f"set_opponent({opponent!r}): all seats are decided from outside here, or would be; make another environment")
        self._opponents, self._started = Mixture(self.scenario, opponent), False
        self._hold(self.batch.threads)

    def step(self, actions: Any) -> tuple[dict[str, np.ndarray] | np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action in every game.

        Args:
            actions: whole numbers (n,).

        Raises:
            ShapeError: not one whole number per game.
            IllegalAction: an action outside its game's mask (unless they are replaced); no game has moved then.
            StateError: before `reset`.
        """
        if not self._started:
            raise StateError("step() before the first games; call reset() first")
        batch = self.batch
        waiting = self._over()  # they begin their next game in this step; nobody has decided anything
        chosen = self._checked(actions, waiting)
        self._played = np.where(waiting, -1, chosen)
        acting = batch.deciders.astype(np.int64)
        self._last = np.where(waiting, self._last, acting)
        batch.step(chosen)
        self._answers.add(chosen)
        for b in np.flatnonzero(waiting):
            self._restart(int(b))
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._let_agents_answer(np.ones(batch.n, bool) if same_step else waiting)
        ended = (batch.ended != 0) & ~waiting
        rewards = np.where(ended, batch.rewards[self._all, acting], np.float32(0))
        info = self._info()
        if same_step and ended.any():
            self._add_final(info, ended)
            if batch.after != STAY:  # the kernel has begun the next games
                self._answers.begin(np.flatnonzero(ended).tolist())
        return self._seen(), rewards, ended, np.zeros(batch.n, bool), info

    def _over(self) -> np.ndarray:
        """Bool (n,) games that are over; none where the kernel begins the next one at once, so no record need be looked at."""
        return self.batch.over != 0 if self.batch.after == STAY else self._none

    def _checked(self, actions: Any, waiting: np.ndarray) -> np.ndarray:
        """Legal actions, int64 (n,); GO_ON for games that wait to begin."""
        batch, given = self.batch, as_array(actions)
        if self.illegal == "random" and given.shape == waiting.shape and given.dtype.kind in "iu":  # else `check` says what is wrong
            given = given.astype(np.int64)
            known = (given >= 0) & (given < batch.masks.shape[1])
            known[known] = batch.masks[known, given[known]] != 0
            for b in np.flatnonzero(~known & ~waiting):
                given[b] = legal_instead(batch.masks[b], int(given[b]), int(batch.games["decisions"][b]))
        return np.where(waiting, GO_ON, batch.check(given))

    def _next_seeds(self) -> np.ndarray:
        """Those that follow the running games', or fresh ones."""
        return np.array([next_seed(int(seed)) for seed in self.batch.seeds]) if self._started else game_seeds(fresh_seed(), self.batch.n)

    def _seeds_of(self, given: Any) -> np.ndarray:
        """One seed for each game from a list, in which None stands for the next one."""
        if any(seed is None for seed in given):
            following = self._next_seeds().tolist()
            given = [following[k % self.batch.n] if seed is None else seed for k, seed in enumerate(given)]
        return checked_seeds(given, self.batch.n)

    def _let_agents_answer(self, begun: np.ndarray) -> None:
        """Agents outside the kernels answer until every running game waits for the learner.

        Args:
            begun: bool (n,), games in whose place the next one begins at once when they are over.
        """
        batch, opponents = self.batch, self._opponents
        if batch.after != STAY:
            return
        ended, rewards = batch.ended.copy(), batch.rewards.copy()
        while True:
            for b in np.flatnonzero(begun & (batch.over != 0)):
                self._restart(int(b))
            asked = np.where(batch.over == 0, batch.control[self._all, batch.deciders], LEARNER)
            if opponents is None or (asked == LEARNER).all():
                break
            actions = batch.masks.argmax(axis=1)
            for value in np.unique(asked[asked != LEARNER]):
                where = np.flatnonzero(asked == value)
                actions[where] = opponents.ask(int(value), batch, where)
            answers = np.where(asked == LEARNER, GO_ON, batch.check(actions))
            batch.step(answers)
            self._answers.add(answers)
            ended = np.where(batch.ended != 0, batch.ended, ended)
            rewards += batch.rewards
        batch.ended[:], batch.rewards[:] = ended, rewards

    def _restart(self, b: int) -> None:
        """Keep the learner's last look at game b and begin the next one in its place, as the kernel does for bots."""
        batch = self.batch
        control = batch.control[b]
        self._final[b] = batch.look(b, int(np.flatnonzero(control == LEARNER)[0]))[0]
        batch.seeds[b] = next_seed(int(batch.seeds[b]))
        if self._opponents is not None:
            place = int(np.flatnonzero(control == LEARNER)[0])
            place = (place - 1) % len(control) if self._wanted == "random" else place
            control[:] = self._opponents.row(place, int(batch.seeds[b]))
        batch.restart(b)
        self._answers.begin([b])

    def _seen(self) -> dict[str, np.ndarray] | np.ndarray:
        batch = self.batch
        for b in np.flatnonzero(self._over()):
            batch.observations[b] = batch.look(int(b), int(self._last[b]))[0]
        observations, masks = batch.observations, batch.masks.view(np.int8)
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks} if self.mask_in_observation else observations

    def _info(self) -> dict[str, Any]:
        batch, over = self.batch, self._over()
        arrays: dict[str, np.ndarray] = {
            "action_mask": batch.masks.view(np.int8),
            "action": self._played,
            "outcome": self._reasons[batch.ended],
            "seat": np.where(over, self._last, batch.deciders).astype(np.int8) if over.any() else batch.deciders,
            "seed": batch.seeds,
            "reward_all": batch.rewards,
        }
        return {name: array.copy() for name, array in arrays.items()} if self.copy else arrays

    def _add_final(self, info: dict[str, Any], ended: np.ndarray) -> None:
        """Last observations in the form Gymnasium's wrappers read: an object array with one dict per ended game."""
        final = np.full(self.num_envs, None, dtype=object)
        no_mask = np.zeros(self.scenario.n_actions, np.int8)
        for b in np.flatnonzero(ended):
            last = self._final[b].copy()
            final[b] = {"observation": last, "action_mask": no_mask.copy()} if self.mask_in_observation else last
        info["final_obs"], info["_final_obs"] = final, ended.copy()

    def action_masks(self) -> np.ndarray:
        """Masks of the pending decisions, bool (n, actions)."""
        return self.batch.masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """A picture of every game: texts ("ansi") or uint8 images ("rgb_array")."""
        if self.render_mode is None:
            return None
        scene = self.scenario.ruleset.scene
        return tuple(render(scene(record, self.scenario), self.render_mode) for record in self.batch.games)

    def clone(self, reseed: bool | int = False) -> SkirmishVector:
        """An independent copy of all games; with `reseed`, every copied game gets a new future."""
        twin = SkirmishVector.__new__(SkirmishVector)
        masks = self.batch.masks
        own_spaces = {"single_action_space": LegalDiscrete(masks[0]), "action_space": LegalMultiDiscrete(masks)}
        twin.__setstate__({**self._settings(), **own_spaces, "saved": None})
        if self._started:
            twin._take(self.batch.games, self._histories())
        if reseed is not False:
            entropy = fresh_seed() if reseed is True else checked_seed(reseed)
            seeds = game_seeds(entropy, self.num_envs)
            for b, (before, seed) in enumerate(zip(twin.batch.seeds.tolist(), seeds.tolist(), strict=True)):
                twin._answers.reseed(b, before, seed)
            twin.batch.seeds[:] = seeds
            twin.batch.reseed(twin.batch.seeds)
            twin._refresh()
        return twin

    def _histories(self) -> list[History]:
        batch = self.batch
        positions = [None if position is batch.own else position for position in batch.positions]
        return [self._answers.history(b, int(batch.seeds[b]), batch.control[b], positions[b]) for b in range(batch.n)]

    def get_state(self) -> bytes:
        """All games as bytes, with their seeds and seating.

        Raises:
            StateError: before the first reset.
        """
        if not self._started:
            raise StateError("get_state() before the first games; call reset() first")
        return pack(self.scenario, self._histories(), self.batch.games, {"vector": True})

    def set_state(self, state: bytes) -> None:
        """Continue saved games.

        Raises:
            StateError: bytes of another ruleset, version, scenario or number of games, or damaged ones.
        """
        saved = unpack(self.scenario, state, self.num_envs, agents=len(self._opponents.agents) if self._opponents else 0)
        if "vector" not in saved.extra:
            raise StateError("the game was saved through another view (PettingZoo, Gymnasium); load it through that one")
        if not all(LEARNER in history.control for history in saved.histories):
            raise StateError("the saved games are damaged: nobody decides from outside in one of them; save them again")
        self._take(saved.records, saved.histories)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            for b in np.flatnonzero(self.batch.over):  # saved where the next game begins a step later
                self._restart(int(b))
            self._let_agents_answer(np.ones(self.num_envs, bool))

    def _take(self, records: np.ndarray, histories: list[History]) -> None:
        """Put games and how they came about in place of the running ones."""
        batch = self.batch
        batch.games[:] = records
        batch.control[:] = [history.control for history in histories]
        batch.seeds[:] = [history.seed for history in histories]
        batch.positions = [batch.own if history.position is None else history.position for history in histories]
        batch.ended[:] = 0
        batch.rewards[:] = 0
        self._answers.put(histories)
        self._refresh()
        self._started = True

    def _refresh(self) -> None:
        self._last = (self.batch.control == LEARNER).argmax(axis=1)
        for b in range(self.num_envs):
            self.batch.refresh(b, check=False)

    def _settings(self) -> dict[str, Any]:
        """All but the games."""
        held = ("batch", "_all", "_answers", "_final", "_last", "_none", "_reasons")
        return {**{name: value for name, value in self.__dict__.items() if name not in held}, "threads": self.batch.threads}

    def __getstate__(self) -> dict[str, Any]:
        return {**self._settings(), "saved": self.get_state() if self._started else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved, threads = state["saved"], state["threads"]
        self.__dict__.update({name: value for name, value in state.items() if name not in ("saved", "threads", "_played")})
        self._hold(threads)
        self._played = state["_played"].copy()
        self.single_action_space.mask = self.batch.masks[0]  # type: ignore[attr-defined]
        self.action_space.masks = self.batch.masks  # type: ignore[attr-defined]
        if saved is not None:
            self.set_state(saved)


def _checked_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """When the next game begins.

    Raises:
        BadOption: neither in the same step nor in the next.
    """
    for known in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        if isinstance(mode, str | AutoresetMode) and mode in (known, known.value):
            return known
    raise BadOption(f'autoreset_mode={mode!r}: expected "SameStep" or "NextStep"')
