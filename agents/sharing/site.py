"""The page of `skirmish-rl serve` without a server: a folder for any file host.

skirmish-rl site --out site
skirmish-rl site --out site --games GAME OTHER --agents my-agent

The folder holds the front end (`web/`), and in `data` what its worker reads (`web/local/`): for each game its rules as WebAssembly, the
tables of its scenarios, what its options change in them, and its agents. Nothing of it asks another origin. Most files are zipped: the
page unzips them, so that any file host will do.
"""

from __future__ import annotations

import argparse
import base64
import fnmatch
import gzip
import hashlib
import html
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl import __version__
from skirmish_rl.agents.folders import is_shared, network_file
from skirmish_rl.agents.identity import places_of, plays_anywhere
from skirmish_rl.agents.names import erring, fits, network_of
from skirmish_rl.agents.serving import wire
from skirmish_rl.agents.serving.drawing import drawing_module
from skirmish_rl.agents.serving.lobby import PICTURES, game_facts, plain_label
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.agents.shipped import find_agent, levels_of, shipped_agents
from skirmish_rl.agents.tensors import bytes_for, read_network
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Scene, to_svg
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, SkirmishError, cannot, unknown
from skirmish_rl.envs.core.files import new_folder, read_bytes
from skirmish_rl.envs.core.packed import ScenarioWords, packed, scenario_words
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.sources import INTERFACE
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.locales.pages import words_for_pages
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.lessons import guide_of

_WEB = INTERFACE.parent / "web"
_SITE = "data/site.json"  # which games the folder holds, and all its files; a folder that has it was made here
_LISTING = 2**20  # bytes of it
_LEFT = ("replay.js", "replay.css", "scene.js", "host.js", "types.d.ts")  # of the front end, which a site does without
_MINUTES = "about 3 minutes a game on two cores, more on a busy machine, less for what is compiled already"
_AHEAD = "0.3s"  # for an answer of a network that looks ahead
_SHOWN_SEED, _SHOWN_AFTER = 7, 60  # the game on the first page's pictures, and after how many answers
_GAP, _LARGEST = 8, 65_536  # bytes: of equal ones within a run, of all runs of an option's value


def site(words: Sequence[str]) -> int:
    """Write the folder.

    Raises:
        SkirmishError: what the user must change.
    """
    args = _parser().parse_args(words)
    for name in args.games or ():
        if name not in available():
            raise unknown("game", name, available())
    rulesets = [ruleset_of(name) for name in args.games or available()]
    for ruleset in rulesets:
        ruleset.engine.library.check_module()
    agents = _agents(args.agents, rulesets)
    out: Path = args.out
    check_place(out)
    print(f"games to write: {len(rulesets)}; {_MINUTES}", flush=True)
    write_site(out, rulesets, agents)
    print(f"{out / 'index.html'}\nput the folder on any file host; to look at it: python -m http.server -d {out}")
    return 0


def write_site(
    out: Path, rulesets: Sequence[Ruleset], agents: dict[str, Path], wanted: Callable[[Scenario], bool] = lambda scenario: True
) -> None:
    """Write a site beside its place, and move it there.

    Args:
        agents: the network of each trained agent, by its name.
        wanted: which of the scenarios, with their numbers of seats, are in it.

    Raises:
        BadOption: it cannot be written. LibraryError: nothing at hand makes WebAssembly.
    """
    try:
        with new_folder(out, replaced=True) as folder:
            (folder / "data").mkdir()
            for ruleset in rulesets:
                began = time.monotonic()
                seatings = [one for name in ruleset.scenarios for one in ruleset.seatings(name) if wanted(one)]
                _write_game(folder, ruleset, seatings, {name: file for name, file in agents.items() if _game_of(file) == ruleset.name})
                print(f"{ruleset.name}: {_size(folder, ruleset):,} bytes, after {time.monotonic() - began:.0f} s", flush=True)
            _write_pages(folder, rulesets)
            check_place(out)  # what has come to lie there meanwhile stays, too
    except OSError as error:
        raise BadOption(f"{cannot('write', out, error)}; choose another --out") from error


