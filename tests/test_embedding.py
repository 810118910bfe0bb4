"""Rules for programs in other languages: files of tables, the library in C, the module for browsers; all play as Python does."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import re
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs.core import embedding
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.events import Event
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.packed import packed, scenario_words
from skirmish_rl.envs.core.ruleset import HEADER, Ruleset, Scenario
from skirmish_rl.envs.core.sources import INTERFACE
from skirmish_rl.envs.core.trace import record_hash
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

ROOT = Path(__file__).resolve().parents[1]
HEADER_FILE, SOURCE_FILE = (INTERFACE / name for name in ("skirmish.h", "skirmish.c"))
GAMES = [name for name in available() if name != "toy"]
ONE = np.zeros(1, np.int64)
compiled = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="gcc compiles the example")
needs_module = pytest.mark.skipif(
    not (shutil.which("node") and importlib.util.find_spec("ziglang")), reason="node runs a module and Zig links it: pip install ziglang"
)


def small(ruleset: Ruleset) -> Scenario:
    return ruleset.scenario(ruleset.default_scenario("small"))


def strong_game(scenario: Scenario, seed: int) -> Batch:
    """A whole game between the strongest bots."""
    batch = Batch(scenario, 1, control=[len(scenario.ruleset.bots) - 1] * scenario.seats)
    batch.reset(seed=seed)
    return batch


class Host:
    """A program that knows a library by its header alone; every function gives its status."""

    def __init__(self, scenario: Scenario):
        self.library = ctypes.CDLL(str(scenario.ruleset.engine.library.code()))
        self.library.skirmish_room.restype = ctypes.c_size_t
        self.library.skirmish_says.restype = ctypes.c_char_p
        self.file = self.aligned(packed(scenario))
        room = self.library.skirmish_room(self.at(self.file), self.size(self.file))
        self.scenario = np.zeros(room // 8 + 1, np.int64)
        assert self.open(self.file) == 0

    @staticmethod
    def aligned(content: bytes) -> np.ndarray:
        whole = np.zeros(len(content) // 8 + 1, np.int64).view(np.uint8)[: len(content)]
        whole[:] = np.frombuffer(content, np.uint8)
        return whole

    @staticmethod
    def at(array: np.ndarray) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    @staticmethod
    def size(array: np.ndarray) -> ctypes.c_size_t:
        return ctypes.c_size_t(array.nbytes)

    def open(self, file: np.ndarray) -> int:
        return self.library.skirmish_open(self.at(file), self.size(file), self.at(self.scenario), self.size(self.scenario))

    def room(self, file: np.ndarray) -> int:
        return self.library.skirmish_room(self.at(file), self.size(file))

    def call(self, name: str, record: np.ndarray, *more) -> int:
        """Arrays stand for their address."""
        given = [self.at(one) if isinstance(one, np.ndarray) else one for one in more]
        return getattr(self.library, f"skirmish_{name}")(self.at(self.scenario), self.at(record), self.size(record), *given)

    def says(self, status: int) -> str:
        return self.library.skirmish_says(status).decode()


def statuses() -> dict[str, int]:
    """The statuses of the header, by name."""
    (body,) = re.findall(r"enum skirmish_status \{(.*?)\}", HEADER_FILE.read_text(), re.DOTALL)
    return {name: number for number, name in enumerate(re.findall(r"SKIRMISH_(\w+)", body))}


STATUS = statuses()


@pytest.fixture(scope="module")
def host() -> Host:
    return Host(small(toy.RULESET))


def test_the_header_declares_what_a_library_has():
    declared = re.findall(r"^SKIRMISH_API .*?(skirmish_\w+)\(", HEADER_FILE.read_text(), re.MULTILINE)
    defined = re.findall(r"^(?!static)\w.*?\b(skirmish_\w+)\(.*\{$", SOURCE_FILE.read_text().replace(",\n", ","), re.MULTILINE)
    assert sorted(declared) == sorted(defined) and len(declared) == 16
    (says,) = re.findall(r"SAYS\[\] = \{(.*?)\};", SOURCE_FILE.read_text(), re.DOTALL)
    assert len(re.findall(r'^  "', says, re.MULTILINE)) == len(STATUS)


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_library_has_the_functions_of_the_header(name: str):
    library = ctypes.CDLL(str(ruleset_of(name).engine.library.code()))
    for function in re.findall(r"^SKIRMISH_API .*?(skirmish_\w+)\(", HEADER_FILE.read_text(), re.MULTILINE):
        assert hasattr(library, function), function


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_sees_and_asks_as_python_does(name: str):
    scenario = small(ruleset_of(name))
    ruleset, host, batch = scenario.ruleset, Host(scenario), Batch(scenario, 1, listen=True)
    sizes = [host.library.skirmish_size(host.at(host.scenario), what) for what in range(7)]
    width = len(ruleset.action_features)
    expected = (
        ruleset.state.itemsize,
        scenario.n_actions,
        scenario.seats,
        scenario.features.size,
        scenario.n_position,
        width,
        len(ruleset.bots),
    )
    assert tuple(sizes) == expected and host.library.skirmish_size(host.at(host.scenario), 7) == -1
    batch.reset(seed=5)
    record, mask, turn = np.zeros(1, ruleset.state), np.zeros(scenario.n_actions, np.uint8), np.zeros(8, np.int32)
    observation, rewards, answer = (
        np.zeros(scenario.features.size, np.float32),
        np.zeros(scenario.seats, np.float32),
        np.zeros(1, np.int32),
    )
    numbers, rows = np.zeros(scenario.n_actions, np.int32), np.zeros((scenario.n_actions, width), np.float32)
    position, hashed = np.zeros(scenario.n_position, np.float32), np.zeros(1, np.uint32)
    assert host.call("reset", record, ctypes.c_int64(5), 1) == 0
    rng = np.random.default_rng(1)
    while True:
        assert record.tobytes() == batch.games.tobytes()
        assert host.call("look", record, turn) == 0 and host.call("hash", record, hashed) == 0
        assert turn.tolist() == [
            int(record[field][0]) for field in ("decider", "decision", "subject", "decisions", "round", "over", "reason", "winners")
        ]
        assert f"{hashed[0]:08x}" == record_hash(batch.games[0])
        for seat in range(scenario.seats):
            assert host.call("observe", record, seat, observation, ctypes.c_size_t(observation.size)) == 0
            assert observation.tobytes() == batch.look(0, seat)[0].tobytes()
        assert host.call("mask", record, mask, ctypes.c_size_t(mask.size)) == 0
        if batch.over[0]:
            break
        assert mask.tobytes() == batch.masks.tobytes()
        for bot in (len(ruleset.bots) - 1, ruleset.bot("strong@0.5"), ruleset.bot("strong@0.99")):
            assert host.call("ask", record, bot, answer) == 0 and answer.tolist() == batch.ask(ONE, bot).tolist()
        fewer = mask.copy()
        fewer[answer[0]] = 0
        left, width_of = Batch(scenario, 1), ctypes.c_size_t(mask.size)
        left.games[:], left.masks[:] = batch.games, fewer
        assert host.call("ask_among", record, len(ruleset.bots) - 1, fewer, width_of, answer) == 0
        assert answer.tolist() == left.ask(ONE, len(ruleset.bots) - 1).tolist()
        room, columns = ctypes.c_size_t(scenario.n_actions), ctypes.c_size_t(position.size)
        for most in (0, 3):
            encoded = batch.encode_actions(ONE, most=most)
            assert host.call("rows", record, most, numbers, rows, room, position, columns, answer) == 0
            assert (
                answer[0] == len(encoded.numbers) == min(mask.sum(), most or mask.sum())
                and numbers[: answer[0]].tolist() == encoded.numbers.tolist()
            )
            assert rows[: answer[0]].tobytes() == encoded.rows.tobytes() and position.tobytes() == encoded.positions.tobytes()
        action = int(rng.choice(np.flatnonzero(mask)))
        batch.step(np.array([action]))
        assert host.call("step", record, action, rewards, ctypes.c_size_t(scenario.seats)) == 0
        assert rewards.tobytes() == batch.rewards.tobytes()
    assert not mask.any() and rewards.tolist() == list(outcome_of(batch.games[0], ruleset.reasons).rewards)


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_program_leaves_seats_to_bots_as_python_does(name: str):
    scenario = small(ruleset_of(name))
    strongest, seats = len(scenario.ruleset.bots) - 1, ctypes.c_size_t(scenario.seats)
    host, record, rewards = Host(scenario), np.zeros(1, scenario.ruleset.state), np.zeros(scenario.seats, np.float32)
    for bots in ([-1, 1], [strongest, strongest], [scenario.ruleset.bot("strong@0.45"), strongest]):
        batch = Batch(scenario, 1)
        batch.reset(seed=11)
        batch.control[:] = bots
        assert host.call("reset", record, ctypes.c_int64(11), 0) == 0
        while not batch.over[0]:
            action = int(np.flatnonzero(batch.masks[0])[-1]) if bots[batch.deciders[0]] == -1 else -1
            batch.step(np.array([action]))
            assert host.call("play", record, action, np.array(bots, np.int32), rewards, seats) == 0
            assert record.tobytes() == batch.games.tobytes() and rewards.tobytes() == batch.rewards.tobytes()


@compiled
def test_copies_have_futures_of_their_own(host: Host):
    one, other = np.zeros(1, toy.RULESET.state), np.zeros(1, toy.RULESET.state)
    batch = Batch(small(toy.RULESET), 1)
    batch.reset(seed=5)
    batch.reseed(np.array([9]))
    assert host.call("reset", one, ctypes.c_int64(5), 0) == 0
    assert host.library.skirmish_copy(host.at(host.scenario), host.at(other), host.at(one), host.size(one)) == 0
    assert one.tobytes() == other.tobytes()
    assert host.call("reseed", other, ctypes.c_int64(9)) == 0
    assert one.tobytes() != other.tobytes() == batch.games.tobytes()


def tampered(content: bytes, at: int, new: bytes, mended: bool = True) -> bytes:
    """A file of tables with other bytes at a place, its checksum mended."""
    changed = content[:at] + new + content[at + len(new) :]
    return changed[:12] + struct.pack("<I", zlib.crc32(changed[16:])) + changed[16:] if mended else changed


@compiled
@pytest.mark.parametrize(
    ("harm", "status", "said"),
    [
        (lambda file: b"", "DAMAGED", "not a file of tables, or a damaged one"),
        (lambda file: file[:100], "DAMAGED", "pack the scenario again"),
        (lambda file: file[:-1], "DAMAGED", "pack the scenario again"),
        (lambda file: file + b" ", "DAMAGED", "pack the scenario again"),
        (lambda file: b"skirmish" + file[8:], "DAMAGED", "not a file of tables"),
        (lambda file: tampered(file, 200, b"?", mended=False), "DAMAGED", "a damaged one"),
        (lambda file: tampered(file, 72, struct.pack("<I", 2)), "DAMAGED", "a damaged one"),
        *(
            (lambda file, at=at, n=n: tampered(file, at, struct.pack("<I", n)), "DAMAGED", "a damaged one")
            for at, n in ((76, 0), (76, 5), (84, 1), (88, 1), (92, 2), (96, 99))
        ),  # seats, columns of a position and a row, actions, bots
        (lambda file: tampered(file, 8, struct.pack("<I", 2)), "FORMAT", "in another format"),
        (lambda file: tampered(file, 16, b"chess\0"), "GAME", "tables of another game than this library's, which is toy"),
        (lambda file: tampered(file, 48, b"0" * 16), "VERSION", "tables of another version of the rules"),
    ],
)
def test_a_file_that_is_damaged_or_of_other_rules_is_refused_in_a_sentence(host: Host, harm, status: str, said: str):
    file = host.aligned(harm(packed(small(toy.RULESET))))
    before = host.scenario.copy()
    assert host.room(file) == 0 and host.open(file) == STATUS[status]
    assert said in host.says(STATUS[status]) and (host.scenario == before).all()


@compiled
def test_tables_of_one_game_are_no_other_games():
    one, other = (small(ruleset_of(name)) for name in ("godbreakers", "warcry"))
    assert Host(one).open(Host.aligned(packed(other))) == STATUS["GAME"]


@compiled
def test_wrong_calls_are_refused_and_change_nothing(host: Host):
    scenario = small(toy.RULESET)
    record, wide = np.zeros(1, toy.RULESET.state), ctypes.c_size_t(scenario.n_actions)
    mask, answer = np.zeros(scenario.n_actions, np.uint8), np.zeros(1, np.int32)
    observation, rows = np.zeros(scenario.features.size, np.float32), np.zeros((scenario.n_actions, 64), np.float32)
    null, none = ctypes.c_void_p(), ctypes.c_size_t(0)

    def refused(status: str, name: str, *more, of: np.ndarray = record) -> None:
        before = of.tobytes()
        assert host.call(name, of, *more) == STATUS[status], (name, host.says(host.call(name, of, *more)))
        assert of.tobytes() == before

    refused("NO_GAME", "mask", mask, wide)
    refused("NO_GAME", "step", 0, null, none)
    refused("SEED", "reset", ctypes.c_int64(-1), 0)
    refused("SIZE", "reset", ctypes.c_int64(1), 0, of=np.zeros(2, toy.RULESET.state))
    assert host.call("reset", record, ctypes.c_int64(1), 0) == 0
    refused("SIZE", "mask", mask, ctypes.c_size_t(scenario.n_actions - 1))
    refused("SIZE", "observe", 0, observation, ctypes.c_size_t(observation.size + 1))
    refused("SIZE", "rows", 0, answer, rows, ctypes.c_size_t(0), null, none, answer)
    assert answer[0] > 0, "how many there are is said"
    refused("SIZE", "mask", mask, wide, of=record.view(np.uint8)[:-8])
    refused("MEMORY", "mask", null, wide)
    refused("MEMORY", "ask", 0, null)
    refused("SEAT", "observe", scenario.seats, observation, ctypes.c_size_t(observation.size))
    refused("BOT", "ask", len(toy.RULESET.bots), answer)
    refused("BOT", "ask", 800, answer)
    refused("BOT", "ask", -1, answer)
    for action in (-1, scenario.n_actions, int(np.flatnonzero(legal_mask(record) == 0)[0])):
        refused("ILLEGAL", "step", action, null, none)
    refused("SIZE", "step", int(np.flatnonzero(legal_mask(record))[0]), observation, ctypes.c_size_t(5))
    two, nobody = ctypes.c_size_t(2), np.array([-1, -1], np.int32)
    refused("SIZE", "rows", -1, answer, rows, ctypes.c_size_t(64), null, none, answer)
    refused("ILLEGAL", "ask_among", 0, np.zeros(scenario.n_actions, np.uint8), wide, answer)
    refused("SIZE", "ask_among", 0, mask, ctypes.c_size_t(scenario.n_actions - 1), answer)
    refused("MEMORY", "ask_among", 0, null, wide, answer)
    refused("BOT", "play", -1, np.array([-1, 800], np.int32), null, two)
    refused("BOT", "play", -1, np.array([-2, -1], np.int32), null, two)
    refused("ILLEGAL", "play", -2, nobody, null, two)
    refused("SIZE", "play", -1, nobody, null, ctypes.c_size_t(3))
    refused("MEMORY", "play", -1, null, null, two)
    shifted = np.zeros(record.nbytes + 8, np.uint8)[1 : record.nbytes + 1]
    refused("MEMORY", "mask", mask, wide, of=shifted)
    assert host.library.skirmish_mask(null, host.at(record), host.size(record), host.at(mask), wide) == STATUS["MEMORY"]
    over = strong_game(scenario, 1).games.copy()
    refused("OVER", "step", 0, null, none, of=over)
    refused("OVER", "ask", 0, answer, of=over)
    for field, value in (("seats", 3), ("variant", 9), ("decider", 4), ("decision", 0), ("over", 1)):
        other = record.copy()
        other[field] = value
        refused("NO_GAME", "mask", mask, wide, of=other)
    assert host.says(-1) == host.says(99) == "no status"


def legal_mask(record: np.ndarray) -> np.ndarray:
    """The legal actions of a record of the toy."""
    batch = Batch(small(toy.RULESET), 1)
    batch.reset(seed=0)
    batch.games[:] = record
    batch.refresh(0)
    return batch.masks[0]


@compiled
@needs_gcc
@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_c_plays_the_game_that_python_plays(name: str, tmp_path: Path):
    ruleset = ruleset_of(name)
    files = embedding.write_c(ruleset, tmp_path)
    assert {file.name for file in files} == {
        f"libskirmish_{name}.so", "skirmish.h", *(f"{name}-{scenario}.tables" for scenario in ruleset.scenarios),
    }  # fmt: skip
    command = [
        "gcc",
        "-Wall",
        "-Wextra",
        "-Werror",
        str(ROOT / "examples/c/play.c"),
        f"-I{tmp_path}",
        f"-L{tmp_path}",
        f"-lskirmish_{name}",
    ]
    subprocess.run([*command, f"-Wl,-rpath,{tmp_path}", "-o", "play"], cwd=tmp_path, check=True)
    scenario = small(ruleset)
    played = subprocess.run(["./play", f"{name}-{scenario.name}.tables", "7"], cwd=tmp_path, capture_output=True, text=True, check=False)
    game = strong_game(scenario, 7).games[0]
    assert played.stdout == f"{game['decisions']} decisions, winners {game['winners']}, {record_hash(game)}\n", played.stderr
    other = next(one for one in GAMES if one != name)
    (tmp_path / "other.tables").write_bytes(packed(small(ruleset_of(other))))
    refused = subprocess.run(["./play", "other.tables", "7"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and refused.stderr == f"tables of another game than this library's, which is {name}\n"


@compiled
@needs_gcc
def test_the_source_compiles_without_a_warning(tmp_path: Path):
    from skirmish_rl.envs.core import building

    library = toy.RULESET.engine.library
    flags = [one for one in building._interface(library, library.kernels, "x86-64-v4-linux") if not one.startswith("-Wl,")]
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", *flags, "-o", str(tmp_path / "made.o")], check=True)


@pytest.mark.skipif(not shutil.which("g++"), reason="g++ reads the header")
def test_the_header_is_cpp_too(tmp_path: Path):
    (tmp_path / "alone.cpp").write_text('#include "skirmish.h"\nint main() { return skirmish_says(SKIRMISH_OK) == nullptr; }\n')
    subprocess.run(["g++", "-Wall", "-Werror", f"-I{INTERFACE}", "-fsyntax-only", str(tmp_path / "alone.cpp")], check=True)


@pytest.mark.parametrize("name", [*GAMES, "toy"])
def test_the_words_say_where_every_field_lies_and_what_every_action_is_called(name: str):
    ruleset = toy.RULESET if name == "toy" else ruleset_of(name)
    scenario = small(ruleset)
    words = json.loads(json.dumps(scenario_words(scenario)))
    made = dtype_of(words["record"]["fields"])
    assert made.itemsize == ruleset.state.itemsize == words["record"]["bytes"]
    assert str(made.fields) == str(np.dtype(ruleset.state.descr).fields)
    assert {field[0] for field in HEADER} <= {one["name"] for one in words["record"]["fields"]}
    for index in range(scenario.n_actions):
        (block,) = (one for one in words["blocks"] if one["start"] <= index < one["start"] + one["size"])
        action = ruleset.layout.action(index)
        assert block["name"] == action.block and (not block["options"] or block["options"][index - block["start"]] == action.argument)
    columns = sum(one["count"] * len(one.get("places") or one["columns"]) for one in words["observation"])
    assert columns == scenario.features.size and len(words["action_features"]) == len(ruleset.action_features)
    assert set(map(int, words["decisions"])) == set(ruleset.questions.rows) and words["events"][str(int(Event.DIE))]["name"] == "DIE"


def dtype_of(fields: list[dict]) -> np.dtype:
    """What a program builds from the words: NumPy's dtype of a record."""
    kinds = [(dtype_of(one["type"]) if isinstance(one["type"], list) else one["type"], tuple(one["shape"])) for one in fields]
    return np.dtype({"names": [one["name"] for one in fields], "formats": kinds, "offsets": [one["offset"] for one in fields]})


