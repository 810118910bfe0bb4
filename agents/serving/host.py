"""All games and all pages: carries out what pages ask for, and reports what happens to every page that watches.

Everything here runs in one event loop, so a game changes at one place at a time. Agents think and pictures are drawn in worker threads, on
copies of the game: a slow agent holds up its own game alone, and a thought that comes too late (the game was taken back, or left) is
dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import tempfile
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.judging import blunders, places_of, worth
from skirmish_rl.agents.search import SearchAgent
from skirmish_rl.agents.serving.game import LONG, NUMBER, Game, search_in
from skirmish_rl.agents.serving.lobby import PERSON, Lobby, settle, settle_saved
from skirmish_rl.agents.serving.messages import MESSAGE, check_message, is_large, number_of, parse_message
from skirmish_rl.agents.serving.page import Page, without_folders
from skirmish_rl.agents.serving.screens import Guest, Screen
from skirmish_rl.agents.serving.seats import kept_seats, record_of_guest
from skirmish_rl.agents.serving.session import Session
from skirmish_rl.agents.serving.showing import GUEST, Drawn, drawn, odds_at, options_of
from skirmish_rl.agents.serving.thoughts import blunder_of, thoughts_of
from skirmish_rl.agents.serving.wire import Preview
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import card_of, place_of
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, StateError
from skirmish_rl.envs.core.files import read_text
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import LARGEST, Answered, seed_of

T = TypeVar("T")
Settled = tuple[Scenario, dict[str, str] | None, list[Answered]]  # what is played; of a saved game its header and its answers
USED = "This link has been used: somebody has taken the seat. Ask whoever sent it for a new one."
_PATIENCE = 1.0  # seconds that a picture for onlookers may wait for those of people


@dataclass(frozen=True)
class Limits:
    """The load that a host accepts.

    Attributes:
        games: games at a time.
        idle: seconds after which a game without a page is forgotten.
        replayed: seconds that replaying a saved game may take.
        pages: pages connected at a time.
        rate: messages a second from one page.
        burst: characters that a page may send at once.
        flow: characters a second from one page after that.
        patience: seconds for which a page may exceed its limits, while it is slowed down, before it is disconnected.
        waiting: messages in the outbox of one page.
        unsent: characters in the outbox of one page.
        parts: fragments of one WebSocket message.
        work: tasks of all pages, running or waiting.
        thinkers: agents without search that answer at the same time.
        connections: connections at a time.
        neighbours: connections from one address, except this machine's own.
        head: seconds in which a connection must send its request.
        visit: seconds in which an HTTP connection must be finished.
    """

    games: int = 64
    idle: float = 3600.0
    replayed: float = 10.0
    pages: int = 200
    rate: int = 60
    burst: int = 2 * MESSAGE
    flow: int = 100_000
    patience: float = 10.0
    waiting: int = 200
    unsent: int = 8_000_000
    parts: int = 1000
    work: int = 200
    thinkers: int = 16
    connections: int = 300
    neighbours: int = 50
    head: float = 10.0
    visit: float = 60.0


class Host:
    """Holds all games and pages, and the threads that work for them.

    Args:
        lobby: the games and agents on offer.
        records: the folder in which games of people are saved, None to save none.
        limits: the load to accept; by default `Limits()`.

    Attributes:
        searchers: threads for agents that search, one for each core.
        thinkers: threads for all other agents.
        readers: threads that build games and boards from what pages send.
        writer: the thread that saves games.
        drawers: threads for boards that a person waits for.
        onlookers: the thread for boards of games that are only watched.
    """

    def __init__(self, lobby: Lobby, records: Path | None = None, limits: Limits | None = None):
        self.lobby, self.records, self.limits = lobby, records, limits or Limits()
        self.games: dict[str, Game] = {}
        self.pages: set[Page] = set()
        self.searchers = ThreadPoolExecutor(os.cpu_count() or 1, "searching")
        self.thinkers = ThreadPoolExecutor(self.limits.thinkers, "thinking")
        self.readers, self.writer = ThreadPoolExecutor(4, "reading"), ThreadPoolExecutor(1, "writing")
        self.drawing = 0  # boards that people wait for
        self.drawers, self.onlookers = ThreadPoolExecutor(2, "drawing"), ThreadPoolExecutor(1, "drawing-later")
        self.under_way = 0  # pieces of work of pages
        self._searching: list[SearchAgent] = []
        self._does: dict[str, Callable[[Page, dict[str, Any], int | None], Any]] = {
            "lobby": self._lobby, "preview": self._preview, "start": self._start, "load": self._load, "resume": self._resume,
            "answer": self._answer, "ready": self._ready, "undo": self._undo, "resign": self._resign, "run": self._run,
            "pause": self._pause, "step": self._step, "look": self._look, "card": self._card, "place": self._place,
            "think": self._think, "judge": self._judge,
            "analyse": self._analyse, "again": self._again, "seat": self._seat, "save": self._save, "leave": self._leave,
        }  # fmt: skip

    async def work(self, threads: Executor, work: Callable[[], T]) -> T:
        """Run `work` in one of the given threads and wait for its result."""
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    async def ask(self, agent: Agent, work: Callable[[], T], searches: bool = False) -> T:
        """Run an agent's work in a thread for agents.

        Args:
            agent: the agent.
            work: what the agent does.
            searches: True if the work simulates games, whatever the agent.
        """
        search = search_in(agent)
        if search is None:
            return await self.work(self.searchers if searches else self.thinkers, work)
        self._searching.append(search)
        try:
            return await self.work(self.searchers, work)
        finally:
            self._searching.remove(search)

    async def draw(self, game: np.ndarray, scenario: Scenario, watched: bool = False) -> Drawn:
        """Draw a position in a thread.

        Args:
            game: array of one record.
            scenario: its scenario.
            watched: True if no person is asked in the game, so that the drawing may wait.
        """
        loop = asyncio.get_running_loop()
        if watched:
            return await loop.run_in_executor(self.onlookers, self._draw_later, game, scenario)
        self.drawing += 1
        try:
            return await loop.run_in_executor(self.drawers, drawn, game, scenario)
        finally:
            self.drawing -= 1

    def _draw_later(self, game: np.ndarray, scenario: Scenario) -> Drawn:
        """Draw as soon as no person waits for a board, or after a bounded wait."""
        began = time.monotonic()
        while self.drawing and time.monotonic() - began < _PATIENCE:
            time.sleep(0.005)
        return drawn(game, scenario)

    def close(self) -> None:
        """End all games and threads, without waiting for agents that are thinking. A second call does nothing."""
        for search in self._searching:
            search.stopped = True
        for game in list(self.games.values()):
            game.close()
        self.games.clear()
        for page in self.pages:
            with contextlib.suppress(asyncio.QueueFull):
                page.outbox.put_nowait(None)
        for threads in (self.searchers, self.thinkers, self.readers, self.drawers, self.onlookers):
            threads.shutdown(wait=False, cancel_futures=True)
        self.writer.shutdown()  # waits for games that are being kept

    def open(self) -> Page:
        """Connect a new page.

        Raises:
            StateError: too many pages are open.
        """
        if len(self.pages) >= self.limits.pages:
            raise StateError(f"{len(self.pages)} pages are open; close one")
        page = Page(self.limits)
        self.pages.add(page)
        return page

    def forget(self, page: Page) -> None:
        """Disconnect a page; its game stays for a while so that the page can return."""
        self.pages.discard(page)
        if page.game is not None:
            page.game.leave(page)

    def tidy(self) -> None:
        """Forget games that no page has watched for `limits.idle` seconds."""
        now = time.monotonic()
        for number, game in list(self.games.items()):
            if not game.pages and now - game.left > self.limits.idle:
                self._drop(number)

    def _drop(self, number: str) -> None:
        self.games.pop(number).close()

    async def hear(self, page: Page, text: str) -> None:
        """Carry out a message of a page, or answer it with an error; the game goes on in both cases."""
        re = None
        try:
            said = await self.work(self.readers, partial(parse_message, text)) if is_large(text) else parse_message(text)
            re = number_of(said)
            message = check_message(said)
            if self.under_way >= self.limits.work:
                raise StateError("too much is being done here for all pages; try again in a moment")
            self.under_way += 1
            try:
                done = self._does[message["do"]](page, message, re)
                if asyncio.iscoroutine(done):
                    await done
            finally:
                self.under_way -= 1
            if re is not None:
                page.tell({"is": "done", "re": re})
        except SkirmishError as error:
            page.tell({"is": "error", "re": re, "why": str(error), "file": _file_of(error)})
        except Exception as error:  # a defect here, or an agent's own; other games and the next message are not concerned
            traceback.print_exc()
            page.tell({"is": "error", "re": re, "why": f"something went wrong here: {type(error).__name__}", "file": None})

    # What pages say, one function each

    async def _lobby(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        told = await self.work(self.readers, self.lobby.message)
        page.tell({**told, "re": re})

    async def _preview(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            scenario, seats, picture, aim = await self.work(self.readers, lambda: _previewed(message, Path(folder)))
            unfit = await self.work(self.readers, lambda: self.lobby.unfit(scenario))
        players = [player.rpartition("/")[2] for player in scenario.players]
        told: Preview = {
            "is": "preview", "re": re, "game": message["game"], "seats": seats, "players": players, "options": options_of(scenario),
            "unfit": unfit, "aim": aim, "scene": picture.scene,
        }  # fmt: skip
        page.tell(told, picture.layers)

    async def _start(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        await self._begin(page, message, re, lambda folder: (settle(message, folder), None, []))

    async def _load(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        await self._begin(page, message, re, lambda folder: settle_saved(message["text"], folder))

    async def _begin(
        self,
        page: Page,
        message: dict[str, Any],
        re: int | None,
        settled: Callable[[Path], Settled],
        record: Path | None = None,
        guests: dict[int, Guest] | None = None,
        seat: int = -1,
        link: str = "",
    ) -> Game | None:
        """Begin a game, or go on with a saved one; returns None if the page has gone in the meantime.

        Args:
            page: the page that asks.
            message: its message.
            re: the number of the message, None for none.
            settled: reads the scenario and the answers so far; its argument is a folder for the page's own files.
            record: the file of a saved game, in which it stays; None for a new game.
            guests: the remote players by seat; None for those that the message names.
            seat: the seat of the page if it is a guest's, else -1.
            link: the link by which that guest came just now, "" for none.
        """
        self._make_room()
        folder = tempfile.TemporaryDirectory(prefix="skirmish-", ignore_cleanup_errors=True)
        try:
            session, judges = await self.work(self.readers, lambda: self._made(message, *settled(Path(folder.name))))
        except BaseException:
            folder.cleanup()
            raise
        there = self.games.get(record.stem[-LONG:]) if record else None
        if page not in self.pages or there:
            folder.cleanup()
            if there and page in self.pages:  # another page was quicker
                name = guests[seat].key if guests and seat >= 0 else ""
                if not name:
                    await there.join(page, re)
                elif not await self._come(page, link or name, re):
                    page.tell({"is": "gone", "id": link or name, "re": re})
            return None
        is_needed = any(Path(folder.name).iterdir())  # by the game's own files, as long as it is there
        if not is_needed:
            folder.cleanup()
        pace, named = message.get("pace", 300) / 1000, [seat for seat, name in enumerate(message.get("who") or ()) if name == GUEST]
        invited = guests or {seat: Guest() for seat in named}
        game = Game(self, session, judges, folder if is_needed else None, pace, not message.get("watch", False), record, invited)
        self.games[game.number] = game
        await game.join(page, re, seat, link)
        return game

    def _make_room(self) -> None:
        """Close the game that was left longest ago, if there are too many.

        Raises:
            StateError: all games are being played.
        """
        if len(self.games) < self.limits.games:
            return
        left = [game for game in self.games.values() if not game.pages]
        if not left:
            raise StateError(f"{len(self.games)} games are being played here; wait until one ends")
        self._drop(min(left, key=lambda game: game.left).number)

    async def _again(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """Begin the same game again with other dice, everybody at the same seat or, with `swap`, at the next seat.

        With `at`, the new game starts from that position, with the same hands; with `seat`, a person plays that seat.
        """
        game = self._game(page)
        session, at = game.session, message.get("at")
        text, who, before = session.short_trace(), list(session.who), game.guests
        if before and not session.over:
            raise StateError("the game goes on; among people at several screens it is begun again when it is over")
        if at is not None and not (session.over or session.practice):
            raise StateError("the game goes on; one may try again from a position when it is over, or in practice")
        kept = 0 if at is None else session.check_at(at)
        if at is not None and before:
            here, bot = self._screen(page).seats, f"bot:{session.scenario.ruleset.bots[-1]}"
            who, before = [name if seat in here or session.agents[seat] else bot for seat, name in enumerate(who)], {}
        if message.get("swap"):
            who = [*who[1:], who[0]]
        if message.get("seat", len(who)) < len(who):
            who[message["seat"]] = PERSON
        asked = {"who": who, "pace": round(game.pace * 1000), "practice": session.practice, "watch": not game.running and at is None}
        if at is not None:
            asked["seed"] = session.seed

        def settled(folder: Path) -> Settled:
            scenario, _, answers = settle_saved(text, folder)
            return scenario, None, answers[:kept]

        if at is None and game.next:
            await self._resume(page, {"id": game.next[page.seat]}, re)  # somebody was quicker
            return
        moved = {seat: (seat - bool(message.get("swap"))) % len(who) for seat in before}
        guests = {moved[seat]: guest.again() for seat, guest in before.items()}
        begun = await self._begin(page, asked, re, settled, guests=guests, seat=moved.get(page.seat, -1))
        if begun and before:
            game.goes_on({-1: begun.number} | {seat: guests[there].key for seat, there in moved.items()})

    async def _seat(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """Give a seat to another player from now on; a guest gets a new link."""
        game = self._game(page)
        session, seat, who = game.session, message["seat"], message["who"]
        if page.seat >= 0:
            raise StateError("who plays a seat is settled on the page where the game was begun")
        agent = None if who in (PERSON, GUEST) else await self.work(self.readers, lambda: self.lobby.agent(who, session.scenario))
        session.hand_over(seat, PERSON if who == GUEST else who, agent)
        game.invite(seat) if who == GUEST else game.dismiss(seat)
        game.turned += 1  # whoever thinks there need not answer any more
        game.uncover()
        for shown in list(game.pages):
            await game.join(shown, re if shown is page else None, shown.seat)

    def _made(
        self, message: dict[str, Any], scenario: Scenario, header: dict[str, str] | None, answers: list[Answered]
    ) -> tuple[Session, list[str]]:
        """Build the session that a message describes, and find who can judge its positions."""
        given = message.get("who")
        who = (
            [PERSON if name == GUEST else name for name in given]
            if given
            else [self._seated(name, scenario) for name in (header or {})["bots"].split()]
        )
        if len(who) != scenario.seats:
            raise BadOption(f"{len(who)} seats are taken; {scenario.name.rpartition('/')[2]} is played by {scenario.seats}")
        agents: list[Agent | None] = [None if name == PERSON else self.lobby.agent(name, scenario) for name in who]
        seed = secrets.randbelow(2**31) if message.get("seed") is None else message["seed"]
        session = Session(scenario, seed_of(header) if header else seed, who, agents, bool(message.get("practice")))
        session.replay(answers, self.limits.replayed)
        return session, self.lobby.judges(scenario, agents)

    def _seated(self, name: str, scenario: Scenario) -> str:
        """The player for a seat of a saved game; the strongest bot stands in for an agent that is unknown here."""
        try:
            if name != PERSON:
                self.lobby.agent(name, scenario)
            return name
        except SkirmishError:
            return f"bot:{scenario.ruleset.bots[-1]}"

    async def _resume(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        number = message["id"]
        if number in self.games:
            await self.games[number].join(page, re)
            return
        if await self._come(page, number, re):
            return
        if not await self._found_again(page, number, re):
            page.tell({"is": "gone", "id": number, "re": re})

    async def _found_again(self, page: Page, name: str, re: int | None) -> bool:
        """Reload a saved game that is not in memory, by its id or by the link or key of a guest; False if there is none."""
        record = self._record_of(name)
        kept = record or await self.work(self.readers, partial(self._record_of_guest, name))
        if kept is None:
            return False
        guests, seat, link = await self.work(self.readers, partial(kept_seats, kept)), -1, ""
        if record is None:
            seat = next((one for one, guest in guests.items() if name in (guest.link, guest.key)), -1)
            if seat < 0:
                return False
            if guests[seat].key not in ("", name):
                page.tell({"is": "gone", "id": name, "re": re, "why": USED})
                return True
            if not guests[seat].key:
                link = name
                guests[seat].take()
        try:
            text = await self.work(self.readers, lambda: read_text(kept, LARGEST))
            await self._begin(page, {"text": text}, re, lambda folder: settle_saved(text, folder), kept, guests, seat, link)
        except SkirmishError as error:
            page.tell({"is": "error", "why": f"the game cannot go on: {error}", "file": None})
            return False
        return True

    def _record_of_guest(self, name: str) -> Path | None:
        """The file of the saved game in which this link or key belongs to a seat, None for none."""
        return record_of_guest(self.records, name) if self.records is not None and NUMBER.fullmatch(name) else None

    async def _come(self, page: Page, name: str, re: int | None) -> bool:
        """Seat a guest who opens a link or returns with a key; False if the name is neither."""
        if not NUMBER.fullmatch(name):  # "" would be the key of whoever has not come yet
            return False
        for game in self.games.values():
            for seat, guest in game.guests.items():
                if name == guest.link and guest.key:
                    page.tell({"is": "gone", "id": name, "re": re, "why": USED})
                    return True
                if name in (guest.link, guest.key):
                    link = "" if guest.key else guest.link
                    name = guest.key or guest.take()
                    await game.join(page, re, seat, link)
                    return True
        return False

    def _record_of(self, number: str) -> Path | None:
        """The file of a saved game that is not in memory, None for none."""
        if self.records is None or not NUMBER.fullmatch(number):
            return None
        return next(iter(self.records.glob(f"*-{number}.txt")), None)

    @staticmethod
    def _game(page: Page) -> Game:
        if page.game is None:
            raise StateError("no game is open on this page; start one, or resume one")
        return page.game

    @staticmethod
    def _screen(page: Page) -> Screen:
        """What the people at a page may see and do in its game."""
        return Host._game(page).screen(page.seat)

    def _answer(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        session = game.session
        if session.over:
            raise StateError("the game is over")
        if session.agent is not None:
            raise StateError(f"seat_{session.decider} is asked, and that is {session.who[session.decider]}")
        if message["at"] != session.live:
            raise StateError(f"question {message['at']} is not the one that is asked now, {session.live}; was it answered in another tab?")
        if not self._screen(page).is_asked:
            raise StateError(f"seat_{session.decider} is asked, whose person is not before this page")
        if page.seat < 0:
            if game.cover >= 0:
                raise StateError(f"the board is covered until seat_{game.cover} is ready")
            game.seen = session.decider
        game.answer(message["action"])
        game.go_on()

    def _ready(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        if game.cover < 0 or page.seat >= 0 or message["at"] != game.session.live:
            raise StateError("the board is not covered")
        game.seen, game.cover = game.cover, -1
        game.changed()

    def _undo(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        if game.guests and game.session.undoable() >= 0 and not self._screen(page).can_undo:
            raise StateError("the last answer was given by somebody else, who alone may take it back")
        game.session.undo()
        game.cover = -1
        game.turn_back(game.session.live)

    def _resign(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        if not self._screen(page).is_asked:
            raise StateError("only a person who is asked can give up")
        game.session.resign()
        game.cover = -1
        game.turn_back(game.session.live)

    def _run(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        game.running, game.pace = True, message.get("pace", round(game.pace * 1000)) / 1000
        game.changed()

    def _pause(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        game.running, game.steps = False, 0
        game.changed()

    def _step(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        if game.session.agent is None:
            raise StateError("the game is over" if game.session.over else "a person is asked, no agent")
        game.running, game.steps = False, 1
        game.changed()

    async def _card(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """Send a page the card of a unit."""
        game = self._game(page)
        session, at, unit = game.session, message["at"], message["unit"]
        session.check_at(at)
        card = card_of(session.record(at)[0], session.scenario, unit)
        page.tell({"is": "card", "re": re, "id": game.number, "at": at, "unit": unit, "card": card})

    def _place(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """Send a page what a cell means to a unit that might stand there."""
        game = self._game(page)
        session, at, unit, cell = game.session, message["at"], message["unit"], message["cell"]
        if session.check_at(at) != session.live:
            self._check_past(page)
        record, where = session.record(session.check_at(at)), (cell[0], cell[1])
        place = place_of(record[0], session.scenario, unit, where)
        odds = odds_at(record, session.scenario, where) if at == session.live and game.is_asked(page) else []
        page.tell({"is": "place", "re": re, "id": game.number, "at": at, "unit": unit, "cell": cell, "place": place, "odds": odds})

    def _check_past(self, page: Page) -> None:
        """Check that a page may look at earlier positions.

        Raises:
            StateError: several people share the page, and the positions show what is hidden from some of them.
        """
        if self._screen(page).hides and not self._game(page).session.over:
            raise StateError("earlier positions are shown when the game is over: several people play, and some things are hidden")

    async def _look(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        self._check_past(page)
        await game.look(page, message["at"], re)

    async def _think(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        game = self._game(page)
        session, at = game.session, message["at"]
        batch = session.copy(session.check_at(at))
        if batch.over[0]:
            raise StateError("the game is over there: nobody is asked")
        seat, screen = int(batch.deciders[0]), self._screen(page)
        if session.scenario.ruleset.hidden and session.people and not session.over and seat not in screen.seats:
            raise StateError("what others could answer is told when the game is over: some of their things are hidden")
        if at != session.live:
            self._check_past(page)
        elif game.cover >= 0 and page.seat < 0:
            raise StateError(f"the board is covered until seat_{game.cover} is ready")
        name = message.get("agent") or (session.who[seat] if session.who[seat].startswith(("ppo:", "look:", "mcts:")) else game.judges[0])
        agent = await self.work(self.readers, lambda: self.lobby.agent(name, session.scenario))
        told = await self.ask(agent, lambda: thoughts_of(agent, batch))
        page.tell({"is": "thoughts", "re": re, "id": game.number, "at": at, "seat": seat, **told, "agent": name})

    async def _judge(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """Evaluate all positions for a page, a few at a time, as long as it is connected."""
        game = self._game(page)
        if not self._screen(page).is_open:
            raise StateError("chances are told when the game is over: several people play, and some things are hidden")
        session, turned, name = game.session, game.turned, message.get("agent") or game.judges[0]
        agent = await self.work(self.readers, lambda: self.lobby.agent(name, session.scenario))
        last, mine = session.live, page.begin("judge")
        places = places_of(last)
        for k, at in enumerate(places):
            if page.game is not game or game.turned != turned or page not in self.pages or not page.is_latest("judge", mine):
                return
            record = session.record(at)
            if record["over"][0] or (at == last and session.over):
                values = list(session.outcome.rewards) if session.outcome else []
            else:
                values = await self.ask(agent, partial(worth, agent, record, session.scenario), searches=True)
            page.tell({
                "is": "values", "re": re, "id": game.number, "by": name, "from": 0, "values": [[at, values]], "done": k == len(places) - 1,
            })  # fmt: skip

    async def _analyse(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        """List a finished game's worst blunders for a page, a few at a time, as long as it is connected."""
        game = self._game(page)
        session, turned, name = game.session, game.turned, message.get("agent") or game.judges[0]
        if not session.over:
            raise StateError("the game goes on; it can be analysed when it is over")
        agent = await self.work(self.readers, lambda: self.lobby.agent(name, session.scenario))
        games = await self.work(
            self.readers, lambda: np.concatenate([session.record(at) for at in range(session.live)] or [session.batch.games[:0]])
        )
        looking = blunders(agent, games, [step.action for step in session.steps[1:]], session.scenario)
        mine = page.begin("analyse")
        while (seen := await self.ask(agent, lambda: next(looking, None), searches=True)) is not None:
            if page.game is not game or game.turned != turned or page not in self.pages or not page.is_latest("analyse", mine):
                return
            done, worst = seen
            listed = [blunder_of(blunder, games[blunder.at], session.scenario) for blunder in worst]
            page.tell({
                "is": "blunders", "re": re, "id": game.number, "by": name, "of": len(games), "looked": done, "done": done == len(games),
                "blunders": listed,
            })  # fmt: skip

    async def _save(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        session = self._game(page).session
        if self._game(page).guests and not session.over:
            raise StateError("a game of people at several screens is saved when it is over: the file tells every die, and what is hidden")
        text = await self.work(self.drawers, session.trace)
        page.tell({"is": "saved", "re": re, "name": f"{session.scenario.ruleset.name}-{session.seed}-{session.live}.txt", "text": text})

    def _leave(self, page: Page, message: dict[str, Any], re: int | None) -> None:
        self._game(page).leave(page)


def _previewed(message: dict[str, Any], folder: Path) -> tuple[Scenario, list[int], Drawn, list[str]]:
    """Build a scenario. Returns it with the possible numbers of seats, its first board, and the parts of its title."""
    scenario = settle(message, folder)
    low, high = scenario.ruleset.seats
    seats = (
        [low]
        if low == high or scenario.name not in scenario.ruleset.scenarios
        else [one.seats for one in scenario.ruleset.seatings(scenario.name)]
    )
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=1)
    return (
        scenario,
        sorted({*seats, scenario.seats}),
        drawn(batch.games, scenario),
        list(scenario.ruleset.scene(batch.games[0], scenario).aim),
    )


def _file_of(error: SkirmishError) -> str | None:
    """The file that an error message begins with, None for none."""
    match = re.match(r"(.{1,80}?\.toml)[,:]", without_folders(str(error)))
    return match[1] if match else None
