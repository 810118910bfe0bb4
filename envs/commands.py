"""The commands of `skirmish-rl` that need no agents, from list to play."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import inspect
import json
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.mcp import run
from skirmish_rl.envs.adapters.saved import is_saved, pack, trace_of, unpack
from skirmish_rl.envs.adapters.seating import Opponents
from skirmish_rl.envs.core import embedding
from skirmish_rl.envs.core.batch import OUTSIDE, Batch
from skirmish_rl.envs.core.console import Table
from skirmish_rl.envs.core.device import is_card
from skirmish_rl.envs.core.draw import Scene, to_ansi, to_svg
from skirmish_rl.envs.core.errors import BadOption, cannot, unknown
from skirmish_rl.envs.core.files import put, read_bytes, read_text
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.packed import packed
from skirmish_rl.envs.core.pages import describe, filled, overview, replaced, results, seats_text
from skirmish_rl.envs.core.paint import to_png
from skirmish_rl.envs.core.replays import Film
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.saved import History
from skirmish_rl.envs.core.seeds import seed_from
from skirmish_rl.envs.core.sheet import Sheet
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.core.trace import LARGEST, film_of, golden_games, record_game, replay
from skirmish_rl.envs.locales.speaker import language_of, said_scene, speaker_of
from skirmish_rl.envs.locales.updating import states, update
from skirmish_rl.envs.registry import available, gymnasium_id, ruleset_of
from skirmish_rl.envs.words.lessons import Teacher, first_game, guide_of
from skirmish_rl.envs.words.rulebook import SIZES, rules
from skirmish_rl.envs.words.schemas import schema

_SAVED = 2**20  # bytes of a game that `play` has saved
_PAINTERS: dict[str, Callable[[Scene], str | bytes]] = {".svg": to_svg, ".png": to_png, ".txt": lambda scene: to_ansi(scene, color=False)}


def read_options(words: list[str], ruleset: Ruleset) -> dict[str, Any]:
    """Scenario options from `name=value` words; values are JSON where they parse as JSON, else text.

    Raises:
        BadOption: a word of another form. UnknownName: the ruleset has no such option.
    """
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"option {word!r}: expected name=value, for example rounds=3")
        if name not in ruleset.options:
            raise unknown(f"option of {ruleset.name}", name, ruleset.options)
        try:
            options[name] = parse_json(value)
        except ValueError:
            options[name] = value
    return options


def seed_argument(text: str) -> int:
    """A seed, or the one line that says what one is."""
    try:
        return seed_from(text)
    except BadOption as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _scenario(args: argparse.Namespace) -> Scenario:
    ruleset = ruleset_of(args.ruleset)
    return ruleset.scenario(args.scenario, args.seats, **read_options(args.option, ruleset))


# Who judges the positions of a film, (film, agent's name): the command line enters it, envs know no agents.
JUDGING: list[Callable[[Film, str], None]] = []
SHIPPED = ("x86-64-v4-linux", "x86-64-v3-linux", "x86-64-linux")  # kinds of processor that a wheel has libraries for


def _bots(args: argparse.Namespace, ruleset: Ruleset) -> list[str]:
    return args.bots.split(",") if args.bots else [ruleset.bots[-1]]


def _write(path: Path, content: str | bytes) -> None:
    """Write a file, and say so if its folder had to be made."""
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
            print(f"made the folder {path.parent}")
        put(path, content if isinstance(content, bytes) else content.encode())
    except (OSError, ValueError) as error:  # of a path that is none
        raise BadOption(cannot("write", path, error)) from error


def _is_colored() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def list_rulesets(args: argparse.Namespace) -> int:
    """Print every ruleset with its Gymnasium id, scenarios, each with a sentence, and bots."""
    for name in available():
        ruleset = ruleset_of(name)
        print(f"{name}: {ruleset.title}, {gymnasium_id(name)}, {seats_text(ruleset)} seats; bots: {', '.join(ruleset.bots)}")
        says = guide_of(ruleset)["scenarios"]
        for scenario, tags in ruleset.scenarios.items():
            print(f"  {scenario:<16} {', '.join(tags):<14} {says.get(scenario, '')}".rstrip())
        if ruleset.generate is not None:
            print(f"  {'skirmish:SEED':<16} a generated world, or a pool of them: skirmish:FIRST:END")
    return 0


def _compiling() -> None:
    if INTERPRETED:
        raise BadOption("compiling is switched off; unset SKIRMISH_INTERPRETED and NUMBA_DISABLE_JIT")


def _folder(path: Path) -> Path:
    """A folder to write to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # of a path that is none
        raise BadOption(cannot("write", path, error)) from error
    return path


