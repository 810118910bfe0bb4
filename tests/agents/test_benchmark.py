"""The benchmark: five tracks at toy size, budgets that hold, what a raw track may see, result files, and what they say together."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents import shipped
from skirmish_rl.agents.agent import STRONGEST
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark import entrants, intervals, maskable, run, trials
from skirmish_rl.agents.benchmark.anchors import measured, read_anchors, write_anchors
from skirmish_rl.agents.benchmark.command import BenchmarkConfig
from skirmish_rl.agents.benchmark.entrants import Entry, Task, check_entry
from skirmish_rl.agents.benchmark.intervals import Sample, mean_of, points_of, seeds_of, shared_error
from skirmish_rl.agents.benchmark.learning import RECIPES, counted_by, fitted, recipe
from skirmish_rl.agents.benchmark.lessons import BudgetSpent, Lessons, Purse, check_kept
from skirmish_rl.agents.benchmark.pages import read_boards, runs_table, scores_in, table, told
from skirmish_rl.agents.benchmark.protocol import HERE, TOY, Budget, Place, judged_columns, places_of, read_protocol
from skirmish_rl.agents.benchmark.results import read_results
from skirmish_rl.agents.benchmark.run import Plan, carry_out
from skirmish_rl.agents.benchmark.scores import Entrant, boards, chance, gap, profile
from skirmish_rl.agents.benchmark.trials import play
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.blind import hidden_columns, peeks
from skirmish_rl.agents.ppo.checkpoints import BEST, load_own
from skirmish_rl.agents.ppo.config import TrainConfig
from skirmish_rl.agents.results.markup import code, plain
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.agents.tensors import facts_of, tensors_bytes
from skirmish_rl.envs import tide_of_iron
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.registry import ruleset_of
from tests.agents import recount

ROOT = Path(__file__).parents[2]
STANDARD, SMALL = read_protocol(), read_protocol(TOY)
DUEL = Place("tide_of_iron", "duel")
GAMES = ("dropzone_commander", "godbreakers", "tide_of_iron", "trench_crusade", "warcry")


@pytest.fixture(autouse=True)
def _no_curves(monkeypatch):
    """Pictures of single runs would take longer than the runs."""
    monkeypatch.setattr(run_folder, "draw_curve", lambda *facts: None)


def quietly(track, agent, out, seeds=1, **more):
    """The results file of an entrant at toy size."""
    games = ("godbreakers",) if track == "many" else ("tide_of_iron",)
    plan = Plan(SMALL, track, Entry(agent), "tiny", tuple(places_of(SMALL, track, games)), seeds, **more)
    return carry_out(plan, out, lambda line: None, quiet=True)


def task(track, protocol=SMALL, place=DUEL, budget="tiny"):
    return Task(protocol, track, place, budget, 1_000_001)


def result(
    entrant="mine",
    track="beat",
    protocol="toy-2",
    scores=(0.5,),
    budget="toy",
    opponents=("random", "bot:strong"),
    version=3,
    game="tide_of_iron",
):
    """A results file of runs that score the same against every opponent."""
    runs = []
    for seed, score in enumerate(scores):
        won = round(100 * score)
        test = {"games": 100, "wins": won, "draws": 0, "losses": 100 - won, "score": score, "interval": [score - 0.05, score + 0.05]}
        test["decisions_per_game"] = 9.0
        cost = {"decisions": 500, "copied": 40, "evaluated": 90, "simulated": 10, "seconds": 6.0, "counted": "counted"}
        runs.append({
            "game": game, "place": "duel", "scenario": "x", "seats": 2, "seed": seed, "bot": "no", "copies": "0",
            "tests": {"tests": dict.fromkeys(opponents, test)},
            "curve": [[0, 0.1], [600, 0.4]], "cost": cost, "seconds": 7.0,
        })  # fmt: skip
    return {
        "format": 2, "protocol": protocol, "same_tests": "toy-1" if protocol == "toy-2" else protocol, "track": track,
        "tested": "opponents", "entrant": entrant, "spec": entrant, "trained": bool(budget),
        "budget": budget, "test_seed": 3, "made": "2026-01-01", "package": "0.1.0", "revision": "", "changed": False, "packages": {},
        "rulesets": {game: version}, "machine": "m", "cores": 2, "runs": runs,
    }  # fmt: skip


def ends(**more):
    """Results of `random` and of the strongest bot, which learn nothing."""
    return [result("random", scores=(0.2,), budget="", **more), result("bot:strong", scores=(0.6,), budget="", **more)]


def written(folder, **files):
    """Results as files."""
    for name, facts in files.items():
        (folder / f"{name}.json").write_text(facts if isinstance(facts, str) else json.dumps(facts), encoding="utf-8")
    return [folder / f"{name}.json" for name in files]


def said(capsys, *words):
    """Exit code of a command, and all it says."""
    code = main(["benchmark", *map(str, words)])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


# The protocol.


def test_luck_taken_out_stands_beside_the_score_and_changes_nothing(tmp_path) -> None:
    plain, without = (read_results(quietly("beat", "bot:simple", tmp_path / str(luck), luck=luck)) for luck in (False, True))
    file = tmp_path / "True" / "results.json"
    for before, after in zip(plain["runs"], without["runs"], strict=True):
        for who, test in after["tests"]["tests"].items():
            luck = test.pop("luck")
            assert test == before["tests"]["tests"][who] and luck["interval"][0] <= luck["score"] <= luck["interval"][1]
    assert "; without luck " in runs_table("beat", {file: read_results(file)})
    damaged = json.loads(file.read_text())
    damaged["runs"][0]["tests"]["tests"]["random"]["luck"]["interval"] = [2, 1]
    file.write_text(json.dumps(damaged))
    with pytest.raises(DataError, match="without luck of"):
        read_results(file)


def test_the_standard_protocol_names_what_there_is():
    for name, track in STANDARD.tracks.items():
        assert set(track.places) <= set(GAMES)
        for game, scenarios in track.places.items():
            if track.tested == "worlds":
                continue
            for place in (Place(game, scene, seats) for scene in scenarios for seats in track.seats):
                scenario = place.settle()
                for agent in (*track.opponents, *track.search, *track.kept_at(place)):
                    known = agent.replace(f"{HERE}/", "")  # an agent's name is no path of this machine
                    assert agent_of(agent, scenario, 1).name.startswith(known), name
    assert (
        set(STANDARD.tracks["beat"].places)
        == set(STANDARD.tracks["exploit"].places)
        == set(STANDARD.tracks["general"].places)
        == set(GAMES)
    )
    assert STANDARD.tracks["many"].places.keys() == {"godbreakers", "dropzone_commander"} and STANDARD.tracks["many"].seats == (3, 4)
    assert (STANDARD.tracks["scratch"].places, STANDARD.tracks["scratch"].opponents) == (
        STANDARD.tracks["beat"].places,
        STANDARD.tracks["beat"].opponents,
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_compute_is_hidden_and_what_follows_from_the_rules_is_not(game):
    scenario = ruleset_of(game).scenario("duel")
    position, action = hidden_columns(scenario, judged_columns(STANDARD, scenario))
    names, seen = np.array(scenario.ruleset.action_features), scenario.features.size
    assert {"score", "score_fine", "best", "behind", "rank"} <= set(names[action]) and {"pass", "x", "y"} <= set(names[~action])
    assert position[seen:].all() and not position[:seen].any()


def test_no_seed_of_a_test_is_one_of_training():
    own = {STANDARD.train_seed + k for k in range(1000)}
    assert STANDARD.test_seed not in own and STANDARD.test_seed != TrainConfig("toy").evaluation.seed not in own


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("budget", STANDARD.budgets)
def test_a_recipe_fills_its_budget_and_never_exceeds_it(name, budget):
    track = dataclasses.replace(STANDARD.tracks["beat"], raw=False)
    config = fitted(recipe(RECIPES[name], STANDARD, DUEL), STANDARD, track, DUEL, STANDARD.budgets[budget], 5)
    limit, whole = STANDARD.budgets[budget].decisions, config.decisions + config.imitation.decisions
    assert config.seed == 5
    assert 0.9 * limit - config.rollout - 4096 < whole <= limit == config.budget if limit else config.minutes == 10 and config.ranks == 2


def test_a_configuration_chooses_its_checkpoint_by_games_of_no_test():
    config = recipe(RECIPES["imitation-ppo"], STANDARD, DUEL)
    asked = dataclasses.replace(config, evaluation=dataclasses.replace(config.evaluation, choose=True, seed=STANDARD.test_seed))
    made = fitted(asked, STANDARD, STANDARD.tracks["beat"], DUEL, STANDARD.budgets["1M"], 5)
    assert made.evaluation.choose and made.evaluation.seed == TrainConfig("toy").evaluation.seed != STANDARD.test_seed


def test_no_events_are_paid_for_where_only_the_outcome_may_be():
    config = recipe(RECIPES["rows-scratch"], STANDARD, DUEL)
    paid = dataclasses.replace(config, style={"mine.attacked": 0.05})
    assert fitted(paid, STANDARD, STANDARD.tracks["beat"], DUEL, STANDARD.budgets["1M"], 5).style
    with pytest.raises(BadOption, match=r"style = .*mine.attacked.*: this track allows observation, mask and outcome alone"):
        fitted(paid, STANDARD, STANDARD.tracks["scratch"], DUEL, STANDARD.budgets["1M"], 5)


@pytest.mark.parametrize(("opponent", "counted"), [
    ("past", "counted"), ("bot:strong@0.2", "counted"), ("mcts:4", "counted"), ("level:3", "counted"),
    ("ppo:tide_of_iron/farm", "counted"),
    ("ppo:tide_of_iron@0.1", "counted"), ("python:tests.agents.bots:Strong", "declared"), ("exec:./mine", "declared"),
    ("look:8:{run}", "declared"), ("ppo:{run}", "declared"), ("ppo:{run}@0.3", "declared"),
])  # fmt: skip
def test_who_learns_against_code_or_networks_of_his_own_is_not_counted(tmp_path, opponent, counted):
    config = recipe(RECIPES["rows-scratch"], STANDARD, DUEL)
    name = opponent.format(run=tmp_path)
    stages = (*config.stages, dataclasses.replace(config.stages[0], opponents={"bot:simple": 1.0, name: 1.0}))
    assert counted_by(config) == "counted" and counted_by(dataclasses.replace(config, stages=stages)) == counted


ANY_GAME = """[imitation]
bot = "strongest"
decisions = 1_000

