"""`python -m bench.gpu --out DIR`: what only a GPU can show, in one command of six minutes: equality with the processor, speed, a short training.

    python -m bench.gpu --prepare --card sm_90      # without a GPU: compiles and assembles everything into envs/compiled (an hour)
    python -m bench.gpu --out DIR                   # on the machine with the GPU: nothing is compiled there
    python -m bench.gpu --out DIR --device cpu      # tries the same with tiny numbers on the processor

`DIR/figures.json` is written anew after every part; a part that fails is told of, and the next one begins. The trained network and its
progress lie beside it. Where observations differ, the columns are named, and variants of the code, prepared too, are tried one by one.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import shutil
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from skirmish_rl.agents.selfplay import command as runs
from skirmish_rl.agents.selfplay.config import SelfPlayConfig
from skirmish_rl.envs.adapters import launch
from skirmish_rl.envs.adapters.device import DeviceBatch, checked_device
from skirmish_rl.envs.core import library
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.device import DeviceLibrary, device_library
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of

ARRAYS = ("masks", "observations", "deciders", "rewards", "ended", "final", "seeds", "control")
VARIANTS: dict[str, dict[str, Any]] = {  # of the code: levels of LLVM's and of ptxas' optimisation, and without vectors
    "ptxas-O1": {"assembler": 1}, "ptxas-O0": {"assembler": 0}, "llvm-O1": {"opt": 1}, "no-vectors": {"vectors": False},
    "llvm-O0-ptxas-O0": {"opt": 0, "assembler": 0, "vectors": False},
}  # fmt: skip
SUSPECT = "dropzone_commander"  # whose observations differed on a card when a prototype ran there


@dataclasses.dataclass(frozen=True)
class Size:
    """How much of everything.

    Attributes:
        games, decisions: of the comparison. batches: of the measurement, `seconds` for each. training: seconds, and its settings.
    """

    games: int
    decisions: int
    batches: tuple[int, ...]
    seconds: float
    training: float
    settings: dict[str, Any]


BIG = Size(1024, 300, (8_192, 32_768, 131_072), 3.0, 100.0, {"decisions": 250_000_000, "final_games": 200})
TINY = Size(16, 40, (64,), 0.5, 3.0, {"decisions": 4096, "games": 64, "steps": 16, "minibatch": 512, "width": 32, "blocks": 1, "final_games": 20})


def differences(scenario: Scenario, device: Any, size: Size) -> dict[str, Any]:
    """The same random decisions in both; how many numbers differ, and of observations in which columns, with an example of each."""
    batch, games = Batch(scenario, size.games, threads=0, after=RESTART), DeviceBatch(scenario, size.games, device, after=RESTART)
    batch.reset(seed=7919)
    games.reset(seed=7919)
    names, counts, columns = scenario.features.names(), dict.fromkeys((*ARRAYS, "games"), 0), dict[str, dict[str, Any]]()
    for step in range(size.decisions):
        actions = games.choose(step)
        batch.step(actions.cpu().numpy())
        games.step(actions)
        for name in ARRAYS:
            here, there = getattr(batch, name), getattr(games, name).cpu().numpy()
            unlike = here != there
            counts[name] += int(unlike.sum())
            if name == "observations":
                for column in np.flatnonzero(unlike.any(0)):
                    b = int(unlike[:, column].argmax())
                    both = {"processor": float(here[b, column]), "device": float(there[b, column])}
                    columns.setdefault(names[column], {"count": 0, "step": step, "game": b, **both})["count"] += int(unlike[:, column].sum())
        counts["games"] += int((batch.games != games.records()).sum())
        if counts["games"]:
            break  # from here on they are other games
    games.check()
    faults = int(games.field("fault").sum())
    return {"decisions": size.games * (step + 1), "different": counts, "columns": dict(sorted(columns.items())[:200]), "faults": faults}


def speed(scenario: Scenario, device: Any, n: int, seconds: float) -> float:
    """Decisions a second of random legal play, with mask and observation after each, the choice included."""
    games = DeviceBatch(scenario, n, device, after=RESTART, check=False)
    games.reset(seed=1)
    for step in range(20):  # spreads them over their rounds
        games.step(games.choose(step))
    wait(device)
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        for _ in range(4):
            games.step(games.choose(1000 + steps))
            steps += 1
        wait(device)
    return n * steps / (time.perf_counter() - began)


def processor_speed(scenario: Scenario, seconds: float) -> float:
    """The same by all cores of this machine, the choice not counted."""
    batch, luck = Batch(scenario, 8192 if seconds > 1 else 256, threads=0, after=RESTART), np.random.default_rng(1)
    batch.reset(seed=1)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = (luck.random(batch.masks.shape, np.float32) * batch.masks).argmax(1)
        began = time.perf_counter()
        batch.step(actions, check=False)
        spent, steps = spent + time.perf_counter() - began, steps + 1
    return batch.n * steps / spent


def wait(device: Any) -> None:
    """Until the device has done all that it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def trained(scenario: Scenario, device: Any, size: Size, out: Path) -> dict[str, Any]:
    """A short self-play; its files lie in `out`."""
    config = SelfPlayConfig(
        scenario.ruleset.name, scenario=scenario.name, device=str(device), minutes=size.training / 60, runs=str(out), name="run", **size.settings
    )
    shutil.rmtree(out / "run", ignore_errors=True)
    folder = runs.created(config, scenario)
    runs.run(config, scenario, folder, resumed=False)
    for name in (runs.OWN, runs.HISTORY, runs.EVALUATION):
        shutil.copy(folder / name, out / name)
    last = (folder / runs.HISTORY).read_text().splitlines()[-1].split(",")
    shutil.rmtree(folder)
    return {"decisions": int(last[0]), "seconds": float(last[1]), "matches": json.loads((out / runs.EVALUATION).read_text())["matches"]}


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
    return Path(library.__file__).parents[1] / "compiled" / "variants"


