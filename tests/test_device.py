"""Games on a device: a GPU's kernels, run by this processor, play as `Batch` does; a GPU's code is whole; refusals say why."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from skirmish_rl import make_vec
from skirmish_rl.__main__ import main
from skirmish_rl.envs.adapters import device as tensors
from skirmish_rl.envs.adapters import launch
from skirmish_rl.envs.adapters.device import DeviceBatch, checked_device
from skirmish_rl.envs.core import cuda, device
from skirmish_rl.envs.core.batch import GO_ON, RESTART, RESTART_SEATED, STAY, Batch
from skirmish_rl.envs.core.device import PTX, device_library
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, LibraryError, ShapeError, StateError
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of
from tests import ptx, toy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
SHORT = toy.RULESET.scenario("short")
ARRAYS = ("masks", "observations", "deciders", "rewards", "ended", "final", "seeds", "control")


def has_assembler() -> bool:
    try:
        return bool(cuda.assembler())
    except LibraryError:
        return False


needs_assembler = pytest.mark.skipif(not has_assembler(), reason="ptxas assembles the code: pip install nvidia-cuda-nvcc")


def differing(batch: Batch, games: DeviceBatch) -> list[str]:
    """What is not the same in both, byte for byte."""
    found = [name for name in ARRAYS if getattr(batch, name).tobytes() != getattr(games, name).cpu().numpy().tobytes()]
    return found + ["games"] * (batch.games.tobytes() != games.records().tobytes())


def played_alike(scenario: Scenario, steps: int, n: int = 33, after: int = RESTART, control: object = None) -> int:
    """Play the same random decisions in both kinds of batch; how many games have ended."""
    batch = Batch(scenario, n, after=after, control=control)  # type: ignore[arg-type]
    games = DeviceBatch(scenario, n, "cpu", after=after, control=control)  # type: ignore[arg-type]
    batch.reset(seed=11)
    games.reset(seed=11)
    ends = 0
    for step in range(steps):
        assert not differing(batch, games), f"step {step}"
        actions = games.choose(step)
        batch.step(actions.numpy())
        games.step(actions)
        ends += int((batch.ended != 0).sum())
    games.check()
    assert not differing(batch, games)
    return ends


@pytest.mark.parametrize("after", [STAY, RESTART, RESTART_SEATED])
def test_the_kernels_of_a_device_play_as_a_batch_does(after: int) -> None:
    assert played_alike(SHORT, 150, after=after) > 20


@pytest.mark.parametrize(
    ("name", "seats", "control"), [("long", 3, None), ("skirmish:0:20", 2, None), ("short", 3, [-1, 2, 1]), ("short", 2, [0, -1])]
)
def test_three_seats_pools_of_worlds_and_bots_play_as_in_a_batch(name: str, seats: int, control: list[int] | None) -> None:
    assert played_alike(toy.RULESET.scenario(name, seats), 120, control=control) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_every_ruleset_plays_on_a_device_as_in_a_batch(name: str) -> None:
    assert played_alike(ruleset_of(name).scenario(), 900, n=16) > 0


@pytest.fixture
def games() -> DeviceBatch:
    """Four games that have begun."""
    made = DeviceBatch(SHORT, 4, "cpu")
    made.reset(seed=1)
    return made


def test_an_illegal_action_moves_nothing_and_is_told_of_when_asked(games: DeviceBatch) -> None:
    legal = games.choose(0).clone()
    wrong = legal.clone()
    wrong[2], wrong[3] = toy.CHALLENGE, GO_ON
    before = games.records()
    games.step(wrong)
    games.step(games.choose(1))  # it stands still until it is told of
    after = games.records()
    assert after[2].tobytes() == before[2].tobytes() and after[0].tobytes() != before[0].tobytes()
    with pytest.raises(
        IllegalAction, match=r'game 2: seat_1 asked "challenge" \(action 3\) but the decision is TURN; legal verbs: roll, bank'
    ):
        games.check()
    games.check()
    games.step(games.choose(2))
    assert games.records()[2].tobytes() != before[2].tobytes()


@pytest.mark.parametrize("action", [-2, -7, 10**6, -(10**6), 2**62, 2**63 - 1, -(2**63)])
def test_no_number_at_all_can_harm_a_game_that_is_checked(games: DeviceBatch, action: int) -> None:
    actions = games.choose(0).clone()
    actions[1] = action
    before = games.records()
    games.step(actions)
    assert games.records()[1].tobytes() == before[1].tobytes()
    with pytest.raises(IllegalAction, match=r"game 1: seat_\d asked action"):
        games.check()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (torch.zeros(4), "a torch.float32 tensor of shape"), (torch.zeros(3, dtype=torch.int64), r"of shape \(3,\)"),
        ([0, 0, 0, 0], "is a list"),
        (torch.zeros((4, 1), dtype=torch.int64), r"of shape \(4, 1\)"), (torch.zeros(8, dtype=torch.int64)[::2], "not contiguous"),
        (torch.zeros(4, dtype=torch.int64, device="meta"), "on meta"), (np.zeros(4, np.int64), "is a ndarray"), (None, "is a NoneType"),
    ],
)  # fmt: skip
def test_tensors_of_another_shape_type_or_device_are_refused(games: DeviceBatch, wrong: object, said: str) -> None:
    before = games.records().tobytes()
    with pytest.raises(ShapeError, match=rf"{said}.*expected a contiguous torch.int64 tensor of shape \(4,\) on cpu"):
        games.step(wrong)
    assert games.records().tobytes() == before


def test_games_that_have_not_begun_say_so() -> None:
    fresh, zeros = DeviceBatch(SHORT, 2, "cpu"), torch.zeros(2, dtype=torch.int64)
    for call in (
        lambda: fresh.step(zeros), lambda: fresh.choose(1), lambda: fresh.look(zeros, zeros), lambda: fresh.ask(zeros),
        lambda: fresh.reseed(zeros)
    ):  # fmt: skip
        with pytest.raises(StateError, match=r"call reset\(\) first"):
            call()


def test_any_seat_looks_bots_answer_and_futures_change_as_in_a_batch(games: DeviceBatch) -> None:
    batch = Batch(SHORT, 4)
    batch.reset(seed=1)
    observations, masks = games.look(torch.tensor([2, 0, 9]), torch.tensor([1, 0, 0]))
    for row, (b, seat) in enumerate([(2, 1), (0, 0)]):
        observation, mask = batch.look(b, seat)
        assert observations[row].numpy().tobytes() == observation.tobytes() and masks[row].numpy().tobytes() == mask.tobytes()
    assert not observations[2].any() and not masks[2].any()
    assert games.ask(torch.tensor([1, 2, 1, 2])).tolist() == batch.ask(np.arange(4), np.array([1, 2, 1, 2])).tolist()
    batch.reseed(np.arange(5, 9))
    games.reseed(torch.arange(5, 9))
    assert batch.games.tobytes() == games.records().tobytes()


def test_copies_go_their_own_way_and_fields_share_memory(games: DeviceBatch) -> None:
    twin = DeviceBatch(SHORT, 4, "cpu")
    twin.copy(games, torch.tensor([3, 3, 0, 1]))
    assert twin.records([0, 1]).tobytes() == games.records([3, 3]).tobytes()
    before = games.records().tobytes()
    twin.step(twin.choose(5))
    twin.check()
    assert games.records().tobytes() == before and twin.field("decisions").tolist() == [1] * 4
    twin.field("round").fill_(3)
    assert twin.records()["round"].tolist() == [3] * 4
    with pytest.raises(BadOption, match="field 'key'"):
        twin.field("key")
    with pytest.raises(StateError, match="cannot go on"):
        twin.copy(DeviceBatch(toy.RULESET.scenario("long"), 4, "cpu"), torch.zeros(4, dtype=torch.int64))


def test_random_actions_are_legal_and_all_of_them_are_drawn(games: DeviceBatch) -> None:
    many = DeviceBatch(SHORT, 512, "cpu")
    many.reset(seed=3)
    many.step(many.choose(0))
    drawn = torch.stack([many.choose(salt).clone() for salt in range(1, 9)])
    assert (many.masks.gather(1, drawn.T) == 1).all()
    shares = torch.bincount(drawn[:, many.masks.sum(1) == 2].flatten(), minlength=2)[:2].double()
    assert len(shares) == 2 and 0.45 < float(shares[0] / shares.sum()) < 0.55
    assert not torch.equal(drawn[0], drawn[1])


def test_the_vector_view_gives_what_the_one_of_numpy_gives() -> None:
    with toy.registered():
        for opponent in (None, "bot:simple"):
            plain = make_vec("toy", "short", 6, opponent=opponent)
            env = make_vec("toy", "short", 6, opponent=opponent, device="cpu")
            seen, info = env.reset(seed=4)
            expected, told = plain.reset(seed=4)
            assert (
                env.metadata["autoreset_mode"] == plain.metadata["autoreset_mode"]
                and env.single_action_space.n == plain.single_action_space.n
            )
            for step in range(60):
                assert np.array_equal(seen["observation"], expected["observation"]) and np.array_equal(
                    seen["action_mask"], expected["action_mask"]
                )
                assert all(np.array_equal(info[name], told[name]) for name in ("seat", "seed", "reward_all", "action_mask"))
                actions = env.batch.choose(step).clone()
                seen, rewards, ended, cut, info = env.step(actions)
                expected, wanted, over, _, told = plain.step(actions.numpy())
                assert np.array_equal(rewards, wanted) and np.array_equal(ended, over) and not cut.any()
                for b in np.flatnonzero(over):
                    assert np.array_equal(info["final_obs"][b], told["final_obs"][b]["observation"])
                    assert toy.RULESET.reasons[info["reason"][b]] == told["outcome"][b]
            env.batch.check()


def test_views_refuse_what_only_the_processor_can_do() -> None:
    with toy.registered():
        with pytest.raises(BadOption, match="on a device bots play"):
            make_vec("toy", device="cpu", opponent=lambda observations, masks: masks.argmax(1))
        with pytest.raises(BadOption, match="threads=2"):
            make_vec("toy", device="cpu", threads=2)
        with pytest.raises(TypeError, match="copy"):
            make_vec("toy", device="cpu", copy=False)
        env = make_vec("toy", device="cpu", num_envs=2)
        with pytest.raises(StateError, match="call reset"):
            env.step(torch.zeros(2, dtype=torch.int64))
        with pytest.raises(ShapeError, match="3 seeds for 2 games"):
            env.reset(seed=[1, 2, 3])


@pytest.mark.parametrize(
    ("given", "said"), [("tpu", 'expected "cuda"'), ("meta", 'run on "cuda" and "cpu"'), (3.5, "expected"), ("cuda:x", "expected")]
)
def test_devices_that_there_are_not_are_refused(given: object, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        checked_device(given)


def test_a_torch_without_cuda_a_machine_without_a_gpu_and_one_too_few_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    with pytest.raises(BadOption, match="is built without CUDA"):
        checked_device("cuda")
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(BadOption, match="finds no GPU in reach"):
        checked_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(BadOption, match="there are 1 GPUs"):
        checked_device("cuda:1")
    assert checked_device("cuda:0") == torch.device("cuda", 0)


def test_more_games_than_memory_holds_are_refused_before_any_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tensors.free_memory(torch.device("cpu")) > 2**20
    monkeypatch.setattr(tensors, "free_memory", lambda device: 2**20)
    with pytest.raises(BadOption, match=r"1,000,000 games take [\d.]+ GiB, and cpu has 0.0 GiB left; at most ([\d,]+) fit") as refused:
        DeviceBatch(SHORT, 1_000_000, "cpu")
    fits = int(re.search(r"at most ([\d,]+)", str(refused.value))[1].replace(",", ""))  # type: ignore[index]
    assert 100 < fits < 5000 and DeviceBatch(SHORT, fits, "cpu").n == fits
    with pytest.raises(BadOption):
        DeviceBatch(SHORT, fits + 2, "cpu")
    for wrong in (0, -1, True, 2.5, "4"):
        with pytest.raises(ShapeError, match="n_games="):
            DeviceBatch(SHORT, wrong, "cpu")  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def code() -> str:
    """The toy's kernels as PTX."""
    return cuda.ptx(device_library(toy.RULESET, bots=False))


