"""Agents as folders that can be shared: a network, and a card with its training and its scores.

    network.safetensors    the weights, and what they are for (see `tensors.py`)
    card.toml              the card; `skirmish-rl train FOLDER/card.toml` trains the same network again

`skirmish-rl publish` makes them. They are read without torch and without pickle: nothing in a stranger's folder is executed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.arena import Match
from skirmish_rl.agents.identity import as_now, fitted, own_scenario, plays_anywhere
from skirmish_rl.agents.tensors import LARGEST, load_plain, read_network
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import build, read_toml

NETWORK, CARD = "network.safetensors", "card.toml"
OWN = "agent.safetensors"  # the network of a run of `selfplay`, in its folder


@dataclass(frozen=True)
class SeatResult:
    """An agent's score in one seat.

    Attributes:
        force: who plays there; "" where that differs from game to game.
        interval: of the score, 95 %.
    """

    seat: int
    force: str
    games: int
    score: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Result:
    """An agent's score against another, seats swapped, on seeds that were not used to choose anything.

    Attributes:
        score: share of the first place: wins, and draws as parts. interval: of it, 95 %.
        decisions: mean number in a game.
    """

    against: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: tuple[float, float]
    decisions: float
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True)
class Training:
    """How a network was trained.

    Attributes:
        decisions: of the learner, until this network was taken. minutes: until then, evaluations included.
        revision: of the code, "" if unknown. changed: there were changes on top of it.
    """

    seed: int
    decisions: int
    minutes: float
    started: str
    ranks: int
    machine: str
    revision: str
    changed: bool
    packages: dict[str, str]


@dataclass(frozen=True)
class Card:
    """The card of an agent.

    Attributes:
        scenario: that it was trained on, as `Scenario.id`. checksum: SHA-256 of its network's file.
        weaknesses: what it is known to do badly, a sentence each.
        bot: what it uses of the package's bots when it plays, "no" for nothing, "" on cards of old.
        config: the settings of its training run.
    """

    scenario: str
    checksum: str
    weights: int
    weaknesses: tuple[str, ...]
    training: Training
    results: tuple[Result, ...]
    bot: str = ""
    config: dict[str, Any] = field(default_factory=dict)


def read_card(folder: Path) -> Card:
    """The card of an agent's folder.

    Raises:
        DataError: none there, an unknown or a missing key, or a wrong value.
    """
    table = read_toml(folder / CARD)
    config = table.pop("config", {})
    card: Card = build(Card, table, folder / CARD)
    return replace(card, config=config if isinstance(config, dict) else {})


def checksum_of(path: Path) -> str:
    """SHA-256 of a network's file.

    Raises:
        CheckpointError: it cannot be read.
    """
    return hashlib.sha256(read_bytes(path, LARGEST, CheckpointError)).hexdigest()


def is_shared(path: Path) -> bool:
    """True for an agent's folder, the folder of a run of self-play on a device, or a network that `skirmish-rl export` has written."""
    return (path / CARD).is_file() or (path / OWN).is_file() or path.suffix == Path(NETWORK).suffix


def network_file(path: Path) -> Path:
    """The network of an agent's folder, which its card must know, or an exported network itself.

    Raises:
        CheckpointError: not the network that the card tells of. DataError: a card that cannot be read.
    """
    if not path.is_dir():
        return path
    if not (path / CARD).is_file() and (path / OWN).is_file():
        return path / OWN
    if read_card(path).checksum != checksum_of(path / NETWORK):
        raise CheckpointError(f"{path / NETWORK} is not the network that {path / CARD} tells of; get both from where they were published")
    return path / NETWORK


def trained_weights(run: Path, trusted: bool = False) -> tuple[Path, dict[str, np.ndarray], dict[str, Any], Scenario]:
    """The network of a run, whichever learner has made it: its file, its weights, its identity, and the scenario that it was trained on.

    Args:
        run: a run folder, a checkpoint, or a safetensors file. trusted: see `own_scenario`.

    Raises:
        CheckpointError: none there, damaged, or of a scenario that cannot be made any more.
    """
    if run.suffix == ".safetensors" or (run / OWN).is_file():
        file = network_file(run)
        weights, identity = read_network(file)
        scenario = own_scenario(file, identity, trusted)
        if plays_anywhere(identity):  # its file has only what it reads
            weights, identity = fitted(weights, identity, scenario), as_now(identity, scenario)
        return file, weights, identity, scenario
    from skirmish_rl.agents.ppo.checkpoints import find_checkpoint, load_own

    checkpoint = find_checkpoint(run)
    return checkpoint, *load_own(checkpoint, trusted)


def _check_card(folder: Path, facts: dict[str, Any]) -> None:
    """Refuse a card that tells of another game, version or scenario than its network."""
    said, made = read_card(folder).scenario.partition(" ")[0], "{ruleset}-v{version}/{scenario}/{seats}".format_map(facts)
    if said != made:
        raise CheckpointError(
            f"{folder / CARD} tells of {said[:200]}, and its network is for {made[:200]}; get both from where they were published"
        )


def load_shared(path: Path, scenario: Scenario | None = None, name: str = "") -> NetworkAgent:
    """The agent of a folder that `skirmish-rl publish` has made, or of an exported network.

    Args:
        scenario: that it is to play; None for the one that it was trained on.
        name: of the agent, without its kind; "" for one made of the path.

    Raises:
        CheckpointError: damaged, not the network that the card tells of, or not for this scenario.
        DataError: a card that cannot be read.
    """
    file = network_file(path)
    told = read_network(file)[1]
    scenario = scenario or own_scenario(file, told)
    if (path / CARD).is_file():
        _check_card(path, told)
    network, facts = load_plain(file, scenario)
    shown = name or (path.resolve().name if path.is_dir() else f"{path.resolve().parent.name}/{path.name}")
    return NetworkAgent(network, f"ppo:{shown}", bool(facts["greedy"]), scenario)


def weaknesses_of(results: tuple[Result, ...], seats: int) -> tuple[str, ...]:
    """Sentences on the opponents and seats in which an agent does worse than an even share."""
    told = []
    for result in results:
        if result.interval[1] < 1 / seats:
            told.append(f"It scores only {result.score:.1%} against {result.against} ({result.games:,} games).")
            continue
        for seat in result.seats:
            if seat.interval[1] < 1 / seats:
                force = f" with {seat.force}" if seat.force else ""
                told.append(f"In seat {seat.seat}{force} it scores only {seat.score:.1%} against {result.against} ({seat.games:,} games).")
    return tuple(told)


def result_of(match: Match, scenario: Scenario) -> Result:
    """A match in the form of a card."""
    from skirmish_rl.agents.results.wilson import wilson

    def interval(score: float, games: int) -> tuple[float, float]:
        low, high = wilson(score, games)
        return round(low, 4), round(high, 4)

    n, known = len(match.scores), len(scenario.tables) == 1
    by_seat = [float(score) for score in match.scores.mean(axis=0)]
    return Result(
        against=match.second, games=match.games, wins=match.wins, draws=match.draws, losses=match.losses,
        score=round(match.score, 4), interval=interval(match.score, match.games), decisions=round(match.decisions, 1),
        seats=tuple(
            SeatResult(k, scenario.players[k] if known else "", n, round(score, 4), interval(score, n)) for k, score in enumerate(by_seat)
        ),
    )  # fmt: skip
