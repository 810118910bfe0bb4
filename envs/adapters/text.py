"""Games as text: `reset` and `step` in words, for language models, harnesses and people.

    env = TextEnv("warcry", "duel", opponent="bot:simple")
    text, info = env.reset(seed=7)
    while not env.done:
        text, rewards, terminated, truncated, info = env.step(answer_to(text, info["seat"]))

An answer is a phrase as it stands in the text, or several in lines of their own, which are carried out until another seat is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.game import check_reset_options, position_among
from skirmish_rl.envs.adapters.seating import Opponents, checked_seat, seats_from
from skirmish_rl.envs.adapters.spaces import legal_instead
from skirmish_rl.envs.core.errors import BadOption, StateError, unknown
from skirmish_rl.envs.core.seeds import checked_seed, fresh_seed
from skirmish_rl.envs.core.texts import lines_of
from skirmish_rl.envs.registry import ruleset_of
from skirmish_rl.envs.words.answers import LONGEST
from skirmish_rl.envs.words.games import WordGame
from skirmish_rl.envs.words.rulebook import SIZES, rules

AFTERWARDS = ("random", "loss")  # what becomes of an answer that is illegal once too often
_LINES = 200  # of one answer that are read
_ONE = np.zeros(1, np.int64)


class TextEnv:
    """A game as text, for any number of seats.

    Args:
        ruleset, scenario, seats: as for `make`.
        opponent: who plays all seats but one, as for `SkirmishSingle`; None: every seat is asked here.
        seat: with an opponent: the seat that is asked here, a number, or "random" for one that the game's seed settles.
        listed: the legal answers stand in the text; otherwise one has to know the rules.
        tries: wrong answers in a row before `afterwards` applies; until then the decision is asked again, with what was wrong.
        afterwards: "random": a legal action replaces it, always the same one at the same point of a game; "loss": the game is lost.
        board: the map stands in the text.
        rules: the size of the rules that stand before the first question of each seat; "" for none.
        **options: of the ruleset.

    Attributes:
        game: what is played. done: it is over. rewards: of every seat, 0 until then.
        illegal: answers of each seat that were wrong. answered: those that were carried out, and replaced: those that a random one stood
            for.

    Raises:
        UnknownName, BadOption, DataError: as for `make`.
    """

    game: WordGame

    def __init__(
        self,
        ruleset: str,
        scenario: str | None = None,
        seats: int | None = None,
        opponent: Any = None,
        seat: int | str = "random",
        listed: bool = True,
        tries: int = 3,
        afterwards: str = "random",
        board: bool = True,
        rules: str = "short",
        **options: Any,
    ):
        if isinstance(tries, bool) or not isinstance(tries, int) or tries < 1:
            raise BadOption(f"tries={tries!r}: a whole number from 1 on")
        if afterwards not in AFTERWARDS:
            raise unknown("treatment of illegal answers", str(afterwards), AFTERWARDS)
        if rules not in ("", *SIZES):
            raise BadOption(f"rules={rules!r}: expected one of {', '.join(SIZES)}, or an empty text for none")
        self.scenario = ruleset_of(ruleset).scenario(scenario, seats, **options)
        self.opponents = None if opponent is None else Opponents(self.scenario, opponent)
        self.seat = checked_seat(self.scenario, seat)
        self.listed, self.tries, self.afterwards, self.board, self.rules = listed, tries, afterwards, board, rules
        self.done = True

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a game.

        Args:
            options: {"position": ...}, a table or the path of a TOML file: the game begins there, see `skirmish_rl.envs.positions`.

        Returns:
            The text of the first question, and `info`: see `step`.

        Raises:
            BadOption: no seed, or other options. BadPosition: a position that no play leads to.
        """
        check_reset_options(options, "position")
        position = position_among(options, self.scenario)
        seed = fresh_seed() if seed is None else checked_seed(seed)
        self.game = WordGame(self.scenario, seed, observe=bool(self.opponents and self.opponents.agents), position=position)
        n = self.scenario.seats
        self.rewards, self.done, self._wrong, self._lost = [0.0] * n, False, 0, False
        self.illegal, self.answered, self.replaced, self._taught = [0] * n, [0] * n, [0] * n, set[int]()
        self._others, self._own = None, 0
        if self.opponents is not None:
            own = int(seats_from(np.array([seed]), n)[0]) if self.seat == "random" else int(self.seat)
            self._others, self._own = self.opponents.answering(own), own
        return self._next("")

    def step(self, answer: Any) -> tuple[str, list[float], bool, bool, dict[str, Any]]:
        """Take one or more actions.

        Args:
            answer: what `Phrases.parse` reads; of a text every line that is not empty, and of a list every entry, until another seat is
                asked.

        Returns:
            The text of the next question, the seats' rewards, whether the game is over, False, and `info`: `seat` that is asked (-1 at the
            end), the
            legal `phrases`, `wrong`: what was wrong with the answer ("" for nothing), and how many answers were `given`.

        Raises:
            StateError: before `reset`, or the game is over.
        """
        if self.done:
            raise StateError("no game is running; call reset()")
        seat = self.game.decider
        done = self.game.answer_all(_several(answer))
        self.answered[seat] += done.given
        wrong = done.why if done.illegal else ""
        if done.given:
            self._wrong = 0
        if wrong:
            self.illegal[seat] += 1
            self._wrong += 1
        told = f"That was no answer: {wrong}" if wrong else ""
        if self._wrong >= self.tries:
            told += f"\nAfter {self.tries} wrong answers in a row, {self._give_up(seat)}"
        text, info = self._next(wrong, told)
        return text, list(self.rewards), self.done, False, info | {"given": done.given}

    @property
    def shown(self) -> int:
        """The seat from whose view the game is shown: the learner's, or without opponents the deciding seat."""
        return self._own if self._others is not None else max(self.game.decider, 0)

    def _give_up(self, seat: int) -> str:
        """What is done about a seat that cannot answer, and what it is told of it."""
        self._wrong = 0
        if self.afterwards == "loss":
            others = self.scenario.seats - 1
            self.rewards, self._lost, self.done = [-1.0 if k == seat else 1 / others for k in range(self.scenario.seats)], True, True
            return "the game is lost."
        action = legal_instead(self.game.batch.masks[0], 0, len(self.game.answers))
        phrase = self.game.phrases.texts[action]
        self.game.answer(action)
        self.replaced[seat] += 1
        return f"another one was given in your place: {phrase}"

    def _next(self, wrong: str, told: str = "") -> tuple[str, dict[str, Any]]:
        """Let the opponents answer, and ask the next question."""
        game = self.game
        while self._others is not None and not self._lost and not game.over and game.decider != self._own:
            game.answer(int(self._others(game.batch, _ONE)[0]))
        if game.outcome is not None:
            self.rewards, self.done = list(game.outcome.rewards), True
        seat = -1 if self.done else game.decider
        parts = [told] if told else []
        if seat >= 0 and seat not in self._taught and self.rules:
            self._taught.add(seat)
            parts.append(rules(self.scenario, self.rules))
        parts.append(game.text(self.shown, self.board, self.listed and not self._lost))
        if self._lost:
            parts.append(f"The game is lost by default: rewards {self.rewards}.")
        phrases = list(game.phrases.texts.values()) if seat >= 0 and self.listed else []
        return "\n".join(parts), {"seat": seat, "phrases": phrases, "wrong": wrong}


def _several(answer: Any) -> Sequence[Any]:
    """The answers in what was said."""
    if isinstance(answer, str):
        lines = [line.strip() for line in lines_of(answer[: _LINES * LONGEST]) if line.strip()]
        return [line.removeprefix("- ") for line in lines[:_LINES]]
    return list(answer)[:_LINES] if isinstance(answer, list | tuple) else [answer]