[[stages]]
decisions = 9_000
opponents = { "bot:strongest" = 1 }
"""


def test_a_configuration_that_names_no_game_enters_in_all(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(ANY_GAME, encoding="utf-8")
    for game in GAMES:
        task = Task(STANDARD, "beat", Place(game, "mirror"), "300k", 1)
        check_entry(Entry(str(mine)), task)
        config, strongest = recipe(mine, STANDARD, task.place), ruleset_of(game).bots[-1]
        assert (config.ruleset, config.scenario, dict(config.stages[0].opponents)) == (game, "mirror", {f"bot:{strongest}": 1})
    mine.write_text("[ppo]\nstep = 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"mine.toml, line 2: key 'step': unknown key in ppo"):
        check_entry(Entry(str(mine)), task)


CHANGES = {
    "budgets": ('tiny = { decisions = 1_920 }', "tiny = { decisions = 1_920, minutes = 1.0 }", "decisions or minutes"),
    "pool": ("unseen = [100_000, 100_004]", "unseen = [100_000, 10_000_001]", "worlds are numbered 0 to 9,999,999"),
    "overlap": ("unseen = [100_000, 100_004]", "unseen = [2, 4]", "apart from skirmish:0:3"),
    "large": ('["skirmish:0:3"]', '["skirmish:0:3000"]', "a pool has at most 2,000"),
    "tested": ('tested = "tables"', 'tested = "table"', "is none of"),
    "unknown": ("curve_points", "curve_point", "unknown key"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_protocol_that_cannot_work_is_refused_with_its_line(tmp_path, capsys, name):
    before, after, why = CHANGES[name]
    text = TOY.read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(before, after), encoding="utf-8")
    code, message = said(capsys, "beat", "--protocol", file, "--agent", "random")
    assert code == 2 and why in message and "mine.toml" in message


# Refusals.


@pytest.mark.parametrize(("words", "why"), [
    (["bea"], "unknown track 'bea'; did you mean 'beat'"),
    (["beat", "--agent", "random", "--games", "chess"], "unknown game 'chess'"),
    (["many", "--agent", "random", "--games", "warcry"], "'warcry' is not part of track many"),
    (["beat", "--agent", "random", "--scenarios", "farm"], "unknown scenario of track beat 'farm'"),
    (["beat", "--agent", "random", "--budget", "2M"], "--budget 2M: track beat has the budgets 300k, 1M, 10M, 10min"),
    (["beat"], "which agent is tested? give --agent or --command"),
    (["beat", "--toy", "--agent", "rows-scrath"], "did you mean 'rows-scratch'"),
    (["beat", "--toy", "--agent", "random", "--seeds", "0"], "both must be at least 1"),
    (["beat", "--toy", "--agent", "warcry/ppo-duel", "--games", "tide_of_iron"], "this configuration is for warcry, not for tide_of_iron"),
    (["general", "--toy", "--agent", "random", "--luck-adjusted"], "taken out of games against opponents, as in beat, scratch"),
    (["general", "--toy", "--agent", "random", "--search"], "track general has no test against searches"),
    (["beat", "--toy", "--command", "python mine.py"], "write {out} where"),
    (["beat", "--toy", "--command", "python mine.py {out} {steps}"], "'steps' cannot be filled in"),
    (["scratch", "--toy", "--agent", "bot:strong"],
        "bot:strong is a bot or asks one; this track allows observation, mask and outcome alone"),
    (["scratch", "--toy", "--agent", "mcts:4"], "is a bot or asks one"),
    (["scratch", "--toy", "--agent", "imitation-ppo"], "imitation-ppo copies a bot"),
    (["scratch", "--toy", "--agent", "tide_of_iron/ppo-duel", "--games", "tide_of_iron"], "imitation.decisions = 200000"),
    (["scratch", "--toy", "--agent", "ppo:tide_of_iron/duel", "--games", "tide_of_iron"], "has a bot choose which actions it considers"),
    (["scratch", "--toy", "--agent", "python:tests.agents.bots:Strong"], "asks for the batch"),
    (["exploit", "--toy", "--agent", "python:tests.agents.bots:Learner"], "no best response can be trained against it"),
    (["report"], "give result files"),
])  # fmt: skip
def test_what_cannot_be_run_is_refused_in_a_sentence(tmp_path, monkeypatch, capsys, words, why):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    code, message = said(capsys, *words)
    assert code == 2 and why in message and "Traceback" not in message


def test_a_game_without_worlds_is_refused_by_name_and_left_out_else(monkeypatch):
    monkeypatch.setattr(tide_of_iron, "RULESET", dataclasses.replace(tide_of_iron.RULESET, generate=None))
    with pytest.raises(BadOption, match="Tide of Iron has no generated worlds yet"):
        places_of(SMALL, "general", ("tide_of_iron",))
    with pytest.raises(BadOption, match="nothing to play"):
        one = dataclasses.replace(SMALL.tracks["general"], places={"tide_of_iron": ("skirmish:0:3",)})
        places_of(dataclasses.replace(SMALL, tracks={"general": one}), "general")


def test_training_against_those_who_are_kept_for_the_test_is_refused():
    place = places_of(SMALL, "many", ("godbreakers",))[0]
    config = recipe(RECIPES["imitation-ppo"], SMALL, place)
    stages = (dataclasses.replace(config.stages[0], opponents={"bot:strong@0.2": 1.0}),)
    with pytest.raises(BadOption, match=r"'bot:strong@0.2': this track keeps"):
        fitted(dataclasses.replace(config, stages=stages), SMALL, SMALL.tracks["many"], place, SMALL.budgets["tiny"], 1)
    with pytest.raises(BadOption, match="this track keeps"):
        Lessons(place.settle(), Budget(100), SMALL.tracks["many"].kept).games(opponent="bot:strong@0.2")
    games = Lessons(place.settle(), Budget(100), SMALL.tracks["many"].kept).games(4)
    with pytest.raises(BadOption, match="this track keeps"):
        games.set_opponent({"random": 1, "bot:strong@0.20": 2})


@pytest.mark.parametrize("name", ["strong@0.2", "bot:strong@0.20", "bot:strongest@0.2", "level:4", "mcts:2:strong", "mcts:2:strongest"])
def test_who_is_kept_for_the_test_is_known_by_every_name(duel, tmp_path, monkeypatch, name):
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    (tmp_path / "levels.toml").write_text('[toy]\n4 = "bot:strong@0.2"\n5 = "bot:strong@0.25"\n')
    kept = ("bot:strong@0.2", "mcts:2")
    with pytest.raises(BadOption, match=f"'{name}': this track keeps bot:strong@0.2, mcts:2"):
        check_kept(["random", name], kept, duel.ruleset)
    check_kept(["random", "bot:strong", "bot:strong@0.25", "level:5", "mcts:20", "mcts:2:simple", "past", ""], kept, duel.ruleset)


# Budgets.


def test_decisions_are_counted_and_end_with_the_budget():
    lessons = Lessons(DUEL.settle(), Budget(decisions=50))
    games = lessons.games(16, "random")
    _, info = games.reset(seed=1)
    for _ in range(3):
        _, _, _, _, info = games.step(info["action_mask"].argmax(1))
    before = games.batch.games.copy()
    with pytest.raises(BudgetSpent):
        games.step(info["action_mask"].argmax(1))
    assert lessons.purse.spent == 48 and (games.batch.games == before).all(), "nothing was played that was not paid for"


def test_time_is_a_budget_too():
    purse = Purse(Budget(minutes=1.0))
    purse.take(10**9)
    purse.go_on(purse.kinds, 61.0)
    with pytest.raises(BudgetSpent):
        purse.take(1)


def test_the_class_of_the_page_learns_within_its_budget(tmp_path, monkeypatch):
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "learner_of_the_page.py").write_text(code[1], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    facts = read_results(quietly("scratch", "python:learner_of_the_page:Learner", tmp_path))
    cost = facts["runs"][0]["cost"]
    ((at, _),) = facts["runs"][0]["curve"]
    assert 1920 - 64 < cost["decisions"] + cost["evaluated"] <= 1920 and cost["evaluated"] > 0 and cost["counted"] == "declared"
    assert at % 64 == cost["evaluated"] % 64, "the curve tells what its own points have cost, too"


@pytest.mark.parametrize("track", ["beat", "scratch", "many", "exploit"])
def test_the_configuration_of_the_page_is_accepted(tmp_path, track):
    code = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "mine.toml").write_text(code[1], encoding="utf-8")
    place, *_ = places_of(STANDARD, track, ("godbreakers",))
    check_entry(Entry(str(tmp_path / "mine.toml")), task(track, STANDARD, place, "1M"))


def test_the_commands_of_the_page_name_tracks_scenarios_and_budgets_that_there_are():
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    commands = [shlex.split(line) for language, block in blocks if not language for line in block.splitlines()]
    entered = [words[2:] for words in commands if words[2] in STANDARD.tracks]
    assert len(entered) > 20 and all(words[:2] == ["skirmish-rl", "benchmark"] for words in commands)
    for words in entered:
        config = typed(BenchmarkConfig, words, "skirmish-rl benchmark", "")
        protocol = SMALL if config.toy else STANDARD
        assert list(places_of(protocol, config.track, config.games, config.scenarios)), words
        protocol.budget(config.track, config.budget or protocol.track(config.track).budgets[0])


@pytest.mark.parametrize(("way", "why"), [
    ("own environment", "makes games of its own, whose decisions nobody counts"), ("own batch", "makes games of its own"),
    ("while it is made", "makes games of its own"), ("bots through the lessons' batch", "asks a bot through a batch"),
    ("steps of the lessons' batch", "plays on in a batch, whose decisions nobody counts"),
    ("an opponent that asks", "asks a bot through a batch"),
    ("features of actions", "reads features of actions, among which are a bot's scores"),
    ("answers in a raw track", "this track allows observation, mask and outcome alone"),
])  # fmt: skip
def test_a_class_that_copies_bots_or_plays_games_that_nobody_counts_is_refused(monkeypatch, tmp_path, way, why):
    monkeypatch.setattr("tests.agents.bots.Copying.way", way, raising=False)
    monkeypatch.syspath_prepend(str(ROOT))
    with pytest.raises(BadOption, match=why):
        entrants.make(Entry("python:tests.agents.bots:Copying"), task("scratch"), tmp_path)
    assert Batch(DUEL.settle(), 1).n == 1, "afterwards anybody may"


def test_what_only_the_entrant_can_say_is_marked_in_every_table():
    facts = result()
    facts["runs"][0]["cost"]["counted"] = "declared"
    (board,) = boards([facts, result("other")], {}, {})
    assert "| `mine` (declared) | toy |" in table(board) and "| `other` | toy |" in table(board)
    assert [entrant.label for entrant in board.entrants] == ["mine, toy, declared", "other, toy"], "as pictures tell them"
    assert "| `mine` (declared) | tide" in runs_table("beat", {Path("a"): facts})


# What a raw track may see.


def test_a_network_without_bots_columns_learns_and_is_known_for_it(tmp_path):
    quietly("scratch", "rows-scratch", tmp_path / "raw")
    scenario, patterns = DUEL.settle(), judged_columns(SMALL, DUEL.settle())
    (folder,) = (tmp_path / "raw" / "trained").iterdir()
    weights = load_own(folder / BEST)[0]
    position, action = hidden_columns(scenario, patterns)
    assert (
        not weights["row.weight"][:, action].any()
        and not weights["see.weight"][:, position].any()
        and not peeks(weights, scenario, patterns)
    )
    assert weights["row.weight"][:, ~action].any() and weights["see.weight"][:, ~position].any()
    check_entry(Entry(f"ppo:{folder}"), task("scratch"))
    seen = {**weights, "row.weight": np.ones_like(weights["row.weight"])}
    assert peeks(seen, scenario, patterns) == ["row.weight"]
    file = tmp_path / "network.safetensors"
    file.write_bytes(tensors_bytes(seen, facts_of(load_own(folder / BEST)[1], scenario)))
    with pytest.raises(BadOption, match=r"reads columns that bots compute \(weights row.weight\)"):
        check_entry(Entry(f"ppo:{file}"), task("scratch"))


def test_a_pattern_that_names_no_column_is_refused():
    with pytest.raises(UnknownName, match="unknown column in blind 'action.scores'"):
        hidden_columns(DUEL.settle(), ["action.scores"])


def test_a_stock_network_plays_the_same_as_one_of_ours():
    scenario = DUEL.settle()
    model = maskable.learn(Lessons(scenario, Budget(decisions=256)), 3)
    ours = maskable._agent(maskable.weights_of(model, scenario))
    batch = Batch(scenario, 24)
    batch.reset(seed=9)
    for _ in range(6):
        index = np.flatnonzero(batch.over == 0)
        theirs, _ = model.predict(batch.observations[index], action_masks=batch.masks[index], deterministic=True)
        answers = np.full(24, -1)
        answers[index] = ours.act(batch, index)
        assert (answers[index] == theirs).all()
        batch.step(answers)


# The five tracks.


def test_every_track_from_an_entrant_to_a_report(tmp_path, capsys):
    entered = {
        "beat": "imitation-ppo",
        "scratch": "maskable-ppo",
        "general": "self-play",
        "many": "imitation-ppo",
        "exploit": "bot:strong",
    }
    assert set(entered) == set(SMALL.tracks) == set(STANDARD.tracks)
    files = [quietly(track, agent, tmp_path / track, search=bool(SMALL.tracks[track].search)) for track, agent in entered.items()]
    files += [quietly("general", agent, tmp_path / f"general-{agent.partition(':')[2]}") for agent in ("random", "bot:strong")]
    by_track = {facts["track"]: facts for facts in map(read_results, files[:5])}
    beaten, among, worlds, answer = (by_track[track]["runs"][0] for track in ("beat", "many", "general", "exploit"))
    assert {name: set(tests) for name, tests in beaten["tests"].items()} == {
        "tests": {"random", "bot:strong"}, "search": {"mcts:2"},
        "held out": {"bot:strong@0.15", "mcts:2", "ppo:tide_of_iron/duel", "held:tide_of_iron-duel"},
    }  # fmt: skip
    cost = beaten["cost"]
    assert cost["copied"] == 384 and cost["decisions"] == 1024 and cost["evaluated"] > 0 and len(beaten["curve"]) == 2
    assert cost["copied"] + cost["decisions"] + cost["evaluated"] <= 1920
    assert set(among["tests"]["tests"]) == {"bot:strong@0.2 + bot:simple@0.3", "bot:simple@0.2 + bot:strong@0.6"} and among["seats"] == 3
    assert set(worlds["tests"]) == {"seen", "unseen"} and worlds["tests"]["unseen"]["random"]["games"] == 4
    assert answer["response"]["counted"] == "counted", "though its opponent is the entrant"
    assert answer["response"]["decisions"] == 1536 and {"best response", "bot:random", "bot:simple", "ppo:tide_of_iron/duel"} < set(
        answer["attackers"]
    )
    assert "bot:strong" not in answer["attackers"], "the entrant is not its own attacker"
    ((who, _),) = answer["tests"]["tests"].items()
    assert who in answer["attackers"]
    lines = scores_in(files[:2])
    told_of = ["beat, duel, imitation-ppo, tiny", "In brackets 95 % intervals; scores are in percent."]
    assert [line.partition(":")[0] for line in lines] == [*told_of, "scratch, duel, maskable-ppo, tiny", told_of[1]]
    assert re.search(r": Tide of Iron \d+ \(\d+ to \d+\); against search, %: \d+ \(.*; held-out, %: \d+ \(", lines[0]), lines
    assert "Score of the strongest known opponent" in scores_in(files[4:5])[-1]
    assert "from 0, random, to 100" in scores_in([files[2], *files[5:]])[-1]
    code, printed = said(capsys, "report", *files, "--out", tmp_path / "report")
    page = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert code == 0 and all(f"## Track `{track}`" in page for track in entered)
    for line in printed.splitlines():
        assert Path(line).is_file()
        assert Path(line).suffix == ".md" or (Path(line).read_bytes()[:4] == b"\x89PNG" and Path(line).name in page)
    assert "Against search, %" in page and "Held-out, %" in page
    assert "Seen minus unseen" in page and "| `random` | - | 1 | 0 (" in page and "| `bot:strong` | - | 1 | 100 (" in page


def test_a_table_is_played_from_every_seat_in_its_order():
    place = places_of(SMALL, "many", ("godbreakers",))[0]
    seen = []

    class Watching(Pieces):
        def __call__(self, scenario, agents, who, seeds, threads=0, watch=None):
            seen.append(([agent.name for agent in agents], who.copy(), seeds.copy()))
            return super().__call__(scenario, agents, who, seeds, threads, watch)

    from skirmish_rl.agents.benchmark import trials

    found = trials._at_tables(
        task("many", place=place), entrants.make(Entry("bot:strong"), task("many", place=place), Path()), 1, Watching()
    )
    names, who, seeds = seen[0]
    assert (
        names == ["bot:strong", "bot:strong@0.2", "bot:simple@0.3"]
        and who.tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
        and len(set(seeds)) == 1
    )
    assert found["bot:strong@0.2 + bot:simple@0.3"].games == 3


def test_the_same_entrant_gets_the_same_games_again(tmp_path):
    once, again = (read_results(quietly("beat", "self-play", tmp_path / name))["runs"][0] for name in "ab")
    for name in ("tests", "curve"):
        assert once[name] == again[name]
    scenario = DUEL.settle()
    match = play_pairs(
        scenario, [(agent_of("bot:simple", scenario), ScriptedAgent(scenario, STRONGEST))], 4, SMALL.test_seed, 1, play=Pieces()
    )[0]
    tests, _ = play(task("beat"), entrants.make(Entry("bot:simple"), task("beat"), tmp_path), tmp_path, 1)
    assert tests["tests"]["bot:strong"]["wins"] == match.wins


def test_an_entrant_is_another_agent_in_every_game_by_one_name(tmp_path):
    results = [
        read_results(quietly("beat", agent, tmp_path / str(n)))
        for n, agent in enumerate(("ppo:{game}/{scenario}", "ppo:tide_of_iron/duel"))
    ]
    assert [facts["entrant"] for facts in results] == ["ppo:{game}/{scenario}", "ppo:tide_of_iron/duel"]
    assert results[0]["runs"][0]["tests"] == results[1]["runs"][0]["tests"]
    assert Entry("{game}/ppo-{scenario}").at(Place("warcry", "mirror")) == Entry("warcry/ppo-mirror")
    assert Entry("ppo:{game}/{scenario}-{seats}").at(Place("godbreakers", "saboteurs", 3)).agent == "ppo:godbreakers/saboteurs-3"


# Going on.


def test_what_was_cut_off_goes_on_with_what_it_has(tmp_path, monkeypatch):
    told, real = [], run.make

    def cut(entry, task, folder, quiet=False):
        told.append(task.seed)
        if len(told) == 2:
            raise KeyboardInterrupt
        return real(entry, task, folder, quiet)

    monkeypatch.setattr(run, "make", cut)
    with pytest.raises(KeyboardInterrupt):
        quietly("beat", "maskable-ppo", tmp_path, seeds=3)
    (first,) = (tmp_path / "runs").iterdir()
    kept = first.read_bytes()
    assert len(read_results(tmp_path / "results.json")["runs"]) == 1 and not list(tmp_path.rglob("*.tmp"))
    whole = read_results(quietly("beat", "maskable-ppo", tmp_path, seeds=3))
    assert told == [1_000_001, 1_000_002, 1_000_002, 1_000_003] and first.read_bytes() == kept
    assert [one["seed"] for one in whole["runs"]] == [1_000_001, 1_000_002, 1_000_003]


def test_an_entrant_that_has_changed_is_another_one(tmp_path, monkeypatch, capsys):
    head = "class Player:\n    def __init__(self, scenario):\n        pass\n    def act(self, observations, masks):\n"
    (tmp_path / "entered.py").write_text(head + "        raise ValueError('boom')\n")
    monkeypatch.syspath_prepend(tmp_path)
    words = ["benchmark", "beat", "--agent", "python:entered:Player", "--toy", "--games", "warcry", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    assert re.search(r"warcry duel, seed \d+: lost [\d,]+ games by default; the first: .*boom", capsys.readouterr().out)
    assert main(words) == 0, "nothing is missing"
    (tmp_path / "entered.py").write_text(head + "        return masks.argmax(1)\n")
    assert main(words) == 2 and "holds another benchmark (content differ)" in capsys.readouterr().err


def test_a_folder_goes_on_with_the_same_benchmark_only(tmp_path):
    quietly("beat", "random", tmp_path)
    with pytest.raises(BadOption, match=r"holds another benchmark \(entrant differ\); choose another folder"):
        quietly("beat", "bot:simple", tmp_path)
    (part,) = (tmp_path / "runs").iterdir()
    part.write_text(part.read_text(encoding="utf-8").replace('"games"', '"game"'), encoding="utf-8")
    with pytest.raises(DataError, match="is damaged: .* has no 'games'; remove it"):
        quietly("beat", "random", tmp_path)


def test_a_folder_gathers_the_runs_of_all_calls_with_what_made_each(tmp_path):
    quietly("beat", "maskable-ppo", tmp_path)
    (file,) = (tmp_path / "runs").iterdir()
    run = json.loads(file.read_text(encoding="utf-8"))
    assert run["origin"]["rulesets"] == {"tide_of_iron": 3} and run["origin"]["package"]
    run["origin"]["revision"] = "of then"
    file.write_text(json.dumps(run), encoding="utf-8")
    whole = read_results(quietly("beat", "maskable-ppo", tmp_path, first=2))
    assert [one["seed"] for one in whole["runs"]] == [1_000_001, 1_000_002]
    assert [one["origin"]["revision"] == "of then" for one in whole["runs"]] == [True, False]
    elsewhere = Plan(SMALL, "beat", Entry("maskable-ppo"), "tiny", tuple(places_of(SMALL, "beat", ("warcry",))), 1)
    both = read_results(carry_out(elsewhere, tmp_path, lambda line: None, quiet=True))
    assert both["rulesets"] == {"tide_of_iron": 3, "warcry": 0} and len(both["runs"]) == 3
    run["origin"]["rulesets"] = {"tide_of_iron": 2}
    file.write_text(json.dumps(run), encoding="utf-8")
    with pytest.raises(BadOption, match="holds runs of version 2 of tide_of_iron, and this is version 3; choose another folder"):
        quietly("beat", "maskable-ppo", tmp_path, first=3)


def test_a_run_that_lacks_the_held_out_tests_gets_them_and_nobody_meets_himself(tmp_path):
    whole = read_results(quietly("beat", "ppo:{game}/{scenario}", tmp_path))
    (file,) = (tmp_path / "runs").iterdir()
    run = json.loads(file.read_text(encoding="utf-8"))
    held = run["tests"].pop("held out")
    assert set(held) == {"bot:strong@0.15", "mcts:2", "held:tide_of_iron-duel"}, "the package's network is left out"
    file.write_text(json.dumps(run), encoding="utf-8")
    assert read_results(quietly("beat", "ppo:{game}/{scenario}", tmp_path))["runs"] == whole["runs"]


def test_a_class_does_not_learn_anew_for_tests_that_its_run_lacks(tmp_path, monkeypatch):
    spec, said = "python:tests.agents.bots:Learner", []
    with monkeypatch.context() as patched:
        patched.setattr("tests.agents.bots.Learner.learn", lambda self, lessons, seed: None)  # asked again, it raises
        quietly("beat", spec, tmp_path)
    (file,) = (tmp_path / "runs").iterdir()
    run = json.loads(file.read_text(encoding="utf-8"))
    del run["tests"]["held out"]
    file.write_text(json.dumps(run), encoding="utf-8")
    plan = Plan(SMALL, "beat", Entry(spec), "tiny", tuple(places_of(SMALL, "beat", ("tide_of_iron",))), 1)
    assert read_results(carry_out(plan, tmp_path, said.append, quiet=True))["runs"] == [run]
    assert "'held out' are left out, because the class would learn anew" in said[-1]


@pytest.mark.parametrize(("track", "agent", "counted"), [
    ("scratch", "ppo:tide_of_iron/duel-rules", "declared"), ("scratch", "random", "given"), ("beat", "ppo:tide_of_iron/duel", "given"),
    ("scratch", "python:tests.agents.bots:Last", "declared"),
])  # fmt: skip
def test_who_has_learnt_elsewhere_is_marked_where_it_matters_how(tmp_path, track, agent, counted):
    assert entrants.make(Entry(agent), task(track), tmp_path).cost.counted == counted


def test_every_part_of_the_worlds_has_games_of_its_own(tmp_path, monkeypatch):
    seeds, real = [], trials.play_pairs

    def noted(scenario, pairs, games, seed, threads, play):
        seeds.append((scenario.id, pairs[0][1].name, seed))
        return real(scenario, pairs, games, seed, threads, play=play)

    monkeypatch.setattr(trials, "play_pairs", noted)
    quietly("general", "random", tmp_path)
    unseen = [(who, seed) for place, who, seed in seeds if "100000" in place or "100002" in place]
    assert len(unseen) == 4 and len({seed for _, seed in unseen}) == 2


# Commands.


def script(folder, text):
    (folder / "mine.py").write_text(f"import sys, pathlib\nout = pathlib.Path(sys.argv[1])\n{text}\n", encoding="utf-8")
    return Entry("", f"{sys.executable} {folder / 'mine.py'} {{out}} {{budget}} {{seed}} {{game}}", "mine")


def test_a_command_leaves_an_agent_and_says_what_it_has_spent(tmp_path):
    entry = script(tmp_path,
        "(out / 'agent.txt').write_text('bot:simple'); (out / 'spent.toml').write_text(f'decisions = {int(sys.argv[2]) - 1}')\n"
                             "assert sys.argv[3:] == ['1000001', 'tide_of_iron']")  # fmt: skip
    trained = entrants.make(entry, task("beat"), tmp_path / "out")
    assert trained.agent(DUEL.settle()).name == "bot:simple" and (trained.cost.decisions, trained.cost.counted) == (1919, "declared")
    with pytest.raises(BadOption, match="bot:simple is a bot or asks one"):
        entrants.make(entry, task("scratch"), tmp_path / "raw")


def test_a_command_that_has_ended_is_not_run_again_for_further_tests(tmp_path):
    entry = script(tmp_path, "(out / 'agent.txt').write_text('random'); (out / 'spent.toml').write_text('decisions = 7')")
    first = entrants.make(entry, task("beat"), tmp_path / "out")
    (tmp_path / "mine.py").write_text("raise SystemExit(1)")
    again = entrants.make(entry, task("beat"), tmp_path / "out")
    assert again.spec == first.spec == "random" and again.cost == first.cost and again.cost.decisions == 7


def test_code_that_a_strangers_folder_names_is_not_run(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "left.py").write_text("import numpy as np\ndef answer(observations, masks):\n    return masks.argmax(axis=1)\n")
    entry = script(tmp_path, "(out / 'agent.txt').write_text('python:left:answer')")
    for _ in range(2):
        assert entrants.make(entry, task("beat"), tmp_path / "out").spec == "python:left:answer", "of one's own command"
    (tmp_path / "out" / "agent.txt").write_text("python:sent:answer")
    with pytest.raises(BadOption, match="python:sent:answer.*not known that a command of yours"):
        entrants.make(entry, task("beat"), tmp_path / "out")


@pytest.mark.parametrize(("text", "why"), [
    ("", "has left no agent in"),
    ("sys.exit(3)", "ended with exit code 3"),
    ("(out / 'agent.txt').write_text('random'); (out / 'spent.toml').write_text('decisions = 1921')",
        "declares 1,921 decisions; this budget has 1,920"),
    ("(out / 'agent.txt').write_text('random'); (out / 'spent.toml').write_text('decisions = \"all\"')",
        r"expected `decisions` \(a whole number\)"),
])  # fmt: skip
def test_a_command_that_keeps_to_nothing_is_refused(tmp_path, text, why):
    with pytest.raises((BadOption, DataError, entrants.CheckpointError), match=why):
        entrants.make(script(tmp_path, text), task("beat"), tmp_path / "out")


# Results together.


def test_random_is_zero_and_the_strongest_bot_one():
    facts = [*ends(), result("mine", scores=(0.3, 0.5, 0.7))]
    (board,) = boards(facts, measured(facts), {})
    task = ("tide_of_iron", "duel")
    low, high, mine = (entrant.scores["tests"][task] for entrant in board.entrants)
    assert board.normalised and (low, high) == ([0.0], [pytest.approx(1.0)]) and mine == pytest.approx([0.25, 0.75, 1.25])
    text = table(board)
    assert text.index("| `bot:strong`") < text.index("| `mine`") < text.index("| `random`")
    assert "| `mine` | toy | 3 | 75 (" in text and "| 640 | 0.1 |" in text


def test_without_both_ends_of_the_scale_a_track_is_not_normalised():
    (board,) = boards([result("random", scores=(0.2,), budget=""), result()], {}, {})
    assert not board.normalised and "not normalised" in table(board)


def test_a_raw_track_uses_the_scale_of_the_track_with_the_same_tests():
    facts = [*ends(), result("mine", "scratch", scores=(0.4,))]
    board = boards(facts, measured(facts), {"scratch": "beat"})[1]
    assert (
        board.track == "scratch" and board.normalised and board.entrants[0].scores["tests"]["tide_of_iron", "duel"] == pytest.approx([0.5])
    )


def test_scenarios_of_another_kind_stand_in_another_table():
    facts = result()
    facts["runs"] += [{**run, "place": place} for run in facts["runs"] for place in ("mirror", "saboteurs/3", "drill/3")]
    found = boards([facts, result("other", "scratch")], {}, {})
    assert [(board.track, board.kind) for board in found] == [
        ("beat", "duel"),
        ("beat", "mirror"),
        ("beat", "3 seats"),
        ("scratch", "duel"),
    ]
    assert [place for _, place in found[2].tasks] == ["drill/3", "saboteurs/3"] and "`3 seats`: " in table(found[2])


def test_a_profile_counts_runs_above_each_score():
    at = np.array([-0.1, 0.0, 0.25, 0.6])
    first, second = Sample(np.array([0.0, 0.5] * 4), 0.0), Sample(np.array([0.5, 1.0] * 4), 0.0)
    share, low, high = profile([first, second], at)
    assert share.tolist() == [1.0, 0.75, 0.75, 0.25]
    # each task is drawn by itself: above 0.6 there are more or fewer of the second task's runs, of the first's none
    assert (low[0], high[0]) == (1.0, 1.0) and 0.0 < low[3] < 0.25 < high[3] <= 0.5 and low[1] >= 0.5
    share, _, _ = profile([Sample(np.array([0.5] * 9), 0.0), Sample(np.array([0.0]), 0.0)], at)
    assert share[2] == 0.5, "a task with one run weighs as much as one with nine"


def test_a_profile_of_single_runs_is_as_wide_as_their_games_are_lucky():
    """The one run, at 0.4, is certainly above 0.2 and below 0.6; at 0.35 nobody knows."""
    share, low, high = profile([Sample(np.array([0.4]), 0.05)], np.array([0.2, 0.35, 0.6]))
    assert share.tolist() == [1.0, 1.0, 0.0] and low.tolist() == [1.0, 0.0, 0.0] and high.tolist() == [1.0, 1.0, 0.0]


def test_a_run_is_better_than_another_as_surely_as_their_games_say():
    def entrant(scores: list[float], error: float) -> Entrant:
        return Entrant("x", "", False, {"tests": {("toy", "short"): scores}}, {"tests": {("toy", "short"): [error] * len(scores)}})

    def of(one: Entrant, other: Entrant) -> float:
        return chance(one, other, "tests", [("toy", "short")])

    assert of(entrant([0.5], 0.03), entrant([0.5], 0.04)) == 0.5
    assert of(entrant([0.55], 0.03), entrant([0.5], 0.04)) == pytest.approx(0.8413, abs=1e-4), "one standard error ahead"
    assert of(entrant([0.5], 0.03), entrant([0.55], 0.04)) == pytest.approx(0.1587, abs=1e-4)
    assert of(entrant([0.1, 0.9], 0.01), entrant([0.5, 0.95, 0.95], 0.01)) == pytest.approx(1 / 6, abs=1e-3), "one pair of six"


def test_a_single_run_has_the_interval_of_its_games():
    estimate = intervals.estimate([Sample(np.array([0.4]), 0.1)])
    assert estimate.value == 0.4 and (estimate.low, estimate.high) == (pytest.approx(0.2, abs=0.02), pytest.approx(0.6, abs=0.02))


LUCKY = 0.2  # share of runs that find what the others do not find


class Simulated:
    """Runs of an entrant whose true score is known, in one test of paired games that all runs play from the same luck."""

    def __init__(
        self, runs: int, between: float, alike: float, luck: np.random.Generator, seeds: int = 200, level: float = 0.55, lucky: float = 0.0
    ):
        self.chances = level + between * luck.standard_normal(runs)
        if lucky:
            self.chances += lucky * (luck.random(runs) < LUCKY)
        self.truth = float(self.chances[0]) if runs == 1 else level + LUCKY * lucky
        common, own = luck.standard_normal((1, seeds, 2)), luck.standard_normal((runs, seeds, 2))
        lucks = math.sqrt(alike) * common + math.sqrt(1 - alike) * own
        lucks[:, :, 1] = math.sqrt(0.3) * lucks[:, :, 0] + math.sqrt(0.7) * lucks[:, :, 1]  # both seats of a seed share some of it
        bars = np.array([NormalDist().inv_cdf(min(max(chance, 1e-6), 1 - 1e-6)) for chance in self.chances])
        self.won = (lucks < bars[:, None, None]).astype(float)

    def sample(self, luck: np.random.Generator, games: int = 400) -> tuple[Sample, float]:
        """What a file would say of them on a scale whose ends are measured, too; and the truth on the true scale."""
        low, high = 0.17, 0.80
        ends = luck.binomial(games, low) / games, luck.binomial(games, high) / games
        errors = tuple(math.sqrt(end * (1 - end) / games) for end in ends)
        tests = [{"x": {"games": won.size, "score": won.mean(), "seeds": seeds_of(won)}} for won in self.won]
        return Sample(self.won.mean((1, 2)), shared_error(tests), ends, errors), (self.truth - low) / (high - low)


@pytest.mark.parametrize("between", [0.04, 0.1])
@pytest.mark.parametrize("runs", [1, 2, 3, 5, 10])
def test_an_interval_covers_the_truth_in_95_of_a_hundred_benchmarks(monkeypatch, runs, between):
    """93 to 97 with any number of runs, where runs and games are about as lucky, and where runs differ by far more than games."""
    assert 0.93 <= covered(monkeypatch, runs, 1000, between=between) <= 0.97


def covered(monkeypatch, runs: int, repeats: int, games: int = 1, **luck) -> float:
    """The share of simulated benchmarks whose interval of the mean, over one game or several, contains the truth."""
    monkeypatch.setattr(intervals, "DRAWS", 500)
    rng, right = np.random.default_rng(runs), 0
    for _ in range(repeats):
        played = [Simulated(runs, luck=rng, **{"between": 0.04, "alike": 0.7, **luck}).sample(rng) for _ in range(games)]
        found = intervals.estimate([sample for sample, _ in played], mean_of)
        right += found.low <= np.mean([truth for _, truth in played]) <= found.high
    return right / repeats


@pytest.mark.parametrize("runs", [1, 2, 3, 5, 10])
def test_an_interval_of_a_mean_over_five_games_covers_the_truth_and_not_more(monkeypatch, runs):
    """With two runs in each game, the spread of runs is known from ten: an interval that took each game by itself would cover all."""
    assert 0.92 <= covered(monkeypatch, runs, 400, games=5, between=0.1) <= 0.98


@pytest.mark.parametrize(("runs", "least", "most"), [(3, 0.7, 0.85), (5, 0.75, 0.9), (10, 0.88, 0.97)])
def test_few_runs_cannot_show_that_one_in_five_is_far_better(monkeypatch, runs, least, most):
    """The page says so: where one run in five lies far above the others, the intervals of three or five runs are too narrow."""
    assert least <= covered(monkeypatch, runs, 600, level=0.4, between=0.03, lucky=0.35) <= most


def test_every_game_weighs_the_same_however_many_runs_it_has():
    """Two tasks of four runs as before; of two and four runs, one of the first counts for two of the second."""
    even = [np.array([4.0, 1.0, 9.0, 2.0]), np.array([8.0, 5.0, 6.0, 7.0])]
    assert intervals.middle_of(even) == np.mean([4, 5, 6, 7])
    for value in (intervals.middle_of([np.array([1.0, 5.0]), np.array([2.0, 3.0, 4.0, 9.0])]),
                  intervals.middle_of([np.array([[1.0, 5.0]] * 3), np.array([[2.0, 3.0, 4.0, 9.0]] * 3)])[2]):  # fmt: skip
        weights = {1.0: 0.5, 2.0: 0.75, 3.0: 0.75, 4.0: 0.75, 5.0: 1.25}
        assert value == pytest.approx(sum(score * weight for score, weight in weights.items()) / 4)


def test_a_game_with_fewer_runs_than_the_others_biases_no_interval(monkeypatch):
    """Ten runs in four games and three in the lowest one: at least 93 of a hundred intervals hold the truth."""
    monkeypatch.setattr(intervals, "DRAWS", 300)
    levels, luck, covered, repeats = (0.3, 0.5, 0.55, 0.6, 0.65), np.random.default_rng(5), 0, 300
    many = np.concatenate([level + 0.04 * luck.standard_normal(100_000) for level in levels])
    truth = (intervals.middle_of([many]) - 0.17) / (0.80 - 0.17)
    for _ in range(repeats):
        runs = [Simulated(10 if level > 0.3 else 3, 0.04, 0.7, luck, level=level).sample(luck)[0] for level in levels]
        found = intervals.estimate(runs)
        covered += found.low <= truth <= found.high
    assert 0.93 <= covered / repeats <= 0.98


def test_more_runs_are_no_surer_than_the_games_that_they_share():
    tests = [{"x": {"games": 400, "score": 0.5, "interval": [0.451, 0.549]}} for _ in range(10)]
    many = intervals.estimate([Sample(np.full(10, 0.5), shared_error(tests))])
    assert many.high - many.low == pytest.approx(0.098, abs=0.006)


@pytest.mark.filterwarnings("error")
def test_from_games_of_one_seed_alone_all_luck_counts_as_shared():
    tests = [{"x": {"games": 2, "score": 0.5, "interval": [0.1, 0.9], "seeds": seeds_of(np.full((1, 2), 0.5))}} for _ in range(3)]
    assert shared_error(tests) == pytest.approx(intervals.error_of(tests[0]["x"]))
    varied = [{"x": {**test["x"], "seeds": seeds_of(np.full((1, 2), won))}} for test, won in zip(tests, (0.0, 0.5, 1.0), strict=True)]
    assert shared_error(varied) > 0.2


def test_a_results_file_keeps_every_seed(tmp_path):
    facts = read_results(quietly("beat", "bot:simple", tmp_path))
    for test in facts["runs"][0]["tests"]["tests"].values():
        assert len(points_of(test)) == test["games"] / 2 and points_of(test).mean() == pytest.approx(test["score"])
    broken = json.loads(json.dumps(facts))
    broken["runs"][0]["tests"]["tests"]["random"]["seeds"] = "24 25"
    with pytest.raises(DataError, match="games by seed of .* do not make its score"):
        read_boards(written(tmp_path, broken=broken))


def test_runs_that_cannot_be_told_apart_are_told(tmp_path):
    (board,) = boards([result(scores=(0.4, 0.5, 0.4))], {}, {})
    assert table(board).endswith("\n\nRuns with the same record in every test: `mine, toy` in Tide of Iron, seeds 0 and 2.")
    (board,) = boards([result(scores=(0.4, 0.5, 0.6))], {}, {})
    assert "same record" not in table(board)


def test_runs_without_a_common_test_are_not_called_alike():
    """In `exploit`, each run has one test, against whoever is the strongest there."""
    facts = result(scores=(0.4, 0.5))
    for who, one in zip(("bot:strong", "best response"), facts["runs"], strict=True):
        one["tests"]["tests"] = {who: one["tests"]["tests"]["random"]}
    (board,) = boards([facts], {}, {})
    assert board.entrants[0].twins(("tide_of_iron", "duel")) == []


def test_runs_with_and_without_some_tests_stand_in_one_table():
    """Searches and those held out were played for the later runs only, one of which is the twin of an earlier one."""
    facts = result(scores=(0.4, 0.5, 0.4, 0.7))
    for one in facts["runs"][2:]:
        one["tests"] = {**one["tests"], "search": {"mcts:100": one["tests"]["tests"]["random"]}}
    (board,) = boards([facts], {}, {})
    (mine,), duel = board.entrants, ("tide_of_iron", "duel")
    assert mine.twins(duel) == [(0, 2)] and mine.mean("search", [duel]).value == pytest.approx(0.55)
    text = table(board)
    assert "Against search, %" in text and text.endswith("seeds 0 and 2.")
    assert gap(mine, "tests", "search", [duel]).value == pytest.approx(0.0), "of runs that have both"
    assert gap(mine, "tests", "held out", [duel]) is None


def test_a_plain_mean_the_ceiling_and_draws_stand_beside_the_interquartile_mean():
    scores = {"tide_of_iron": 0.2, "warcry": 0.4, "godbreakers": 0.6, "trench_crusade": 0.6, "dropzone_commander": 0.5}
    mine = [result(scores=(score,), game=game, version=0) for game, score in scores.items()]
    draws = mine[-1]["runs"][0]["tests"]["tests"]["random"]
    draws.update(wins=0, draws=100, losses=0)
    facts = [*(one for game in scores for one in ends(game=game, version=0)), *mine]
    (board,) = boards(facts, measured(facts), {})
    text = table(board)
    lines = text.splitlines()[2], text.split("| `mine`")[1].splitlines()[0]
    heads, row = ([cell.strip() for cell in line.split("|")] for line in lines)
    cells = dict(zip(heads[2:], row[1:], strict=True))
    assert cells["IQM of 5"].startswith("75 (") and cells["Mean"].startswith("65 (") and cells["Drawn, %"] == "20 (Dropzone Commander 100)"
    assert "A player that wins every game scores 200 in Dropzone Commander, 200 in Godbreakers" in text


@pytest.mark.parametrize(("track", "entrant", "budget", "game", "place"), [
    ("beat", "imitation-ppo", "1M", "trench_crusade", "duel"), ("scratch", "rows-scratch", "1M", "warcry", "duel"),
    ("exploit", "bot:strong", "1M", "godbreakers", "duel"), ("beat", "imitation-ppo", "1M", "tide_of_iron", "duel"),
    ("beat", "imitation-ppo", "1M", "godbreakers", "mirror"), ("general", "imitation-ppo", "1M", "warcry", "skirmish:0:200"),
    ("general", "rows-scratch", "1M", "trench_crusade", "skirmish:0:200"),
])  # fmt: skip
def test_published_numbers_follow_from_the_files_by_a_second_script(track, entrant, budget, game, place):
    """`recount.py`, which has nothing of this package: the score to the percent, both ends of its interval to within two."""
    files = sorted(map(str, (ROOT / "docs" / "benchmark").glob("*.json")))
    words = [sys.executable, "-I", str(ROOT / "tests" / "agents" / "recount.py"), track, entrant, budget, game, place, *files]
    score, low, high = map(float, subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    part = page.split(f"<!-- generated: {track} -->")[1].split("<!-- end")[0]
    part = part.split("`mirror`: ")[place == "mirror"].split("Games won, %")[0]
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("|")]
    (row,) = [cells for cells in lines if cells[0] == f"`{entrant}`" and budget in cells[:3]]
    shown, first, last = map(float, re.fullmatch(r"(-?\d+) \((-?\d+) to (-?\d+)\)", row[lines[0].index(ruleset_of(game).title)]).groups())
    assert abs(shown - score) <= 0.51 and abs(first - low) <= 2 and abs(last - high) <= 2, (score, low, high)


@pytest.mark.parametrize("runs", [8, 12])
def test_with_eight_runs_or_more_the_second_script_says_the_same(runs):
    """Both draw the runs again."""
    facts = [*ends(), result(scores=tuple(np.linspace(0.4, 0.6, runs).round(2)))]
    for turn in (turn for one in facts for turn in one["runs"]):
        test = turn["tests"]["tests"]["random"]
        error = 1.96 * math.sqrt(test["score"] * (1 - test["score"]) / 1000)
        test |= {"games": 1000, "wins": 10 * test["wins"], "interval": [test["score"] - error, test["score"] + error]}
        turn["tests"]["tests"] = {"random": test}
    (board,) = boards(facts, measured(facts), {})
    found = next(entrant for entrant in board.entrants if entrant.name == "mine").mean("tests", board.tasks)
    score, low, high = recount.recount(facts, "beat", "mine", "toy", "tide_of_iron", "duel")
    assert (100 * found.value, 100 * found.low, 100 * found.high) == (
        pytest.approx(score, abs=0.1), pytest.approx(low, abs=2), pytest.approx(high, abs=2),
    )  # fmt: skip


# The cells that each finding of the page names, in its order: track and place, entrant, budget, columns.
FINDINGS = [
    ("scratch duel", "rows-scratch", "1M", "Mean; Godbreakers; Trench Crusade; Dropzone Commander; Warcry; Tide of Iron"),
    ("scratch mirror", "rows-scratch", "1M", "Godbreakers; Trench Crusade; Tide of Iron; Warcry; Dropzone Commander"),
    ("beat duel", "imitation-ppo", "1M", "Tide of Iron; Warcry; Godbreakers; Trench Crusade; Dropzone Commander"),
    ("beat mirror", "imitation-ppo", "1M", "Godbreakers; Tide of Iron; Warcry; Trench Crusade; Dropzone Commander"),
    ("beat duel", "ppo:{game}/{scenario}-rules", "-", "Tide of Iron; Warcry; Godbreakers; Dropzone Commander; Trench Crusade"),
    ("beat duel", "ppo:{game}/{scenario}", "-", "Held-out, %"),
    ("beat duel", "imitation-ppo", "1M", "Held-out, %"),
    ("beat duel", "ppo:{game}/{scenario}-rules", "-", "Held-out, %"),
    ("beat duel", "bot:strong", "-", "Held-out, %"),
    ("scratch duel", "rows-scratch", "1M", "Held-out, %"),
    ("beat duel", "mcts:20", "-", "Tide of Iron; Warcry; Godbreakers"),
    ("exploit duel", "bot:strong", "1M", "Trench Crusade; Tide of Iron"),
    ("exploit duel", "ppo:{game}/{scenario}", "1M", "Godbreakers; Tide of Iron"),
    ("exploit duel", "ppo:{game}/{scenario}-league", "1M", "Dropzone Commander; Trench Crusade; Warcry; Godbreakers; Tide of Iron"),
    ("general", "imitation-ppo", "1M", "Seen minus unseen"),
    ("general", "rows-scratch", "1M", "Seen minus unseen"),
    ("general", "imitation-ppo", "1M", "Tide of Iron"),
    ("general", "rows-scratch", "1M", "Mean; Dropzone Commander; Tide of Iron"),
    ("general", "ppo:{game}/any", "-", "Tide of Iron; Seen minus unseen"),
    ("many 4 seats", "ppo:{game}/{scenario}-{seats}", "-", "Dropzone Commander; Godbreakers"),
    ("many 3 seats", "ppo:{game}/{scenario}-{seats}", "-", "Godbreakers; Dropzone Commander"),
    ("many 3 seats", "imitation-ppo", "1M", "Godbreakers"),
    ("many 4 seats", "imitation-ppo", "1M", "Godbreakers"),
    ("many 3 seats", "imitation-ppo", "1M", "Dropzone Commander"),
    ("many 4 seats", "imitation-ppo", "1M", "Dropzone Commander"),
    ("scratch duel", "self-play", "300k", "Mean; Warcry; Tide of Iron; Dropzone Commander"),
    ("scratch duel", "maskable-ppo", "300k", "Mean"),
    ("scratch duel", "self-play", "1M", "Mean"),
]


def cells_of(page: str) -> dict[tuple[str, str, str, str], str]:
    """The cells of the page's tables of scores, by track and place, entrant, budget and column."""
    found = {}
    for track, text in re.findall(r"<!-- generated: (\w+) -->(.*?)<!-- end", page, flags=re.DOTALL):
        place = ""
        for before, rows_of in re.findall(r"(?:^`([^`]+)`:[^\n]*\n\n)?((?:^\|.*\n)+)", text, flags=re.MULTILINE):
            place = before or place
            heads, _, *rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in rows_of.splitlines()]
            for row in [dict(zip(heads, row, strict=True)) for row in rows if "Runs" in heads]:
                entrant = re.search(r"`(.+)`", row["Entrant"])
                assert entrant is not None, row
                found |= {(f"{track} {place}".strip(), entrant[1], row["Budget"], head): cell for head, cell in row.items()}
    return found


