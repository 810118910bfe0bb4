"""The learner's games: a batch in which the learner holds one seat of each game and opponents play the others.

The games advance independently: `play` answers where the learner is asked, and lets the other agents answer in the other games.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.opponents import LEARNER, Opponents
from skirmish_rl.agents.ppo.ranks import ALONE, Ranks
from skirmish_rl.agents.ppo.style import Style
from skirmish_rl.agents.settings.seals import is_marked, mark_of
from skirmish_rl.envs.core.batch import OUTSIDE, RESTART, ActionRows, Batch, game_seeds
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seeds

_FIELDS = ("seeds", "control")  # of the batch; masks and deciders follow from the records
_KEPT = (*_FIELDS, "records", "who", "seat")


class LearnerGames:
    """n games that restart when they end; the learner's seat then moves on by one.

    Attributes:
        n: the number of games that this rank plays.
        who: int64 (n, seats), the opponent in each seat; LEARNER for the learner.
        seat: int64 (n,), the learner's seat.
        paid: float32 (n,), rewards of the style since the caller last read and cleared them.

    Args:
        scenario: the scenario.
        n_games: number of games on all ranks together.
        opponents: the other seats' agents.
        seed: seed of the games and of the noise.
        noise: probability that a bot's actions between two decisions of the learner are random.
        threads: threads of the engine.
        ranks: the processes that share the games.
        style: pays extra rewards to the learner. Bots are then asked for one action at a time, since events last only until the next
            action.
    """

    def __init__(
        self,
        scenario: Scenario,
        n_games: int,
        opponents: Opponents,
        seed: int,
        noise: float = 0.0,
        threads: int = 1,
        ranks: Ranks = ALONE,
        style: Style | None = None,
    ):
        self.scenario = scenario
        self.seeds = ranks.mine(game_seeds(seed, n_games))
        self.n = len(self.seeds)
        self.batch = Batch(scenario, self.n, threads=threads, observe=False, after=RESTART, listen=style is not None)
        self.rng = np.random.default_rng([seed, 17, ranks.rank])
        self.noise, self.style = noise, style
        self.paid = np.zeros(self.n, np.float32)
        self.set_opponents(opponents)
        self._ended = np.zeros(self.n, bool)  # since the learner's last answer

    def set_opponents(self, opponents: Opponents, noise: float | None = None) -> None:
        """Change the opponents; games in progress continue with the new ones."""
        before = getattr(self, "who", None)
        self.opponents = opponents
        self.noise = self.noise if noise is None else noise
        self.who = opponents.assign(self.batch.n, self.scenario.seats)
        if before is not None:
            # the learner keeps its seats: turn the new rows until they agree
            shift = np.argmax(before == LEARNER, axis=1) - np.argmax(self.who == LEARNER, axis=1)
            columns = (np.arange(self.scenario.seats)[None, :] - shift[:, None]) % self.scenario.seats
            self.who = np.take_along_axis(self.who, columns, axis=1)
        self.seat = np.argmax(self.who == LEARNER, axis=1)

    @property
    def ready(self) -> np.ndarray:
        """Games in which the learner must decide, bool (n,)."""
        return self.batch.deciders == self.seat

    def start(self) -> None:
        """Start all games from the seed, and play to the learner's first decisions."""
        self._seat_bots(np.arange(self.n))
        self.batch.reset(seeds=self.seeds)
        if self.style is not None:
            self.style.know(self.batch.games[0])
        nowhere = np.zeros(0, np.int64)
        while not self.ready.all():
            self.play(nowhere, nowhere)
        self.paid[:] = 0

    def encode_actions(self, index: np.ndarray, most: int = 0) -> ActionRows:
        """Encode the legal actions of the learner's pending decisions in some games; see `Batch.encode_actions`."""
        return self.batch.encode_actions(index, most=most)

    def play(self, index: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Take one action of the learner in some games, and one action in every game in which another agent must decide.

        In games whose other seats all hold bots, play continues until the learner is asked again.

        Args:
            index: int64 (k,), games in which the learner acts; other games in which it is asked stay as they are.
            actions: int64 (k,), the learner's legal actions.

        Returns:
            Games that ended and were restarted, int64 (m,), and the learner's reward in each, float32 (m,). A game that ends again before
            the learner is asked is reported once.
        """
        self._ended[index] = False
        answers = np.full(self.batch.n, -1, np.int64)
        waiting = np.flatnonzero(~self.ready)
        asked = self.who[waiting, self.batch.deciders[waiting]]
        for k in np.unique(asked):
            answers[waiting[asked == k]] = self.opponents.agents[k].act(self.batch, waiting[asked == k])
        answers[index] = actions
        self._seat_bots(index)
        self.batch.step(answers)
        if self.style is not None:
            going = np.flatnonzero((answers >= 0) & (self.batch.ended == 0))
            self.paid += self.style.pay(self.batch, going, self.seat)
        over = np.flatnonzero(self.batch.ended)
        first = ~self._ended[over]
        told, rewards = over[first], self.batch.rewards[over, self.seat[over]][first]
        self._ended[over] = True
        self.who[over] = np.roll(self.who[over], -1, axis=1)  # as the engine turns the seats
        self.seat[over] = (self.seat[over] - 1) % self.scenario.seats
        return told, rewards

    def _seat_bots(self, index: np.ndarray) -> None:
        if self.style is not None:
            self.batch.control[index] = OUTSIDE
            return
        bots = self.opponents.bots[self.who[index]]
        if self.noise > 0:
            careless = self.rng.random(len(index)) < self.noise
            bots[careless[:, None] & (bots >= 0)] = 0  # a ruleset's first bot is its weakest
        self.batch.control[index] = np.where((self.who[index] == LEARNER) | (bots < 0), OUTSIDE, bots)

    def save_state(self) -> dict[str, np.ndarray]:
        """Collect everything that determines how the games continue, as arrays, signed for this user."""
        arrays = {name: getattr(self.batch, name).copy() for name in _FIELDS}
        arrays |= {"records": self.records(), "who": self.who.copy(), "seat": self.seat.copy()}
        return {**arrays, "mark": np.frombuffer(mark_of(self._told(arrays)), np.uint8)}

    def _told(self, state: dict[str, np.ndarray]) -> bytes:
        """The bytes that the signature covers: all that `load_state` reads, and the scenario that it belongs to."""
        head = f"{self.scenario.id} {self.scenario.ruleset.state}"
        return b"".join(
            [head.encode(), *(f"{name} {state[name].dtype} {state[name].shape}".encode() + state[name].tobytes() for name in _KEPT)]
        )

    def load_state(self, state: dict[str, np.ndarray]) -> None:
        """Restore the games from `save_state`.

        The signature must be this user's: compiled rules trust the records that they get, so records from anybody else are refused.

        Raises:
            StateError: the signature is not this user's, or a record could not occur in play.
            KeyError, ValueError: arrays are missing, have the wrong shape, or name opponents that do not exist.
        """
        if "mark" not in state or not is_marked(self._told(state), state["mark"].tobytes()):
            raise StateError("its games were not saved by you on this machine")
        n, seats = self.batch.n, self.scenario.seats
        who, seat, control = (np.array(state[name], np.int64) for name in ("who", "seat", "control"))
        games = np.ascontiguousarray(state["records"], np.uint8).reshape(n, -1).view(self.scenario.ruleset.state)[:, 0].copy()
        if outside := self.scenario.ruleset.record.violation(games):
            raise StateError(f"no game of {self.scenario.id} holds {outside}")
        sits = (who == LEARNER) | ((who >= 0) & (who < len(self.opponents.agents)))
        if (
            who.shape != (n, seats)
            or not sits.all()
            or (np.argmax(who == LEARNER, axis=1) != seat).any()
            or not (who == LEARNER).any(axis=1).all()
        ):
            raise ValueError("a seat is held by an opponent that does not exist")
        if control.shape != (n, seats) or not all(
            number == OUTSIDE or self.scenario.ruleset.is_bot(number) for number in np.unique(control).tolist()
        ):
            raise ValueError("bots that do not exist")
        self.batch.seeds[:] = checked_seeds(state["seeds"], n)
        self.batch.games[:], self.batch.control[:] = games, control
        for b in range(n):
            self.batch.refresh(b, check=False)
        self.who, self.seat = who, seat
        if self.style is not None:
            self.style.know(self.batch.games[0])

    def records(self) -> np.ndarray:
        """The games as bytes, uint8 (n, bytes of a record)."""
        return self.batch.games.view(np.uint8).reshape(self.batch.n, -1).copy()