def prepare(names: list[str], card: str) -> None:
    """Compile and assemble all that the other command will run, into `envs/compiled`, where a wheel has it."""
    from skirmish_rl.envs.core import building, cuda
    from skirmish_rl.envs.core.files import put

    cuda.assembler()
    folder = _variants_folder().parent
    _variants_folder().mkdir(parents=True, exist_ok=True)
    for name in names:
        ruleset, made = ruleset_of(name), device_library(ruleset_of(name), bots=False)
        _timed(f"{name}: library", lambda ruleset=ruleset: building.ship(ruleset.engine.library, folder, ["x86-64-v3-linux"]))
        code = _timed(f"{name}: PTX", lambda made=made: cuda.ptx(made))
        file = folder / f"{made.name}-{card}.json"
        _timed(f"{name}: {card}", lambda made=made, code=code, file=file: cuda.write_card(made, code, file, card))
        if name == SUSPECT:
            for label, how in VARIANTS.items():
                rest = dict(how)
                level = rest.pop("assembler", 3)

                def variant(rest: dict[str, Any] = rest, level: int = level, made: Any = made, code: str = code) -> bytes:
                    return cuda.assemble(cuda.ptx(made, **rest) if rest else code, card, level)

                put(_variants_folder() / f"{name}-{label}.cubin", _timed(f"{name}: {label}", variant))


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
    args = parser.parse_args(words)
    names = args.ruleset or available()
    if args.prepare:
        prepare(names, args.card)
        return 0
    if args.out is None:
        parser.error("--out: where the figures go")
    device = checked_device(args.device)
    size = TINY if device.type == "cpu" else BIG
    args.out.mkdir(parents=True, exist_ok=True)
    what = torch.cuda.get_device_name(device) if device.type == "cuda" else "the processor"
    figures: dict[str, Any] = {"device": what, "torch": torch.__version__, "equality": {}, "speed": {}, "variants": {}, "failed": {}}
    began = time.perf_counter()

    def part(kind: str, name: str, work: Callable[[], Any]) -> None:
        try:
            figures.setdefault(kind, {})[name] = work()
        except Exception as error:  # whatever a card brings about: the other parts still tell something
            traceback.print_exc()
            figures["failed"][f"{kind} {name}"] = f"{type(error).__name__}: {error}"
        print(f"{time.perf_counter() - began:6.1f} s  {kind} {name}: {json.dumps(figures[kind].get(name))[:300]}", flush=True)
        (args.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")

    scenarios = {name: ruleset_of(name).scenario(ruleset_of(name).default_scenario("standard")) for name in names}
    for name, scenario in scenarios.items():
        part("equality", name, lambda scenario=scenario: differences(scenario, device, size))
        if any(figures["equality"].get(name, {}).get("different", {}).values()):
            part("variants", name, lambda scenario=scenario: tried_variants(scenario, device, size))
    for name, scenario in scenarios.items():
        for n in size.batches:
            part("speed", f"{name} {n}", lambda scenario=scenario, n=n: round(speed(scenario, device, n, size.seconds)))
        part("speed", f"{name} processor", lambda scenario=scenario: round(processor_speed(scenario, size.seconds)))
    first = ruleset_of("godbreakers" if "godbreakers" in names else names[0])
    part("training", first.name, lambda: trained(first.scenario(first.default_scenario("small")), device, size, args.out))
    unlike = [name for name, told in figures["equality"].items() if any(told["different"].values())]
    print(f"different: {', '.join(unlike) or 'nothing'}; failed: {', '.join(figures['failed']) or 'nothing'}")
    return int(bool(unlike or figures["failed"]))


if __name__ == "__main__":
    sys.exit(main())
