"""What a budget of the benchmark counts, how a class keeps itself, and who uses a bot or copies of the game when it plays."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.agents import shipped
from skirmish_rl.agents.agent import bot_index
from skirmish_rl.agents.benchmark import entrants, maskable, trials
from skirmish_rl.agents.benchmark.entrants import Entry, Task, check_entry
from skirmish_rl.agents.benchmark.learning import RECIPES, fitted, recipe, shrunk, train
from skirmish_rl.agents.benchmark.lessons import BudgetSpent, Lessons, check_kept
from skirmish_rl.agents.benchmark.pages import read_boards, table, told
from skirmish_rl.agents.benchmark.protocol import HERE, TOY, Budget, Place, places_of, read_protocol
from skirmish_rl.agents.benchmark.trials import attackers
from skirmish_rl.agents.benchmark.uses import bot_used, copies_used
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo import run_folder, trainer
from skirmish_rl.agents.ppo.checkpoints import BEST, LATEST, read_progress
from skirmish_rl.agents.ppo.config import read_config
from skirmish_rl.envs.core.errors import BadOption, DataError
from tests.agents import bots
from tests.agents.test_benchmark import ends, result, written
from tests.agents.test_benchmark import task as task_of

ROOT = Path(__file__).parents[2]
STANDARD, SMALL = read_protocol(), read_protocol(TOY)
DUEL = Place("tide_of_iron", "duel")
PLANNING = Entry("python:tests.agents.bots:Planning")


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    monkeypatch.setattr(run_folder, "draw_curve", lambda *facts: None)
    monkeypatch.syspath_prepend(str(ROOT))


# Classes.


def test_all_that_a_class_spends_comes_from_one_budget(tmp_path):
    """Its own answers, those that it copies, those in evaluations, and every decision in copies of games, bots' among them."""
    trained = entrants.make(PLANNING, task_of("beat", budget="toy"), tmp_path, quiet=True)
    cost = trained.cost
    assert cost.counted == "declared" and 0.8 * 16_384 < cost.total <= 16_384 and len(trained.curve) > 1
    assert cost.decisions == cost.copied > 0 and cost.evaluated > 0 and cost.simulated > 4 * cost.decisions, "games to their ends"


def test_a_copy_of_the_lessons_games_pays_from_the_same_purse():
    lessons = Lessons(DUEL.settle(), Budget(100))
    games = lessons.games(16)
    _, info = games.reset(seed=1)
    games.clone().step(info["action_mask"].argmax(1))
    copies = games.copies([0, 0, 1], seed=5)
    assert copies.n == 3 and (copies.masks[0] == games.batch.masks[0]).all()
    copies.step(copies.masks.argmax(1))
    assert lessons.purse.kinds == {"decisions": 16, "copied": 0, "evaluated": 0, "simulated": 3}
    bots = games.copies([0], seed=5, control=[0, 0])
    with pytest.raises(BudgetSpent):
        bots.step(bots.masks.argmax(1))  # to its end, which is more than what was left
    assert lessons.purse.left < 100 - 19 and lessons.purse.left >= 0


def test_in_a_raw_track_no_bot_plays_copies_on():
    games = Lessons(DUEL.settle(), Budget(100), raw=True).games(2)
    games.reset(seed=1)
    with pytest.raises(BadOption, match="allows no bot to play copies on"):
        games.copies([0], seed=5, control=[0, 0])


def test_a_class_that_keeps_itself_goes_on_with_what_it_has_spent(monkeypatch, tmp_path):
    monkeypatch.setattr("tests.agents.bots.Planning.cut", True)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            entrants.make(PLANNING, task_of("beat", budget="toy"), tmp_path, quiet=True)
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert (tmp_path / kept["place"] / "rounds.txt").read_text() == "2" and kept["kinds"]["decisions"] == 8 and len(kept["curve"]) == 2
    monkeypatch.setattr("tests.agents.bots.Planning.cut", False)
    trained = entrants.make(PLANNING, task_of("beat", budget="toy"), tmp_path, quiet=True)
    assert trained.cost.total <= 16_384 and [list(point) for point in trained.curve[:2]] == kept["curve"]
    (tmp_path / "kept.json").write_text('{"place": "../.."}')
    with pytest.raises(DataError, match="is damaged: expected the decisions and seconds spent"):
        entrants.make(PLANNING, task_of("beat", budget="toy"), tmp_path, quiet=True)


