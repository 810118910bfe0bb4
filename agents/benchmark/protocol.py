"""The protocol as data: what is trained on with which budget, and what is tested how, in a TOML file with a version."""

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
_SMALL, _ENDLESS = re.compile(r"([1-9][0-9]{0,8})(k?)"), 10**12  # budgets by number
OPPONENTS, WORLDS, TABLES, RESPONSE = "opponents", "worlds", "tables", "response"  # ways to test


@dataclass(frozen=True)
class Budget:
    """What a run may cost.

    Attributes:
        decisions: of the learner, those that it copies among them; 0: time counts instead.
        minutes: of training. cores: that it may use.
    """

    decisions: int = 0
    minutes: float = 0.0
    cores: int = 1


@dataclass(frozen=True)
class Track:
    """A question, and the games and tests that answer it.

    Attributes:
        says: what it asks, in a sentence.
        tested: how: OPPONENTS (one by one), WORLDS (the same on seen and on unseen worlds), TABLES (mixed partners), RESPONSE (by what is
            trained against the entrant).
        budgets: names of those allowed.
        places: game -> scenarios.
        raw: nothing that a bot computes may be read.
        anchors: track whose anchors hold here, too; "" for its own.
        opponents: name -> games, for OPPONENTS and WORLDS. search: the same for those that take seconds a game: tested when asked for, and
            told beside the score.
        population: the same for those whom a test holds out: told beside the score, too, and nobody may train against them. {game} and
            {scenario} are filled in.
        choose: games each by which the strongest against the entrant is found, for RESPONSE; 0: the response alone.
        unseen: first and end of the worlds of the test. pieces: worlds in memory at once.
        seats: numbers of players. tables: whom the test seats beside the entrant, for TABLES; nobody may train against them.
        games: at each table, or of the response.
        response: recipe that learns to beat the entrant.
    """

    says: str
    tested: str
    budgets: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
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
    choose: int = 0

    @property
    def kept(self) -> tuple[str, ...]:
        """Opponents whom it keeps for its test, as the protocol names them."""
        return tuple(dict.fromkeys([*(name for table in self.tables for name in table), *self.population]))

    def kept_at(self, place: Place) -> tuple[str, ...]:
        """The same in a place, by their names there."""
        return tuple(place.named(name) for name in self.kept)


@dataclass(frozen=True)
class Protocol:
    """All tracks, and what they share; see `protocol.toml`.

    Attributes:
        tests_since: version since which the tests are the same.
        evaluations: share of a budget that the evaluations of a training configuration may take.
        copies: of the game that an entrant may play for one decision of a test.
        judged: game -> columns that hold what a bot computes, as patterns for `blind.hidden_columns`.
        settings: of recipes, by dotted names, that this protocol changes.
    """

    name: str
    version: int
    tests_since: int
    train_seed: int
    test_seed: int
    curve_points: int
    curve_games: int
    evaluations: float
    copies: int
    budgets: dict[str, Budget]
    tracks: dict[str, Track]
    judged: dict[str, tuple[str, ...]]
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Its name and version, as result files tell them."""
        return f"{self.name}-{self.version}"

    @property
    def tests(self) -> str:
        """The name that its tests have: results of protocols with the same tests may stand in one table."""
        return f"{self.name}-{self.tests_since}"

    def track(self, name: str) -> Track:
        """A track.

        Raises:
            UnknownName: there is none of that name.
        """
        if name not in self.tracks:
            raise unknown("track", name, self.tracks)
        return self.tracks[name]

    def budget(self, track: str, name: str) -> Budget:
        """A budget that a track allows, or a smaller number of decisions to try something out with.

        Raises:
            BadOption: neither.
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
        """The place of a game by its name."""
        scenario, _, seats = name.partition("/")
        return Place(game, scenario, int(seats) if seats.isdecimal() else 0)

    @property
    def name(self) -> str:
        """The scenario, and its seats where the track has several numbers of them."""
        return f"{self.scenario}/{self.seats}" if self.seats else self.scenario

    def settle(self) -> Scenario:
        """The scenario itself."""
        return ruleset_of(self.game).scenario(self.scenario, self.seats or None)

    def named(self, text: str) -> str:
        """A name of an agent with {game}, {scenario} and {seats} filled in."""
        for name, value in self.known.items() if "{" in text else ():
            text = text.replace(f"{{{name}}}", value)
        return text

    @property
    def known(self) -> dict[str, str]:
        """What may stand in the name of an agent and in a command."""
        return {"game": self.game, "scenario": self.scenario, "seats": str(self.settle().seats)}


def read_protocol(path: Path = STANDARD) -> Protocol:
    """A protocol from its file, checked; one that does not say which columns bots compute has those of the standard one.

    Raises:
        DataError: an unknown key, a wrong value, or a name that nothing stands behind, with file, line and key.
    """
    table = read_toml(path)
    settings = table.pop("settings", {})
    table.setdefault("judged", read_toml(STANDARD)["judged"])
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
    """Where a track is played, or those of its places that are asked for.

    Without games, those that have no generated worlds yet are left out; asked for by name, they are refused.

    Raises:
        UnknownName: no such game, or not in this track. BadOption: none of its scenarios, or no generated worlds.
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
    """False where generated worlds are asked for that a game does not have yet."""
    return ruleset_of(game).generate is not None or not any(map(is_generated, scenarios))


def judged_columns(protocol: Protocol, scenario: Scenario) -> tuple[str, ...]:
    """Patterns of the columns that a raw track hides, each of which names some.

    Raises:
        DataError: one that names none in this version of the ruleset.
    """
    patterns = protocol.judged.get(scenario.ruleset.name, ("position.*",))
    try:
        hidden_columns(scenario, patterns)
    except SkirmishError as error:
        raise BadOption(f"protocol {protocol.id} does not fit this version of {scenario.ruleset.name}: {error}") from error
    return patterns