def compile_rulesets(args: argparse.Namespace) -> int:
    """Compile the rules of some rulesets, or of all."""
    rulesets = [ruleset_of(name) for name in args.ruleset or available()]
    _compiling()
    for ruleset in rulesets:
        began = time.perf_counter()
        file = ruleset.engine.library.load()
        print(f"{ruleset.name}: {file}, {time.perf_counter() - began:.1f} s", flush=True)
    return 0


def build_libraries(args: argparse.Namespace) -> int:
    """Build the libraries of some rulesets, or of all, for other machines and languages to use."""
    rulesets = [ruleset_of(name) for name in args.ruleset or available()]
    if args.c and len(args.target or []) > 1:
        raise BadOption("--c writes one library for a game; give one --for, or none for processors like this one")
    if args.wasm and args.target:
        raise BadOption("--wasm makes one module for all processors; leave --for out")
    if args.c and is_card((args.target or [""])[0]):
        raise BadOption(f"--for {args.target[0]}: programs in C call a library of the processor; leave --c out")
    _compiling()
    folder = _folder(args.out)
    for number, ruleset in enumerate(rulesets, 1):
        print(f"{number} of {len(rulesets)}: {ruleset.name}, a minute or two for each kind of processor", file=sys.stderr, flush=True)
        if args.c:
            made = embedding.write_c(ruleset, folder, (args.target or [""])[0])
        elif args.wasm:
            made = embedding.write_wasm(ruleset, folder)
        else:
            made = embedding.shipped(ruleset, folder, args.target or SHIPPED)
        for file in made:
            print(file, flush=True)
    return 0


def pack_scenario(args: argparse.Namespace) -> int:
    """Write the tables of a scenario as a file for programs in other languages."""
    scenario = _scenario(args)
    _write(args.out, packed(scenario))
    print(args.out)
    return 0


def describe_rulesets(args: argparse.Namespace) -> int:
    """Print the generated tables, or renew those of a page or of a folder of pages."""
    if args.update and not args.ruleset and not args.update.is_dir():
        raise BadOption(f"--update {args.update}: name the ruleset of this page, or give the folder of all pages")
    for name in [args.ruleset] if args.ruleset else available():
        ruleset = ruleset_of(name)
        if args.update:
            page = args.update / f"{name}.md" if args.update.is_dir() else args.update
            _write(page, filled(read_text(page, LARGEST, BadOption), ruleset, page))
            print(f"{page} is up to date")
        else:
            print(describe(ruleset), end="")
    if args.overview:
        rulesets, page = [ruleset_of(name) for name in available()], args.overview.parent / "docs" / "results.md"
        table = overview(rulesets, page.parent)
        _write(args.overview, replaced(read_text(args.overview, LARGEST, BadOption), "overview", table, args.overview))
        _write(page, results(read_text(page, LARGEST, BadOption), rulesets, page))
        print(f"{args.overview} and {page} are up to date")
    return 0


def trace_game(args: argparse.Namespace) -> int:
    """Print or write a trace, or all golden ones of a ruleset or of every one."""
    if args.golden:
        for ruleset in [args.ruleset] if args.ruleset else available():
            for name, scenario, seed, bots in golden_games(ruleset_of(ruleset)):
                _write(args.golden / name, record_game(scenario, seed, bots))
                print(args.golden / name)
        return 0
    if not args.ruleset:
        raise BadOption(f"name a ruleset, or give --golden and a folder; known: {', '.join(available())}")
    scenario = _scenario(args)
    text = record_game(scenario, args.seed, _bots(args, scenario.ruleset))
    if args.write:
        _write(args.write, text)
        print(args.write)
    else:
        print(text, end="")
    return 0


