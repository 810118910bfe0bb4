"""`python -m bench.gpu --out DIR`: what only a GPU can show, in one command: equality with the processor, speed, learning.

    python -m bench.gpu --prepare --card sm_90      # without a GPU: compiles and assembles everything into envs/compiled (half an hour)
    python -m bench.gpu --out DIR                   # on the machine with the GPU: nothing is compiled there
    python -m bench.gpu --out DIR --part training --train warcry/duel:90 --train warcry/duel:90:kept=0.25
    python -m bench.gpu --out DIR --until 300       # begins no part after five minutes
    python -m bench.gpu --out DIR --device cpu      # tries the same with tiny numbers on the processor

`DIR/figures.json` is written anew after every part; a part that fails is told of, and the next one begins. The trained networks lie beside
it with matrices of half precision, and play anywhere as `ppo:DIR/warcry-duel-90.safetensors`; they and their curves are written every half
minute, so that a training that is cut off leaves what it had. `--at 30` also keeps the network of second 30, for a curve of scores.
Where observations differ, the columns are named, and variants of the code, where some were prepared (`--variants`), are tried one by one.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import importlib.util
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from skirmish_rl.agents.selfplay.config import SelfPlayConfig, check_self_play
from skirmish_rl.agents.selfplay.loop import Learner
from skirmish_rl.agents.selfplay.network import agent_bytes
from skirmish_rl.envs.adapters import launch
from skirmish_rl.envs.adapters.device import DeviceBatch, checked_device
from skirmish_rl.envs.core import library
from skirmish_rl.envs.core.batch import GO_ON, RESTART, Batch
from skirmish_rl.envs.core.device import RENEW, DeviceLibrary, device_library
from skirmish_rl.envs.core.files import put
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of

ARRAYS = ("masks", "observations", "deciders", "rewards", "ended", "final", "seeds", "control")
VARIANTS: dict[str, dict[str, Any]] = {  # of the code: levels of LLVM's and of ptxas' optimisation, and without vectors
    "ptxas-O1": {"assembler": 1}, "ptxas-O0": {"assembler": 0}, "llvm-O1": {"opt": 1}, "no-vectors": {"vectors": False},
    "llvm-O0-ptxas-O0": {"opt": 0, "assembler": 0, "vectors": False},
}  # fmt: skip
PARTS = ("equality", "speed", "training", "update", "dlpack")
_SHOWN, _KEPT = 5.0, 30.0  # seconds between two points of a curve, and between two writings of a network
_CAPTURED = 3  # updates, of which the second captures: what fails later does so for another reason
_LARGEST = 16 * 2**20  # bytes of a network; what comes home from a machine for minutes is seldom larger


@dataclasses.dataclass(frozen=True)
class Size:
    """How much of everything.

    Attributes:
        games, decisions: of the comparison. batches: of the measurement, `seconds` for each, in games up to `spread` decisions old.
        training: what is learnt where nothing is named, see `_training_of`. settings: of every training.
    """

    games: int
    decisions: int
    batches: tuple[int, ...]
    seconds: float
    spread: int
    training: str
    settings: dict[str, Any]


BIG = Size(512, 500, (32_768, 131_072), 1.0, 400, ":100", {})  # the shortest games that play at random end after 200 to 350 decisions
TINY = Size(16, 40, (64,), 0.2, 5, ":2", {"games": 64, "steps": 16, "minibatch": 512, "width": 32, "blocks": 1})


def differences(scenario: Scenario, device: Any, size: Size) -> dict[str, Any]:
    """The same random decisions in both; how many numbers differ, and of observations in which columns, with an example of each.

    `ends` says how many games ended on the way, and so were begun anew.
    """
    batch, games = Batch(scenario, size.games, threads=0, after=RESTART), DeviceBatch(scenario, size.games, device, after=RESTART)
    batch.reset(seed=7919)
    games.reset(seed=7919)
    names, counts, columns = scenario.features.names(), dict.fromkeys((*ARRAYS, "games"), 0), dict[str, dict[str, Any]]()
    fault, faults, ends = scenario.ruleset.reasons.index("fault"), 0, 0
    for step in range(size.decisions):
        actions = games.choose(step)
        batch.step(actions.cpu().numpy())
        games.step(actions)
        faults, ends = faults + int((games.ended == fault).sum()), ends + int((games.ended != 0).sum())
        for name in ARRAYS:
            here, there = getattr(batch, name), getattr(games, name).cpu().numpy()
            unlike = here != there
            counts[name] += int(unlike.sum())
            if name == "observations":
                for column in np.flatnonzero(unlike.any(0)):
                    b = int(unlike[:, column].argmax())
                    both = {"processor": float(here[b, column]), "device": float(there[b, column])}
                    columns.setdefault(names[column], {"count": 0, "step": step, "game": b, **both})["count"] += int(
                        unlike[:, column].sum()
                    )
        counts["games"] += int((batch.games != games.records()).sum())
        if counts["games"]:
            break  # from here on they are other games
    games.check()
    told = {"decisions": size.games * (step + 1), "ends": ends, "faults": faults}
    return {**told, "different": counts, "columns": dict(sorted(columns.items())[:200])}


def scattered(scenario: Scenario, device: Any, n: int, size: Size, observe: bool = True) -> DeviceBatch:
    """Games of all ages up to `spread` decisions, so that some end in every step: copies of few, each with dice of its own."""
    few = DeviceBatch(scenario, max(1, n // 32), device, after=RESTART, check=False, observe=observe)
    few.reset(seed=1)
    left = torch.arange(few.n, device=device) % (size.spread + 1)
    for step in range(size.spread):
        few.step(torch.where(left > step, few.choose(step), GO_ON))
    games = DeviceBatch(scenario, n, device, after=RESTART, check=False, observe=observe)
    games.copy(few, torch.arange(n, device=device) % few.n)
    games.reseed(torch.arange(n, device=device))
    return games


def speed(scenario: Scenario, device: Any, n: int, size: Size, observe: bool = True) -> dict[str, float]:
    """Decisions a second of random legal play, with mask and observation after each, the choice included.

    And milliseconds of its parts.
    """
    games = scattered(scenario, device, n, size, observe)
    wait(device)
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < size.seconds:
        for _ in range(4):
            games.step(games.choose(1_000_000 + steps))
            steps += 1
        wait(device)
    rate = n * steps / (time.perf_counter() - began)
    parts = {
        "choose": lambda: games.choose(7),
        "step": lambda: games._step(games.after, games.refused),
        "renew": lambda: games._launched("step_game", n, part=RENEW, ahead=False)(),
        "begin all": lambda: (games._begun.fill_(-1), games._launched("step_game", n, part=RENEW, ahead=True)()),
    }
    return {"a second": round(rate), **{name: round(1000 * spent(work, device), 3) for name, work in parts.items()}}


def spent(work: Callable[[], Any], device: Any, times: int = 5) -> float:
    """Seconds of some work, the mean of several times after a first one."""
    work()
    wait(device)
    began = time.perf_counter()
    for _ in range(times):
        work()
    wait(device)
    return (time.perf_counter() - began) / times


def processor_speed(scenario: Scenario, seconds: float) -> float:
    """Decisions a second by all cores of this machine, in games that began together, without the choice; ten times the seconds with it."""
    batch, luck = Batch(scenario, 8192 if seconds >= 1 else 256, threads=0, after=RESTART), np.random.default_rng(1)
    batch.reset(seed=1)
    spent, steps, first = 0.0, 0, time.perf_counter()
    while spent < seconds and (time.perf_counter() - first < 10 * seconds or not steps):
        actions = (luck.random(batch.masks.shape, np.float32) * batch.masks).argmax(1)
        began = time.perf_counter()
        batch.step(actions, check=False)
        spent, steps = spent + time.perf_counter() - began, steps + 1
    return batch.n * steps / spent


def wait(device: Any) -> None:
    """Until the device has done all that it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def update_parts(scenario: Scenario, device: Any, size: Size) -> dict[str, Any]:
    """Seconds of an update of the learner and of its two parts, and the kernels that take longest."""
    _freed()
    config = SelfPlayConfig(scenario.ruleset.name, scenario=scenario.name, device=str(device), **size.settings)
    learner = Learner(config, scenario)
    for _ in range(2):  # the second records
        learner.update()
    told: dict[str, Any] = {"update": spent(learner.update, device, 3), "play": spent(learner._played, device, 3)}
    told |= {"learn": spent(lambda: learner._learn(learner._studied, 1.0), device, 3), "faults": learner.faults}
    if device.type == "cuda":
        try:
            told["kernels, ms"] = kernels(learner, device)
        except Exception as error:  # what was measured stays
            told["kernels, ms"] = f"{type(error).__name__}: {error}"
    return {**told, "learnt a second": round(config.rollout / told["update"])}