def test_pack_writes_a_scenario_and_leaves_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "mine.tables"
    assert main(["pack", "tide_of_iron", "--scenario", "farm", "--option", "rounds=4", "--out", str(out)]) == 0
    scenario = ruleset_of("tide_of_iron").scenario("farm", rounds=4)
    content = out.read_bytes()
    assert content == packed(scenario) and list(tmp_path.iterdir()) == [out] and capsys.readouterr().out == f"{out}\n"
    tables, words = struct.unpack_from("<2I", content, 64)
    assert content[112 : 112 + tables] == scenario.tables.tobytes() and len(content) == 112 + tables + words
    assert json.loads(content[112 + tables :])["options"]["rounds"] == 4
    assert main(["pack", "tide_of_iron", "--out", str(out / "below.tables")]) == 2  # a file is in the way
    assert capsys.readouterr().err.startswith("skirmish-rl pack: cannot write ")
    assert main(["pack", "tide_of_iron", "--out", str(tmp_path / "new" / "its.tables")]) == 0
    assert capsys.readouterr().out.startswith(f"made the folder {tmp_path / 'new'}\n") and (tmp_path / "new" / "its.tables").is_file()


@compiled
def test_what_cannot_be_built_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    for words in (["--c", "--wasm"], ["--wasm", "--for", "x86-64-linux"], ["--c", "--for", "x86-64-linux", "--for", "aarch64-linux"]):
        try:
            assert main(["build", "warcry", "--out", str(tmp_path), *words]) == 2
        except SystemExit as error:  # of the grammar
            assert error.code == 2
    assert capsys.readouterr().err.count("\n") == 3 and not list(tmp_path.iterdir())
    monkeypatch.setattr(toy.RULESET.engine.library, "folder", tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LibraryError, match="linked by Zig; install it: pip install ziglang"):
        toy.RULESET.engine.library.module()