def replay_traces(args: argparse.Namespace) -> int:
    """Replay traces; exit code 1 when one differs. Or write one, or a saved game, as a page or as a trace."""
    if args.html is not None and args.write is not None:
        raise BadOption("--html and --write: give one of them")
    for option, out, what in (("--html", args.html, "page shows"), ("--write", args.write, "trace holds")):
        if out is not None and len(args.files) != 1:
            raise BadOption(f"{option} {out}: a {what} one game; {len(args.files)} traces are given")
    if args.judge is not None and args.html is None:
        raise BadOption(f"--judge {args.judge}: chances are shown on a page; give --html, too")
    if args.write is not None:
        if (text := _saved_game(args.files[0])) is None:
            raise BadOption(f"--write {args.write}: {args.files[0]} is no saved game; a trace is written already")
        _write(args.write, text)
        print(args.write)
        return 0
    if args.html is not None:
        film = film_of(_trace_in(args.files[0]))
        if args.judge is not None:
            JUDGING[0](film, args.judge)
        _write(args.html, film.html())
        print(args.html)
        return 0
    code = 0
    for path in args.files:
        difference = replay(_trace_in(path))
        print(f"{path}: {'same' if difference is None else difference}")
        code = code or int(difference is not None)
    return code


def _saved_game(path: Path) -> str | None:
    """The trace of a saved game; None for another file."""
    saved = False
    with contextlib.suppress(OSError, ValueError):  # of what cannot be read, or is no path: reading says so
        saved = path.is_file() and is_saved(path)  # opening a pipe would wait for its other end
    return trace_of(read_bytes(path, _SAVED, BadOption)) if saved else None


def _trace_in(path: Path) -> str:
    """The trace in a file, or that of a saved game."""
    return _saved_game(path) or read_text(path, LARGEST, BadOption)


def draw_board(args: argparse.Namespace) -> int:
    """Draw the board after some decisions of bots."""
    if args.decisions < 0:
        raise BadOption(f"--decisions {args.decisions}: expected a whole number, 0 or more")
    if args.out is not None and args.out.suffix not in _PAINTERS:
        raise BadOption(f"--out {args.out}: expected a name ending in {', '.join(_PAINTERS)}")
    scenario = _scenario(args)
    names = _bots(args, scenario.ruleset)
    if len(names) not in (1, scenario.seats):
        raise BadOption(f"--bots {args.bots}: name one bot for all seats, or one for each of the {scenario.seats} seats")
    bots = [scenario.ruleset.bot(name) for name in names] * (scenario.seats if len(names) == 1 else 1)
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=args.seed)
    for _ in range(args.decisions):
        if batch.over[0]:
            break
        batch.step(batch.ask(np.zeros(1, np.int64), bots[int(batch.deciders[0])]))
    scene = scenario.ruleset.scene(batch.games[0], scenario)
    if args.out is None:
        print(to_ansi(scene, _is_colored(), shutil.get_terminal_size((140, 40)).columns), end="")
        return 0
    _write(args.out, _PAINTERS[args.out.suffix](scene))
    print(args.out)
    return 0


def print_rules(args: argparse.Namespace) -> int:
    """Print the rules of a game as text, or write them."""
    text = rules(_scenario(args), args.size)
    if args.out is None:
        print(text, end="")
    else:
        _write(args.out, text)
        print(args.out)
    return 0


def print_schemas(args: argparse.Namespace) -> int:
    """Print the schema of a game's positions, or write those of some games or of every one."""
    if args.out is None and not args.ruleset:
        raise BadOption(f"name a ruleset, or give --out and a folder; known: {', '.join(available())}")
    for name in args.ruleset or available():
        text = json.dumps(schema(ruleset_of(name)), indent=1) + "\n"
        if args.out is None:
            print(text, end="")
        else:
            _write(args.out / f"{name}.json", text)
            print(args.out / f"{name}.json")
    return 0


