"""A person against bots at the terminal: the board, the legal answers in words, and the answer read as a line of text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import to_ansi
from skirmish_rl.envs.core.errors import BadOption, IllegalAction
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.ruleset import Scenario

_HELP = "type an answer as listed; ? lists all answers, board draws the board, quit ends the game"


def legal_texts(batch: Batch) -> list[str]:
    """The legal answers of the pending decision of a batch of one game, as text."""
    layout, decision = batch.scenario.ruleset.layout, int(batch.games[0]["decision"])
    return [layout.text(int(action), decision) for action in np.flatnonzero(batch.masks[0])]


def asked(record: np.void, scenario: Scenario) -> str:
    """The pending question in words, with the name of what it is about."""
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    return questions.prompt(decision, questions.subject_name(decision, int(record["subject"])))


def grouped(texts: list[str], limit: int) -> list[str]:
    """Answers by verb, one line each, `limit` arguments at most: `* move 3,4 3,5 ... (37)`."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        verb, _, argument = text.partition(" ")
        groups.setdefault(verb, []).append(argument)
    lines = []
    for verb, arguments in groups.items():
        shown = arguments if limit <= 0 or len(arguments) <= limit else arguments[:limit]
        more = f" ... ({len(arguments)})" if len(shown) < len(arguments) else ""
        lines.append(f"* {verb} {' '.join(shown)}{more}".rstrip())
    return lines


def play(
    scenario: Scenario,
    seed: int,
    seat: int,
    bot: str,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    color: bool = True,
    width: int = 140,
) -> Outcome | None:
    """Play one game, a person on `seat` and a bot on every other.

    Args:
        scenario: with its seats and options.
        seed: of the game.
        seat: the person's.
        bot: who plays every other seat.
        read: asks for a line; `EOFError` ends the game.
        write: shows a line.
        color: whether the terminal shows colours.
        width: of the terminal, in characters.

    Returns:
        The outcome, None when the person left.

    Raises:
        BadOption: no such seat. UnknownName: no such bot.
    """
    if not 0 <= seat < scenario.seats:
        raise BadOption(f"seat={seat}: scenario {scenario.name!r} is played by seats 0 to {scenario.seats - 1}")
    ruleset, number = scenario.ruleset, scenario.ruleset.bot(bot)
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=seed)
    write(f"You are seat_{seat}. {_HELP}")
    seen = True  # the board has not changed since the person saw it
    write(to_ansi(ruleset.scene(batch.games[0], scenario), color, width))
    while not batch.over[0]:
        record = batch.games[0]
        decider, decision = int(record["decider"]), int(record["decision"])
        if decider == seat:
            if not seen:
                write(to_ansi(ruleset.scene(record, scenario), color, width))
            answer = _ask(batch, read, write, color, width)
            if answer is None:
                return None
            action, seen = answer, False
        else:
            action, seen = int(batch.ask(np.zeros(1, np.int64), number)[0]), False
        said = ruleset.layout.text(action, decision)
        batch.step(np.array([action]))
        write(f"seat_{decider} {ruleset.decisions(decision).name}: {said}")
        for line in tell(batch.games[0], scenario):
            write(f"    {line}")
    write(to_ansi(ruleset.scene(batch.games[0], scenario), color, width))
    outcome = outcome_of(batch.games[0], ruleset.reasons)
    assert outcome is not None
    first = ", ".join(f"seat_{s}" for s in outcome.winners) or "nobody"
    write(f"{outcome.reason}: first {first}; {'you win' if outcome.winners == (seat,) else 'you do not win'}")
    return outcome


def _ask(batch: Batch, read: Callable[[str], str], write: Callable[[str], None], color: bool, width: int) -> int | None:
    """The person's legal answer, None when they leave."""
    scenario, record = batch.scenario, batch.games[0]
    decision = int(record["decision"])
    write(f"seat_{int(record['decider'])}: {asked(record, scenario)}")
    prompt = f"{scenario.ruleset.decisions(decision).name}> "
    for line in grouped(legal_texts(batch), 8):
        write(line)
    while True:
        try:
            said = read(prompt).strip()
        except EOFError:
            return None
        if said in ("quit", "exit"):
            return None
        if said == "?":
            for line in grouped(legal_texts(batch), 0):
                write(line)
        elif said == "board":
            write(to_ansi(scenario.ruleset.scene(record, scenario), color, width))
        elif said == "help":
            write(_HELP)
        elif said:
            try:
                action = scenario.ruleset.layout.parse(said, decision)
                batch.check(np.array([action]))
            except IllegalAction as error:
                write(str(error))
            else:
                return action