_PARTS = ("record", "mask", "observation", "rewards", "actions", "rows", "position", "liked", "their rows", "second")
_COMPARED = """
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {Scenario, RulesError} from "./rules.js";

const [wasm, tables, other] = process.argv.slice(2).map(name => new Uint8Array(readFileSync(name)));
const hash = one => createHash("sha256").update(new Uint8Array(one.buffer, one.byteOffset, one.byteLength));
const digest = (...parts) => parts.map(one => hash(one).digest("hex").slice(0, 16));
const scenario = await Scenario.open(wasm, tables);
let game = scenario.begin(100, true);
for (let decision = 0, seed = 101; decision < 1000; decision++) {
  if (game.turn.over) game = scenario.begin(seed++, seed % 2 === 1);
  const mask = game.mask(), {actions, rows, position} = game.encode(), seat = game.turn.decider;
  const action = actions[(decision * 7919) % actions.length], liked = game.encode(2), among = mask.slice();
  among[action] = 0;
  const before = [mask, game.observe(seat)];
  const second = game.ask(undefined, among);
  game.step(action);
  console.log(...digest(game.record, ...before, game.rewards, actions, rows, position, liked.actions, liked.rows), second);
}
for (let seed = 1; seed <= 20; seed++) {
  const strong = scenario.begin(seed), records = createHash("sha256");
  while (!strong.turn.over) records.update(strong.step(strong.ask("strong")).record);
  const played = scenario.begin(seed).play(-1, ["strong", "strong"]);
  if (played.hash() !== strong.hash() || String(played.rewards) !== String(strong.rewards)) console.log("played otherwise by itself");
  console.log(records.digest("hex"), strong.turn.decisions, ...strong.rewards, strong.hash());
}
const copy = scenario.begin(3).copy().reseed(9);
console.log(...digest(copy.record), copy.text(copy.ask()), scenario.begin(3).hash() === copy.hash());
for (const wrong of [() => copy.step(-1), () => copy.observe(9), () => copy.ask("nobody"), () => scenario.begin(-1)]) {
  try { wrong(); console.log("nothing"); } catch (error) { console.log(error instanceof RulesError, error.message); }
}
await Scenario.open(wasm, other).catch(error => console.log(error.message));
"""