def test_the_findings_say_what_stands_in_the_tables():
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    findings = page.split("\n## What has been found\n")[1].split("\n## Results\n")[0]
    said = re.findall(r"-?\d+(?: %)? \(-?\d+ to -?\d+\)", findings)
    found, tables = [], cells_of(page)
    for place, entrant, budget, columns in FINDINGS:
        found += [((place, entrant, budget, column), tables[place, entrant, budget, column]) for column in columns.split("; ")]
    assert [one.replace(" %", "") for one in said] == [cell for _, cell in found], found
    alike = {"imitation-ppo": 71, "bot:strong": 63, "rows-scratch": 38}
    assert re.search(r"the bot and `rows-scratch` score (\d+), (\d+) and (\d+) %", findings).groups() == tuple(map(str, alike.values()))
    assert {name: round(100 * without_the_networks(name)) for name in alike} == alike


def without_the_networks(entrant: str) -> float:
    """The mean score of an entrant on `duel`, over games, against those held out but for the package's networks."""
    by_game: dict[str, list[float]] = {}
    for file in sorted((ROOT / "docs" / "benchmark").glob("*.json")):
        facts = json.loads(file.read_text(encoding="utf-8"))
        if (facts["entrant"], facts["protocol"]) == (entrant, "standard-3") and facts["budget"] in ("", "1M"):
            for run in facts["runs"]:
                tests = run["tests"].get("held out", {}) if run["place"] == "duel" else {}
                scores = [test["score"] for who, test in tests.items() if not who.startswith("ppo:")]
                by_game.setdefault(run["game"], []).extend([sum(scores) / len(scores)] if scores else [])
    means = [sum(scores) / len(scores) for scores in by_game.values() if scores]
    assert len(means) == len(GAMES)
    return sum(means) / len(means)


