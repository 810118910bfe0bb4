"""The benchmark protocol as data: what is trained on which budget, and how it is tested. It is a versioned TOML file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skirmish_rl.agents.ppo.blind import hidden_columns
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, UnknownName, unknown
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seed
from skirmish_rl.envs.core.tables import build, fail, read_toml
from skirmish_rl.envs.core.worlds import is_generated, worlds_of
from skirmish_rl.envs.registry import available, ruleset_of

HERE = Path(__file__).parent
STANDARD, TOY = HERE / "protocol.toml", HERE / "toy.toml"
TOY_ID = "toy-2"  # as result files name it
_SMALL, _ENDLESS = re.compile(r"([1-9][0-9]{0,8})(k?)"), 10**12  # budgets by number
FINALISTS = 4  # attackers that play on after the first stage
_HELD = "held:"  # before the name of a network in the folder `population`
OPPONENTS, WORLDS, TABLES, RESPONSE = "opponents", "worlds", "tables", "response"  # ways to test


@dataclass(frozen=True)
class Budget:
    """The cost that a run may have.

    Attributes:
        decisions: decisions of the learner, including those that it copies; 0 if time is limited instead.
        minutes: minutes of training; 0 if decisions are limited instead.
        cores: CPU cores that the run may use.
    """

    decisions: int = 0
    minutes: float = 0.0
    cores: int = 1


@dataclass(frozen=True)
class Track:
    """A question, with the games and tests that answer it.

    Attributes:
        says: the question, in one sentence.
        tests_since: the protocol's version since which the tests are the same.
        tested: the kind of test: OPPONENTS (one by one), WORLDS (the same, on seen and unseen worlds), TABLES (mixed partners) or RESPONSE
            (an agent trained against the entrant).
        budgets: names of the allowed budgets.
        places: game -> scenarios.
        raw: True if nothing that a bot computes may be read.
        anchors: the track whose anchors are used here; "" for the track's own.
        opponents: name -> number of games, for OPPONENTS and WORLDS.
        search: the same for opponents that take seconds a game; they are tested on request and reported beside the score.
        population: the same for held-out opponents: they are reported beside the score, and nobody may train against them. {game} and
            {scenario} are filled in, and `held:` stands for the networks in the folder `population`.
        choose: numbers of games by which the strongest attacker is found, for RESPONSE: of each attacker, then of the best `FINALISTS`.
        unseen: first and last (exclusive) world of the test.
        pieces: number of worlds in memory at once.
        seats: numbers of players.
        tables: partners of the entrant, for TABLES; nobody may train against them.
        games: number of games at each table, or against the response.
        response: the recipe that learns to beat the entrant.
    """

    says: str
    tested: str
    budgets: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
    tests_since: int = 1
    raw: bool = False
    anchors: str = ""
    opponents: dict[str, int] = field(default_factory=dict)
    search: dict[str, int] = field(default_factory=dict)
    population: dict[str, int] = field(default_factory=dict)
    unseen: tuple[int, int] = (0, 1)
    pieces: int = 100
    seats: tuple[int, ...] = (0,)
    tables: tuple[tuple[str, ...], ...] = ()
    games: int = 0
    response: str = ""
    choose: tuple[int, int] = (100, 400)

    @property
    def kept(self) -> tuple[str, ...]:
        """Opponents that the track reserves for its test, as the protocol names them."""
        return tuple(dict.fromkeys([*(name for table in self.tables for name in table), *self.population]))

    def kept_at(self, place: Place) -> tuple[str, ...]:
        """The reserved opponents of one place, as agents are named."""
        return tuple(playing(place.named(name)) for name in self.kept)


@dataclass(frozen=True)
class Protocol:
    """All tracks, and the settings that they share; see `protocol.toml`.

    Attributes:
        evaluations: the share of a budget that evaluations during training may take.
        copies: copies of the game that an entrant may play for one decision of a test.
        judged: game -> columns that hold what a bot computes, as patterns for `blind.hidden_columns`.
        frozen: name of a network in a population -> the first 16 digits of its file's SHA-256: a network that is trained anew would
            change scores unseen.
        settings: settings of recipes, by dotted name, that this protocol overrides.
    """

    name: str
    version: int
    train_seed: int
    test_seed: int
    curve_points: int
    curve_games: int
    evaluations: float
    copies: int
    budgets: dict[str, Budget]
    tracks: dict[str, Track]
    judged: dict[str, tuple[str, ...]]
    frozen: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name and version, as written in result files."""
        return f"{self.name}-{self.version}"

    def tests(self, track: str) -> str:
        """The name of a track's set of tests: results of protocols with the same tests may stand in one table."""
        return f"{self.name}-{self.track(track).tests_since}"

    def track(self, name: str) -> Track:
        """Look up a track.

        Raises:
            UnknownName: there is no track of this name.
        """
        if name not in self.tracks:
            raise unknown("track", name, self.tracks)
        return self.tracks[name]

    def budget(self, track: str, name: str) -> Budget:
        """Look up a budget of a track, or parse a smaller number of decisions for a trial run.

        Raises:
            BadOption: the name is neither.
        """
        allowed = self.track(track).budgets
        if name in allowed:
            return self.budgets[name]
        least, match = min(self.budgets[budget].decisions or _ENDLESS for budget in allowed), _SMALL.fullmatch(name)
        decisions = int(match[1]) * (1000 if match[2] else 1) if match else 0
        if not 0 < decisions < least:
            fewer = f"and any number of decisions below {least:,}, such as {least // 6000}k" if least > 6000 else "no smaller one"
            raise BadOption(f"--budget {name}: track {track} has the budgets {', '.join(allowed)}, {fewer}")
        return Budget(decisions=decisions)


