"""A game that pages watch: asks agents when it is their turn, draws and reports each change, and saves the game."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.search import SearchAgent
from skirmish_rl.agents.serving.leads import batch_of
from skirmish_rl.agents.serving.page import Page
from skirmish_rl.agents.serving.screens import Guest, Screen
from skirmish_rl.agents.serving.seats import keep_seats
from skirmish_rl.agents.serving.session import Session
from skirmish_rl.agents.serving.showing import Drawn, cards_of, chances_of, game_of, over_of, question_of, step_of
from skirmish_rl.agents.serving.wire import Begun, Can, CardTold, LinkTold, Position, PositionHead, PositionNews
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Scenario

if TYPE_CHECKING:
    from skirmish_rl.agents.serving.host import Host

TOGETHER = 0.1  # seconds of quick answers that are told at once
KEPT = 2.0  # seconds between two times that a game is kept, at least
LONG = 16  # letters of a game's number
NUMBER = re.compile(rf"[\w-]{{{LONG}}}", re.ASCII)
_ONE = np.zeros(1, np.int64)


class Game:
    """A session, the pages that watch it, and three tasks: `_drive` asks agents, `_show` draws, `_keep` saves.

    Attributes:
        number: the id by which a page returns to the game.
        record: the file in which the game is saved, None if it is not saved.
        unkept: the reason why the game cannot be saved, "" if it can.
        pace: seconds between two answers of agents.
        running: True while agents play without being stepped.
        steps: answers that agents still give while `running` is False.
        cover: the seat whose player must confirm before the board is uncovered, -1 for none.
        seen: the seat of the last person who saw the board uncovered, -1 at first.
        guests: the remote players, by seat.
        next: the id of the game that follows this one, by the seat of a guest; under -1 for everybody else.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
        judges: list[str],
        folder: tempfile.TemporaryDirectory[str] | None,
        pace: float,
        running: bool,
        record: Path | None = None,
        guests: dict[int, Guest] | None = None,
    ):
        self.host, self.session, self.folder, self.pace, self.running, self.record = host, session, folder, pace, running, record
        self.number = record.stem[-LONG:] if record else secrets.token_urlsafe(12)
        if self.record is None and host.records is not None and session.people:
            self.record = host.records / f"{session.scenario.ruleset.name}-{time.strftime('%Y%m%d-%H%M%S')}-{self.number}.txt"
        self.unkept = ""
        self.guests, self.next = guests or {}, dict[int, str]()
        self.steps, self.seen, self.thinking = 0, -1, -1
        self.cover = self._hidden_from()
        self.judges = judges
        self.pages: set[Page] = set()
        self.left = time.monotonic()  # when the last page left
        self.turned = 0  # how often the game was taken elsewhere than forward
        self._changed, self._wanted, self._played, self._shown = asyncio.Event(), asyncio.Event(), asyncio.Event(), 0.0
        self._kept = self._now()  # a game that has only been read again is kept already
        self._tasks = [asyncio.create_task(task) for task in (self._drive(), self._show(), self._keep())]

    def close(self) -> None:
        """End all tasks of the game; moves that are not saved yet are saved first."""
        for agent in self.session.agents:
            if search := search_in(agent):
                search.stopped = True
        for task in self._tasks:
            task.cancel()
        if (record := self._place()) and self._kept != self._now():
            self.host.writer.submit(_write, record, self.session.short_trace(), dict(self.guests))
        for page in self.pages:
            page.tell({"is": "gone", "id": self.number})
            page.game, page.seat = None, -1
        if self.folder is not None:
            self.folder.cleanup()

    def _now(self) -> tuple[Any, ...]:
        """A value that changes with every move, every undo and every change of guests."""
        return self.session.live, self.turned, tuple((seat, guest.link, guest.key) for seat, guest in sorted(self.guests.items()))

    def _place(self) -> Path | None:
        """The file to save in, or None: saving is off, or no person has answered yet."""
        people = self.session.people
        return self.record if any(step.seat in people for step in self.session.steps[1:]) else None

    async def _keep(self) -> None:
        """Save a game of people as it is played, and once more with its boards when it is over (writing the boards replays the game)."""
        while True:
            await self._played.wait()
            self._played.clear()
            if (record := self._place()) is None:
                continue
            now, text = self._now(), self.session.short_trace()
            await self._write(record, now, text)
            if self.session.over:
                whole = await self.host.work(self.host.drawers, self.session.trace)
                if now == self._now():
                    await self._write(record, now, whole)
            await asyncio.sleep(KEPT)

    async def _write(self, record: Path, now: tuple[Any, ...], text: str) -> None:
        """Write the record; if that fails, tell the pages once."""
        before, self.unkept = self.unkept, await self.host.work(self.host.writer, partial(_write, record, text, dict(self.guests)))
        if not self.unkept:
            self._kept = now
        elif not before:
            self._tell_unkept(list(self.pages))

    def _tell_unkept(self, pages: list[Page]) -> None:
        for page in pages:
            page.tell(
                {
                    "is": "error",
                    "id": self.number,
                    "why": f"this game is not kept: {self.unkept}. Save it to go on with it later",
                    "file": None,
                }
            )

    def changed(self) -> None:
        """Wake the tasks: there is something to show, and perhaps an agent to ask."""
        self._changed.set()
        self._wanted.set()

    def go_on(self) -> None:
        """Continue after a person's answer: show it, together with the agents' answers if there is no pause between those."""
        if self.is_waiting or self.pace:
            self._changed.set()
        self._wanted.set()

    def turn_back(self, at: int) -> None:
        """Tell the pages that the game has gone back to position `at`, or that it was resigned."""
        self.turned += 1
        self._played.set()
        for page in self.pages:
            page.known = min(page.known, at)
        self.changed()

    @property
    def is_waiting(self) -> bool:
        """True while no agent is to be asked: it is a person's turn, the game is over, or the agents are paused."""
        return self.session.agent is None or not self.pages or not (self.running or self.steps)

    async def _drive(self) -> None:
        """Ask agents while it is their turn."""
        while True:
            if self.is_waiting:
                self._wanted.clear()
                if self.is_waiting:
                    await self._wanted.wait()
                continue
            began, turned, session = time.monotonic(), self.turned, self.session
            agent = session.agent
            assert agent is not None
            self.thinking = session.decider
            thought = asyncio.ensure_future(self.host.ask(agent, partial(_asked, agent, session.batch.games.copy(), session.scenario)))
            if not (await asyncio.wait([thought], timeout=TOGETHER))[0]:
                self._changed.set()  # it takes long: say that it thinks
            try:
                action = await thought
            except Exception as error:  # an agent's own fault, whatever it is
                self._give_up(agent, error)
                continue
            late = began + self.pace - time.monotonic()
            if self.running and late > 0:
                await asyncio.sleep(late)
            self.thinking = -1
            if turned != self.turned or not (self.running or self.steps):
                self._changed.set()
                continue
            self.steps = max(self.steps - 1, 0)
            try:
                self.answer(action)
            except SkirmishError as error:  # an action that is none here
                self._give_up(agent, error)
                continue
            if self.pace or self.is_waiting or time.monotonic() - self._shown > TOGETHER:
                self._changed.set()

    def _give_up(self, agent: Agent, error: Exception) -> None:
        """Report that an agent has failed, and pause the agents until somebody resumes them."""
        self.thinking, self.running, self.steps = -1, False, 0
        self.warn(f"{agent.name} cannot answer: {error}")
        self.changed()

    def answer(self, action: int) -> None:
        """Apply a person's answer, and cover the board if the next person must not see it."""
        session = self.session
        session.answer(action)
        self._played.set()
        self.cover = self._hidden_from()

    def _hidden_from(self) -> int:
        """The seat for whose player the board is covered on the screen where the game was begun; -1 if it is not covered."""
        screen = self.screen(-1)
        return self.session.decider if screen.hides and screen.is_asked and self.session.decider != self.seen else -1

    def screen(self, seat: int) -> Screen:
        """The screen of a guest's seat; with -1, the screen where the game was begun."""
        here = (seat,) if seat >= 0 else tuple(one for one in self.session.people if one not in self.guests)
        return Screen(self.session, here)

    async def _show(self) -> None:
        """Show the newest position whenever something has changed."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            self._shown = time.monotonic()
            for page in list(self.pages):
                if page.is_lost:
                    self.leave(page)
            if not self.pages:
                continue
            try:
                await self.show(list(self.pages))
            except Exception as error:  # a picture that cannot be drawn must not end the game
                self.warn(f"the position cannot be drawn: {error}")

    async def show(self, pages: list[Page], re: int | None = None) -> None:
        """Send the current position to some pages."""
        session, at, turned = self.session, self.session.live, self.turned
        games, deeds, question = session.batch.games.copy(), session.batch.games[:0], None
        asked = {page for page in pages if self.is_asked(page)}
        if asked:
            deeds, question = session.with_deeds(), question_of(session)
        heads, cards = {page: self._head(at, page) for page in pages}, {page: self._cards(games, page) for page in pages}
        draw = partial(self.host.draw, scenario=session.scenario, watched=not (session.people or session.over))
        pictures = {is_asked: await draw(deeds if is_asked else games) for is_asked in {page in asked for page in pages}}
        if question:
            chances = await self.host.work(self.host.thinkers, partial(chances_of, games, session.scenario))
            question |= {"odds": chances["odds"], "leads": chances["leads"], "targets": chances["targets"]}
        if turned != self.turned:
            return  # the change that came between is shown next
        for page in pages:
            if page.game is self:
                screen = self.screen(page.seat)
                first = session.told_from(page.known, at)
                steps = [step_of(k, session.steps[k], screen.is_told(session.steps[k])) for k in range(first + (first > 0), at + 1)]
                page.known = at
                head = heads[page]
                head["question"] = question if page in asked else None
                self._tell_position(page, head, {"cards": cards[page], "from": first, "steps": steps}, pictures[page in asked], re)

    def is_asked(self, page: Page) -> bool:
        """True if this page is now asking its people a question."""
        covered = page.seat < 0 and self.cover >= 0
        return not covered and self.screen(page.seat).is_asked

    async def look(self, page: Page, at: int, re: int | None) -> None:
        """Send a page the position after `at` answers."""
        self.session.check_at(at)
        games = self.session.record(at)
        picture = await self.host.draw(games, self.session.scenario)
        news: PositionNews = {"cards": self._cards(games, page), "from": page.known, "steps": []}
        self._tell_position(page, self._head(at, page), news, picture, re)

    def _cards(self, games: np.ndarray, page: Page) -> list[CardTold]:
        """The hidden cards that this page may show now."""
        covered = page.seat < 0 and self.cover >= 0
        return [] if covered else cards_of(games[0], self.session.scenario, self.screen(page.seat).viewer)

    def _head(self, at: int, page: Page) -> PositionHead:
        """Everything that is told of a position besides its picture and its steps."""
        session, screen = self.session, self.screen(page.seat)
        now = at == session.live
        can: Can = {"undo": screen.can_undo, "resign": screen.is_asked}
        return {
            "is": "position", "id": self.number, "at": at, "live": session.live, "question": None,
            "over": over_of(session) if now else None, "turn": None if session.over else session.decider,
            "thinking": self.thinking if self.thinking >= 0 else None, "running": self.running, "pace": round(self.pace * 1000),
            "cover": self.cover if self.cover >= 0 and page.seat < 0 else None,
            "can": can,
        }  # fmt: skip

    @staticmethod
    def _tell_position(page: Page, head: PositionHead, news: PositionNews, picture: Drawn, re: int | None) -> None:
        told: Position = {**head, **news, "scene": picture.scene, "summary": picture.summary}
        if re is not None:
            told["re"] = re
        page.tell(told, picture.layers)

    def warn(self, why: str) -> None:
        """Report an error to all pages."""
        for page in self.pages:
            page.tell({"is": "error", "why": why, "file": None, "id": self.number})

    async def join(self, page: Page, re: int | None, seat: int = -1, link: str = "") -> None:
        """Add a page that watches the game from now on.

        Args:
            page: the page.
            re: the number of the message that is answered, None for none.
            seat: the guest's seat, -1 for the screen where the game was begun. A guest is never told the game's own id.
            link: the link by which the guest came, "" for none.
        """
        if page.game is not None:
            page.game.leave(page)
        page.game, page.known, page.seat = self, 0, seat
        page.layers.clear()  # the page forgets them, too
        if seat < 0:
            page.called.pop(self.number, None)
        else:
            page.called[self.number] = self.guests[seat].key
            self._played.set()  # who has come is kept
        self.pages.add(page)
        message = self._told(page)
        message["link"] = link
        if re is not None:
            message["re"] = re
        page.tell(message)
        if self.unkept:
            self._tell_unkept([page])
        self._tell_links()
        self._tell_next([page])
        self.changed()

    def _told(self, page: Page) -> Begun:
        """Everything that a page must be told of the game once."""
        message = game_of(self.session, self.number, self.judges, self.screen(page.seat))
        message["guest"], message["links"] = page.seat >= 0, self.links() if page.seat < 0 else []
        return message

    def links(self) -> list[LinkTold]:
        """The guests' seats: the link of each seat that nobody has taken yet, and whether somebody is connected."""
        there = {page.seat for page in self.pages}
        return [
            {"seat": seat, "link": "" if guest.key else guest.link, "used": bool(guest.key), "there": seat in there}
            for seat, guest in sorted(self.guests.items())
        ]

    def _tell_links(self) -> None:
        """Send the state of the guests' seats to the pages where the game was begun."""
        if self.guests:
            links = self.links()
            for page in self.pages:
                if page.seat < 0:
                    page.tell({"is": "links", "id": self.number, "links": links})

    def goes_on(self, names: dict[int, str]) -> None:
        """Offer the players the game that follows this one; `names` holds its id by seat, under -1 for everybody who is no guest."""
        self.next = names
        self._tell_next(list(self.pages))

    def _tell_next(self, pages: list[Page]) -> None:
        for page in pages:
            if self.next.get(page.seat):
                page.tell({"is": "again", "id": self.number, "next": self.next[page.seat]})

    def invite(self, seat: int) -> None:
        """Give a seat to whoever opens a new link; a guest who held the seat is disconnected."""
        self.dismiss(seat)
        self.guests[seat] = Guest()
        self._played.set()

    def dismiss(self, seat: int) -> None:
        """Take a seat back from its guest."""
        if self.guests.pop(seat, None) is None:
            return
        self._played.set()
        for page in [page for page in self.pages if page.seat == seat]:
            page.tell({"is": "gone", "id": self.number, "why": "Your seat in that game has been given to somebody else."})
            self.leave(page)

    def uncover(self) -> None:
        """Decide anew whether the board is covered, because other people sit at the screen now."""
        self.cover = self._hidden_from()

    def leave(self, page: Page) -> None:
        """Remove a page that has stopped watching."""
        self.pages.discard(page)
        page.game, page.seat = None, -1
        self.left = time.monotonic()
        self._tell_links()


def search_in(agent: Agent | None) -> SearchAgent | None:
    """The search by which an agent decides, also inside an epsilon-random agent; None for an agent that does not search."""
    inner = getattr(agent, "agent", agent)
    return inner if isinstance(inner, SearchAgent) else None


def _asked(agent: Agent, game: np.ndarray, scenario: Scenario) -> int:
    """Ask an agent for its action, on a copy of the game that belongs to the agent."""
    batch = batch_of(game, scenario, observe=True)
    answer = int(agent.act(batch, _ONE)[0])
    if search := search_in(agent):
        search.rest()
    return answer


def _write(record: Path, text: str, guests: Mapping[int, Guest]) -> str:
    """Write a record and its guests. Returns the reason for a failure, "" on success."""
    try:
        write_whole(record, text, "--records")
        keep_seats(record, guests)
    except SkirmishError as error:
        with contextlib.suppress(OSError):  # nobody reads it any more
            print(f"a game is not kept: {error}", file=sys.stderr, flush=True)
        return str(error)
    return ""
