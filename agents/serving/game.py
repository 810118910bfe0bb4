"""A game that pages look on: agents are asked while it is their turn, and what changes is drawn and told."""

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
from skirmish_rl.agents.serving.page import Page
from skirmish_rl.agents.serving.screens import Guest, Screen
from skirmish_rl.agents.serving.seats import keep_seats
from skirmish_rl.agents.serving.session import Session
from skirmish_rl.agents.serving.showing import Drawn, cards_of, chances_of, game_of, over_of, question_of, step_of
from skirmish_rl.agents.serving.wire import Begun, Can, CardTold, LinkTold, Position, PositionHead, PositionNews
from skirmish_rl.envs.core.batch import Batch
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
    """A session with the pages that look on, and the three tasks that keep it going: `_drive` asks agents, `_show` draws, `_keep` keeps
    it.

    Attributes:
        number: by which pages come back. record: where it is kept, None for nowhere. unkept: why it cannot be, "" where it can.
        pace: seconds between two answers of agents.
        running: agents go on by themselves. steps: answers that agents still give while they do not.
        cover: the seat that must say that it is ready, -1. seen: the last person who was.
        guests: who plays from elsewhere, by seat. next: where the game goes on that was begun from this one, by the seat of a guest; -1:
            for all others.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
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
        self.judges = host.lobby.judges(session.scenario, session.agents)
        self.pages: set[Page] = set()
        self.left = time.monotonic()  # when the last page left
        self.turned = 0  # how often the game was taken elsewhere than forward
        self._changed, self._wanted, self._played, self._shown = asyncio.Event(), asyncio.Event(), asyncio.Event(), 0.0
        self._kept = self._now()  # a game that has only been read again is kept already
        self._tasks = [asyncio.create_task(task) for task in (self._drive(), self._show(), self._keep())]

    def close(self) -> None:
        """End everything that goes on in the game; what was played since it was kept is kept, too."""
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
        """Changes with everything that is played or taken back, and with who comes from elsewhere."""
        return self.session.live, self.turned, tuple((seat, guest.link, guest.key) for seat, guest in sorted(self.guests.items()))

    def _place(self) -> Path | None:
        """Where the game is kept, None for nowhere: nobody keeps games, or no person has answered in it."""
        people = self.session.people
        return self.record if any(step.seat in people for step in self.session.steps[1:]) else None

    async def _keep(self) -> None:
        """Keep a game of people as it goes on, and with its boards when it is over: writing those plays it again."""
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
        """Write the record; tell pages once if that cannot be done."""
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
        """Something is to be shown, and perhaps an agent to be asked."""
        self._changed.set()
        self._wanted.set()

    def go_on(self) -> None:
        """A person has answered: it is shown, with what agents answer at once if they do not wait between their answers."""
        if self.is_waiting or self.pace:
            self._changed.set()
        self._wanted.set()

    def turn_back(self, at: int) -> None:
        """The game stands at an earlier position now, or has ended otherwise."""
        self.turned += 1
        self._played.set()
        for page in self.pages:
            page.known = min(page.known, at)
        self.changed()

    @property
    def is_waiting(self) -> bool:
        """True while no agent is to be asked: a person is, or nobody, or agents pause."""
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
        """An agent has no answer: say so, and ask it again only when somebody wishes it."""
        self.thinking, self.running, self.steps = -1, False, 0
        self.warn(f"{agent.name} cannot answer: {error}")
        self.changed()

    def answer(self, action: int) -> None:
        """Carry out an answer; the next person's hand may have to be covered."""
        session = self.session
        session.answer(action)
        self._played.set()
        self.cover = self._hidden_from()

    def _hidden_from(self) -> int:
        """The seat for which the board is covered, until its person is at the screen where the game was begun; -1 for nobody."""
        screen = self.screen(-1)
        return self.session.decider if screen.hides and screen.is_asked and self.session.decider != self.seen else -1

    def screen(self, seat: int) -> Screen:
        """The screen of a guest's seat; -1: the one where the game was begun."""
        here = (seat,) if seat >= 0 else tuple(one for one in self.session.people if one not in self.guests)
        return Screen(self.session, here)

    async def _show(self) -> None:
        """Show the newest position whenever something changed."""
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
        """Tell some pages how the game stands now."""
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
        """True if a page shows its people a question now."""
        covered = page.seat < 0 and self.cover >= 0
        return not covered and self.screen(page.seat).is_asked

    async def look(self, page: Page, at: int, re: int | None) -> None:
        """Tell a page how the game stood after so many answers."""
        self.session.check_at(at)
        games = self.session.record(at)
        picture = await self.host.draw(games, self.session.scenario)
        news: PositionNews = {"cards": self._cards(games, page), "from": page.known, "steps": []}
        self._tell_position(page, self._head(at, page), news, picture, re)

    def _cards(self, games: np.ndarray, page: Page) -> list[CardTold]:
        """The hidden cards that a page may show now."""
        covered = page.seat < 0 and self.cover >= 0
        return [] if covered else cards_of(games[0], self.session.scenario, self.screen(page.seat).viewer)

    def _head(self, at: int, page: Page) -> PositionHead:
        """What of a position is neither its picture nor its steps."""
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
        """Tell all pages that something has gone wrong."""
        for page in self.pages:
            page.tell({"is": "error", "why": why, "file": None, "id": self.number})

    async def join(self, page: Page, re: int | None, seat: int = -1, link: str = "") -> None:
        """A page looks on from now on.

        Args:
            seat: of a guest, who learns the game's number by no message; -1 where the game was begun. link: by which the guest came.
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
        """What a page must know of the game once."""
        message = game_of(self.session, self.number, self.judges, self.screen(page.seat))
        message["guest"], message["links"] = page.seat >= 0, self.links() if page.seat < 0 else []
        return message

    def links(self) -> list[LinkTold]:
        """The guests' seats: the link of each that nobody has opened yet, and whether somebody is there."""
        there = {page.seat for page in self.pages}
        return [
            {"seat": seat, "link": "" if guest.key else guest.link, "used": bool(guest.key), "there": seat in there}
            for seat, guest in sorted(self.guests.items())
        ]

    def _tell_links(self) -> None:
        """Tell the pages where the game was begun how its guests' seats stand."""
        if self.guests:
            links = self.links()
            for page in self.pages:
                if page.seat < 0:
                    page.tell({"is": "links", "id": self.number, "links": links})

    def goes_on(self, names: dict[int, str]) -> None:
        """The same people may go on with another game, each seat by its name there; -1: all who are no guests."""
        self.next = names
        self._tell_next(list(self.pages))

    def _tell_next(self, pages: list[Page]) -> None:
        for page in pages:
            if self.next.get(page.seat):
                page.tell({"is": "again", "id": self.number, "next": self.next[page.seat]})

    def invite(self, seat: int) -> None:
        """Whoever opens a new link plays a person's seat from now on; who played it from elsewhere is let go."""
        self.dismiss(seat)
        self.guests[seat] = Guest()
        self._played.set()

    def dismiss(self, seat: int) -> None:
        """The seat is no guest's any more."""
        if self.guests.pop(seat, None) is None:
            return
        self._played.set()
        for page in [page for page in self.pages if page.seat == seat]:
            page.tell({"is": "gone", "id": self.number, "why": "Your seat in that game has been given to somebody else."})
            self.leave(page)

    def uncover(self) -> None:
        """Cover the board anew, or not: others sit before it now."""
        self.cover = self._hidden_from()

    def leave(self, page: Page) -> None:
        """A page looks on no longer."""
        self.pages.discard(page)
        page.game, page.seat = None, -1
        self.left = time.monotonic()
        self._tell_links()


def search_in(agent: Agent | None) -> SearchAgent | None:
    """The search by which an agent answers, an epsilon-random one too; None where it does not search."""
    inner = getattr(agent, "agent", agent)
    return inner if isinstance(inner, SearchAgent) else None


def _asked(agent: Agent, game: np.ndarray, scenario: Scenario) -> int:
    """An agent's answer to a game, on a copy of its own."""
    batch = Batch(scenario, 1)
    batch.games[:] = game
    batch.refresh(0, check=False)
    answer = int(agent.act(batch, _ONE)[0])
    if search := search_in(agent):
        search.rest()
    return answer


def _write(record: Path, text: str, guests: Mapping[int, Guest]) -> str:
    """Write a record, and who plays from elsewhere. Returns why that cannot be done, "" when it has been."""
    try:
        write_whole(record, text, "--records")
        keep_seats(record, guests)
    except SkirmishError as error:
        with contextlib.suppress(OSError):  # nobody reads it any more
            print(f"a game is not kept: {error}", file=sys.stderr, flush=True)
        return str(error)
    return ""