@dataclass(frozen=True)
class Place:
    """A scenario of a game with its number of seats."""

    game: str
    scenario: str
    seats: int = 0

    @staticmethod
    def of(game: str, name: str) -> Place:
        """Parse a place of a game from its name."""
        scenario, _, seats = name.partition("/")
        return Place(game, scenario, int(seats) if seats.isdecimal() else 0)

    @property
    def name(self) -> str:
        """The scenario's name, followed by the number of seats if the track has several."""
        return f"{self.scenario}/{self.seats}" if self.seats else self.scenario

    def settle(self) -> Scenario:
        """Build the scenario."""
        return ruleset_of(self.game).scenario(self.scenario, self.seats or None)

    def named(self, text: str) -> str:
        """Fill {game}, {scenario} and {seats} into the name of an agent."""
        for name, value in self.known.items() if "{" in text else ():
            text = text.replace(f"{{{name}}}", value)
        return text

    @property
    def known(self) -> dict[str, str]:
        """The placeholders that the name of an agent and a command may contain, with their values."""
        return {"game": self.game, "scenario": self.scenario, "seats": str(self.settle().seats)}


def playing(name: str) -> str:
    """The agent that a name in a population stands for."""
    return f"ppo:{HERE / 'population' / name.removeprefix(_HELD)}.safetensors" if name.startswith(_HELD) else name


def read_protocol(path: Path = STANDARD) -> Protocol:
    """Read and check a protocol file; what it does not say of columns and networks is that of the standard protocol.

    Raises:
        DataError: an unknown key, a wrong value or an unknown name, with file, line and key.
    """
    table = read_toml(path)
    settings = table.pop("settings", {})
    for key in ("judged", "frozen"):
        table.setdefault(key, read_toml(STANDARD)[key])
    protocol: Protocol = build(Protocol, table, path)
    object.__setattr__(protocol, "settings", settings)
    for name, budget in protocol.budgets.items():
        if (budget.decisions > 0) == (budget.minutes > 0) or budget.cores < 1:
            raise fail(path, f"budgets.{name}", "give decisions or minutes above 0, one of the two, and at least 1 core")
    for name, track in protocol.tracks.items():
        _check_track(protocol, name, track, path)
    checked_seed(protocol.test_seed, "test_seed")
    return protocol