def show_encoder(args: argparse.Namespace) -> int:
    """Print the source of a game's encoder, or what its columns mean."""
    ruleset = ruleset_of(args.ruleset)
    sheet = getattr(ruleset.features, "__self__", None)
    if not args.columns:
        scope: dict[str, Any] = vars(sys.modules[f"{ruleset.engine.library.package}.kernels"])
        print(inspect.getsource(scope["encode"]), end="")
        return 0
    if not isinstance(sheet, Sheet):
        raise BadOption(f"--columns: {ruleset.title} has no sheet that says its columns; without --columns its encoder is printed")
    notes = sheet.notes()
    width = max(len(f"{section}.{name}") for section, name, *_ in notes)
    for section, name, note, always in notes:
        print(f"{f'{section}.{name}':<{width}}  {'' if always else 'maybe':<5}  {note}".rstrip())
    return 0


def serve_protocol(args: argparse.Namespace) -> int:
    """Serve a language model's client until its output ends."""
    run()
    return 0


def play_game(args: argparse.Namespace) -> int:
    """A person against bots or agents in the terminal."""
    teacher = _guide(args) if args.guided else None
    scenario = _scenario(args)
    opponents = Opponents(scenario, args.opponent or f"bot:{scenario.ruleset.bots[-1]}")
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    print(f"{scenario.ruleset.title}, {scenario.name}, seed {seed}")
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")  # arrows and the lines before

    def save(name: str, games: np.ndarray, history: History) -> None:
        path, taken = Path(name), False
        with contextlib.suppress(OSError, ValueError):  # of a path that is none: writing will say what is wrong
            taken = path.is_file() and not is_saved(path)
        if taken:
            raise BadOption("this file is there and is no saved game; choose another name")
        _write(path, pack(scenario, [history], games, {}))

    def load(name: str) -> tuple[np.ndarray, History]:
        saved = unpack(scenario, read_bytes(name, _SAVED, BadOption), listen=True)
        if {*saved.histories[0].control} != {OUTSIDE}:
            raise BadOption(f"{name} is a game that bots play inside the rules; load it with set_state of the environment that it is from")
        return saved.records, saved.histories[0]

    width, height = shutil.get_terminal_size((140, 40))
    height = height if sys.stdin.isatty() and sys.stdout.isatty() else 0
    speaker = speaker_of(args.language or language_of(), scenario.ruleset.name)
    Table(
        scenario, seed, args.seat, opponents.answering(args.seat), color=_is_colored(), width=width, height=height, save=save, load=load,
        teacher=teacher, say=speaker.say, said_scene=partial(said_scene, say=speaker.say),
    ).play()  # fmt: skip
    return 0


def show_words(args: argparse.Namespace) -> int:
    """What is translated of the page and of each game, or catalogues that are brought up to date."""
    if args.language and not args.update:
        raise BadOption("--language begins or updates the files of a language; give --update too")
    if args.update:
        for file in update(args.game, args.language):
            print(f"wrote {file}")
    for state in states(args.game):
        done = state.sentences - len(state.missing)
        stale = f"; {len(state.stale)} not as the code says them, --update writes them" if state.stale else ""
        print(f"{state.file:<34} {'' if state.file.endswith('.pot') else f'{done} of '}{state.sentences} sentences{stale}")
    return 0


def _guide(args: argparse.Namespace) -> Teacher:
    """Who explains a guided game; what the command line leaves open is as in the game's first one.

    Raises:
        BadOption: the game has none.
    """
    ruleset = ruleset_of(args.ruleset)
    first = first_game(ruleset)
    if first is None:
        raise BadOption(f"{ruleset.name} has no guided game; play without --guided")
    if args.scenario is None and not args.option:
        args.scenario, args.option = first.scenario, [f"{name}={value}" for name, value in first.options.items()]
        args.seed = first.seed if args.seed is None else args.seed
    args.opponent = args.opponent or first.opponent
    return Teacher(ruleset, first)