def test_the_packages_scale_takes_no_other_tests(tmp_path, monkeypatch):
    scale = tmp_path / "anchors.toml"
    write_anchors(written(tmp_path, **dict(zip("ab", ends(), strict=True))), scale)
    monkeypatch.setattr("skirmish_rl.agents.benchmark.anchors.ANCHORS", scale)
    before = scale.read_bytes()
    others = written(tmp_path, **dict(zip("cd", ({**one, "same_tests": "mine"} for one in ends()), strict=True)))
    with pytest.raises(DataError, match="has the tests 'mine' of beat, the package's scale has 'toy-1'; give --out"):
        write_anchors(others, scale)
    assert scale.read_bytes() == before
    write_anchors(others, tmp_path / "own.toml")


def test_the_ends_of_the_scale_are_kept_beside_those_before(tmp_path):
    files = written(tmp_path, **dict(zip("ab", ends(), strict=True)))
    write_anchors(files, tmp_path / "anchors.toml")
    write_anchors(written(tmp_path, **dict(zip("cd", ends(game="warcry", version=0), strict=True))), tmp_path / "anchors.toml")
    scale = read_anchors({"beat": "toy-1"}, tmp_path / "anchors.toml")
    for game in ("tide_of_iron", "warcry"):
        assert scale["beat", game, "duel", "tests"] == {"random": 0.2, "strong": 0.6, "games": 200, "errors": [0.01804, 0.01804]}
    assert read_anchors({"beat": "standard-1"}, tmp_path / "anchors.toml") == {}
    with pytest.raises(DataError, match="no place has results of both"):
        write_anchors(files[:1], tmp_path / "other.toml")
    later = [{**one, "track": "general", "same_tests": "toy-3"} for one in ends()]
    write_anchors(written(tmp_path, **dict(zip("gh", later, strict=True))), tmp_path / "anchors.toml")
    assert {key[0] for key in read_anchors({"beat": "toy-1", "general": "toy-3"}, tmp_path / "anchors.toml")} == {"beat", "general"}
    assert {key[0] for key in read_anchors({"beat": "toy-3", "general": "toy-3"}, tmp_path / "anchors.toml")} == {"general"}
    flat = written(tmp_path, e=result("random", scores=(0.6,), budget=""), f=result("bot:strong", scores=(0.6,), budget=""))
    with pytest.raises(DataError, match="there is no scale between them"):
        write_anchors(flat, tmp_path / "other.toml")


