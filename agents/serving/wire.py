"""The types of all messages between a page and its host. `web/types.d.ts` is generated from them, so both ends use one definition.

`docs/web.md` explains the fields; `messages.py` checks the messages that a page sends.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from skirmish_rl.envs.core.console import Card, Place
from skirmish_rl.envs.core.packed import Options, Value
from skirmish_rl.envs.core.scenes import KeyedScene, Parts, WrittenShape
from skirmish_rl.envs.words.lessons import FirstFacts

Cell = Annotated[list[int], Parts(column=int, row=int)]


# The lobby


class ScenarioFacts(TypedDict):
    """A scenario as the lobby lists it."""

    name: str
    tags: list[str]
    says: str


class OptionFacts(TypedDict):
    """How a page offers an option."""

    name: str
    kind: Literal["choice", "switch", "text", "list"]
    choices: list[Value]
    default: Value | list[Value]
    says: str


class GameFacts(TypedDict):
    """A game as the lobby lists it."""

    name: str
    title: str
    seats: Annotated[list[int], Parts(least=int, most=int)]
    scenarios: list[ScenarioFacts]
    default: str
    worlds: NotRequired[int]
    options: list[OptionFacts]
    bots: list[str]
    levels: list[str]
    easy: list[str]
    strengths: dict[str, int]
    picture: str
    sentence: str
    minute: list[str]
    first: FirstFacts | None


class AgentFacts(TypedDict):
    """A trained agent as the lobby lists it."""

    name: str
    title: str
    games: list[str] | tuple[str, ...] | None


class LimitFacts(TypedDict):
    """The limits that a page must keep to."""

    file: int
    files: int
    simulations: int
    seconds: float


Lobby = TypedDict(
    "Lobby",
    {
        "is": Literal["lobby"],
        "version": str,
        "games": list[GameFacts],
        "agents": list[AgentFacts],
        "limits": LimitFacts,
        "guests": NotRequired[bool],
        "re": NotRequired[int | None],
    },
)
Preview = TypedDict(
    "Preview",
    {
        "is": Literal["preview"], "game": str, "seats": list[int], "players": list[str], "options": Options, "unfit": list[str],
        "aim": list[str], "scene": KeyedScene, "re": NotRequired[int | None],
    },
)  # fmt: skip


# A game and its positions


class SeatFacts(TypedDict):
    """A seat of a game."""

    name: str
    force: str
    color: str


class Seat(SeatFacts):
    """A seat with its player."""

    who: str


Roster = list[Annotated[list[str], Parts(name=str, line=str)]]


class LinkTold(TypedDict):
    """A guest's seat, as sent to the page where the game was begun."""

    seat: int
    link: str
    used: bool
    there: bool


Begun = TypedDict(
    "Begun",
    {
        "is": Literal["game"], "id": str, "game": str, "title": str, "scenario": str, "seed": int | None, "practice": bool,
        "seats": list[Seat],
        "options": Options, "aim": list[str], "roster": Roster, "judges": list[str], "hidden": bool, "re": NotRequired[int | None],
        "guest": NotRequired[bool], "links": NotRequired[list[LinkTold]], "link": NotRequired[str],
    },
)  # fmt: skip


class StepTold(TypedDict):
    """An answer with its results."""

    at: int
    seat: int
    asked: str
    said: str
    words: str
    lines: list[str]
    kinds: list[int]


class CellAnswers(TypedDict):
    """Answers of one verb that are cells of the board."""

    verb: str
    kind: Literal["cell"]
    ends: bool
    answers: list[Annotated[list[int], Parts(action=int, column=int, row=int)]]


class WordAnswers(TypedDict):
    """Answers of one verb that are units or words."""

    verb: str
    kind: Literal["unit", "plain"]
    ends: bool
    answers: list[Annotated[list[Any], Parts(action=int, name=str)]]


AnswerGroup = CellAnswers | WordAnswers


class Asked(TypedDict):
    """The question of a position, with its legal answers."""

    seat: int
    name: str
    text: str
    subject: str
    answers: list[AnswerGroup]


class LeadTold(TypedDict):
    """The attack that an answer leads to at once."""

    unit: str
    odds: list[str]


class TargetsTold(TypedDict):
    """The targets that an answer lets a seat attack, with the odds against the best of them."""

    units: list[str]
    best: str
    odds: list[str]


class Question(Asked):
    """The question that a person is asked."""

    at: int
    steady: list[Annotated[list[str], Parts(word=str, text=str, why=str)]]
    since: int
    words: dict[str, Annotated[list[str], Parts(text=str, does=str)]]
    odds: NotRequired[dict[str, list[str]]]
    leads: NotRequired[dict[str, LeadTold]]
    targets: NotRequired[dict[str, TargetsTold]]


class Chances(TypedDict):
    """The odds of answers, by the answer's number as text."""

    odds: dict[str, list[str]]
    leads: dict[str, LeadTold]
    targets: dict[str, TargetsTold]


class CardTold(TypedDict):
    """A hidden card that a seat knows."""

    seat: int
    name: str
    does: str


class Over(TypedDict):
    """The result of a game."""

    reason: str
    winners: list[int]
    rewards: list[float]
    text: str


class Can(TypedDict):
    """The actions that the page may offer."""

    undo: bool
    resign: bool


PositionHead = TypedDict(  # what of a position is neither its picture nor its steps
    "PositionHead",
    {
        "is": Literal["position"], "id": str, "at": int, "live": int, "question": Question | None, "over": Over | None, "turn": int | None,
        "thinking": int | None, "running": bool, "pace": int, "cover": int | None, "can": Can,
    },
)  # fmt: skip
PositionNews = TypedDict("PositionNews", {"from": int, "steps": list[StepTold], "cards": list[CardTold]})