def test_every_kernel_is_in_the_ptx_with_its_block_as_its_one_parameter(code: str) -> None:
    entries = device_library(toy.RULESET, bots=False).entries
    found = dict(re.findall(r"\.visible \.entry (\w+)\(\s*\.param \.align 8 \.b8 \w+\[(\d+)\]\s*\)", code))
    assert found == {name: str(8 * one.places) for name, one in entries.items()}
    assert re.search(r"^\.version 8\.0\n\.target sm_80\n\.address_size 64", code, re.M) and ".extern" not in code


def inexact(code: str) -> list[str]:
    """Instructions on fractions whose result is not the correctly rounded one, or that ptxas may join into one that is rounded once."""
    said = re.findall(r"^\s+(?:@\S+ )?([a-z][\w.]*\.f(?:32|64))\b", code, re.M)
    kinds = {one for one in said if re.match(r"(add|sub|mul|div|sqrt|rcp|fma|mad|ex2|lg2|sin|cos|tanh)\.", one)}
    return sorted(one for one in kinds if ".rn" not in one or ".ftz" in one or one.startswith("fma"))


def test_fractions_are_rounded_as_this_processor_rounds_them(code: str) -> None:
    assert ".f32" in code and inexact(code) == []


@needs_assembler
def test_code_for_a_card_is_kept_with_a_listing_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    with toy.registered():
        assert main(["build", "toy", "--for", "sm_90", "--for", PTX, "--out", str(tmp_path)]) == 0
    library = device_library(toy.RULESET, bots=False)
    listings = [Path(line) for line in capsys.readouterr().out.split()]
    assert [file.name for file in listings] == [f"{library.name}{bots}-{card}.json" for bots in ("", "-bots") for card in ("sm_90", PTX)]
    facts = json.loads(listings[0].read_text())
    assert facts["sources"] == library.sources and facts["level"] == "sm_90" and facts["entries"]["step_game"][0] == "i8"
    made = (tmp_path / facts["file"]).read_bytes()
    assert made[:4] == b"\x7fELF"
    monkeypatch.setattr("skirmish_rl.envs.core.library._SHIPPED", tmp_path)
    monkeypatch.setattr(cuda, "assembler", lambda: pytest.fail("it need not be built"))
    assert library.card(9, 0) == made and library.card(9, 5) == made  # an older card of the family
    assert library.card(13, 0).startswith(b"//")  # the PTX, for a card to come


