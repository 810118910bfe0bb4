"""One game with everything preallocated: the core of the adapters that hold a single game."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import logger

from skirmish_rl.envs.adapters.chances import MOST, SAMPLES, Chance, Chances, outcomes
from skirmish_rl.envs.adapters.saved import Saved, pack, unpack
from skirmish_rl.envs.adapters.spaces import BlindDraw, checked_mask, legal_instead
from skirmish_rl.envs.core.batch import GO_ON, Batch, illegal
from skirmish_rl.envs.core.dice import next_seed
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError, unknown
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.paint import Window, render
from skirmish_rl.envs.core.replays import Film
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import History
from skirmish_rl.envs.core.seeds import checked_seed, fresh_seed
from skirmish_rl.envs.positions import checked

RENDER_MODES = ("human", "rgb_array", "ansi", "html")
Seen = dict[str, np.ndarray] | np.ndarray  # with the mask, or without
RUNNING = "running"  # `info["outcome"]` of a game that has not ended


class OneGame:
    """A batch of one game, stepped by one compiled call without any allocation.

    Attributes:
        batch: the arrays; `batch.games[0]` is the game.
        listen: events are noted, for pictures.
        legal: uint8 view (actions,) of the mask of the pending decision.
        seed: the running game's seed, None before the first reset.
        dictated: dice were chosen for it, so that its seed does not tell how it came about.

    Args:
        with_mask: whether the mask is part of what a seat sees.
        illegal: "raise" or "random", see `accepted`.
    """

    def __init__(self, scenario: Scenario, listen: bool = False, with_mask: bool = True, illegal: str = "raise"):
        self.scenario, self.listen, self.with_mask, self.illegal = scenario, listen, with_mask, illegal
        self.batch = batch = Batch(scenario, 1, listen=listen)
        self.seed: int | None = None
        self.dictated = False
        self._first: int | None = None
        self.legal = batch.masks[0].data
        self._mask = batch.masks[0].view(np.int8)
        self._observation = batch.observations[0]
        self._decider = batch.deciders.data
        self._action = batch.actions.data
        self._seeds: list[tuple[int, int]] = []
        self._answers: list[int] = []
        self._position: Mapping[str, Any] | None = None
        self._play: Callable[[], Any]

    @property
    def decider(self) -> int:
        """The seat that must decide, -1 when the game is over."""
        return self._decider[0]

    @property
    def first_seed(self) -> int:
        """A first seed, for when none is given, from the operating system's entropy."""
        if self._first is None:
            self._first = fresh_seed()
        return self._first

    def next_seed(self, seed: int | None) -> int:
        """The given seed; without one, the seed that follows the last game's, or a fresh one the first time."""
        if seed is None:
            return self.first_seed if self.seed is None else int(next_seed(self.seed))
        return checked_seed(seed)

    def reset(self, seed: int | None, position: Mapping[str, Any] | None = None) -> int:
        """Start anew, see `next_seed`, in a position if one is given. Returns the first decider."""
        chosen = self.next_seed(seed)
        self.batch.reset(seeds=np.array([chosen]), positions=[self.batch.own if position is None else position])
        self.seed, self._position = chosen, position
        self._seeds, self._answers, self.dictated = [(0, self.seed)], [], False
        self.batch.rewards[:] = 0  # the last game's; the kernel writes rewards in `play` only
        self._choose_kernel()
        return self._decider[0]

    def _choose_kernel(self) -> None:
        self._play = self.batch.stepping(0)

    def play(self, action: int) -> int:
        """Take a legal action in the pending decision. Returns the next decider, -1 when the game is over."""
        self._action[0] = action
        self._answers.append(action)
        self._play()
        return self._decider[0]

    def checked(self, action: Any) -> int:
        """A legal action as an int.

        Raises:
            IllegalAction: not a whole number, or outside the mask.
        """
        try:
            number = _whole(action)
        except TypeError:
            raise IllegalAction(f"action {action!r} is a {type(action).__name__}; expected a whole number") from None
        if 0 <= number < len(self.legal) and self.legal[number]:
            return number
        raise illegal(self.scenario, self.batch.games[0], self.batch.masks[0], number)

    def accepted(self, action: Any) -> int:
        """As `checked`; but a draw of `LegalDiscrete.sample` that was made in another position, and with `illegal="random"` every illegal
        whole number, is replaced by a legal action.
        """
        if isinstance(action, BlindDraw) or self.illegal == "random":
            with contextlib.suppress(TypeError):
                number = _whole(action)
                if not (0 <= number < len(self.legal) and self.legal[number]):
                    return legal_instead(self._mask, number, int(self.batch.games[0]["decisions"]))
        return self.checked(action)

    def mask(self) -> np.ndarray:
        """int8 (actions,) mask of the pending decision, a copy."""
        return self._mask.copy()

    def seen(self, mask: np.ndarray) -> Seen:
        """What the decider sees, a copy: a dict with this mask of its own, or the bare vector float32 (features,)."""
        observation = self._observation.copy()
        return {"observation": observation, "action_mask": mask} if self.with_mask else observation

    def look(self, seat: int) -> Seen:
        """What any seat sees; the mask is all zero unless that seat decides."""
        observation, mask = self.batch.look(0, seat)
        return {"observation": observation, "action_mask": mask.view(np.int8)} if self.with_mask else observation

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return outcome_of(self.batch.games[0], self.scenario.ruleset.reasons)

    def reason(self) -> str:
        """Why the game ended, RUNNING while it has not."""
        outcome = self.outcome()
        return RUNNING if outcome is None else outcome.reason

    def history(self) -> History:
        """The history of the game, a copy."""
        return History(self._seeds[:], self.batch.control[0].tolist(), self._answers[:], self._position)

    def save(self, extra: dict[str, Any]) -> bytes:
        """The game as bytes, with what the adapter adds.

        Raises:
            StateError: before the first reset, or when dice were dictated.
        """
        self.need_reset("get_state()")
        if self.dictated:
            raise StateError("get_state() of a game whose dice were dictated by after(), where no seed leads; save the game it began from")
        return pack(self.scenario, [self.history()], self.batch.games, extra)

    def load(self, data: bytes, needed: str, fits: Callable[[Any, Saved], bool], agents: int = 0) -> Saved:
        """Replace the running game by a saved one; returns it.

        Args:
            data: bytes of `save`.
            needed: an extra of this adapter's own; games saved through another view lack it.
            fits: whether the value of that extra is one this adapter could have saved with the game.
            agents: how many answer outside the kernels beside the learner.

        Raises:
            StateError: see `saved.unpack`.
        """
        saved = unpack(self.scenario, data, listen=self.listen, agents=agents)
        if needed not in saved.extra:
            raise StateError("the game was saved through another view (PettingZoo, Gymnasium, vector); load it through that one")
        if not fits(saved.extra[needed], saved):
            raise StateError(f"the saved game is damaged: {needed} {str(saved.extra[needed])[:60]}; save the game again")
        self.take(saved.records[0], saved.histories[0])
        self.dictated = False
        return saved

    def take(self, record: np.void, history: History) -> int:
        """Replace the running game by a record and its history. Returns its decider."""
        batch = self.batch
        self.seed, self._seeds, self._answers = history.seed, history.seeds[:], history.answers[:]
        self._position = history.position
        batch.control[0] = history.control
        self._choose_kernel()
        batch.games[0] = record
        batch.games["listening"] = self.listen
        batch.seeds[0] = self.seed
        batch.refresh(0, check=False)
        outcome = self.outcome()
        batch.rewards[0] = outcome.rewards if outcome else 0.0
        return self._decider[0]

    def copy(self) -> OneGame:
        """An independent copy of the game."""
        twin = type(self)(self.scenario, self.listen, self.with_mask, self.illegal)
        twin.batch.control[:] = self.batch.control
        if self.seed is not None:
            twin.take(self.batch.games[0], self.history())
        twin.dictated = self.dictated
        return twin

    def follow(self, action: int, chance: Chance) -> int:
        """Go to a position that may follow an action, see `GameView.outcomes`. Returns its decider."""
        history = self.history()
        history.answers.append(action)
        decider = self.take(chance.record, history)
        self.dictated = True
        return decider

    def go_on(self) -> int:
        """Let bots act until a seat without a bot must decide. Returns the decider, -1 when the game is over."""
        if self._decider[0] >= 0:
            self._action[0] = GO_ON
            self._play()
        return self._decider[0]

    def reseed(self, seed: int) -> None:
        """New dice from here on, in the games that follow too; hidden things dealt anew."""
        self.seed = self.batch.seeds[0] = checked_seed(seed)
        self._seeds.append((len(self._answers), self.seed))
        self.batch.reseed(self.batch.seeds)
        self.batch.refresh(0, check=False)

    def need_reset(self, call: str) -> None:
        """Raise StateError before the first reset."""
        if self.seed is None:
            raise StateError(f"{call} before the first game; call reset() first")