class Position(PositionHead, PositionNews):
    """The game after `at` answers."""

    scene: KeyedScene
    summary: str
    re: NotRequired[int | None]


CardAnswer = TypedDict(
    "CardAnswer", {"is": Literal["card"], "id": str, "at": int, "unit": str, "card": Card | None, "re": NotRequired[int | None]}
)
PlaceAnswer = TypedDict(
    "PlaceAnswer",
    {
        "is": Literal["place"], "id": str, "at": int, "unit": str, "cell": Cell, "place": Place | None, "odds": list[str],
        "re": NotRequired[int | None],
    },
)  # fmt: skip


# What agents think


class Liked(TypedDict):
    """An answer that an agent likes."""

    action: int
    text: str
    share: float | None
    value: float | None
    cell: Cell | None
    unit: str | None


class Opinion(TypedDict):
    """An agent's opinion of a position."""

    agent: str
    value: float | None
    answers: list[Liked]


class BlunderTold(TypedDict):
    """A blunder, with the question that it answered and the better answer."""

    at: int
    seat: int
    asked: str
    said: str
    better: str
    words: Annotated[list[str], Parts(given=str, better=str)]
    loss: float
    value: float
    cell: Cell | None
    unit: str | None


Thoughts = TypedDict(
    "Thoughts",
    {
        "is": Literal["thoughts"], "id": str, "at": int, "seat": int, "agent": str, "value": float | None, "answers": list[Liked],
        "re": NotRequired[int | None],
    },
)  # fmt: skip
Values = TypedDict(
    "Values",
    {
        "is": Literal["values"], "id": str, "by": str, "from": int,
        "values": list[Annotated[list[Any], Parts(at=int, values=list[float])]], "done": bool, "re": NotRequired[int | None],
    },
)  # fmt: skip
Blunders = TypedDict(
    "Blunders",
    {
        "is": Literal["blunders"],
        "id": str,
        "by": str,
        "looked": int,
        "of": int,
        "done": bool,
        "blunders": list[BlunderTold],
        "re": NotRequired[int | None],
    },
)

# The rest

Saved = TypedDict("Saved", {"is": Literal["saved"], "name": str, "text": str, "re": NotRequired[int | None]})
Done = TypedDict("Done", {"is": Literal["done"], "re": int})
Wrong = TypedDict("Wrong", {"is": Literal["error"], "why": str, "file": str | None, "id": NotRequired[str], "re": NotRequired[int | None]})
Gone = TypedDict("Gone", {"is": Literal["gone"], "id": str, "why": NotRequired[str], "re": NotRequired[int | None]})
Links = TypedDict("Links", {"is": Literal["links"], "id": str, "links": list[LinkTold], "re": NotRequired[int | None]})
Again = TypedDict("Again", {"is": Literal["again"], "id": str, "next": str, "re": NotRequired[int | None]})
Elsewhere = TypedDict(
    "Elsewhere", {"is": Literal["elsewhere"], "id": str, "re": NotRequired[int | None]}
)  # of a host in the browser alone

Told = (
    Lobby
    | Preview
    | Begun
    | Position
    | CardAnswer
    | PlaceAnswer
    | Thoughts
    | Values
    | Blunders
    | Saved
    | Done
    | Wrong
    | Gone
    | Links
    | Again
    | Elsewhere
)
Layers = dict[str, list[WrittenShape]]  # shapes by their keys, beside the scene of a message


# What a page gets for what it says; for several messages the first
ANSWERS: dict[str, Any] = {
    "lobby": Lobby, "preview": Preview, "start": Begun, "load": Begun, "resume": Begun | Gone, "answer": Done, "ready": Done, "undo": Done,
    "resign": Done, "run": Done, "pause": Done, "step": Done, "look": Position, "card": CardAnswer, "place": PlaceAnswer,
    "think": Thoughts, "judge": Values, "analyse": Blunders, "again": Begun, "seat": Begun, "save": Saved, "leave": Done,
}  # fmt: skip


# The files of a site


class SiteFacts(TypedDict):
    """What a site contains."""

    version: str
    games: list[str]
    files: list[str]


class TableFiles(TypedDict):
    """The files of a scenario for one number of seats."""

    tables: str
    options: str


class TrainedFacts(TypedDict):
    """A trained agent of a site: its file, the scenarios that it plays, and where these have the columns that it finds by name."""

    file: str
    plays: list[str]
    places: NotRequired[dict[str, str]]


class SiteGame(TypedDict):
    """A game of a site: its facts for the lobby, and its files."""

    name: str
    title: str
    seats: Annotated[list[int], Parts(least=int, most=int)]
    scenarios: list[ScenarioFacts]
    default: str
    options: list[OptionFacts]
    bots: list[str]
    levels: dict[str, str]
    easy: dict[str, str]
    strengths: dict[str, int]
    picture: str
    sentence: str
    minute: list[str]
    first: FirstFacts | None
    version: int
    layout: int
    hidden: bool
    module: str
    tables: dict[str, dict[int, TableFiles]]
    agents: dict[str, TrainedFacts]


class OptionChoice(TypedDict):
    """The changes that an option's value makes in a scenario, or why it cannot be chosen."""

    value: Value
    refused: NotRequired[str]
    runs: NotRequired[list[Annotated[tuple[int, str], Parts(first=int, bytes=str)]]]
    words: NotRequired[dict[str, Any]]
    columns: NotRequired[bool]
