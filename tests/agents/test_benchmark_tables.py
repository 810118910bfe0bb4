"""What the benchmark's tables, leaderboard and pictures say of the same results, and what they do not compare."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.agents.benchmark import pictures
from skirmish_rl.agents.benchmark.anchors import measured
from skirmish_rl.agents.benchmark.checking import leaderboard
from skirmish_rl.agents.benchmark.pages import table, told
from skirmish_rl.agents.benchmark.protocol import TOY, Place, read_protocol
from skirmish_rl.agents.benchmark.scores import boards
from tests.agents.test_benchmark import ends, result, written

SMALL = read_protocol(TOY)
POPULATION = ("bot:strong@0.15", "mcts:2", "ppo:tide_of_iron/duel")
RULES = {"beat": dataclasses.replace(SMALL.tracks["beat"], population={"bot:strong@0.15": 2, "mcts:2": 2, "ppo:{game}/{scenario}": 2})}


def cells(text: str, entrant: str, number: int = 0) -> dict[str, str]:
    """An entrant's row in one of the tables of a text, by the titles of its columns."""
    tables = [part.splitlines() for part in text.split("\n\n") if part.startswith("|")]
    heads, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in tables[number]]
    (row,) = [row for row in rows if any(entrant in cell for cell in row)]
    return dict(zip(heads, row, strict=True))


