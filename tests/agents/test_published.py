"""The published set of games: the same bytes twice, read by Minari and Croissant as it was played, with a card that says what is true."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import re
import tarfile
import warnings

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.datasets import published
from skirmish_rl.agents.datasets.card import croissant
from skirmish_rl.agents.datasets.episodes import episodes
from skirmish_rl.agents.datasets.published import Game, Part, play_pairing
from skirmish_rl.agents.datasets.recording import load
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.shipped import levels_of
from skirmish_rl.envs.registry import ruleset_of

LEVELS, DECISIONS = (1, 5, 10), 300
FORMS = ("@context", "@type", "conformsTo", "name", "description", "license", "url", "distribution", "recordSet")


def files_of(archive: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {one.name: opened.extractfile(one).read() for one in opened}  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The set of one game and three levels, as the command makes it, twice."""
    pytest.importorskip("minari", reason="the set is one of Minari's")
    pytest.importorskip("pyarrow", reason="it is packed by Arrow")
    folder = tmp_path_factory.mktemp("published")
    for name, threads in (("once", "1"), ("twice", "2")):
        words = ["dataset", "build", "godbreakers", "--decisions", str(DECISIONS), "--levels", *map(str, LEVELS)]
        assert main([*words, "--out", str(folder / name), "--threads", threads]) == 0
    return folder