@pytest.mark.parametrize(("files", "why"), [
    ({"a": result(), "b": result("other", protocol="toy-9")}, "b.json follows protocol toy-9, and .*a.json toy-2, which tests track"),
    ({"a": result(), "b": result("other", version=2)}, "b.json was played by version 2 of tide_of_iron, and .*a.json by version 3"),
    ({"a": result(), "b": result()}, "both hold mine in tide_of_iron duel from seed 0"),
    ({"a": result(), "b": {**result(game="warcry", version=0), "spec": "other.toml"}}, "call two entrants mine: other.toml and "),
    ({"a": {**result(), "format": 3}}, "has format 3; this version reads results of formats 1 and 2"),
    ({"a": json.dumps(result())[:300]}, "a.json is damaged: it is not valid JSON"),
    ({"a": "[]"}, "expected an object of results"),
    ({"a": {**result(), "runs": []}}, "it holds no run"),
    ({"a": {key: value for key, value in result().items() if key != "track"}}, "the file has no 'track'"),
    ({"a": result(scores=(1.5,))}, "which cannot be"),
    ({"a": json.dumps(result()).replace("0.5", "NaN")}, "NaN is no finite number"),
    ({"a": json.dumps(result()).replace('"interval": [0.45, ', '"interval": [null, ')}, "the interval of .* is"),
    ({"a": json.dumps(result()).replace('"interval": [0.45, ', '"interval": [')}, "the interval of .* is"),
    ({"a": json.dumps(result()).replace('"interval": [0.45, ', '"interval": [-1e308, ')}, "the interval of .* is"),
    ({"a": {**result(), "runs": [{**result()["runs"][0], "tests": {}}]}}, "holds no test"),
    ({"a": {**result(), "runs": [{**result()["runs"][0], "tests": {"search": result()["runs"][0]["tests"]["tests"]}}]}}, "holds no test"),
    ({"a": json.dumps(result()).replace('"games": 100', '"games": true')}, "'games' of .* is True, expected int"),
])  # fmt: skip
def test_results_that_cannot_be_told_together_are_refused(tmp_path, files, why):
    with pytest.raises(DataError, match=why):
        read_boards(written(tmp_path, **files))


