"""Whatever a page sends: it is refused with a reason, and the game goes on."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skirmish_rl.agents.serving.messages import FILE, MESSAGE, SAYS, SMALL, check_message, number_of, parse_message
from skirmish_rl.envs.core.errors import BadOption
from tests.talk import Talk, first_answer, visit

WORDS = st.sampled_from([
    "person", "random", "bot:simple", "bot:strong@0.5", "mcts:5", "mcts:1e9", "look:x", "python:os:system", "ppo:/", "godbreakers",
    "drill", "warcry",
    "../a.toml", "own.toml", "\x00", "seat_0", "\ud800", "", "nan", "a" * 300,
])  # fmt: skip
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=20)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8)
NAMES = sorted({name for fields in SAYS.values() for name in fields} | {"re", "x", ""})
CHANGES = (
    "start",
    "load",
    "resume",
    "undo",
    "resign",
    "leave",
    "run",
    "pause",
    "answer",
    "again",
    "seat",
)  # what may rightly change the game
FIELDS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5)
MESSAGES = st.builds(lambda do, fields: {"do": do, **fields}, st.sampled_from([*SAYS, "", "Start", 3, None]), FIELDS)
TEXTS = st.text(max_size=60) | MESSAGES.map(json.dumps) | VALUES.map(json.dumps)


def read_message(text: str) -> dict:
    return check_message(parse_message(text))


def slipped(text: str, at: int, put: str) -> str:
    """A text with a letter replaced."""
    at %= len(text) + 1
    return text[:at] + put + text[at + 1 :]


SLIPS = st.builds(slipped, MESSAGES.map(json.dumps), st.integers(0, 200), st.text(max_size=2))


@settings(max_examples=600, deadline=None)
@given(TEXTS | SLIPS)
def test_a_message_is_good_or_refused(text):
    try:
        said = parse_message(text)
        assert number_of(said) is None or number_of(said) == said["re"]
        message = check_message(said)
    except BadOption as error:
        assert str(error)
        return
    fields = SAYS[message["do"]]
    assert set(message) <= {*fields, "do", "re"}
    assert all(fields[name].accepts(value) for name, value in message.items() if name in fields)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"), ("[1]", "no JSON object"), ("{}", "do='None'"), ('{"do": "strat"}', "did you mean 'start'"),
        ('{"do": ["lobby"]}', "do="),
        ('{"do": "answer", "at": 1}', "action is missing"), ('{"do": "answer", "at": true, "action": 1}', "at must be a whole number"),
        ('{"do": "answer", "at": -1, "action": 1}', "at must be a whole number"),
        ('{"do": "answer", "at": 1.5, "action": 1}', "at must be"),
        ('{"do": "undo", "path": "/etc"}', "unknown field 'path'"), ('{"do": "run", "pace": 99999}', "from 0 to 10000"),
        ("[" * 5000, "no JSON"),
        (json.dumps({"do": "preview", "game": "warcry", "files": [{"name": "a.toml", "text": "x" * (FILE + 1)}]}), "files"),
        (json.dumps({"do": "preview", "game": "warcry", "options": {str(k): 1 for k in range(50)}}), "options must be"),
        ("x" * (MESSAGE + 1), "at most"), (json.dumps({"do": "load", "text": "x" * MESSAGE}), f"at most {MESSAGE}"),
        (json.dumps({"do": "undo", "re": "x" * SMALL}), f"at most {SMALL}"),
        (json.dumps({"text": "x" * SMALL, "do": "load"}), f"at most {SMALL}"),
        (f'{{"do": "answer", "at": 1, "action": {"9" * 400}}}', "a whole number of 400 digits"),
        (f'{{"do": "undo", "re": {"9" * 5000}}}', "5000 digits"),
        (f'{{"do": "undo", "x": {"[" * 2000 + "]" * 2000}}}', "nested too deeply"),
        ('{"do": "resume", "id": "\\ud800"}', "half a character"),
        ('{"do": "run", "pace": NaN}', "no finite number"),
    ],
)  # fmt: skip
def test_what_is_no_message_is_said(text, why):
    with pytest.raises(BadOption, match="(?s).") as refused:
        read_message(text)
    assert why in str(refused.value)


def play_on(client, examples: int) -> None:
    """Send malformed messages to a page with a game; after all of them the game goes on."""
    with visit(client) as socket:
        talk = Talk(socket)
        talk.start()
        before = talk.asked()
        told = []

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(TEXTS | SLIPS)
        def send(text):
            try:
                message = read_message(text)
            except BadOption:
                message = {"do": "none"}
            if message["do"] in CHANGES or message["do"] in ("preview", "judge"):
                return
            socket.send_text(text.encode("utf-8", "replace").decode())
            told.append(message["do"])

        send()
        assert len(told) > examples // 3
        talk.say(do="save", re=987_654)
        refused = 0
        while (message := talk.read()).get("re") != 987_654:
            assert message["is"] in ("error", "lobby", "position", "thoughts", "saved", "card", "place"), message
            assert message["is"] != "error" or (message["why"] and "something went wrong" not in message["why"])
            refused += message["is"] == "error"
        assert refused >= told.count("none") > 0
        talk.say(do="answer", at=before["at"], action=first_answer(before))
        assert talk.asked()["live"] > before["live"]


def test_malformed_messages_are_answered_and_the_game_goes_on(client):
    play_on(client, 300)


@pytest.mark.slow
def test_two_thousand_malformed_messages(client):
    play_on(client, 2_000)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(message=MESSAGES.filter(lambda message: message["do"] in ("start", "load", "resume", "preview", "undo", "resign", "answer")))
def test_messages_that_change_games_are_answered_too(client, message):
    with visit(client) as socket:
        talk = Talk(socket)
        talk.say(**{**message, "re": 5})
        answer = talk.read()
        while answer["is"] not in ("error", "game", "gone", "preview") or answer.get("re") not in (
            5,
            None,
        ):  # what is no JSON has no number
            answer = talk.read()
        assert "something went wrong" not in answer.get("why", "")