def _check_track(protocol: Protocol, name: str, track: Track, path: Path) -> None:
    where = f"tracks.{name}"
    if track.tested not in (OPPONENTS, WORLDS, TABLES, RESPONSE):
        raise fail(path, f"{where}.tested", f"{track.tested!r} is none of {OPPONENTS}, {WORLDS}, {TABLES}, {RESPONSE}")
    for budget in track.budgets:
        if budget not in protocol.budgets:
            raise fail(path, f"{where}.budgets", f"no budget {budget!r}; known: {', '.join(protocol.budgets)}")
    if track.tested in (OPPONENTS, WORLDS) and (not track.opponents or min(track.opponents.values()) < 1):
        raise fail(path, f"{where}.opponents", "give at least one, each with at least 1 game")
    if not 1 <= track.tests_since <= protocol.version:
        raise fail(path, f"{where}.tests_since", f"must lie between 1 and this version, {protocol.version}")
    if min(track.choose) < 1:
        raise fail(path, f"{where}.choose", "give two numbers of games, each at least 1")
    if track.tested in (TABLES, RESPONSE) and track.games < 1:
        raise fail(path, f"{where}.games", "must be at least 1")
    for game, scenarios in track.places.items():
        if track.raw and game not in protocol.judged:
            raise fail(path, f"{where}.places", f"[judged] does not say which columns of {game} bots compute")
        for scenario in scenarios:
            if track.tested != WORLDS:
                continue
            try:
                worlds_of(scenario)
                worlds_of(f"skirmish:{track.unseen[0]}:{track.unseen[0] + track.pieces}")
                if track.unseen[0] in worlds_of(scenario) or not track.unseen[0] < track.unseen[1]:
                    raise BadOption(f"unseen = {list(track.unseen)}: give a first world and an end, apart from {scenario}")
                worlds_of(f"skirmish:{track.unseen[1] - 1}")
            except BadOption as error:
                raise fail(path, f"{where}.unseen", str(error)) from error


def places_of(protocol: Protocol, track: str, games: tuple[str, ...] = (), scenarios: tuple[str, ...] = ()) -> list[Place]:
    """The places of a track, or those among them that are asked for.

    Games without generated worlds are left out of tracks that need them, and refused if they are asked for by name.

    Raises:
        UnknownName: there is no such game, or it is not in this track.
        BadOption: the game has none of the scenarios, or no generated worlds.
    """
    asked = protocol.track(track)
    for game in games:
        if game not in available():
            raise unknown("game", game, available())
        if game not in asked.places:
            raise UnknownName(f"game {game!r} is not part of track {track}, which has {', '.join(asked.places)}")
    places = []
    for game, names in asked.places.items():
        if (games and game not in games) or (not games and not has_worlds(game, names)):
            continue
        for name in names:
            if not scenarios or name in scenarios:
                places += [Place(game, name, seats) for seats in asked.seats]
                if not has_worlds(game, [name]):
                    raise BadOption(f"{ruleset_of(game).title} has no generated worlds yet, so track {track} leaves it out")
    known = sorted({name for names in asked.places.values() for name in names})
    for name in scenarios:
        if name not in known:
            raise unknown(f"scenario of track {track}", name, known)
    if not places:
        raise BadOption(f"track {track} has nothing to play there; its scenarios are {', '.join(known)}")
    return places


def has_worlds(game: str, scenarios: Any) -> bool:
    """False if generated worlds are asked for and the game does not have them yet."""
    return ruleset_of(game).generate is not None or not any(map(is_generated, scenarios))


def judged_columns(protocol: Protocol, scenario: Scenario) -> tuple[str, ...]:
    """Patterns of the columns that a raw track hides; each pattern must match at least one column.

    Raises:
        BadOption: a pattern matches no column in this version of the ruleset.
    """
    patterns = protocol.judged.get(scenario.ruleset.name, ("position.*",))
    try:
        hidden_columns(scenario, patterns)
    except SkirmishError as error:
        raise BadOption(f"protocol {protocol.id} does not fit this version of {scenario.ruleset.name}: {error}") from error
    return patterns