def test_a_report_of_nothing_is_refused(tmp_path, capsys):
    code, message = said(capsys, "report", tmp_path / "none.json")
    assert code == 2 and "cannot read" in message


NASTY = "<img src=x onerror=alert(1)>|`| a\n# b $\\\\x$ \\u2028"


def test_names_from_outside_are_no_markup(tmp_path, capsys):
    """In no table, no heading and no sentence of a report; and no picture is written elsewhere."""
    facts = result(NASTY, opponents=(NASTY, "bot:strong"), track="../../../beat", budget=NASTY)
    facts |= {"machine": NASTY, "made": NASTY, "package": NASTY, "revision": NASTY, "packages": {"numpy": NASTY}}
    facts["runs"][0] |= {"place": NASTY}
    assert said(capsys, "report", *written(tmp_path, a=facts), "--out", tmp_path / "in" / "out")[0] == 0
    text = (tmp_path / "in" / "out" / "report.md").read_text(encoding="utf-8")
    lines = text.split("\n")
    assert "<img" not in text and "`|`" not in text and not any(line.startswith("# b") for line in lines) and "\u2028" not in text
    tables = [part.strip().split("\n") for part in text.split("\n\n") if part.startswith("|")]
    assert len(tables) == 3 and all(len({line.count("|") for line in rows}) == 1 for rows in tables), "every row has its table's columns"
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", "in"} and len(list((tmp_path / "in" / "out").glob("*.png"))) == 2