def test_a_pairing_goes_on_until_it_has_its_decisions_with_seats_swapped_and_says_no_day():
    scenario = ruleset_of("godbreakers").scenario("drill")
    kept = play_pairing(scenario, (1, 5), 400, seed=7, threads=1)
    assert len(kept.actions) >= 400 > len(kept.actions) - 4 * kept.counts.max() and len(kept) % 2 == 0
    assert (kept.who.sum(axis=0) == len(kept) // 2).all() and kept.names == ("level:1", "level:5") and len(set(kept.seeds)) == len(kept)
    assert "created" not in kept.about and kept.packed() == play_pairing(scenario, (1, 5), 400, seed=7, threads=2).packed()
    assert sum(len(moment.asked) for moment in kept.play()) == len(kept.actions)


def test_croissant_names_every_file_with_its_size_and_hash_and_what_its_columns_are():
    parts = (Part("recordings/toy.tar", 3, "0" * 64, "toy", 0), Part("minari/toy-level-01.tar", 5, "1" * 64, "toy", 1))
    told = json.loads(croissant([Game("toy", "Toy", "toy-v0/short/2", {1: "random"}, 2, 4, 8, "2" * 64, parts)], "https://example.org"))
    assert all(told[name] for name in FORMS) and told["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    files = {one["@id"]: (one["contentSize"], one["sha256"]) for one in told["distribution"] if one["@type"] == "cr:FileObject"}
    assert files == {part.path: (f"{part.size} B", part.sha256) for part in parts}
    (together,) = (one for one in told["distribution"] if one["@type"] == "cr:FileSet")
    assert together["containedIn"] == [{"@id": "minari/toy-level-01.tar"}]
    (records,) = told["recordSet"]
    assert [one["@id"] for one in records["field"]] == ["toy/episode"] and "`action_mask` (int8" in records["description"]


def test_the_set_is_the_same_bytes_every_time(made):
    once, twice = ({path.relative_to(made / name): path.read_bytes() for path in (made / name).rglob("*.*")} for name in ("once", "twice"))
    assert once == twice and len(once) == 2 + 1 + len(LEVELS)


def test_minari_reads_what_every_level_did_as_it_was_played(made, tmp_path, monkeypatch):
    import minari

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    for level in LEVELS:
        with tarfile.open(made / "once" / "minari" / f"godbreakers-level-{level:02}.tar") as archive:
            archive.extractall(tmp_path, filter="data")
    recordings = files_of((made / "once" / "recordings" / "godbreakers.tar").read_bytes())
    assert list(recordings) == [
        f"godbreakers/level-{a:02}-level-{b:02}.npz" for a, b in itertools.combinations_with_replacement(LEVELS, 2)
    ]
    played: dict[str, list] = {}
    for name, content in recordings.items():
        (tmp_path / "one.npz").write_bytes(content)
        for episode in episodes(load(tmp_path / "one.npz")):
            played.setdefault(episode.agent, []).append((name, episode))
    for level in LEVELS:
        dataset = minari.load_dataset(f"skirmish-rl/godbreakers/level-{level:02}-v0")
        expected = played[f"level:{level}"]
        assert dataset.total_episodes == len(expected)
        assert dataset.total_steps == sum(len(episode.actions) for _, episode in expected)
        told = list(dataset.storage.get_episode_metadata(range(len(expected))))
        assert {seat["options"]["seat"] for seat in told} == {0, 1} and {min(one["options"]["levels"]) for one in told} <= set(LEVELS)
        for (name, episode), found, facts in zip(expected, dataset.iterate_episodes(), told, strict=True):
            assert np.array_equal(found.observations["observation"], episode.observations)
            assert np.array_equal(found.observations["action_mask"], episode.masks)
            assert np.array_equal(found.actions, episode.actions) and np.array_equal(found.rewards, episode.rewards)
            assert found.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True] and not found.truncations.any()
            assert facts["seed"] == episode.seed and [f"level-{one:02}" for one in facts["options"]["levels"]] == re.findall(
                r"level-\d\d", name
            )
        assert dataset.observation_space["observation"].shape == expected[0][1].observations.shape[1:]


def test_its_files_are_packed_by_zstd(made):
    from pyarrow.parquet import ParquetFile

    files = files_of((made / "once" / "minari" / "godbreakers-level-05.tar").read_bytes())
    part = ParquetFile(io.BytesIO(files["skirmish-rl/godbreakers/level-05-v0/data/0/part-0.parquet"])).metadata.row_group(0)
    assert {part.column(k).compression for k in range(part.num_columns)} == {"ZSTD"}


def test_the_card_and_croissant_say_what_lies_beside_them(made):
    folder = made / "once"
    told = json.loads((folder / "croissant.json").read_text())
    for one in told["distribution"]:
        if one["@type"] == "cr:FileObject":
            content = (folder / one["contentUrl"]).read_bytes()
            assert (one["contentSize"], one["sha256"]) == (f"{len(content)} B", hashlib.sha256(content).hexdigest())
    text = (folder / "README.md").read_text()
    contents = hashlib.sha256()
    decisions = 0
    for content in files_of((folder / "recordings" / "godbreakers.tar").read_bytes()).values():
        arrays = np.load(io.BytesIO(content))
        decisions += len(arrays["actions"])
        for name in ("seeds", "who", "counts", "actions", "ends"):
            contents.update(arrays[name].tobytes())
    assert f"| {decisions:,} |" in text and f"`{contents.hexdigest()}` |" in text and decisions >= DECISIONS
    assert all(f"{level} `{levels_of('godbreakers')[str(level)]}`" in text for level in LEVELS)
    assert text.startswith("---\nlicense: mit\n") and "hf upload YOU/skirmish-rl-levels . --repo-type dataset" in text


def test_croissants_own_reader_accepts_it_and_finds_every_episode(made, monkeypatch):
    mlcroissant = pytest.importorskip("mlcroissant", reason="it is Croissant's own reader")
    monkeypatch.chdir(made / "once")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlcroissant.Dataset(jsonld="croissant.json")
        assert not dataset.metadata.ctx.issues.errors and not dataset.metadata.ctx.issues.warnings
        rows = {row["godbreakers/episode"].decode() for row in dataset.records("godbreakers")}
    files = {name for path in (made / "once" / "minari").iterdir() for name in files_of(path.read_bytes()) if name.endswith(".parquet")}
    assert len(rows) == len(files) and all(any(row.endswith(name) for row in rows) for name in files)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--decisions", "3"], "--decisions 3: expected at least one for each of the 55 pairings"),
        (["--levels", "0"], "--levels 0: godbreakers has 1 to 10"),
    ],
)
def test_what_cannot_be_made_is_said_in_one_line(words, said, tmp_path, capsys):
    assert main(["dataset", "build", "godbreakers", *words, "--out", str(tmp_path / "set")]) == 2
    assert said in capsys.readouterr().err and not (tmp_path / "set").exists()


def test_a_level_that_plays_itself_has_both_seats():
    scenario = ruleset_of("godbreakers").scenario("drill")
    kept = play_pairing(scenario, (1, 1), 60, seed=3, threads=1)
    assert {episode.seat for episode in episodes(kept) if episode.agent == agent_of("level:1", scenario).name} == {0, 1}
    assert published.SPACE == "skirmish-rl"