def check_place(out: Path) -> None:
    """Refuse a place where something lies that is not of a site, which would be removed with it.

    Raises:
        BadOption: there is; one of it is named.
    """
    try:
        if not os.path.lexists(out) or (out.is_dir() and not any(out.iterdir())):
            return
        listed = parse_json(read_bytes(out / _SITE, _LISTING))["files"] if out.is_dir() and not out.is_symlink() else []
        known = {_SITE, *listed}
    except (SkirmishError, OSError, ValueError, KeyError, TypeError) as error:  # no site, or none of ours
        raise BadOption(f"{out} exists, and is no site that can be replaced; remove it, or choose another --out") from error
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if (path.is_symlink() or not path.is_dir()) and name not in known:
            raise BadOption(f"{out} holds {name}, which is not of the site and would be lost; move it away, or choose another --out")


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
        prog="skirmish-rl site",
        description="write the page of `serve` as files that need no server; needs: pip install ziglang",
        epilog="examples:\n  skirmish-rl site --out site\n  skirmish-rl site --out site --games GAME --agents my-agent",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="the folder; it is written whole or not at all, and an old site is replaced",
    )
    parser.add_argument("--games", nargs="+", metavar="GAME", help="games to include, by the names that `list` shows; default: every game")
    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="AGENT",
        help="trained agents to include, folders of `publish`; default: those that come with the package",
    )
    return parser


def _agents(specs: Sequence[str] | None, rulesets: Sequence[Ruleset]) -> dict[str, Path]:
    """The network of every trained agent, by the name that pages use.

    Raises:
        CheckpointError: none there, damaged, or one that is not shared yet. BadOption: of a game that is left out.
    """
    folders: dict[str, Path] = {}
    for spec in shipped_agents() if specs is None else specs:
        name = network_of(spec if ":" in spec else f"ppo:{spec}")[0]
        path, shipped = find_agent(name)
        if not is_shared(path):
            raise CheckpointError(f"{path} is no agent's folder; make one of a run: skirmish-rl publish {path} --out my-agent")
        file = network_file(path)
        if _game_of(file) in {ruleset.name for ruleset in rulesets}:
            folders[shipped or plain_label(str(path))] = file
        elif specs is not None:
            raise BadOption(f"{spec} plays {_game_of(file)}, which is not among --games")
    return folders


def _game_of(file: Path) -> str:
    return str(read_network(file)[1]["ruleset"])


def _write_game(folder: Path, ruleset: Ruleset, seatings: Sequence[Scenario], agents: dict[str, Path]) -> None:
    """Everything of one game."""
    data, name = folder / "data", ruleset.name
    _put_zipped(data / f"{name}.wasm.gz", ruleset.engine.library.module().read_bytes())
    (folder / f"{name}.js").write_text(drawing_module(ruleset), encoding="utf-8")
    tables: dict[str, dict[int, wire.TableFiles]] = {}
    offered: dict[str, list[Any]] = {}
    for scenario in seatings:
        place = f"{name}-{scenario.name}-{scenario.seats}"
        choices = dict(choices_of(scenario))
        _put_zipped(data / f"{place}.tables.gz", packed(scenario))
        _put_zipped(data / f"{place}.options.json.gz", json.dumps(choices, separators=(",", ":")).encode())
        tables.setdefault(scenario.name, {})[scenario.seats] = {
            "tables": f"data/{place}.tables.gz", "options": f"data/{place}.options.json.gz",
        }  # fmt: skip
        for option, values in choices.items():
            offered.setdefault(option, []).extend(one["value"] for one in values if "refused" not in one)
    told = game_facts(ruleset)
    known: dict[str, wire.TrainedFacts] = {}
    for label, file in agents.items():
        place = f"data/{label.replace('/', '-')}.safetensors.gz"
        played = [scenario for scenario in seatings if fits(f"ppo:{file}", scenario)]
        identity = read_network(file)[1]
        plays = {f"{scenario.name}-{scenario.seats}": scenario for scenario in played}
        one: wire.TrainedFacts = {"file": place, "plays": [*plays]}
        if plays_anywhere(identity):
            one["places"] = {at: f"data/{label.replace('/', '-')}-{at}.places.json.gz" for at in plays}
            for at, scenario in plays.items():
                _put_zipped(folder / one["places"][at], json.dumps(places_of(identity, scenario), separators=(",", ":")).encode())
        _put_zipped(folder / place, bytes_for(file, played[0]) if played else file.read_bytes())
        known |= dict.fromkeys((f"ppo:{label}", f"look:{_AHEAD}:{label}"), one)
    facts: wire.SiteGame = {
        "name": told["name"], "title": told["title"], "seats": told["seats"], "default": told["default"], "bots": told["bots"],
        "strengths": told["strengths"], "picture": told["picture"], "sentence": told["sentence"], "minute": told["minute"],
        "version": ruleset.version, "layout": ruleset.layout.version, "hidden": bool(ruleset.hidden), "module": f"data/{name}.wasm.gz",
        "tables": tables, "agents": known,
        "levels": {
            level: agent for level, agent in levels_of(name).items()
            if agent.startswith("bot:") or fnmatch.filter(known, f"{erring(agent)[0]}*")
        },
        "easy": levels_of(name, "easy"), "first": told["first"] if told["first"] and told["first"]["scenario"] in tables else None,
        "scenarios": [one for one in told["scenarios"] if one["name"] in tables],
        "options": [
            {**option, "choices": [one for one in option["choices"] if one == option["default"] or one in offered[option["name"]]]}
            for option in told["options"] if option["name"] in offered
        ],
    }  # fmt: skip
    (data / f"{name}.json").write_text(json.dumps(facts), encoding="utf-8")


