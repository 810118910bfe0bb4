"""Games for harnesses in the manner of Kaggle's Game Arena: three functions between an observation and a language model, and the other
side.

`get_legal_moves`, `generate_prompt` and `parse_response` are what `kaggle_environments.core_harness` asks of a harness: this module is
one. Its observations have the keys of Kaggle's OpenSpiel environments (`observationString`, `legalActions`, `legalActionStrings`,
`playerId`, `currentPlayer`, `isTerminal`). `environment` is a game as `kaggle_environments.register` takes it; `KaggleGame` is the same
game without any other package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skirmish_rl.envs.adapters.replies import answers_in
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seed, fresh_seed
from skirmish_rl.envs.registry import ruleset_of
from skirmish_rl.envs.words.answers import normal
from skirmish_rl.envs.words.games import WordGame
from skirmish_rl.envs.words.rulebook import rules
from skirmish_rl.envs.words.seen import listed

_HOW = 'Think first. Then end your reply with one answer of the list as JSON, for example:\n```json\n{"move": "A2: wait"}\n```'
_KEPT = 500  # last letters of a reply that named no answer, which it is shown again


@dataclass(frozen=True)
class Parsed:
    """The move in a reply, with the attributes of Kaggle's `ParseResult`.

    Attributes:
        legal_action: the legal phrase, None for none. raw_action: what was said in its place. submission, thoughts: unused.
    """

    legal_action: str | None = None
    raw_action: str | None = None
    submission: Any = None
    thoughts: str | None = None


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal actions as numbers with their phrases; none for a seat that need not decide."""
    return dict(zip(observation.get("legalActions") or (), observation.get("legalActionStrings") or (), strict=True))


def generate_prompt(
    observation: Mapping[str, Any], move_history: Sequence[str], previous_response: str | None = None, previous_action: str | None = None
) -> str:
    """The prompt: the rules, what happened, the position, its legal actions, and how to answer.

    Args:
        observation: see `KaggleGame.observation`.
        move_history: its own answers so far; not used, for what came of them stands in the observation.
        previous_response, previous_action: of a try that named no legal answer: the reply, and what it named, None for nothing.
    """
    parts = [str(observation.get("rules", "")), str(observation.get("observationString", "")), "Your answers:"]
    parts += listed(get_legal_moves(observation).items())
    parts += ["", _HOW]
    if previous_action:
        parts += ["", f"You answered {previous_action!r}, which is none of the list. Choose one of the list, word by word."]
    elif previous_response is not None:
        parts += ["", f"No answer could be read from your reply, which ended with:\n{previous_response[-_KEPT:]}"]
    return "\n".join(parts)


def parse_response(response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any] | None = None) -> Parsed:
    """The legal action that a reply ends with, regardless of case and blanks; see `replies.answers_in`.

    Args:
        legal_action_strings: the phrases. observation: not used.
    """
    said = answers_in(response)
    if not said:
        return Parsed()
    known = {normal(phrase): phrase for phrase in legal_action_strings or ()}
    return Parsed(known.get(normal(said[0])), said[0])


class KaggleGame:
    """A game as such harnesses see it.

    Args:
        ruleset, scenario, seats, **options: as for `make`. seed: of the game; None draws one.

    Attributes:
        game: what is played. lost: the seat that forfeited, -1 for none.

    Raises:
        UnknownName, BadOption, DataError: as for `make`.
    """

    def __init__(self, ruleset: str, scenario: str | None = None, seats: int | None = None, seed: int | None = None, **options: Any):
        self.game = WordGame(_scenario(ruleset, scenario, seats, options), fresh_seed() if seed is None else checked_seed(seed))
        self.lost = -1

    @property
    def over(self) -> bool:
        return self.lost >= 0 or self.game.over

    @property
    def rewards(self) -> list[float]:
        """The reward of every seat, 0 until the game is over."""
        n = self.game.scenario.seats
        if self.lost >= 0:
            return [-1.0 if seat == self.lost else 1 / (n - 1) for seat in range(n)]
        return list(self.game.outcome.rewards) if self.game.outcome is not None else [0.0] * n

    def observation(self, seat: int) -> dict[str, Any]:
        """What a seat sees; nothing hidden from it is in it."""
        asked = -1 if self.over else self.game.decider
        legal = self.game.phrases.texts if asked == seat else {}
        return {
            "playerId": seat, "currentPlayer": asked, "isTerminal": self.over, "rules": rules(self.game.scenario),
            "observationString": self.game.text(seat, legal=False), "legalActions": list(legal),
            "legalActionStrings": list(legal.values()),
        }  # fmt: skip

    def submit(self, submission: Any) -> None:
        """Take an action for the seat that must decide; anything but the number of a legal action forfeits the game.

        Raises:
            StateError: the game is over.
        """
        seat, phrases = self.game.decider, self.game.phrases
        if isinstance(submission, int) and not isinstance(submission, bool) and submission in phrases.texts:
            self.game.answer(submission)
        else:
            self.lost = seat