def held_out(entrant: str, names: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """Results of an entrant that scores 50 % against some who are held out."""
    facts = result(entrant, **more)
    for run in facts["runs"]:
        run["tests"] = {**run["tests"], "held out": dict.fromkeys(names, result()["runs"][0]["tests"]["tests"]["random"])}
    return facts


# Held-out tests.


@pytest.mark.parametrize(("entrant", "names", "budget", "shown"), [
    ("mine", POPULATION, "toy", True), ("mine", POPULATION[:2], "toy", False), ("mine", (*POPULATION, "mcts:4"), "toy", False),
    ("mine", ("bot:strong@0.15", "mcts:4", "ppo:tide_of_iron/duel"), "toy", False),
    ("ppo:{game}/{scenario}", POPULATION[:2], "", True), ("ppo:{game}/{scenario}", POPULATION[:1], "", False),
    ("ppo:{game}/{scenario}", (*POPULATION[:2], "mcts:4"), "", False),
])  # fmt: skip
def test_held_out_scores_stand_side_by_side_where_the_opponents_are_those_of_the_protocol(entrant, names, budget, shown):
    """Who is one of them, and so not trained here, may lack itself."""
    facts = [held_out(entrant, names, budget=budget), held_out("other", POPULATION)]
    (board,) = boards(facts, {}, {}, RULES)
    assert cells(table(board), entrant)["Held-out, %"].startswith("50 (" if shown else "-")
    assert cells(table(board), "other")["Held-out, %"].startswith("50 (")


def test_held_out_opponents_of_an_unknown_protocol_must_be_the_same_for_all():
    facts = [held_out("one", POPULATION), held_out("two", POPULATION[:2]), held_out("three", POPULATION)]
    (board,) = boards(facts, {}, {})
    assert [cells(table(board), name)["Held-out, %"][:4] for name in ("one", "two", "three")] == ["50 (", "-", "50 ("]


def test_runs_tested_against_the_population_before_leave_the_column_to_those_after():
    facts = held_out("mine", POPULATION, scores=(0.3, 0.5))
    facts["runs"][0]["tests"]["held out"] = {"mcts:9": {**facts["runs"][0]["tests"]["tests"]["random"]}}
    (board,) = boards([facts], {}, {}, RULES)
    (mine,) = board.entrants
    assert len(mine.tests(("tide_of_iron", "duel"), "held out")) == 1 and len(mine.tests(("tide_of_iron", "duel"), "tests")) == 2


def test_a_column_over_fewer_games_than_the_table_names_them():
    facts = [held_out("mine", POPULATION), result("mine", game="warcry", version=0)]
    assert cells(table(boards(facts, {}, {}, RULES)[0]), "mine")["Held-out, %"].endswith(") in Tide of Iron")


# The tables of a page.


def test_the_share_of_games_won_against_each_opponent_stands_below_the_scores():
    facts = result(scores=(0.5, 0.6))
    for run, won in zip(facts["runs"], (100, 100), strict=True):
        run["tests"]["tests"] = {
            "bot:strong": {**run["tests"]["tests"]["random"], "wins": 1, "draws": 8, "losses": 91, "score": 0.05},
            "random": {**run["tests"]["tests"]["random"], "wins": won, "losses": 0, "score": 1.0},
        }
    facts["runs"][1]["tests"]["tests"]["bot:strong"] |= {"wins": 7, "losses": 85, "score": 0.11}
    text = table(boards([facts, result("other", game="warcry", version=0)], {}, {}, SMALL.tracks)[0])
    assert "\n\nGames won, %, against `random` / `bot:strong`:\n\n" in text, "in the order of the protocol"
    assert cells(text, "mine", 1) == {"Entrant": "`mine`", "Budget": "toy", "Tide of Iron": "100 / 4", "Warcry": "-"}
    facts["runs"][1]["tests"]["tests"]["random"] |= {"wins": 999, "losses": 1, "games": 1000}
    facts["runs"][0]["tests"]["tests"]["bot:strong"] |= {"wins": 0}
    facts["runs"][1]["tests"]["tests"]["bot:strong"] |= {"wins": 1, "games": 1000}
    assert cells(table(boards([facts], {}, {}, SMALL.tracks)[0]), "mine", 1)["Tide of Iron"] == ">99 / <1", "0 is never, 100 always"
    assert "Games won" not in table(boards([{**facts, "tested": "tables"}], {}, {})[0])


def test_who_was_strongest_against_an_entrant_stands_below_its_score():
    def beaten(entrant: str, who: str, game: str, response: float | None = None, **more: Any) -> dict[str, Any]:
        facts = {**result(entrant, track="exploit", opponents=(who,), game=game, version=0, **more), "tested": "response"}
        for run in facts["runs"]:
            run["response"] = {**run["cost"], "decisions": 7000, "copied": 0, "evaluated": 0, "simulated": 0}
            run["attackers"] = {} if response is None else {who: 0.9, "best response": response}
        return facts

    ours = "ppo:{game}/{scenario}"
    facts = [
        beaten(ours, "ppo:warcry/duel", "warcry", 0.31), beaten(ours, "best response", "tide_of_iron", 0.61),
        beaten("bot:strong", "ppo:warcry/duel", "warcry", 0.85), beaten("alone", "best response", "warcry"),
    ]  # fmt: skip
    text = table(boards(facts, {}, {})[0])
    assert "Score of the strongest known opponent, percent; a lower bound" in text and "best response" not in text
    assert (
        "\n\nThe strongest opponents, in brackets what the trained response scored in the games that chose them:\n\n- the package's"
        in text
    )
    assert (
        f"- the package's networks `{ours}`, toy: "
        "the response in Tide of Iron (response 61); `ppo:warcry/duel`, itself, in Warcry (response 31)." in text
    )
    assert "- `bot:strong`, toy: `ppo:warcry/duel` in Warcry (response 85).\n" in text and "Not tried" not in text
    facts[2]["runs"][0]["attackers"]["ppo:warcry/new"] = 0.2
    later = table(boards(facts, {}, {})[0])
    assert "itself, in Warcry (response 31). Not tried: `ppo:warcry/new`." in later and later.count("Not tried") == 1
    assert "- `alone`, toy: nobody but the trained response was tried." in text
    assert cells(text, "alone")["Response's decisions"] == "7,000" and "Minutes" not in cells(text, "alone")


def test_a_table_of_worlds_says_which_are_unseen_and_a_gap_which_games_it_has():
    def on_worlds(game: str, sets: tuple[str, ...], entrant: str = "mine") -> dict[str, Any]:
        facts = {**result(entrant, track="general", game=game, version=0), "tested": "worlds"}
        for run in facts["runs"]:
            run |= {"place": "skirmish:0:3", "tests": dict.fromkeys(sets, run["tests"]["tests"])}
        return facts

    facts = [on_worlds("warcry", ("seen", "unseen")), on_worlds("godbreakers", ("seen", "unseen"), "other")]
    (board,) = boards(facts, {}, {}, SMALL.tracks)
    text = table(board)
    assert text.startswith("Learners train on `skirmish:0:3`; scores are on unseen worlds, `skirmish:100000:100004`. ")
    assert cells(text, "mine")["Seen minus unseen"].endswith(" in Warcry")
    facts[0]["runs"].append({**facts[0]["runs"][0], "seed": 1, "tests": {"unseen": facts[0]["runs"][0]["tests"]["unseen"]}})
    (board,) = boards(facts, {}, {}, SMALL.tracks)
    assert cells(table(board), "mine")["Seen minus unseen"].startswith("0 ("), "of the run that has both"


def test_the_mean_stands_before_the_interquartile_mean_and_orders_the_rows():
    def scored(entrant: str, scores: tuple[float, ...]) -> list[dict[str, Any]]:
        return [
            result(entrant, scores=(score,), game=game, version=0) for game, score in zip(SMALL.tracks["beat"].places, scores, strict=True)
        ]

    steady, one_sided = (0.5, 0.5, 0.5, 0.5, 0.5), (0.45, 0.45, 0.45, 0.45, 0.95)
    text = table(boards([*scored("steady", steady), *scored("one-sided", one_sided)], {}, {})[0])
    heads = list(cells(text, "steady"))
    assert heads.index("Mean") == heads.index("IQM of 5") - 1 and text.index("one-sided") < text.index("steady")
    assert cells(text, "one-sided")["Mean"].startswith("55 (") and cells(text, "one-sided")["IQM of 5"].startswith("45 (")


def test_runs_that_were_made_elsewhere_tell_where_they_come_from():
    facts = result(scores=(0.4, 0.5)) | {"revision": "a" * 40, "made": "2026-03-03"}
    origin = {"made": "2026-02-02", "package": "0.9", "revision": "b" * 40, "changed": True, "packages": {"numpy": "9.8"}}
    facts["runs"][0]["origin"] = {**origin, "rulesets": {"tide_of_iron": 3}}
    said = told({Path("a"): facts})
    assert "2 runs in 1 files, made 2026-02-02 to 2026-03-03 by skirmish-rl 0.9, 0.1.0, numpy 9.8, on m." in said
    assert "Each run names its revision, 1 with changes beside it. " in said
    facts["runs"][0]["origin"] = {"made": 3}
    assert "made 2026-03-03 by" in told({Path("a"): facts}), "what is no day is not told"


# The leaderboard.


def test_the_leaderboard_ranks_by_the_mean_and_has_the_columns_of_the_tables(tmp_path):
    facts = [held_out("mine", (), scores=(0.4, 0.5)), held_out("mine", (), protocol="toy-1"), *ends()]
    for number, one in enumerate(facts):
        one["runs"] = [{**run, "game": game} for run in one["runs"] for game in ("tide_of_iron", "warcry")]
        one |= {"rulesets": {"tide_of_iron": 3, "warcry": 0}, "format": 2, "same_tests": "toy-1"}
        for run in one["runs"]:
            names = map(Place(run["game"], "duel").named, SMALL.tracks["beat"].population)
            if "held out" in run["tests"]:
                run["tests"] = {**run["tests"], "held out": dict.fromkeys(names, run["tests"]["tests"]["random"])}
        (tmp_path / f"{number}.json").write_text(json.dumps(one), encoding="utf-8")
    text = leaderboard(sorted(tmp_path.glob("*.json")))
    row = cells(text, "random")
    assert list(row) == [
        "", "Entrant", "Protocol", "Budget", "Mean (95 %)", "IQM (95 %)", "Held-out, %", "Drawn, %", "Uses the bot at play time", "Games",
        "Runs",
    ]  # fmt: skip
    assert (row[""], row["Budget"], row["Held-out, %"], row["Games"], row["Runs"]) == ("4", "as it is", "-", "Tide of Iron, Warcry", "1")
    assert cells(text, "toy-1")["Held-out, %"].startswith("50 (")
    assert "Nobody was tested in Dropzone Commander, Godbreakers, Trench Crusade, which the track has, too." in text
    assert text.count("Where two intervals overlap, it is open which of the two is better.") == 1
    assert "## beat, duel\n\nA player that wins every game scores 200 in Tide of Iron, 200 in Warcry.\n\n|" in text
    assert "| `mine` | toy-2 | toy |" in text and "| `mine` | toy-1 | toy |" in text and "| 2 | " in text


def test_all_games_are_all_games_of_the_track(tmp_path):
    facts = [result("mine", track="many", game=game, version=0) for game in SMALL.tracks["many"].places]
    for one in facts:
        (place,) = SMALL.tracks["many"].places[one["runs"][0]["game"]]
        one["runs"] = [{**run, "place": f"{place}/3"} for run in one["runs"]]
        one["tested"] = "tables"
    both, alone = (leaderboard(written(tmp_path, **files)) for files in (dict(zip("ab", facts, strict=True)), {"c": facts[1]}))
    assert cells(both, "mine")["Games"] == "all" and "Nobody was tested" not in both
    assert cells(alone, "mine")["Games"] == "Godbreakers" and "Nobody was tested in Dropzone Commander, which" in alone


def test_headings_say_that_scores_are_on_unseen_worlds_and_of_the_strongest_known(tmp_path):
    general = {**result("mine", track="general"), "tested": "worlds"}
    general["runs"][0] |= {"place": "skirmish:0:3", "tests": dict.fromkeys(("seen", "unseen"), general["runs"][0]["tests"]["tests"])}
    exploit = {**result("mine", track="exploit"), "tested": "response"}
    text = leaderboard(written(tmp_path, a=general, b=exploit))
    assert (
        "## general, unseen worlds\n\nLearners train on `skirmish:0:3`; scores are on unseen worlds, `skirmish:100000:100004`.\n\n|"
        in text
    )
    assert "## exploit, duel\n\nScore of the strongest known opponent, percent; a lower bound" in text and "best response" not in text


# Pictures.


def test_entrants_of_two_protocols_are_told_apart(monkeypatch):
    monkeypatch.setattr(pictures, "figure_bytes", lambda figure: figure)
    facts = [result("mine", scores=(0.6,)), result("mine", scores=(0.5, 0.5), protocol="toy-1"), result("other")]
    (board,) = boards([*facts], {}, {})
    assert [label.get_text() for label in pictures.draw_board(board).axes[0].get_yticklabels()] == [
        "mine, toy, toy-2", "mine, toy, toy-1", "other, toy",
    ]  # fmt: skip
    assert "`mine, toy, toy-1` in Tide of Iron, seeds 0 and 1." in table(board)


@pytest.mark.parametrize(("tested", "said"), [
    ("opponents", "score: 0 random, 100 strong"), ("worlds", "score on unseen worlds: 0 random, 100 strong"),
    ("response", "score of the strongest known opponent, %"),
])  # fmt: skip
def test_a_picture_says_what_its_scores_are(monkeypatch, tested, said):
    monkeypatch.setattr(pictures, "figure_bytes", lambda figure: figure)
    facts = [{**one, "tested": tested} for one in (*ends(), result("mine", scores=(0.3, 0.5)))]
    (board,) = boards(facts, measured(facts), {})
    figure = pictures.draw_board(board)
    assert [panel.get_xlabel() for panel in figure.axes][:2] == [said, said]
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == (["bot:strong", "mine, toy", "random"] if tested != "response" else ["random", "mine, toy", "bot:strong"])
    (curves,) = pictures.draw_curves(board).axes
    assert curves.get_xlabel() == "decisions learnt from, thousands"
