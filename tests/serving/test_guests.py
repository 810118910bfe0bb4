"""A seat for the person who opens its link, who learns nothing of other seats, and for whom no other page can act."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from skirmish_rl.agents.serving.host import Host, Limits
from skirmish_rl.agents.serving.lobby import Lobby
from skirmish_rl.agents.serving.screens import Guest
from skirmish_rl.agents.serving.seats import keep_seats, kept_seats
from skirmish_rl.agents.serving.server import app_of
from skirmish_rl.agents.serving.showing import cards_of
from skirmish_rl.envs.registry import ruleset_of
from tests.talk import HOME, Talk, visit

FACES = ("person", "guest")


@contextmanager
def pages(client: Any, count: int) -> Iterator[list[Talk]]:
    """So many pages of one server."""
    with ExitStack() as stack:
        yield [Talk(stack.enter_context(visit(client))) for _ in range(count)]


def link_of(game: dict[str, Any], seat: int = 1) -> str:
    return next(one["link"] for one in game["links"] if one["seat"] == seat)


def come(talk: Talk, name: str) -> dict[str, Any]:
    """Open a link, or come back by a key."""
    talk.steps = []
    return talk.ask("game", do="resume", id=name)


def newest(talk: Talk, live: int) -> dict[str, Any]:
    """The position after so many answers, as a page is told it."""
    while True:
        message = talk.wait("position")
        if message["live"] >= live:
            return message


def test_a_link_seats_whoever_opens_it_first(client):
    with pages(client, 3) as (owner, guest, late):
        game = owner.start(who=FACES)
        assert [seat["who"] for seat in game["seats"]] == ["person", "guest"] and not game["guest"]
        assert game["links"] == [{"seat": 1, "link": link_of(game), "used": False, "there": False}]
        seated = come(guest, link_of(game))
        assert [seat["who"] for seat in seated["seats"]] == ["guest", "person"] and seated["guest"] and seated["links"] == []
        assert seated["link"] == link_of(game) and seated["id"] not in (game["id"], link_of(game))
        assert owner.wait("links", links=[{"seat": 1, "link": "", "used": True, "there": True}])
        assert "has been used" in late.ask("gone", do="resume", id=link_of(game))["why"]
        assert come(late, seated["id"])["id"] == seated["id"]  # the same person, in another tab


@pytest.mark.parametrize("name", ["", "x", " ", "." * 16])
def test_what_is_no_link_seats_nobody(client, name):
    with pages(client, 2) as (owner, stranger):
        game = owner.start(who=FACES)
        assert stranger.ask("game", "gone", do="resume", id=name)["is"] == "gone"
        assert come(stranger, link_of(game))["guest"], "the link is as it was"


def test_each_answers_for_the_own_seat_alone(client):
    with pages(client, 2) as (owner, guest):
        game = owner.start(who=FACES, seed=3)
        key = come(guest, link_of(game))["id"]
        answered: set[int] = set()
        position = newest(owner, 0)
        for live in range(60):
            theirs = newest(guest, live)
            assert (position["question"] is None) != (theirs["question"] is None) and theirs["id"] == key
            asked, other = (owner, guest) if position["question"] else (guest, owner)
            question = position["question"] or theirs["question"]
            wrong = other.ask("error", do="answer", at=live, action=question["answers"][0]["answers"][0][0])
            assert "whose person is not before this page" in wrong["why"]
            assert "only a person who is asked" in other.ask("error", do="resign")["why"]
            assert question["seat"] == (0 if asked is owner else 1)
            asked.say(do="answer", at=live, action=question["answers"][0]["answers"][0][0])
            answered.add(question["seat"])
            position = newest(owner, live + 1)
            if answered == {0, 1}:
                break
        assert answered == {0, 1}


def test_an_answer_is_taken_back_by_whoever_gave_it(client):
    with pages(client, 2) as (owner, guest):
        game = owner.start(who=FACES, practice=True)
        come(guest, link_of(game))
        position = newest(owner, 0)
        asked, other = (owner, guest) if position["question"] else (guest, owner)
        question = position["question"] or newest(guest, 0)["question"]
        asked.say(do="answer", at=0, action=question["answers"][0]["answers"][0][0])
        assert newest(asked, 1)["can"]["undo"] and not newest(other, 1)["can"]["undo"]
        assert "somebody else" in other.ask("error", do="undo")["why"]
        asked.say(do="undo")
        assert asked.wait("position", live=0)["question"] == question


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guest_is_told_nothing_of_the_others(client, host: Host, seats):
    """Everything that is sent to a guest's page names neither the game's number nor its seed, nor an answer or a card of another hand."""
    with pages(client, seats) as talks:
        scenario = next(
            name
            for name in ("drill", "skirmish", "clash")
            if seats in {one.seats for one in ruleset_of("dropzone_commander").seatings(name)}
        )
        game = talks[0].start("dropzone_commander", scenario, ["person", *["guest"] * (seats - 1)], seats=seats, seed=987654321)
        (held,) = host.games.values()
        heard: dict[int, list[str]] = {seat: [] for seat in range(seats)}
        for seat in range(1, seats):
            listen(talks[seat], heard[seat])
            come(talks[seat], link_of(game, seat))
        assert not game["hidden"] and game["seed"] is None
        silent = 0
        for live in range(400):
            told = [newest(talk, live) for talk in talks]
            asked = [seat for seat, message in enumerate(told) if message["question"]]
            assert len(asked) == 1 and all(message["cover"] is None for message in told)
            record = held.session.batch.games[0]
            for seat, message in enumerate(told):
                assert message["cards"] == cards_of(record, held.session.scenario, seat)
                for step, own in zip(message["steps"], held.session.steps[message["from"] + (message["from"] > 0) :], strict=True):
                    assert (step["seat"], step["words"]) == ((-1, "") if own.silent and own.seat != seat else (own.seat, own.words))
            silent += held.session.steps[-1].silent
            question = told[asked[0]]["question"]
            answers = [answer[0] for group in question["answers"] for answer in group["answers"]]
            talks[asked[0]].say(do="answer", at=live, action=answers[live % len(answers)])
            if silent and live > 20:
                break
        assert silent
        for seat in range(1, seats):
            assert heard[seat] and not any(secret in text for text in heard[seat] for secret in (game["id"], "987654321"))
            for what in ({"do": "save"}, {"do": "judge"}, {"do": "seat", "seat": 0, "who": "random"}, {"do": "again"}):
                assert talks[seat].ask("error", **what)["why"]
            other = next(at for at, step in enumerate(held.session.steps[1:]) if step.seat not in (-1, seat))
            assert "told when the game is over" in talks[seat].ask("error", do="think", at=other, agent="random")["why"]


def listen(talk: Talk, heard: list[str]) -> None:
    """Keep everything that a page is told."""
    receive = talk.socket.receive_text

    def kept() -> str:
        heard.append(receive())
        return heard[-1]

    talk.socket.receive_text = kept


def test_the_owner_renews_a_link_and_the_one_before_opens_nothing(client):
    with pages(client, 3) as (owner, guest, other):
        game = owner.start(who=FACES)
        first = link_of(game)
        key = come(guest, first)["id"]
        renewed = owner.ask("game", do="seat", seat=1, who="guest")
        assert link_of(renewed) not in ("", first, key)
        assert "given to somebody else" in guest.wait("gone", id=key)["why"]
        for old in (first, key):
            assert other.ask("gone", do="resume", id=old)["is"] == "gone"
        assert come(other, link_of(renewed))["seats"][1]["who"] == "person"
        taken = owner.ask("game", do="seat", seat=1, who="person")
        assert taken["links"] == [] and [seat["who"] for seat in taken["seats"]] == ["person", "person"]
        assert "no game is open" in guest.ask("error", do="answer", at=0, action=0)["why"]


@pytest.mark.parametrize("swap", [False, True])
def test_everybody_is_asked_to_the_rematch(client, swap):
    with pages(client, 2) as (owner, guest):
        game = owner.start(who=FACES)
        key = come(guest, link_of(game))["id"]
        position = newest(owner, 0)
        asked = owner if position["question"] else guest
        asked.say(do="resign")
        assert owner.wait("position", live=0)["over"] or newest(owner, 0)["over"]
        guest.steps = []
        begun = guest.ask("game", do="again", swap=swap)
        assert begun["guest"] and [seat["who"] for seat in begun["seats"]] == (["person", "guest"] if swap else ["guest", "person"])
        told = owner.wait("again", id=game["id"])
        assert told["next"] not in (key, begun["id"])
        back = come(owner, told["next"])
        assert not back["guest"] and back["links"] == [{"seat": 1 - swap, "link": "", "used": True, "there": True}]


@contextmanager
def served(games: Path) -> Iterator[Any]:
    """A server that keeps its games there, and ends."""
    with TestClient(app_of(Host(Lobby(), games, Limits(rate=10_000))), base_url=HOME) as made:
        yield made


def test_links_and_those_who_came_by_them_outlive_the_server(tmp_path):
    games, faces = tmp_path / "games", ("person", "guest", "guest")
    with served(games) as client, pages(client, 2) as (owner, guest):
        game = owner.start("dropzone_commander", "skirmish", faces, seats=3)
        key, unused = come(guest, link_of(game, 1))["id"], link_of(game, 2)
        told = {talk: newest(talk, 0)["question"] for talk in (owner, guest)}
        asked, question = next((talk, question) for talk, question in told.items() if question)
        asked.say(do="answer", at=0, action=question["answers"][0]["answers"][0][0])
        newest(owner, 1)
    (kept,) = games.glob("*.seats")
    assert os.name == "nt" or kept.stat().st_mode & 0o777 == 0o600
    with served(games) as client, pages(client, 4) as (owner, guest, other, late):
        assert other.ask("gone", do="resume", id="x" * 16)["is"] == "gone"
        back = come(guest, key)
        assert back["guest"] and back["id"] == key and [seat["who"] for seat in back["seats"]] == ["guest", "person", "guest"]
        seated = come(other, unused)
        assert seated["guest"] and seated["link"] == unused and seated["id"] not in (key, unused, game["id"])
        assert "has been used" in late.ask("gone", do="resume", id=unused)["why"]
        told = come(owner, game["id"])
        assert not told["guest"] and [seat["who"] for seat in told["seats"]] == ["person", "guest", "guest"]
        assert told["links"] == [{"seat": seat, "link": "", "used": True, "there": True} for seat in (1, 2)]
        renewed = owner.ask("game", do="seat", seat=2, who="guest")
    with served(games) as client, pages(client, 2) as (first, second):
        assert first.ask("gone", do="resume", id=seated["id"])["is"] == "gone"
        assert come(second, link_of(renewed, 2))["guest"]


def test_a_damaged_file_of_seats_seats_nobody(tmp_path):
    record = tmp_path / "a.txt"
    keep_seats(record, {1: Guest("link", "key")})
    assert kept_seats(record) == {1: Guest("link", "key")}
    for text in ("", "[]", '{"one": {"link": "a", "key": "b"}}', '{"1": 3}', "{"):
        record.with_suffix(".seats").write_text(text, encoding="utf-8")
        assert kept_seats(record) == {}
    keep_seats(record, {})
    assert not record.with_suffix(".seats").exists()