def add_commands(commands: Any) -> None:
    """Add the parser of every command; each sets `run`, the function that carries the command out.

    Args:
        commands: the subparsers of an `argparse.ArgumentParser`.
    """

    def add(name: str, run: Callable[[argparse.Namespace], int], about: str, *examples: str) -> argparse.ArgumentParser:
        shown = "\n".join(["examples:", *(f"  skirmish-rl {name} {example}".rstrip() for example in examples)])
        made: argparse.ArgumentParser = commands.add_parser(
            name, help=about, description=about, epilog=shown, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        made.set_defaults(run=run)
        return made

    def add_scenario(made: argparse.ArgumentParser) -> None:
        usual = "the standard one with equal forces; for more than two seats the first standard one"
        made.add_argument("--scenario", help=f"a name that `list` shows, or a path ending in .toml; default: {usual}")
        made.add_argument("--seats", type=int, help="number of players; default: the fewest that the scenario allows")
        made.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario; repeatable")

    def add_game(made: argparse.ArgumentParser, seed: int | None) -> None:
        add_scenario(made)
        made.add_argument(
            "--seed",
            type=seed_argument,
            default=seed,
            help=f"seed of all dice; default: {'a new one each time' if seed is None else seed}",
        )

    def add_ruleset(made: argparse.ArgumentParser, **more: Any) -> None:
        made.add_argument("ruleset", metavar="GAME", **{"help": "a name that `list` shows", **more})

    add("list", list_rulesets, "list all games: Gymnasium ids, seats, scenarios and bots", "")
    ready = add("compile", compile_rulesets, "compile and cache the rules ahead of the first game", "", "warcry")
    add_ruleset(ready, nargs="*", help="default: every game")
    shipped = add(
        "build", build_libraries, "build libraries of the rules for other machines and languages", "--out libraries",
        "warcry --out libraries --for x86-64-linux", "warcry --c --out engine", "warcry --wasm --out site",
    )  # fmt: skip
    add_ruleset(shipped, nargs="*", help="default: every game")
    shipped.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="folder for the libraries, each with a listing beside it"
    )
    shipped.add_argument(
        "--for", dest="target", action="append", metavar="PROCESSOR", default=None,
        help="x86-64-v4-linux, x86-64-v3-linux, x86-64-linux, aarch64-linux, aarch64-darwin, x86-64-darwin, x86-64-v3-windows, "
        "x86-64-windows; repeatable; cuda for all GPUs, one kind of GPU such as sm_90, or nvptx64 for future GPUs; "
        "default: the first three, with --c processors like this one. "
        "The libraries for darwin (macOS) have never been run, one for Windows only under Wine",
    )  # fmt: skip
    kind = shipped.add_mutually_exclusive_group()
    kind.add_argument(
        "--c", action="store_true", help="for programs in C and other languages: with skirmish.h and the tables of the scenarios"
    )
    kind.add_argument(
        "--wasm", action="store_true", help="for browsers: WebAssembly, with rules.js and the tables; needs: pip install ziglang"
    )
    parcel = add(
        "pack", pack_scenario, "write a scenario's tables, for programs in other languages",
        "warcry --scenario crossing --out crossing.tables",
        "godbreakers --scenario mine.toml --option rounds=4 --out mine.tables",
    )  # fmt: skip
    add_ruleset(parcel)
    add_scenario(parcel)
    parcel.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file; it is written whole or not at all")
    page = add(
        "describe", describe_rulesets, "print facts and tables of a game, as its page shows them", "warcry",
        "--update docs/games --overview README.md",
    )  # fmt: skip
    add_ruleset(page, nargs="?", help="default: every game")
    page.add_argument(
        "--overview", type=Path, metavar="README", help="rewrite the table of all games in this file, from the docs beside it"
    )
    page.add_argument(
        "--update", type=Path, metavar="PAGE", help="rewrite the generated parts of this Markdown page, or of a folder's pages"
    )
    trace = add(
        "trace", trace_game, "print a whole game between bots as a battle report", "godbreakers --scenario drill --seed 7",
        "tide_of_iron --scenario farm --bots strong,simple --write game.txt",
    )  # fmt: skip
    add_ruleset(trace, nargs="?", help="a name that `list` shows; with --golden, default: every game")
    add_game(trace, 0)
    trace.add_argument(
        "--bots",
        help="one bot for all seats, or one for each, separated by commas; default: the strongest. Games of agents: evaluate --replays",
    )
    trace.add_argument("--write", type=Path, metavar="FILE", help="write the trace instead of printing it")
    trace.add_argument("--golden", type=Path, metavar="FOLDER", help="write the golden games of the tests")
    again = add(
        "replay", replay_traces, "play traces again and show where they differ, or write a page", "game.txt",
        "game.txt --html game.html", "saved.game --write game.txt", "game.txt --html game.html --judge ppo:tide_of_iron",
    )  # fmt: skip
    again.add_argument("files", type=Path, nargs="+", metavar="FILE", help="traces written by `trace --write`, or saved games")
    again.add_argument("--html", type=Path, metavar="PAGE", help="write the game as one page that needs no server and no network")
    again.add_argument("--write", type=Path, metavar="FILE", help="write a saved game as a trace, with everything that happened in words")
    again.add_argument(
        "--judge", metavar="AGENT", help="with --html: show each seat's expected result, judged by ppo:<agent>, look:<agent> or mcts:64"
    )
    draw = add(
        "draw", draw_board, "draw the board after some decisions, in the terminal or a file", "warcry --scenario crossing",
        "tide_of_iron --seed 7 --decisions 150 --out board.svg",
    )  # fmt: skip
    add_ruleset(draw)
    add_game(draw, 0)
    draw.add_argument("--decisions", type=int, default=40, help="decisions before the picture is drawn; default: 40")
    draw.add_argument("--bots", help="one name for all seats, or one for each, separated by commas; default: the strongest")
    draw.add_argument("--out", type=Path, metavar="FILE", help=f"a file whose name ends in {', '.join(_PAINTERS)}; default: the terminal")
    book = add(
        "rules", print_rules, "print the rules as text, for people and language models", "warcry",
        "tide_of_iron --scenario bridge --size scenario",
        "godbreakers --size full --out godbreakers.txt",
    )  # fmt: skip
    add_ruleset(book)
    add_scenario(book)
    sizes = "about 1,000 tokens, 3,000 to 6,000 with what the scenario uses, or all clauses"
    book.add_argument("--size", choices=SIZES, default="short", help=f"{sizes}; default: short")
    book.add_argument("--out", type=Path, metavar="FILE", help="write the rules to this file instead of printing them")
    form = add("schema", print_schemas, "print the JSON Schema of positions as JSON", "warcry", "--out schemas")
    add_ruleset(form, nargs="*", help="games; default with --out: every game")
    form.add_argument("--out", type=Path, metavar="FOLDER", help="write a file for each game")
    shown = add(
        "show-encoder",
        show_encoder,
        "print the code that writes observations, or what columns mean",
        "warcry",
        "warcry --columns",
    )
    add_ruleset(shown)
    shown.add_argument(
        "--columns", action="store_true", help="list every column with its meaning; 'maybe' marks columns of some scenarios only"
    )
    said = add(
        "words", show_words, "show how much is translated, and write files for translators", "", "--update", "--language fr --update"
    )
    said.add_argument("--game", metavar="NAME", help="this game only, or `page` for the page and the terminal; default: all")
    said.add_argument("--language", metavar="CODE", help="with --update: also create the files of this language")
    said.add_argument("--update", action="store_true", help="write the templates and the files of every language; translations are kept")
    add("mcp", serve_protocol, "serve tools for a language model's client on standard input", "")
    person = add(
        "play", play_game, "play against bots or agents in the terminal", "tide_of_iron --scenario farm",
        "godbreakers --scenario drill --seat 1 --opponent simple", "warcry --scenario crossing --opponent mcts:100", "warcry --guided",
    )  # fmt: skip
    add_ruleset(person)
    add_game(person, None)
    person.add_argument("--seat", type=int, default=0, help="your seat; default: 0, which need not decide first")
    person.add_argument(
        "--language", metavar="CODE", help="such as de; default: the language of LANG, or English for texts without a translation"
    )
    person.add_argument(
        "--guided", action="store_true",
        help="explain new things when they first come up; without other options, a short game against a weak opponent",
    )  # fmt: skip
    person.add_argument(
        "--opponent", "--bot", metavar="NAME",
        help="plays all other seats: a bot, or an agent such as ppo:my-agent, look:runs/<id> or mcts:100; default: the strongest bot",
    )  # fmt: skip