def test_how_far_a_class_has_come_is_told(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(entrants, "_TELL", 0.0)
    entrants.make(PLANNING, task_of("beat"), tmp_path)
    assert "python:tests.agents.bots:Planning: " in (told := capsys.readouterr().out) and "decisions/s" in told and " left" in told


# Configurations.


@pytest.mark.parametrize("choose", [False, True])
def test_choosing_by_evaluations_is_a_rule_of_the_entrant(monkeypatch, tmp_path, choose):
    """The scores fall, so who chooses leaves the first checkpoint; its answers in evaluations count for both."""
    scores, real = iter([0.9, 0.5]), trainer.play_pairs

    def falling(*given, **more):
        (match,) = real(*given, **more)
        return [dataclasses.replace(match, scores=np.array([[next(scores)]]))]

    monkeypatch.setattr(trainer, "play_pairs", falling)
    config = recipe(RECIPES["self-play"], SMALL, DUEL)
    config = dataclasses.replace(config, evaluation=dataclasses.replace(config.evaluation, choose=choose))
    config = fitted(config, SMALL, SMALL.tracks["beat"], DUEL, SMALL.budgets["tiny"], 1)
    trained = train(config, tmp_path / "mine", quiet=True)
    best, latest = (read_progress(tmp_path / "mine" / name)["decisions"] for name in (BEST, LATEST))
    assert (best < latest) == choose and [score for _, score in trained.curve] == [0.9, 0.5]
    assert trained.cost.evaluated > 0 and trained.cost.total <= 1920


def test_training_ends_before_its_budget_is_exceeded(tmp_path):
    config = fitted(recipe(RECIPES["self-play"], SMALL, DUEL), SMALL, SMALL.tracks["beat"], DUEL, SMALL.budgets["tiny"], 1)
    trained = train(dataclasses.replace(config, budget=900), tmp_path / "mine", quiet=True)
    assert 900 - config.rollout < trained.cost.total <= 900 and trained.cost.decisions < config.decisions


def test_evaluations_shrink_until_their_share_of_a_budget_pays_for_them():
    track = STANDARD.tracks["beat"]
    for budget, games in ((Budget(300_000), 38), (Budget(10_000_000), 400), (Budget(2_000), 0)):
        config = recipe(RECIPES["self-play"], STANDARD, DUEL)
        config = dataclasses.replace(config, ppo=dataclasses.replace(config.ppo, games=16, steps=32))
        assert fitted(config, STANDARD, track, DUEL, budget, 1).evaluation.games == games


def test_a_smaller_budget_may_be_given_by_number():
    assert STANDARD.budget("beat", "50k") == Budget(50_000) and STANDARD.budget("beat", "299999") == Budget(299_999)
    for name in ("0", "300001", "1G", "-5", "400k", "5.5k"):
        with pytest.raises(BadOption, match="any number of decisions below 300,000, such as 50k"):
            STANDARD.budget("beat", name)


@pytest.mark.parametrize("track", STANDARD.tracks)
def test_a_toy_has_every_game_of_its_track_and_pays_for_updates(track):
    toy = SMALL.tracks[track]
    assert set(toy.places) == set(STANDARD.tracks[track].places) and maskable.GAMES * maskable.STEPS * len(maskable.OPPONENTS) < 16_384 / 2
    for place in places_of(SMALL, track, tuple(toy.places)):
        for name in RECIPES if not toy.raw else ("rows-scratch", "self-play"):
            made = fitted(recipe(RECIPES[name], SMALL, place), SMALL, toy, place, SMALL.budget(track, "toy"), 1)
            assert min(stage.decisions for stage in made.stages) >= made.rollout, "an update for every stage"
    ready = shrunk(read_config("warcry/ppo-duel"), SMALL, Path("ppo-duel.toml"))
    assert fitted(ready, SMALL, SMALL.tracks["beat"], Place("warcry", "duel"), SMALL.budgets["toy"], 1).decisions >= ready.rollout


# Results of the protocol before.


def test_files_of_the_protocol_before_stand_beside_others_with_its_name(tmp_path):
    """Their tests are the same, so the scale is, too; that less was counted is told by the protocol's name."""
    old = json.loads(json.dumps(result("imitation-ppo", protocol="toy-1", scores=(0.4,))))
    old["format"] = 1
    del old["same_tests"]
    for run in old["runs"]:
        del run["bot"], run["copies"], run["cost"]["evaluated"], run["cost"]["simulated"]
    (board,), given = read_boards(
        written(tmp_path, a=old, b=result("imitation-ppo", scores=(0.5,)), **dict(zip("cd", ends(), strict=True)))
    )
    text = table(board)
    assert (
        board.normalised and "| `imitation-ppo` | toy-1 | toy | 1 | 50 (" in text and "| `imitation-ppo` | toy-2 | toy | 1 | 75 (" in text
    )
    assert "its favourites, its scores | 540 |" in text and "Protocol toy-1, toy-2" in told(given)


# Who is held out.


@pytest.mark.parametrize("name", [
    "ppo:tide_of_iron/duel", "ppo:tide_of_iron", "ppo:tide_of_iron@0.02", "look:tide_of_iron/duel", "look:8:tide_of_iron@0.5", "level:10",
    "level:8",
    f"ppo:{shipped.AGENTS / 'tide_of_iron' / 'duel'}", "bot:strong@0.15", "mcts:4:strongest", "near:2.0",
    f"ppo:{HERE / 'population' / 'tide_of_iron-duel.safetensors'}",
])  # fmt: skip
def test_who_is_held_out_is_no_opponent_in_training_by_any_name(name):
    kept = STANDARD.tracks["beat"].kept_at(DUEL)
    assert "ppo:tide_of_iron/duel" in kept
    with pytest.raises(BadOption, match="this track keeps"):
        check_kept(["random", name], kept, DUEL.settle().ruleset)
    check_kept(
        ["ppo:tide_of_iron/farm", "ppo:runs/mine", "look:runs/mine", "bot:strong@0.2", "level:1", "mcts:5", "near:3"],
        kept,
        DUEL.settle().ruleset,
    )


@pytest.mark.parametrize("name", ["bot:strong@0.15", "mcts:4", "ppo:tide_of_iron/duel", "near:2"])
def test_who_is_held_out_is_no_opponent_as_an_object_either(name):
    scenario = DUEL.settle()
    held = agent_of(name, scenario)
    games = Lessons(scenario, Budget(100), STANDARD.tracks["beat"].kept_at(DUEL)).games(2, "random")
    for opponent in (held, [held], {held: 1, "random": 2}):
        with pytest.raises(BadOption, match="this track keeps"):
            games.set_opponent(opponent)
    games.set_opponent(agent_of("bot:strong@0.2", scenario))


def test_who_is_held_out_plays_no_copies_on():
    ruleset = DUEL.settle().ruleset
    games = Lessons(DUEL.settle(), Budget(100), STANDARD.tracks["beat"].kept_at(DUEL)).games(2)
    games.reset(seed=1)
    with pytest.raises(BadOption, match="'strong@0.15': this track keeps"):
        games.copies([0], seed=5, control=[bot_index(ruleset, "random"), bot_index(ruleset, "strong@0.15")])
    assert games.copies([0], seed=5, control=[bot_index(ruleset, "strong")] * 2).n == 1


def test_the_networks_of_the_population_are_those_that_the_protocol_froze(tmp_path, monkeypatch):
    for track in ("beat", "scratch"):
        for place in places_of(STANDARD, track):
            for name in STANDARD.tracks[track].population:
                trials._check_frozen(place.named(name), Task(STANDARD, track, place, "1M", 1))
    with pytest.raises(DataError, match="does not say which weights ppo:tide_of_iron/farm has"):
        trials._check_frozen("ppo:tide_of_iron/farm", task_of("beat", STANDARD, Place("tide_of_iron", "farm"), "1M"))
    other = dataclasses.replace(STANDARD, frozen={"held:tide_of_iron-duel": "0123456789abcdef"})
    with pytest.raises(
        DataError, match="held:tide_of_iron-duel has the checksum .*, and protocol standard-3 tests against 0123456789abcdef"
    ):
        trials._check_frozen("held:tide_of_iron-duel", task_of("beat", other, DUEL, "1M"))


@pytest.mark.parametrize(("one", "other", "same"), [
    ("ppo:warcry/duel", "ppo:warcry/duel", True), ("ppo:warcry/duel", f"ppo:{shipped.AGENTS / 'warcry' / 'duel'}", True),
    ("ppo:warcry/duel", "ppo:warcry/mirror", False), ("ppo:warcry/duel@0.3", "ppo:warcry/duel", False), ("mcts:4", "mcts:4", True),
    ("ppo:warcry/duel", "bot:strong", False), ("ppo:warcry/duel", "", False), ("level:10", "ppo:warcry/duel", True),
    ("ppo:warcry", "ppo:warcry/duel", True), ("level:master", "ppo:warcry/duel-league", True), ("level:9", "ppo:warcry/duel@0.05", True),
    ("ppo:warcry/duel@0.30", "ppo:warcry@0.3", True), ("bot:strongest", "bot:strong", True), ("mcts:4:strong", "mcts:4", True),
    ("look:warcry/duel", "ppo:warcry/duel", False), ("look:4:warcry/duel", "look:8:warcry/duel", False), ("near:2", "near:2.0", True),
    ("level:7", "bot:strong@0.04", True), ("bot:strong@0.04", "bot:strong", False), ("python:mine:Player", "ppo:warcry/duel", False),
])  # fmt: skip
def test_nobody_is_tested_against_himself_under_whatever_name(one, other, same):
    scenario = Place("warcry", "duel").settle()
    assert trials._is_same(one, other, scenario) == same == trials._is_same(other, one, scenario)


def test_all_who_come_with_the_package_attack_each_once():
    found = attackers(Place("warcry", "mirror").settle())
    assert {"bot:random", "bot:simple", "bot:strong", "bot:strong@0.55", "ppo:warcry@0.05", "ppo:warcry/mirror"} < set(found)
    plain = sorted(name for name in found if name.startswith("ppo:") and "@" not in name)
    assert len(found) == len(set(found)) and plain == ["ppo:warcry/any", "ppo:warcry/mirror", "ppo:warcry/mirror-league"], "each once"


# What recipes read.


@pytest.mark.parametrize("name", ["rows-scratch", "self-play"])
def test_who_learns_without_bots_reads_nothing_of_theirs_in_any_track(name):
    place = Place("warcry", "skirmish:0:200")
    made = fitted(recipe(RECIPES[name], STANDARD, place), STANDARD, STANDARD.tracks["general"], place, STANDARD.budgets["1M"], 1)
    assert set(made.blind) == set(STANDARD.judged["warcry"])


# At play time.


@pytest.mark.parametrize(("name", "why"), [
    ("mcts:129", "plays 129 copies of the game for a decision; this protocol allows 128"),
    ("look:200:tide_of_iron@0.1", "plays 200 copies"),
    ("mcts:0.5s", "depends on the machine; name a number of copies, at most 128"),
])  # fmt: skip
def test_who_plans_with_more_than_the_protocol_names_is_refused(name, why):
    check_entry(Entry("mcts:128"), task_of("beat"))
    with pytest.raises(BadOption, match=why):
        check_entry(Entry(name), task_of("beat"))


def test_a_class_that_learns_keeps_to_the_same_limit(monkeypatch):
    monkeypatch.setattr(bots.Last, "learn", lambda self, lessons, seed: None, raising=False)
    check_entry(Entry("python:tests.agents.bots:Last"), task_of("beat"))
    monkeypatch.setattr(bots.Last, "copies", 1000, raising=False)
    with pytest.raises(BadOption, match="plays 1000 copies of the game for a decision; this protocol allows 128"):
        check_entry(Entry("python:tests.agents.bots:Last"), task_of("beat"))


@pytest.mark.parametrize(("name", "bot", "copies"), [
    ("random", "no", "0"), ("bot:strong@0.5", "is one", "0"), ("mcts:20", "its favourites, plays copies on", "20"),
    ("ppo:tide_of_iron/duel", "its favourites, its scores", "0"),
    ("look:tide_of_iron", "its favourites, its scores, plays copies on", "128"),
    ("level:10", "its favourites, its scores", "0"), ("level:1", "is one", "0"),
    ("ppo:tide_of_iron@0.1", "its favourites, its scores", "0"),
    ("python:tests.agents.bots:Last", "no (declared)", "0 (declared)"), ("python:tests.agents.bots:Strong", "unknown", "unknown"),
    ("exec:./mine", "unknown", "unknown"),
])  # fmt: skip
def test_a_table_says_who_uses_a_bot_at_play_time(name, bot, copies):
    assert (bot_used(name, DUEL, STANDARD), copies_used(name, "tide_of_iron")) == (bot, copies)


def test_a_class_of_a_raw_track_is_given_no_bots_while_it_plays(monkeypatch):
    scenario = DUEL.settle()
    agent = entrants.make(Entry("python:tests.agents.bots:Asking"), task_of("scratch"), Path()).agent(scenario)
    batch = entrants.Batch(scenario, 2)
    batch.reset(seed=1)
    with pytest.raises(BadOption, match="makes games of its own"):
        agent.act(batch, np.arange(2))