def said_by_python(scenario: Scenario) -> list[str]:
    """What the program above prints, if modules play as Python does."""

    def digest(*parts: np.ndarray) -> str:
        return " ".join(hashlib.sha256(part.tobytes()).hexdigest()[:16] for part in parts)

    def begin(seed: int, listen: bool = False) -> Batch:
        batch = Batch(scenario, 1, listen=listen)
        batch.reset(seed=seed)
        return batch

    lines, batch, seed, strong = [], begin(100, True), 101, len(scenario.ruleset.bots) - 1
    for decision in range(1000):
        if batch.over[0]:
            batch, seed = begin(seed, (seed + 1) % 2 == 1), seed + 1
        rows = batch.encode_actions(ONE)
        before = [batch.masks.copy(), batch.observations.copy()]
        actions = [rows.numbers.astype(np.int32), rows.rows.copy(), rows.positions]
        chosen = rows.numbers[[(decision * 7919) % len(rows.numbers)]]
        liked = batch.encode_actions(ONE, most=2)
        actions += [liked.numbers.astype(np.int32), liked.rows.copy()]
        batch.masks[0, chosen] = 0
        second = int(batch.ask(ONE, strong)[0])
        batch.refresh(0)
        batch.step(chosen)
        lines.append(f"{digest(batch.games, *before, batch.rewards, *actions)} {second}")
    for seed in range(1, 21):
        batch, records = begin(seed), hashlib.sha256()
        while not batch.over[0]:
            batch.step(batch.ask(ONE, strong))
            records.update(batch.games.tobytes())
        rewards = " ".join(f"{reward:g}" for reward in batch.rewards[0].tolist())
        lines.append(f"{records.hexdigest()} {batch.games[0]['decisions']} {rewards} {record_hash(batch.games[0])}")
    copy = begin(3)
    copy.reseed(np.array([9]))
    answer = int(copy.ask(ONE, strong)[0])
    lines.append(f"{digest(copy.games)} {scenario.ruleset.layout.text(answer, int(copy.games[0]['decision']))} false")
    return lines