def kernels(learner: Learner, device: Any) -> dict[str, list[float]]:
    """Milliseconds and calls of the kernels that take longest in an update."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        learner.update()
        wait(device)
    longest = sorted(profile.key_averages(), key=lambda one: -one.device_time_total)[:25]
    return {one.key[:90]: [round(one.device_time_total / 1000, 2), one.count] for one in longest}


def shared_memory(scenario: Scenario, device: Any) -> dict[str, Any]:
    """Whether other libraries see the same numbers in the same memory, and play by them."""
    told: dict[str, Any] = {}
    batch = DeviceBatch(scenario, 64, device, after=RESTART)
    batch.reset(seed=7)
    if device.type == "cuda" and importlib.util.find_spec("cupy"):
        import cupy

        masks = cupy.from_dlpack(batch.masks)  # of any strides; seen once: later steps write into the same memory
        for _ in range(50):
            noise = cupy.random.random(masks.shape, dtype=cupy.float32) * masks
            batch.step(torch.from_dlpack(noise.argmax(1).astype(cupy.int64)))
        told["cupy"] = float(cupy.abs(cupy.from_dlpack(batch.observations)).sum())
    if importlib.util.find_spec("jax"):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or it takes three quarters of the card
        import jax

        for step in range(20):
            masks = jax.dlpack.from_dlpack(batch.masks.contiguous())  # games lie side by side on the card, which JAX does not read
            chosen = jax.random.categorical(jax.random.key(step), jax.numpy.where(masks != 0, 0.0, -jax.numpy.inf))
            batch.step(torch.from_dlpack(chosen).long())
        told["jax"] = float(jax.numpy.abs(jax.dlpack.from_dlpack(batch.observations.contiguous())).sum())
    batch.check()
    return {**told, "torch": float(batch.observations.abs().sum()), "decisions": int(batch.field("decisions").sum())}


def trained(given: str, device: Any, size: Size, out: Path, at: list[float] | None = None) -> dict[str, Any]:
    """A self-play of some seconds, whose rates fall by the clock; its network and its curve lie in `out`.

    Where the work cannot be captured as graphs, it is done once more without.

    Args:
        at: seconds after which the network is kept beside the last one.
    """
    scenario, seconds, more = _training_of(given)
    settings: dict[str, Any] = {**size.settings, "decisions": 10**12, **more}
    config = SelfPlayConfig(scenario.ruleset.name, scenario=scenario.name, device=str(device), minutes=seconds / 60, **settings)
    check_self_play(config, scenario)
    said = [scenario.ruleset.name, scenario.name, f"{seconds:g}", *(f"{key}-{value}" for key, value in more.items())]
    name = re.sub(r"[^\w.]+", "-", "-".join(said)).strip("-")
    file = out / f"{name}.safetensors"
    _freed()
    learner = Learner(config, scenario)
    try:
        return _train(learner, given, seconds, file, at or [])
    except RuntimeError as error:  # of CUDA
        if device.type != "cuda" or not config.graphs or learner.done >= _CAPTURED:
            raise
        traceback.print_exc()
        why = str(error)
    del learner
    _freed()  # the error held it, too
    told = _train(Learner(dataclasses.replace(config, graphs=False), scenario), given, seconds, file, at or [])
    return {**told, "without graphs, because": why}


def _freed() -> None:
    """Give back the memory of a learner that is gone; its graphs hold it until Python has looked for circles."""
    gc.collect()
    torch.cuda.empty_cache()


def _train(learner: Learner, given: str, seconds: float, file: Path, at: list[float]) -> dict[str, Any]:
    """Learn for some seconds."""
    size = len(agent_bytes(learner.mean, learner.scenario, half=True))
    if size > _LARGEST:
        raise ValueError(f"its network has {size:,} bytes, more than {_LARGEST:,}: give a smaller width")
    began, shown, kept, curve = time.perf_counter(), 0.0, 0.0, list[dict[str, float]]()
    later = sorted(one for one in at if one < seconds)

    def keep() -> dict[str, Any]:
        wait(learner.device)
        put(file, agent_bytes(learner.mean, learner.scenario, half=True))
        spent = round(time.perf_counter() - began, 1)
        told = {"decisions": learner.decisions, "seconds": spent, "faults": learner.faults, "curve": curve}
        put(file.with_suffix(".json"), json.dumps(told, indent=1).encode())
        return told

    while time.perf_counter() - began < seconds:
        row = learner.update()
        if time.perf_counter() - shown > _SHOWN:
            shown = time.perf_counter()
            curve.append({name: round(value, 4) for name, value in row.items()})
            print(f"  {given}: {curve[-1]}", flush=True)
        if later and time.perf_counter() - began >= later[0]:
            put(file.with_stem(f"{file.stem}-at-{later.pop(0):g}"), agent_bytes(learner.mean, learner.scenario, half=True))
        if time.perf_counter() - began - kept > _KEPT:
            kept = time.perf_counter() - began
            keep()
    return keep()


def _training_of(given: str) -> tuple[Scenario, float, dict[str, Any]]:
    """What `GAME/SCENARIO:SECONDS` or `GAME/SCENARIO:SECONDS:name=value,name=value` asks for.

    Raises:
        ValueError: something else.
    """
    where, seconds, *rest = given.split(":", 2)
    game, scenario = where.split("/")
    pairs = (pair.split("=") for pair in re.split(r",(?=\w+=)", rest[0])) if rest else ()
    return ruleset_of(game).scenario(scenario), float(seconds), {name: json.loads(value) for name, value in pairs}


def tried_variants(scenario: Scenario, device: Any, size: Size) -> dict[str, Any]:
    """The comparison with every variant of the code that was prepared."""
    found, usual = {}, DeviceLibrary.card
    for file in sorted(_variants_folder().glob(f"{scenario.ruleset.name}-*.cubin")):
        try:
            DeviceLibrary.card = lambda self, major, minor, file=file: file.read_bytes()  # type: ignore[method-assign, misc]
            launch._functions.cache_clear()
            found[file.stem] = differences(scenario, device, size)["different"]
        finally:
            DeviceLibrary.card = usual  # type: ignore[method-assign]
            launch._functions.cache_clear()
    return found


def _variants_folder() -> Path:
    return library._SHIPPED / "variants"


def prepare(names: list[str], card: str, variants: list[str]) -> None:
    """Compile and assemble all that the other command will run, into `envs/compiled`, where a wheel has it.

    What is there and fits is kept.
    """
    from skirmish_rl.envs.core import building, cuda

    cuda.assembler()
    folder, processor = _variants_folder().parent, "x86-64-v3-linux"
    _variants_folder().mkdir(parents=True, exist_ok=True)
    for name in names:
        own, made = ruleset_of(name).engine.library, device_library(ruleset_of(name), bots=False)
        if not _is_made(own, folder, processor):
            _timed(f"{name}: library", lambda own=own: building.ship(own, folder, [processor]))
        if _is_made(made, folder, card) and name not in variants:
            continue
        code = _timed(f"{name}: PTX", lambda made=made: cuda.ptx(made))
        file = folder / f"{made.name}-{card}.json"
        _timed(f"{name}: {card}", lambda made=made, code=code, file=file: cuda.write_card(made, code, file, card))
        for label, how in VARIANTS.items() if name in variants else ():
            rest = dict(how)
            level = rest.pop("assembler", 3)

            def variant(rest: dict[str, Any] = rest, level: int = level, made: Any = made, code: str = code) -> bytes:
                return cuda.assemble(cuda.ptx(made, **rest) if rest else code, card, level)

            put(_variants_folder() / f"{name}-{label}.cubin", _timed(f"{name}: {label}", variant))


def unprepared(names: list[str], capability: tuple[int, int]) -> list[str]:
    """What would be compiled here: minutes that a machine for minutes does not have."""
    folder, lacking = _variants_folder().parent, []
    for name in names:
        made = device_library(ruleset_of(name), bots=False)
        for own, target in ((made, f"sm_{capability[0]}{capability[1]}"), (ruleset_of(name).engine.library, "x86-64-v3-linux")):
            if not _is_made(own, folder, target):
                lacking.append(f"{own.name} for {target}")
    return lacking


def _is_made(own: library.Library, folder: Path, target: str) -> bool:
    return bool(own.taken(folder / f"{own.name}-{target}.json", (target,), own.wanted(builders=False), library.content))


def _timed(what: str, work: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    got = work()
    print(f"{what}: {time.perf_counter() - began:.0f} s", flush=True)
    return got


def main(words: list[str] | None = None) -> int:
    """Run what is asked for.

    Returns:
        Exit code: 0, 1 where something differs or a part failed.
    """
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description="Equality, speed and a short training on a GPU.")
    parser.add_argument("--out", type=Path, help="folder of the figures and the trained network")
    parser.add_argument("--device", default="cuda", help="cuda, or cpu for a try with tiny numbers")
    parser.add_argument("--ruleset", action="append", default=[], help="repeatable; default: all")
    parser.add_argument("--prepare", action="store_true", help="compile and assemble all that will be run; needs no GPU")
    parser.add_argument("--card", default="sm_90", help="with --prepare: the kind of card")
    parser.add_argument("--variants", action="append", default=[], help="with --prepare: a ruleset whose observations differ; repeatable")
    parser.add_argument("--part", action="append", default=[], choices=PARTS, help="repeatable; default: all")
    parser.add_argument(
        "--train", action="append", default=[], help="GAME/SCENARIO:SECONDS[:name=value,...], settings of self-play; repeatable"
    )
    parser.add_argument(
        "--at", action="append", type=float, default=[], help="second of trainings whose networks are kept, too; repeatable"
    )
    parser.add_argument("--until", type=float, default=float("inf"), help="seconds after which no further part begins")
    args = parser.parse_args(words)
    names, parts = args.ruleset or available(), args.part or PARTS
    if args.prepare:
        prepare(names, args.card, args.variants)
        return 0
    if args.out is None:
        parser.error("--out: where the figures go")
    device = checked_device(args.device)
    size = TINY if device.type == "cpu" else BIG
    args.out.mkdir(parents=True, exist_ok=True)
    what = torch.cuda.get_device_name(device) if device.type == "cuda" else "the processor"
    figures: dict[str, Any] = {"device": what, "torch": torch.__version__, "failed": {}}
    began = time.perf_counter()

    def part(kind: str, name: str, work: Callable[[], Any]) -> Any:
        if kind not in (*parts, "variants"):
            return {}
        if time.perf_counter() - began > args.until:
            figures.setdefault("left out", []).append(f"{kind} {name}")
            return {}
        of_kind = figures.setdefault(kind, {})
        try:
            of_kind[name] = work()
        except Exception as error:  # whatever a card brings about: the other parts still tell something
            traceback.print_exc()
            figures["failed"][f"{kind} {name}"] = f"{type(error).__name__}: {error}"
        found = of_kind.get(name, {})
        print(f"{time.perf_counter() - began:6.1f} s  {kind} {name}: {json.dumps(found)[:300]}", flush=True)
        put(args.out / "figures.json", (json.dumps(figures, indent=1) + "\n").encode())
        return found

    if device.type == "cuda" and (lacking := unprepared(names, torch.cuda.get_device_capability(device))):
        parser.error(
            f"not prepared, or from other sources: {', '.join(lacking)}; run --prepare on the machine that these sources are from"
        )
    standard = {name: ruleset_of(name).default_scenario("standard") for name in names}
    scenarios = {name: ruleset_of(name).scenario(standard[name]) for name in names if {"equality", "speed"} & set(parts)}
    unlike = []
    for name, scenario in scenarios.items():
        told = part("equality", name, lambda scenario=scenario: differences(scenario, device, size))
        if any(told.get("different", {}).values()):
            unlike.append(name)
            part("variants", name, lambda scenario=scenario: tried_variants(scenario, device, size))
    for name, scenario in scenarios.items():
        for n in size.batches:
            part("speed", f"{name} {n}", lambda scenario=scenario, n=n: speed(scenario, device, n, size))
        part("speed", f"{name} {n} unseen", lambda scenario=scenario, n=n: speed(scenario, device, n, size, observe=False))
        part("speed", f"{name} processor", lambda scenario=scenario: round(processor_speed(scenario, size.seconds)))
    first = ruleset_of("godbreakers" if "godbreakers" in names else names[0])
    small = first.default_scenario("small")
    for given in args.train or [f"{first.name}/{small}{size.training}"]:
        part("training", given, lambda given=given: trained(given, device, size, args.out, args.at))
    for name in dict.fromkeys((first.name, *(name for name in names if name == "dropzone_commander"))):  # the quickest and the slowest
        part("update", name, lambda name=name: update_parts(ruleset_of(name).scenario(small), device, size))
    part("dlpack", first.name, lambda: shared_memory(first.scenario(small), device))
    put(args.out / "figures.json", (json.dumps(figures, indent=1) + "\n").encode())
    left = f"; left out: {', '.join(figures['left out'])}" if "left out" in figures else ""
    print(f"different: {', '.join(unlike) or 'nothing'}; failed: {', '.join(figures['failed']) or 'nothing'}{left}")
    return int(bool(unlike or figures["failed"]))


if __name__ == "__main__":
    sys.exit(main())