def choices_of(scenario: Scenario) -> Iterator[tuple[str, list[wire.OptionChoice]]]:
    """Every option that the page can set, with its values: the bytes of the tables and the words that each of them changes.

    Options whose values are texts, such as the paths of own files, are not among them, nor are values that make other tables altogether.
    """
    ruleset, before = scenario.ruleset, scenario_words(scenario)
    for name, option in ruleset.options.items():
        if option.allowed is bool:
            values: list[Any] = [False, True]
        elif isinstance(option.allowed, type):
            continue
        else:
            values = list(option.allowed)
        choices = [one for value in values if (one := _choice(scenario, before, name, value))]
        if choices:
            yield name, choices


def _choice(scenario: Scenario, before: ScenarioWords, name: str, value: Any) -> wire.OptionChoice | None:
    """What a value of an option changes in a scenario and in its words; None for too much."""
    try:
        changed = scenario.ruleset.scenario(scenario.name, scenario.seats, **{name: value})
    except SkirmishError as error:
        return {"value": value, "refused": str(error).rpartition(": ")[2]}
    runs = _runs(scenario.tables.tobytes(), changed.tables.tobytes())
    if runs is None:
        return None
    known: dict[str, Any] = {**before}
    words = {key: said for key, said in scenario_words(changed).items() if key != "observation" and said != known[key]}
    words["options"] = {key: given for key, given in changed.options.items() if given != scenario.options.get(key)}
    return {"value": value, "runs": runs, "words": words, "columns": changed.features.size != scenario.features.size}


def _runs(before: bytes, after: bytes) -> list[tuple[int, str]] | None:
    """The bytes that differ, as runs of (where they begin, what is there then in base64).

    None for tables of another length or too many bytes.
    """
    if len(before) != len(after):
        return None
    differ = np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8))
    if len(differ) > _LARGEST:
        return None
    parts = np.split(differ, np.flatnonzero(np.diff(differ) > _GAP) + 1) if len(differ) else []
    return [(int(part[0]), base64.b64encode(after[part[0] : part[-1] + 1]).decode()) for part in parts]