def check_reset_options(options: dict[str, Any] | None, *known: str) -> None:
    """Refuse options of a `reset` that would change nothing.

    Raises:
        BadOption: there are any but the known ones.
    """
    if options is not None and not isinstance(options, dict):
        raise BadOption(f"reset(options={options!r:.40}): expected a dictionary, or None")
    for name in options or ():
        if name not in known:
            raise BadOption(
                f"reset(options={{{name!r}: ...}}): a game's options are arguments of make(), for example make(ruleset, scenario, "
                f"{name}=...)"
            )


def position_among(options: dict[str, Any] | None, scenario: Scenario) -> dict[str, Any] | None:
    """The position in `reset(options={"position": ...})`, None without one.

    Raises:
        BadPosition, DataError: see `positions.checked`.
    """
    given = (options or {}).get("position")
    return None if given is None else checked(scenario, given)


class FilmedGame(OneGame):
    """One game that keeps each of its positions for a replay; a game taken from elsewhere is kept from that point on."""

    film: Film

    def reset(self, seed: int | None, position: Mapping[str, Any] | None = None) -> int:
        """As `OneGame.reset`."""
        decider = super().reset(seed, position)
        self._begin()
        return decider

    def take(self, record: np.void, history: History) -> int:
        """As `OneGame.take`."""
        decider = super().take(record, history)
        self._begin()
        return decider

    def play(self, action: int) -> int:
        """As `OneGame.play`."""
        record, ruleset = self.batch.games[0], self.scenario.ruleset
        seat, decision = int(record["decider"]), int(record["decision"])
        decider = super().play(action)
        self.film.add(record, seat, ruleset.decisions(decision).name, ruleset.layout.text(int(action), decision))
        return decider

    def _begin(self) -> None:
        self.film = Film(self.scenario, self.seed)
        self.film.add(self.batch.games[0])