def environment(ruleset: str, scenario: str | None = None, seats: int | None = None, **options: Any) -> dict[str, Any]:
    """A game as `kaggle_environments.register(name, ...)` takes it; `configuration={"seed": 7}` names the game's seed.

    Args:
        ruleset, scenario, seats, **options: as for `make`.

    Raises:
        UnknownName, BadOption, DataError: as for `make`.
    """
    played = _scenario(ruleset, scenario, seats, options)
    whole = {
        "type": ["object", "integer", "null"],
        "description": "The number of a legal answer, or an object with it as submission.",
        "default": None,
    }
    return {
        "agents": {"random": random_agent, "first": first_agent},
        "interpreter": interpreter(ruleset, scenario, seats, **options),
        "renderer": lambda state, env: env.skirmish.game.text(0),
        "html_renderer": lambda env: "",
        "specification": {
            "name": f"skirmish_{ruleset}", "title": f"{played.ruleset.title}, {played.name}", "version": str(played.ruleset.version),
            "description": "A tabletop wargame with alternating activation.", "agents": [played.seats],
            "configuration": {
                "seed": {"type": ["integer", "null"], "description": "Of the game's dice; none draws one.", "default": None},
                "episodeSteps": {"type": "integer", "default": played.max_decisions + 2},
                "actTimeout": {"type": "number", "default": 3600},
                "runTimeout": {"type": "number", "default": 10**7}, "agentTimeout": {"type": "number", "default": 3600},
            },
            "reward": {"type": ["number", "null"], "default": 0}, "action": whole,
            "observation": {"remainingOverageTime": 60, **{key: {"default": value, "description": key} for key, value in _EMPTY.items()}},
        },
    }  # fmt: skip


_EMPTY: dict[str, Any] = {
    "playerId": 0, "currentPlayer": -1, "isTerminal": False, "rules": "", "observationString": "", "legalActions": [],
    "legalActionStrings": [],
}  # fmt: skip


def interpreter(ruleset: str, scenario: str | None = None, seats: int | None = None, **options: Any) -> Callable[[Any, Any], Any]:
    """What plays a step of such an environment: (states of the agents, environment) -> states."""

    def step(state: Any, env: Any) -> Any:
        if env.done:  # at the beginning nobody is active yet
            env.skirmish = KaggleGame(ruleset, scenario, seats, env.configuration.get("seed"), **options)
        else:
            seat, given = env.skirmish.game.decider, state[env.skirmish.game.decider].action
            env.skirmish.submit(given.get("submission") if isinstance(given, Mapping) else given)
            if env.skirmish.lost == seat:
                state[seat].status = "INVALID"
        game = env.skirmish
        for seat, agent in enumerate(state):
            agent.observation.update(game.observation(seat))
            agent.reward = game.rewards[seat]
            if agent.status != "INVALID":
                agent.status = "DONE" if game.over else "ACTIVE" if seat == game.game.decider else "INACTIVE"
        return state

    return step


def random_agent(observation: Any) -> dict[str, int]:
    """An arbitrary legal action, always the same one in the same position."""
    legal = observation["legalActions"]
    return {"submission": legal[len(observation["observationString"]) * 7919 % len(legal)]}


def first_agent(observation: Any) -> dict[str, int]:
    """The first legal action."""
    return {"submission": observation["legalActions"][0]}


def _scenario(ruleset: str, scenario: str | None, seats: int | None, options: dict[str, Any]) -> Scenario:
    return ruleset_of(ruleset).scenario(scenario, seats, **options)