@pytest.mark.parametrize("text", ["ppo:{game}", "imitation-ppo", "python mine.py --out {out}", "bot:strong@0.2"])
def test_an_ordinary_name_stands_as_it_is(text):
    assert code(text) == f"`{text}`"


def test_what_cannot_be_code_is_plain():
    assert code("a|b") == "a&#124;b" and code("`") == "&#96;" and plain("<a>*_ü") == "&#60;a&#62;&#42;_ü" and code("") == ""


def test_a_page_gets_its_parts_anew(tmp_path, capsys):
    files = written(tmp_path, **dict(zip("ab", ends(), strict=True)), c=result(scores=(0.3, 0.5)))
    page = tmp_path / "page.md"
    page.write_text(
        "# Mine\n<!-- generated: beat -->old<!-- end: beat -->\n<!-- generated: runs --><!-- end: runs -->\nend\n", encoding="utf-8"
    )
    assert said(capsys, "report", *files, "--update", page)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "old" not in text and "| `mine` | toy | 2 |" in text and "(page/beat-duel.png)" in text and text.endswith("end\n")
    assert (tmp_path / "page" / "beat-duel.png").is_file()
    page.write_text("nothing to fill in", encoding="utf-8")
    code, message = said(capsys, "report", *files, "--update", page)
    assert code == 2 and "expected one part between '<!-- generated: beat -->'" in message


def test_the_published_page_is_what_its_result_files_say():
    files = sorted((ROOT / "docs" / "benchmark").glob("*.json"))
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    if files:
        found, given = read_boards(files)
        assert told(given) in page and all(table(board) in page for board in found)
        assert all(facts["same_tests"] == STANDARD.tests(facts["track"]) for facts in given.values())