def game_for(scenario: Scenario, mode: str | None, with_mask: bool, illegal: str) -> OneGame:
    """The game that a view with this render mode holds."""
    return (FilmedGame if mode == "html" else OneGame)(scenario, mode is not None, checked_mask(with_mask), illegal)


def _whole(action: Any) -> int:
    """An action as an int; TypeError if it is no whole number."""
    return operator.index(action.item() if isinstance(action, np.ndarray) and action.size == 1 else action)


class GameView:
    """Shared parts of the PettingZoo and Gymnasium views of one game: pictures, its record, new futures for copies."""

    render_mode: str | None
    scenario: Scenario
    _game: OneGame
    _window: Any = None
    _clones = 0

    def render(self) -> Any:
        """The board as text ("ansi"), an image, uint8 (height, width, 3) ("rgb_array"), in a window ("human"), or the game so far as a
        page that needs nothing else ("html").
        """
        if self.render_mode is None:
            logger.warn('render() without a render mode; make the environment with render_mode="ansi", "rgb_array", "html" or "human"')
            return None
        game = self._game
        game.need_reset("render()")
        if isinstance(game, FilmedGame):
            return game.film.html()
        scene = game.scenario.ruleset.scene(game.batch.games[0], game.scenario)
        if self.render_mode != "human":
            return render(scene, self.render_mode)
        self._window = self._window or Window()
        self._window.show(scene)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    @property
    def record(self) -> np.void:
        """The running game's record, a copy."""
        return self._game.batch.games[0].copy()

    @property
    def np_random_seed(self) -> int:
        """The seed of the running game; before the first one, of the game that a `reset` without a seed begins."""
        game = self._game
        return game.first_seed if game.seed is None else game.seed

    def outcomes(self, action: Any, most: int = MOST, samples: int = SAMPLES) -> Chances:
        """The positions that may follow an action, up to the next decision of any seat, with their probabilities; see
        `skirmish_rl.envs.adapters.chances.outcomes`. `after` goes on from one of them.

        Raises:
            StateError: before `reset`, or after the game has ended. IllegalAction: an action outside the mask. BadOption: see there.
        """
        game = self._game
        game.need_reset("outcomes()")
        if game.decider < 0:
            raise StateError("outcomes() after the game has ended; call reset() first")
        return outcomes(self.scenario, game.batch.games[0], game.accepted(action), most, samples)

    def _followed(self, twin: GameView, action: Any, chance: Chance) -> int:
        """Put a copy of this game into a position that may follow an answer. Returns the action."""
        if not isinstance(chance, Chance):
            raise BadOption(f"after(action, {chance!r:.60}): expected one of outcomes(action), the dice that fall and what comes of them")
        self._game.need_reset("after()")
        number, ruleset = self._game.accepted(action), self.scenario.ruleset
        if getattr(chance.record, "dtype", None) != ruleset.state:
            raise StateError(f"after() with a {type(chance.record).__name__}; expected the record of one of this game's outcomes(action)")
        if outside := ruleset.record.violation(np.array([chance.record])):
            raise StateError(f"after() with a record of {outside}; take one of this game's outcomes(action) as it is")
        if int(chance.record["decisions"]) != int(self._game.batch.games[0]["decisions"]) + 1:
            raise StateError("after() with an outcome of another position; ask this one for its outcomes(action)")
        if chance.action not in (-1, number):
            raise StateError(
                f"after({number}, ...) with an outcome of action {chance.action}; give both from one call of outcomes(action)"
            )
        twin._game.follow(number, chance)
        return number

    def _reseed(self, twin: GameView, reseed: bool | int) -> None:
        """Give a copy a new future, as `reseed` of `clone` says; the seeds are repeatable, but no key to the position's own dice."""
        if reseed is False:
            return
        self._game.need_reset("clone(reseed=...)")
        self._clones += reseed is True
        if reseed is True:
            record = self._game.batch.games[0]
            words = [*map(int, record["key"]), int(record["decisions"]), self._clones]
            reseed = int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0]) & (2**62 - 1)
        twin._game.reseed(reseed)


def checked_mode(mode: str | None) -> str | None:
    """A render mode or None.

    Raises:
        UnknownName: no such mode.
    """
    if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
        raise unknown("render mode", mode, RENDER_MODES)
    return mode