def _write_pages(folder: Path, rulesets: Sequence[Ruleset]) -> None:
    """The front end, a page for each game, one to choose from, and what keeps them for visits without a network."""
    for file in sorted(_WEB.rglob("*")):
        place = folder / file.relative_to(_WEB)
        is_elsewhere = file.parent == _WEB / PICTURES.name and file.stem not in {ruleset.name for ruleset in rulesets}
        if file.is_file() and str(file.relative_to(_WEB)) not in _LEFT and file.suffix != ".html" and not is_elsewhere:
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, place)
    shutil.move(folder / "local" / "offline.js", folder / "offline.js")
    (folder / "words").mkdir()
    for name, content in words_for_pages().items():
        (folder / "words" / name).write_text(content, encoding="utf-8")
    page = (_WEB / "index.html").read_text(encoding="utf-8")
    for ruleset in rulesets:
        (folder / f"{ruleset.name}.html").write_text(_page_of(page, ruleset.title, ruleset.name), encoding="utf-8")
    for ruleset in rulesets:
        (folder / f"{ruleset.name}.svg").write_text(picture_of(ruleset), encoding="utf-8")
    cards = "".join(
        f'<a class="game-card" href="{ruleset.name}.html"><img src="{ruleset.name}.svg" alt="">'
        f'<strong>{html.escape(ruleset.title)}</strong>'
        f"<small>{html.escape(guide_of(ruleset)['sentence'])} {_seats(ruleset)}.</small></a>\n" for ruleset in rulesets
    )  # fmt: skip
    games = (_WEB / "local" / "games.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(_once(games, "<!-- games -->", cards), encoding="utf-8")
    made = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in made)).hexdigest()[:12]
    holds = {
        "version": f"{__version__} {digest}", "games": [ruleset.name for ruleset in rulesets],
        "files": [path.relative_to(folder).as_posix() for path in made],
    }  # fmt: skip
    (folder / _SITE).write_text(json.dumps(holds), encoding="utf-8")
    shell = ["./", *(path.relative_to(folder).as_posix() for path in made if path.parent.name != "data" and path.name != "offline.js")]
    offline = (folder / "offline.js").read_text(encoding="utf-8")
    offline = _once(offline, "const FILES = [];", f"const FILES = {json.dumps(shell)}; // {digest}")
    (folder / "offline.js").write_text(offline, encoding="utf-8")


def picture_of(ruleset: Ruleset) -> str:
    """What `shown_scene` shows, as SVG."""
    return to_svg(shown_scene(ruleset), 16)


def shown_scene(ruleset: Ruleset) -> Scene:
    """A position of a small game between its strongest bots: the board alone, without what stands beside it."""
    scenario = ruleset.scenario(ruleset.default_scenario("small"))
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=_SHOWN_SEED)
    for _ in range(_SHOWN_AFTER):
        if not batch.over[0]:
            batch.step(batch.ask(np.zeros(1, np.int64), len(ruleset.bots) - 1))
    return replace(ruleset.scene(batch.games[0], scenario), notes=(), footer=(), title="")


def _page_of(page: str, title: str, name: str) -> str:
    """The page of a game: that of the server, with another host, and with nothing allowed that comes from elsewhere."""
    mapped = json.dumps({"imports": {"./host.js": "./local/connect.js"}})
    digest = base64.b64encode(hashlib.sha256(mapped.encode()).digest()).decode()
    policy = (
        f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{digest}'; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    head += f'<script type="importmap">{mapped}</script>'
    page = _once(page, '<html lang="en">', f'<html lang="en" data-game="{name}">')
    page = _once(page, '<meta charset="utf-8">', head)
    page = _once(page, "<title>skirmish-rl</title>", f"<title>{html.escape(title)} · skirmish-rl</title>")
    return _once(page, "  <nav>\n", '  <nav>\n    <a href="index.html">All games</a>\n')


def _once(text: str, old: str, new: str) -> str:
    """A text with what stands in it once replaced."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def _seats(ruleset: Ruleset) -> str:
    low, high = ruleset.seats
    return f"{low} seats" if low == high else f"{low} to {high} seats"


def _put_zipped(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, 9, mtime=0))


def _size(folder: Path, ruleset: Ruleset) -> int:
    """Bytes that a game needs for its first position, zipped, without the front end."""
    data, first = folder / "data", ruleset.scenario(ruleset.default_scenario("small"))
    names = [f"{ruleset.name}.json", f"{ruleset.name}.wasm.gz", f"{ruleset.name}-{first.name}-{first.seats}.tables.gz"]
    return sum((data / name).stat().st_size for name in names) + len(gzip.compress((folder / f"{ruleset.name}.js").read_bytes()))