def test_code_of_other_sources_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    library = device_library(toy.RULESET, bots=False)
    cuda.write_card(library, code, tmp_path / f"{library.name}-{PTX}.json", PTX)
    monkeypatch.setattr("skirmish_rl.envs.core.library._SHIPPED", tmp_path)
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(tmp_path / "cache"))
    assert library.card(9, 0) == code.encode()
    monkeypatch.setattr(type(library), "sources", property(lambda self: "0" * 16))
    monkeypatch.setattr(cuda, "assembler", lambda: (_ for _ in ()).throw(LibraryError("no ptxas")))
    with pytest.raises(LibraryError, match="no ptxas"):
        library.card(9, 0)


def test_what_is_missing_to_build_for_a_gpu_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(cuda.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(cuda.shutil, "which", lambda name: None)
    with toy.registered():
        assert main(["build", "toy", "--for", "cuda", "--out", str(tmp_path)]) == 2
        assert "assembled by ptxas, which is not here; install it: pip install 'skirmish-rl[build-cuda]'" in capsys.readouterr().err
        assert main(["build", "toy", "--for", "cuda", "--c", "--out", str(tmp_path)]) == 2
        assert "leave --c out" in capsys.readouterr().err
    monkeypatch.setattr(cuda.llvm.Target, "from_triple", lambda triple: (_ for _ in ()).throw(RuntimeError("No available targets")))
    with pytest.raises(LibraryError, match="this llvmlite makes no code for GPUs"):
        cuda.ptx(device_library(toy.RULESET, bots=False))


@needs_assembler
def test_ptxas_refuses_in_one_line(code: str) -> None:
    with pytest.raises(LibraryError, match="ptxas does not assemble the rules for sm_7: .*sm_7"):
        cuda.assemble(code, "sm_7")


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_every_ruleset_becomes_code_for_a_gpu(name: str) -> None:
    for bots in (False, True):
        made = cuda.ptx(device_library(ruleset_of(name), bots=bots))
        assert inexact(made) == [] and ".extern" not in made
        if has_assembler():
            assert cuda.assemble(made, "sm_90", opt=0)[:4] == b"\x7fELF"


class Status(int):
    name = "CUDA_ERROR_SAID"


class Driver:
    """A driver of no GPU: its threads are those of this processor's loop."""

    def __init__(self, version: int = 13000, loads: int = 0, read: ctypes.CDLL | None = None):
        self.version, self.loads, self.launched = version, loads, list[tuple[int, ...]]()
        self.read = read  # the PTX as C, whose kernels are run instead

    def cuDriverGetVersion(self):
        return Status(0), self.version

    def cuModuleLoadData(self, code):
        return Status(self.loads), code

    def cuModuleGetFunction(self, module, name):
        return Status(0), name.decode()

    def cuLaunchKernel(self, name, *given):
        *grid, _, stream, parameters, _ = given
        self.launched.append((*grid, stream))
        address = ctypes.cast(parameters, ctypes.POINTER(ctypes.c_void_p))[0]
        if self.read:
            getattr(self.read, f"run_{name}")(ctypes.c_void_p(address), *(ctypes.c_uint64(grid[k]) for k in (0, 3)))
        else:
            entry = device_library(toy.RULESET, bots=False).entries[name]
            entry.calling((ctypes.c_int64 * entry.places)(*(ctypes.c_int64 * entry.places).from_address(address)))()
        return (Status(0),)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Makes cards with a driver of our own."""
    launch._functions.cache_clear()
    monkeypatch.setattr(device.DeviceLibrary, "card", lambda self, major, minor: b"code")

    def made(driver: Driver, capability: tuple[int, int] = (9, 0)) -> launch.Card:
        monkeypatch.setattr(launch, "driver", lambda: driver)
        return launch.Card(0, capability, lambda: 77)

    yield made
    launch._functions.cache_clear()


def test_a_card_is_given_the_block_enough_threads_and_torchs_stream(card, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver()
    monkeypatch.setattr(tensors, "_runner", lambda device: card(driver))
    monkeypatch.setattr(launch, "driver", lambda: driver)
    assert played_alike(SHORT, 30, n=65) >= 0
    assert set(driver.launched) == {(2, 1, 1, 64, 1, 1, 77)}


needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="gcc compiles the PTX as it is read")


def played_by_ptx(card, monkeypatch: pytest.MonkeyPatch, code: str, folder: Path, scenario: Scenario, steps: int) -> None:
    """Play by the instructions of PTX, whatever registers and memory hold before they are written."""
    driver = Driver(read=ptx.built(code, folder))
    monkeypatch.setattr(tensors, "_runner", lambda device: card(driver))
    for unwritten in (0, 0xA5):
        ctypes.c_int.in_dll(driver.read, "unwritten").value = unwritten
        played_alike(scenario, steps, n=65)


@needs_gcc
def test_the_ptx_instruction_by_instruction_plays_as_a_batch_does(card, monkeypatch, code: str, tmp_path: Path) -> None:
    played_by_ptx(card, monkeypatch, code, tmp_path, SHORT, 60)


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_the_ptx_of_every_ruleset_plays_as_a_batch_does(card, monkeypatch, name: str, tmp_path: Path) -> None:
    ruleset = ruleset_of(name)
    played_by_ptx(card, monkeypatch, cuda.ptx(device_library(ruleset, bots=False)), tmp_path, ruleset.scenario(), 400)


_BY_BINDINGS = """
from skirmish_rl.envs.adapters import device as tensors, launch
from skirmish_rl.envs.core import device
from tests.test_device import SHORT, played_alike

device.DeviceLibrary.card = lambda self, major, minor: b"code"
tensors._runner = lambda device: launch.Card(0, (9, 0), lambda: 77)
assert played_alike(SHORT, 60, n=65) > 0
"""


@needs_gcc
@pytest.mark.skipif(
    not importlib.util.find_spec("cuda"), reason="the driver's bindings come with torch for CUDA: pip install cuda-bindings"
)
def test_the_bindings_of_the_driver_are_called_as_they_want_to_be(code: str, tmp_path: Path) -> None:
    ptx.built(code, tmp_path)
    source = Path(__file__).with_name("driver.c")
    subprocess.run(["gcc", "-w", "-shared", "-fPIC", "-o", str(tmp_path / "libcuda.so.1"), str(source), "-ldl"], check=True)
    found = {
        **os.environ,
        "LD_LIBRARY_PATH": str(tmp_path),
        "KERNELS": str(tmp_path / "ptx.so"),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", _BY_BINDINGS], cwd=source.parents[1], env=found, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_ptx_that_is_not_known_is_no_guess() -> None:
    with pytest.raises(ValueError, match="brev.b32 %r1, %r2 is not known"):
        ptx.as_c(".visible .entry one(\n\t.param .align 8 .b8 one_param_0[8]\n)\n{\n\t.reg .b32 %r<3>;\n\tbrev.b32 %r1, %r2;\n}\n")


def test_drivers_and_cards_that_are_too_old_are_refused_by_name(card) -> None:
    with pytest.raises(LibraryError, match=r"driver of this GPU is for CUDA 11\.8; the rules need one for 12\.0"):
        card(Driver(11080))
    with pytest.raises(LibraryError, match=r"compute capability 7\.5; the rules need 8\.0"):
        card(Driver(), (7, 5))
    entry = device_library(toy.RULESET, bots=False).entries["choose_game"]
    with pytest.raises(LibraryError, match=r"does not take the code of toy_\w+-device for compute capability 9\.0; .*: CUDA_ERROR_SAID"):
        card(Driver(loads=218)).launching(entry, (ctypes.c_int64 * entry.places)())


def test_without_bindings_or_a_driver_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    launch.driver.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "cuda.bindings", None)
    with pytest.raises(LibraryError, match="which torch with CUDA brings .*: pip install cuda-bindings"):
        launch.driver()


def test_the_command_for_a_gpu_is_tried_on_the_processor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bench import gpu

    with toy.registered():
        assert gpu.main(["--device", "cpu", "--ruleset", "toy", "--out", str(tmp_path)]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert not any(figures["equality"]["toy"]["different"].values()) and figures["equality"]["toy"]["decisions"] == 16 * 40
    assert figures["equality"]["toy"]["ends"] > 0, "games that end are begun anew, and compared, too"
    assert figures["speed"]["toy 64"]["a second"] > 1000 and set(figures["speed"]) == {"toy 64", "toy 64 unseen", "toy processor"}
    assert figures["update"]["toy"]["learnt a second"] > 0 and figures["dlpack"]["toy"]["decisions"] >= 0 and figures["failed"] == {}
    ((given, told),) = figures["training"].items()
    scene = given.split(":")[0].split("/")[1]
    assert told["decisions"] > 1000 and {file.name for file in tmp_path.iterdir()} == {
        "figures.json",
        f"toy-{scene}-2.safetensors",
        f"toy-{scene}-2.json",
    }
    assert "different: nothing; failed: nothing" in capsys.readouterr().out


def test_parts_are_chosen_and_trainings_have_settings_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bench import gpu

    given = "toy/short:0.1:kept=0.5,entropy=[0.05,0.01],minibatch=256"
    with toy.registered():
        words = ["--device", "cpu", "--ruleset", "toy", "--out", str(tmp_path), "--part", "training"]
        assert gpu.main([*words, "--train", "toy/short:0.1:kept=2", "--train", given, "--at", "0.01", "--at", "9"]) == 1
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert set(figures) == {"device", "torch", "failed", "training"} and list(figures["training"]) == [given]
    kept = "toy-short-0.1-kept-0.5-entropy-0.05-0.01-minibatch-256"
    assert {file.name for file in tmp_path.glob("*.safetensors")} == {f"{kept}.safetensors", f"{kept}-at-0.01.safetensors"}
    assert "kept = 2: a share above 0, at most 1" in figures["failed"]["training toy/short:0.1:kept=2"]


def test_what_would_begin_too_late_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bench import gpu

    with toy.registered():
        assert gpu.main(["--device", "cpu", "--ruleset", "toy", "--out", str(tmp_path), "--until", "0"]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert figures["left out"][0] == "equality toy" and figures["left out"][-1] == "dlpack toy" and "speed" not in figures
    assert "left out: equality toy, speed toy 64" in capsys.readouterr().out


def test_games_for_the_measurement_of_speed_are_of_all_ages() -> None:
    from bench import gpu

    games = gpu.scattered(SHORT, torch.device("cpu"), 320, gpu.TINY)
    assert sorted(set(games.field("decisions").tolist())) == [0, 1, 2, 3, 4, 5]
    assert len(set(games.seeds.tolist())) >= 10


def test_the_command_for_a_gpu_names_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import gpu

    step = DeviceBatch.step

    def wrong(self: DeviceBatch, actions: torch.Tensor) -> None:
        step(self, actions)
        self.observations[3, 5] += 0.25

    monkeypatch.setattr(DeviceBatch, "step", wrong)
    told = gpu.differences(toy.RULESET.scenario("long"), torch.device("cpu"), gpu.TINY)
    (name,) = told["columns"]
    assert (
        name == toy.RULESET.scenario("long").features.names()[5]
        and told["different"]["observations"] == told["columns"][name]["count"] == 40
    )
    assert told["columns"][name]["device"] - told["columns"][name]["processor"] == 0.25 and told["columns"][name]["game"] == 3


@needs_assembler
def test_all_that_the_command_will_run_is_prepared_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import gpu

    monkeypatch.setattr(gpu.library, "_SHIPPED", tmp_path / "compiled")
    monkeypatch.setattr(gpu, "VARIANTS", {"ptxas-O0": {"assembler": 0}})
    with toy.registered():
        lacking = gpu.unprepared(["toy"], (9, 0))
        assert [name.partition(" for ")[2] for name in lacking] == ["sm_90", "x86-64-v3-linux"]
        assert gpu.main(["--prepare", "--ruleset", "toy", "--variants", "toy"]) == 0
        assert gpu.unprepared(["toy"], (9, 0)) == [] and len(gpu.unprepared(["toy"], (8, 9))) == 1
        monkeypatch.setattr(cuda, "ptx", lambda *given: pytest.fail("what is there is kept"))
        assert gpu.main(["--prepare", "--ruleset", "toy"]) == 0
    name = device_library(toy.RULESET, bots=False).name
    made = tmp_path / "compiled"
    assert (made / f"{name}-sm_90.json").is_file() and (made / "variants" / "toy-ptxas-O0.cubin").read_bytes()[:4] == b"\x7fELF"
    assert list(made.glob("toy_*-x86-64-v3-linux.json"))
