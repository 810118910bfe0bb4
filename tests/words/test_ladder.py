"""The ladder: ratings from games, when a climb is over, the fixed set, and the page with replays."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.ladder.climbing import Climb, arena_small, climb, small_set
from skirmish_rl.agents.ladder.games import Played, play_game
from skirmish_rl.agents.ladder.page import lines_of, write_results
from skirmish_rl.agents.ladder.rating import rated, ratings_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import play_games
from skirmish_rl.envs.core.trace import record_hash, replay
from skirmish_rl.envs.registry import available, ruleset_of

ROOT = Path(__file__).resolve().parents[2]


def test_the_ratings_of_levels_are_those_of_the_page():
    text = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    for name in [name for name in available() if name != "toy"]:
        part = text.split(f"## {ruleset_of(name).title}\n")[1].split("\n## ")[0]
        told = {int(level): float(rating) for level, rating in re.findall(r"^\| (\d+) \| `[^`]*` \| (\d+) \|", part, re.MULTILINE)}
        assert ratings_of(name) == {0: 0.0, **told} and len(told) == 10


def test_a_rating_is_where_the_results_are_likeliest_and_lies_within_its_interval():
    ratings = {0: 0.0, 1: 400.0, 2: 600.0}
    even = rated([(1, 1.0), (1, 0.0)] * 20, ratings)
    assert abs(even.rating - 400) <= 1 and 290 < even.low < even.rating < even.high < 510
    better = rated([(1, 1.0)] * 30 + [(1, 0.0)] * 10, ratings)  # three to one: 191 points
    assert 570 < better.rating < 592
    few, many = rated([(2, 1.0)] * 4, ratings), rated([(2, 1.0)] * 40, ratings)
    assert 600 < few.rating < many.rating < 1500 and few.high - few.low > 200, "all won, and still a rating"
    assert rated([(0, 0.0)] * 10, ratings).rating < -200


def test_intervals_hold_the_true_rating_nineteen_times_of_twenty():
    ratings, luck, held = {1: 300.0, 2: 500.0, 3: 700.0}, np.random.default_rng(2), 0
    for _ in range(200):
        games = [(level, float(luck.random() < 1 / (1 + 10 ** ((ratings[level] - 560) / 400)))) for level in (1, 2, 3) for _ in range(12)]
        result = rated(games, ratings)
        held += result.low <= 560 <= result.high
    assert held >= 184


def test_a_game_of_the_ladder_is_the_game_of_the_arena_and_is_kept_as_a_trace():
    scenario = ruleset_of("godbreakers").scenario("duel")
    agents = [agent_of("bot:simple", scenario, 1), agent_of("level:3", scenario, 1)]
    played = play_game(scenario, agents[0], agents[1], 3, 11, 0)
    final = play_games(scenario, agents, np.array([[0, 1]]), np.array([11]))[0]
    trace = played.trace(scenario, "bot:simple")
    assert record_hash(final) in trace and replay(trace) is None and "bots bot:simple level:3" in trace
    assert played.score == {0: 0.0, 1: 1.0, 2: 0.0, 3: 0.5}[int(final["winners"])] and played.spent.decisions > 10


def test_a_climb_ends_at_the_level_that_wins_more_than_half():
    told: list[int] = []
    climbing = climb("godbreakers", "random", 4, 5, lambda now: told.append(len(now.games)))
    assert climbing.levels[-1] <= 1 and "has scored more than half" in climbing.why and told == sorted(told) and len(climbing.games) <= 16
    assert abs(climbing.rated.rating) < 300 and climbing.rated.low < climbing.rated.rating < climbing.rated.high
    strong = climb("godbreakers", "level:10", 3, 5, first=9)
    assert strong.levels[0] == 9 and strong.rated.rating > 700 and strong.games[0].seat == 0 and strong.games[1].seat == 1
    assert strong.games[0].seed == strong.games[1].seed != strong.games[2].seed


def test_arena_small_is_the_same_forty_games_for_everybody():
    games = [*small_set()]
    assert len(games) == 20 and [level for level, _ in games] == [1 + k // 2 for k in range(20)] and games == [*small_set()]
    assert games[0] == (1, 60_000_001) and len({seed for _, seed in games}) == 20
    climbing = arena_small("godbreakers", "bot:simple")
    assert len(climbing.games) == 40 and climbing.levels == [*range(1, 11)] and 500 < climbing.rated.rating < 1500


class Broken:
    """An agent that crashes, or answers what is illegal."""

    bot = None

    def __init__(self, name: str, answer):
        self.name, self.answer = name, answer

    def act(self, batch, index):
        return self.answer()


@pytest.mark.parametrize(("answer", "why", "illegal"), [(lambda: 1 / 0, "ZeroDivisionError", 0), (lambda: np.array([-1]), "-1", 1)])
def test_what_fails_loses_the_game_and_is_counted(answer, why, illegal):
    scenario = ruleset_of("warcry").scenario("duel")
    played = play_game(scenario, Broken("mine", answer), agent_of("random", scenario), 0, 3, 1)
    assert played.score == 0 and played.forfeit is not None and why in played.forfeit.why and played.spent.illegal == illegal
    assert played.trace(scenario, "mine").splitlines()[-1].startswith("unfinished")


def test_a_page_links_the_replays_and_says_what_was_found(tmp_path):
    scenario = ruleset_of("warcry").scenario("duel")
    climbing = Climb(scenario, "exec:<b>&", why="enough")
    climbing.games.append(play_game(scenario, agent_of("bot:simple", scenario), agent_of("random", scenario), 0, 3, 1))
    lost = play_game(scenario, Broken("mine", lambda: 1 / 0), agent_of("random", scenario), 1, 3, 1)
    climbing.games.append(Played(1, 4, 0, 0.0, (), forfeit=lost.forfeit))
    page, results = write_results([climbing], tmp_path, 7, "ladder")
    text = page.read_text()
    assert (
        'href="warcry-random.html"' in text
        and (tmp_path / "warcry-random.html").read_text().startswith("<!doctype html>")
        and "<b>" not in text
    )
    told = json.loads(results.read_text())
    assert told["format"] == "skirmish ladder 1" and told["climbs"][0]["interval"][0] <= told["climbs"][0]["rating"] and told["seed"] == 7
    assert "lost by default: crashed: ZeroDivisionError" in "\n".join(lines_of(climbing)) and "lost by default" in text


def test_the_command_climbs_writes_and_refuses(tmp_path, capsys):
    words = ["ladder", "--game", "godbreakers", "--agent", "random", "--seeds", "3", "--out", str(tmp_path / "found")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "rating " in out and "random play is 0" in out and str(tmp_path / "found" / "index.html") in out
    for words, why in (
        (["--agent", "random"], "which game?"), (["--agent", "random", "--game", "chess"], "chess"),
        (["--agent", "x", "--game", "warcry"], "agent 'x'"),
        (["--agent", "random", "--game", "warcry", "--seeds", "0"], "seeds=0"),
        (["--agent", "random", "--set", "arena-small", "--seed", "1"], "are fixed"),
        (["--agent", "random", "--game", "warcry", "--first", "11"], "levels go from 0"),
    ):  # fmt: skip
        assert main(["ladder", *words]) == 2 and why in capsys.readouterr().err


def test_a_program_on_the_ladder_tells_its_tokens_and_its_illegal_answers(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n    first = 'answers' in said and 'wrong' not in said\n"
        "    print(json.dumps({'say': 'hello', 'map': False} if 'answers' not in said else {'phrase': 'no', 'tokens': 5} if first else "
        "{'action': said['answers'][0]['action'], 'tokens': 5}), flush=True)\n"
    )
    scenario = ruleset_of("godbreakers").scenario("duel")
    played = play_game(scenario, agent_of(f"exec:{sys.executable} {bot}", scenario), agent_of("random", scenario), 0, 3, 0)
    assert (
        played.forfeit is None
        and played.spent.illegal == played.spent.decisions > 5
        and played.spent.tokens == 10 * played.spent.decisions
    )
    assert played.spent.illegal_rate == 0.5 and played.spent.seconds > 0