@compiled
@needs_module
@pytest.mark.parametrize("name", GAMES)
def test_a_module_plays_byte_for_byte_as_python_does(name: str, tmp_path: Path):
    ruleset = ruleset_of(name)
    scenario = small(ruleset)
    files = {file.name: file for file in embedding.write_wasm(ruleset, tmp_path)}
    assert {f"{name}.wasm", f"{name}.json", "rules.js", f"{name}-{scenario.name}.tables"} <= set(files)
    assert files[f"{name}.wasm"].stat().st_size < 400_000 and json.loads(files[f"{name}.json"].read_text())["ruleset"] == name
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "compared.js").write_text(_COMPARED)
    (tmp_path / "other.tables").write_bytes(packed(small(toy.RULESET)))
    command = ["node", "compared.js", f"{name}.wasm", f"{name}-{scenario.name}.tables", "other.tables"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    *same, illegal, seat, bot, seed, other = done.stdout.splitlines()
    for number, (given, expected) in enumerate(zip(same, said_by_python(scenario), strict=True)):
        assert given == expected, f"line {number}: {[part for part, a, b in zip(_PARTS, given.split(), expected.split()) if a != b]}"
    assert (
        illegal.startswith("true the action is not legal") and seat.startswith("true no such seat") and bot.startswith("true no such bot")
    )
    assert seed.startswith("true a seed is a whole number") and other == f"tables of another game than this library's, which is {name}"
