"""Modules for browsers against the library: bytes, and the time of the same games, in pairs.

    python -m bench.module            every game
    python -m bench.module warcry

It needs node, and Zig to build the modules (pip install ziglang). The kernel `play` plays some games by bots, in the library that Python
uses here and in the module under node. A pair is a run of each, one after the other, so that both meet the same machine; the median of the
pairs' ratios of processor time is shown.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

from bench import measured_scenario
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.engine import START
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of

PAIRS, GAMES = 9, 16
_RUN = """
const fs = require("node:fs");
const {shapes, arguments: given} = JSON.parse(fs.readFileSync("plan.json"));
WebAssembly.instantiate(fs.readFileSync("rules.wasm")).then(({instance: {exports}}) => {
  let top = exports.__heap_base.value;
  const take = bytes => (top = (top + 63) & ~63, top += bytes, top - bytes);
  const places = Object.fromEntries(Object.entries(shapes).map(([name, [bytes]]) => [name, take(bytes)]));
  const block = take(8 * 64);
  exports.memory.grow(Math.ceil(Math.max(0, top - exports.memory.buffer.byteLength) / 65536));
  const bytes = name => new Uint8Array(exports.memory.buffer, places[name], shapes[name][0]);
  for (const name of ["tables", "actions", "seeds", "control"]) bytes(name).set(fs.readFileSync(name));
  const words = given.flatMap(one => typeof one === "number" ? [one] : [places[one], ...shapes[one][1]]);
  new BigInt64Array(exports.memory.buffer, block, words.length + 1).set([0, ...words].map(BigInt));
  require("node:readline").createInterface({input: process.stdin}).on("line", bot => {
    bytes("control").fill(Number(bot));
    const began = process.cpuUsage();
    if (exports.play(block)) throw new Error("play failed");
    const {user, system} = process.cpuUsage(began), took = (user + system) / 1e6;
    console.log(JSON.stringify([took, require("node:crypto").createHash("sha256").update(bytes("games")).digest("hex")]));
  });
});
"""


def arguments(batch: Batch) -> tuple[dict[str, np.ndarray], list[str | int]]:
    """The arrays of a batch, and the arguments of `play` with the names of arrays for them."""
    arrays = {
        "games": batch.games, "tables": batch.scenario.tables, "actions": batch.actions, "control": batch.control, "seeds": batch.seeds,
        "masks": batch.masks, "observations": batch.observations, "deciders": batch.deciders, "rewards": batch.rewards,
        "ended": batch.ended,
        "final": batch.final, "blank": batch._blank, "scratch": batch._scratch[0],
    }  # fmt: skip
    names: list[str | int] = [
        "games", "tables", 0, batch.n, "actions", "control", batch.after, "seeds", "masks", "observations", "deciders", "rewards", "ended",
        "final",
        "blank", "scratch",
    ]  # fmt: skip
    return arrays, names


def measure(scenario: Scenario) -> dict[str, str]:
    """Bytes of the module, and what its time is in times of the library's, for strong bots and for random ones."""
    ruleset = scenario.ruleset
    module = ruleset.engine.library.module().read_bytes()
    batch = Batch(scenario, GAMES, control=[0] * scenario.seats)
    batch.seeds[:], batch.actions[:] = np.arange(1, GAMES + 1), START
    arrays, names = arguments(batch)
    play = ruleset.engine.play.bound(*[arrays[one] if isinstance(one, str) else one for one in names])
    found = {"bytes": f"{len(module) / 1000:.0f} kB", "zipped": f"{len(gzip.compress(module, 9)) / 1000:.0f} kB"}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shapes = {name: [array.nbytes, list(array.shape)] for name, array in arrays.items()}
        (place / "plan.json").write_text(json.dumps({"shapes": shapes, "arguments": names}))
        (place / "rules.wasm").write_bytes(module)
        for name in ("tables", "actions", "seeds", "control"):
            (place / name).write_bytes(arrays[name].tobytes())
        with subprocess.Popen(["node", "-e", _RUN], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
            assert node.stdin and node.stdout
            for bot in (len(ruleset.bots) - 1, 0):
                ratios = []
                for _ in range(PAIRS + 3):  # the first ones warm up: node translates a module twice, the second time well
                    batch.control[:] = bot
                    began = time.process_time()
                    play()
                    took = time.process_time() - began
                    node.stdin.write(f"{bot}\n")
                    node.stdin.flush()
                    theirs, same = json.loads(node.stdout.readline())
                    assert same == hashlib.sha256(batch.games.tobytes()).hexdigest(), "the module plays another game"
                    ratios.append(theirs / took)
                found[ruleset.bots[bot]] = f"{median(ratios[3:]):.2f}"
            node.stdin.close()
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or available():
        ruleset = ruleset_of(name)
        scenario = ruleset.scenario(measured_scenario(ruleset))
        print(ruleset.title, scenario.name, measure(scenario), flush=True)
