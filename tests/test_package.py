"""The package as its users have it: built, installed, beside other people's `envs` and `agents`, and without its extras."""

from __future__ import annotations

import email
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import skirmish_rl

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("envs", "agents", "configs", "include", "web")  # from `src/skirmish_rl`
PAGES = ("rules", "games")  # of `docs`, linked from there, too
SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src", *LINKED, *(f"docs/{name}" for name in PAGES))
MINE = "whose = 'somebody else'\n"  # the whole of a stranger's `envs` and `agents`

USE = """
import sys
from pathlib import Path
import agents, envs, gymnasium, skirmish_rl
import skirmish_rl.agents.names
assert agents.whose == envs.whose == "somebody else"
for module in (skirmish_rl, skirmish_rl.envs, skirmish_rl.agents):
    assert Path(module.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()), module.__file__
env = skirmish_rl.make("godbreakers", scenario="drill")
env.reset(seed=1)
env.step(int(env.last()[4]["action_mask"].argmax()))
single = gymnasium.make("skirmish/Godbreakers-v0", scenario="drill", opponent="bot:strong")
print(env, single.reset(seed=1)[1]["action_mask"].any())
"""

WORKERS = """
import agents, envs, gymnasium, skirmish_rl

if __name__ == "__main__":
    games = gymnasium.make_vec(
        skirmish_rl.gymnasium_id("tide_of_iron"), num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"},
        scenario="farm_quick", opponent="random",
    )
    observations, _ = games.reset(seed=1)
    games.close()
    print(observations["action_mask"].any(axis=1))
"""

BLOCKED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {libraries!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def run(python: str | Path, folder: Path, *words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a folder; rules are plain Python, and an installed package leaves nothing in the user's cache."""
    environment = {**os.environ, "SKIRMISH_INTERPRETED": "1", "PYTHONPATH": path, "COLUMNS": "200"}
    if not path:
        environment["SKIRMISH_CACHE_DIR"] = str(Path(python).parents[1] / "cache")
    return subprocess.run([str(python), *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def said(done: subprocess.CompletedProcess[str]) -> str:
    """What a command that must succeed has printed."""
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(tree: Path, *kinds: str) -> list[Path]:
    """Distributions of a tree of sources: "sdist", "wheel"."""
    code = "import sys\nfrom setuptools import build_meta\nfor kind in sys.argv[1:]: getattr(build_meta, f'build_{kind}')('dist')"
    said(run(sys.executable, tree, "-c", code, *kinds))
    return [next((tree / "dist").glob({"sdist": "*.tar.gz", "wheel": "*.whl"}[kind])) for kind in kinds]


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def environment(folder: Path, wheel: Path) -> Path:
    """The interpreter of a new environment with a wheel, and with the libraries, but not the tree, of the running one."""
    said(run(sys.executable, folder, "-m", "venv", "--without-pip", "venv"))
    python = folder / "venv" / "bin" / "python"
    own = Path(said(run(python, folder, "-c", "import sysconfig; print(sysconfig.get_path('purelib'), end='')")))
    libraries = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (own / "libraries.pth").write_text("\n".join(libraries) + "\n")  # listed folders' own .pth files, the tree's among them, are not read
    install(python, wheel)
    return python


def install(python: Path, wheel: Path) -> None:
    """Install a wheel without its dependencies and without a network."""
    options = ("--quiet", "--no-index", "--no-deps", "--force-reinstall")
    said(run(sys.executable, wheel.parent, "-m", "pip", "--python", str(python), "install", *options, str(wheel)))


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist and the wheel of this tree."""
    tree = tmp_path_factory.mktemp("tree")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(ROOT / name, tree)
    sdist, wheel = build(tree, "sdist", "wheel")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that has the wheel."""
    return environment(tmp_path_factory.mktemp("installed"), distributions[1])


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A user's folder that holds packages of the same names."""
    for name in ("envs", "agents"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(MINE)
    return tmp_path


def test_the_wheel_holds_the_sources_the_numbers_and_the_configurations(distributions: tuple[Path, Path]) -> None:
    carried = [path for name in LINKED for path in (ROOT / name).rglob("*") if path.is_file()]
    files = [
        path
        for path in carried
        if path.suffix in (".py", ".toml", ".safetensors", ".h", ".c", ".po", ".pot") or path.is_relative_to(ROOT / "web")
    ]
    files += [path for path in (ROOT / "src" / "skirmish_rl").iterdir() if path.is_file()]
    pages = {f"skirmish_rl/{path.relative_to(ROOT / 'docs').as_posix()}" for name in PAGES for path in (ROOT / "docs" / name).glob("*.md")}
    expected = pages | {
        f"skirmish_rl/{path.relative_to(ROOT / 'src/skirmish_rl' if 'src' in path.parts else ROOT).as_posix()}" for path in files
    }
    assert {"skirmish_rl/py.typed", "skirmish_rl/configs/godbreakers/ppo-small.toml", "skirmish_rl/include/skirmish.h"} <= expected
    held = {name for name in contents(distributions[1]) if ".dist-info/" not in name}
    assert held == expected


def test_the_packages_description_is_the_readme_with_absolute_links(distributions: tuple[Path, Path]) -> None:
    (name,) = (name for name in contents(distributions[1]) if name.endswith(".dist-info/METADATA"))
    described = email.message_from_bytes(contents(distributions[1])[name])
    readme, text = (ROOT / "README.md").read_text(encoding="utf-8"), str(described.get_payload(decode=True), "utf-8")
    address = dict(url.split(", ") for url in described.get_all("Project-URL"))["Homepage"]
    assert described["Description-Content-Type"] == "text/markdown"
    assert "".join(re.split(rf"{re.escape(address)}/(?:blob|raw)/main/", text)).strip() == readme.strip()
    for picture, link in re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", text):
        assert link.startswith(f"{address}/"), link
        folder, _, path = link.removeprefix(f"{address}/").partition("/main/")
        assert link == f"{address}/issues" or (folder == ("raw" if picture else "blob") and (ROOT / path).exists()), link


@pytest.mark.parametrize(
    ("kinds", "platform", "untried"),
    [
        (["x86-64-v4-linux", "x86-64-linux"], "manylinux2014_x86_64", ""), (["aarch64-linux"], "manylinux2014_aarch64", ""),
        (["aarch64-darwin"], "macosx_11_0_arm64", "macOS"), (["x86-64-darwin"], "macosx_11_0_x86_64", "macOS"),
        (["x86-64-v3-windows", "x86-64-windows"], "win_amd64", "Windows"),
        (["x86-64-linux", "aarch64-linux"], None, ""), (["device-sm_90", "device-nvptx64", "x86-64-linux"], "manylinux2014_x86_64", ""),
    ],
)  # fmt: skip
def test_a_wheel_with_libraries_is_for_their_platform_and_says_where_they_were_never_run(
    kinds: list[str], platform: str | None, untried: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import setuptools
    from setuptools.dist import Distribution

    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "envs" / "compiled").mkdir(parents=True)
    for kind in kinds:
        (tmp_path / "envs" / "compiled" / f"warcry-{kind}.json").write_text("{}")
    given: dict = {}
    monkeypatch.setattr(setuptools, "setup", given.update)
    runpy.run_path(str(tmp_path / "setup.py"))
    first = given["long_description"].splitlines()[0]
    assert first == (
        f"**The compiled rules in this wheel are for {untried} and have never been run there.**" if untried else "# skirmish-rl"
    )
    monkeypatch.chdir(tmp_path)
    wheel = given["cmdclass"]["bdist_wheel"](Distribution({"name": "skirmish-rl", "version": "0"}))
    if platform is None:
        with pytest.raises(
            SystemExit, match="holds libraries for manylinux2014_aarch64, manylinux2014_x86_64; a wheel carries those of one"
        ):
            wheel.finalize_options()
    else:
        wheel.finalize_options()
        assert wheel.get_tag() == ("py3", "none", platform)
        assert wheel.distribution.has_ext_modules() and not wheel.root_is_pure, "its files lie in one folder, not in `.data/purelib`"


def asked(wheel: Path, extra: str) -> str:
    """What an extra of a wheel asks for, by its metadata, one a line."""
    (name,) = (name for name in contents(wheel) if name.endswith(".dist-info/METADATA"))
    lines = email.message_from_bytes(contents(wheel)[name]).get_all("Requires-Dist") or []
    return "\n".join(line.partition(";")[0].strip() for line in lines if line.endswith(f'extra == "{extra}"'))


def test_an_installation_from_the_sources_asks_for_what_compiles_the_rules(distributions: tuple[Path, Path]) -> None:
    for extra in ("train", "web", "build-cuda"):
        assert "skirmish-rl[build]" in asked(distributions[1], extra).splitlines(), extra
    assert asked(distributions[1], "build").startswith("numba")


@pytest.mark.parametrize("missing", ["", "warcry"])
def test_a_wheel_with_the_compiled_rules_of_all_games_asks_for_no_compiler(missing: str, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src" / "skirmish_rl").mkdir(parents=True)
    (tmp_path / "src" / "skirmish_rl" / "__init__.py").write_text('__version__ = "0"\n')
    (tmp_path / "envs" / "compiled").mkdir(parents=True)
    for file in (ROOT / "envs").glob("*/phases.py"):
        (tmp_path / "envs" / file.parent.name).mkdir(exist_ok=True)
        (tmp_path / "envs" / file.parent.name / "phases.py").write_text("")
        if file.parent.name != missing:
            (tmp_path / "envs" / "compiled" / f"{file.parent.name}-x86-64-linux.json").write_text("{}")
    (wheel,) = build(tmp_path, "wheel")
    for extra in ("train", "web"):
        assert ("skirmish-rl[build]" in asked(wheel, extra)) == bool(missing), extra
        assert len(asked(wheel, extra).splitlines()) > 2
    assert asked(wheel, "build").startswith("numba") and "skirmish-rl[build]" in asked(wheel, "build-cuda")


def test_the_sdist_builds_the_same_wheel(distributions: tuple[Path, Path], tmp_path: Path) -> None:
    sdist, wheel = distributions
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    assert not [path for path in tree.rglob("*") if path.is_symlink()]
    assert contents(build(tree, "wheel")[0]) == contents(wheel)


def test_a_users_own_envs_and_agents_hide_nothing(installed: Path, elsewhere: Path) -> None:
    assert said(run(installed, elsewhere, "-c", USE)) == "godbreakers_v0 True\n"


def test_another_distribution_of_envs_and_agents_breaks_nothing(distributions: tuple[Path, Path], tmp_path: Path) -> None:
    python = environment(tmp_path, distributions[1])
    stranger = tmp_path / "strangers_games-1.0-py3-none-any.whl"
    info = "strangers_games-1.0.dist-info"
    with zipfile.ZipFile(stranger, "w") as archive:
        for name in ("envs", "agents"):
            archive.writestr(f"{name}/__init__.py", MINE)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: strangers-games\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: a stranger\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    install(python, stranger)
    assert said(run(python, tmp_path, "-c", USE)) == "godbreakers_v0 True\n"


def test_worker_processes_find_the_package(installed: Path, elsewhere: Path) -> None:
    (elsewhere / "workers.py").write_text(WORKERS)
    assert said(run(installed, elsewhere, "workers.py")) == "[ True  True]\n"


def test_the_installed_command_lists_and_finds_shipped_configurations(installed: Path, elsewhere: Path) -> None:
    command = installed.with_name("skirmish-rl")
    assert "godbreakers: Godbreakers" in said(run(command, elsewhere, "list"))
    assert said(run(command, elsewhere, "list")) == said(run(installed, elsewhere, "-m", "skirmish_rl", "list"))
    assert "godbreakers/ppo-small" in said(run(command, elsewhere, "train", "--help"))
    found = said(run(installed, elsewhere, "-c", "from skirmish_rl.agents.shipped import *; print(find_config('godbreakers/ppo-small'))"))
    assert Path(found.strip()).read_bytes() == (ROOT / "configs" / "godbreakers" / "ppo-small.toml").read_bytes()


def test_an_installed_package_has_no_revision_of_its_own(installed: Path) -> None:
    """A run's facts must not name the revision of a repository that the environment happens to lie in."""
    home = installed.parents[2]
    for words in (("init", "-q"), ("-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "--allow-empty", "-m", "theirs")):
        subprocess.run(["git", *words], cwd=home, check=True, capture_output=True)
    code = "from skirmish_rl.agents.ppo import run_folder as r; print(repr(r._git('rev-parse', 'HEAD')), r._version('skirmish-rl'))"
    assert said(run(installed, home, "-c", code)) == f"'' {skirmish_rl.__version__}\n"


@pytest.mark.parametrize("script", ["train.py", "evaluate.py"])
def test_the_scripts_of_a_checkout_forward_to_the_package(script: str) -> None:
    assert f"skirmish-rl {script[:-3]}" in said(run(sys.executable, ROOT, script, "--help", path="src"))


def test_paths_win_over_shipped_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from skirmish_rl.agents.shipped import find_config

    monkeypatch.chdir(tmp_path)
    shipped = find_config("godbreakers/ppo-small.toml")
    assert shipped == find_config("godbreakers/ppo-small") and shipped.is_file()
    (tmp_path / "godbreakers").mkdir()
    (tmp_path / "godbreakers" / "ppo-small.toml").write_text("")
    assert find_config("godbreakers/ppo-small.toml") == Path("godbreakers/ppo-small.toml")


def without(libraries: tuple[str, ...], folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this tree where some libraries are not installed."""
    return run(sys.executable, folder, "-c", BLOCKED.format(libraries=libraries) + code, path=str(ROOT / "src"))


LEARNING = ("choix", "matplotlib", "rich", "sb3_contrib", "scipy", "stable_baselines3", "tensorboard", "torch", "tyro")
COMMAND = "from skirmish_rl.__main__ import main\nsys.exit(main(sys.argv[1:] or {words!r}))"


def test_the_games_do_without_extras(tmp_path: Path) -> None:
    listing = COMMAND.format(words=["list"])
    code = f"import skirmish_rl.agents.arena, skirmish_rl.agents.names\n{listing}"
    assert "godbreakers" in said(without((*LEARNING, "pygame"), tmp_path, code))


def test_a_game_does_without_what_python_has_for_mail_and_the_net(tmp_path: Path) -> None:
    """It took a fiftieth of a second of every start."""
    code = (
        "import gymnasium, pettingzoo\nbefore = set(sys.modules)\nimport skirmish_rl.envs.adapters.aec, skirmish_rl.envs.warcry\n"
        "print(sorted({'email', 'http.client', 'ssl', 'urllib.request', 'xml'} & (set(sys.modules) - before)))"
    )
    assert said(without(LEARNING, tmp_path, code)) == "[]\n"


@pytest.mark.parametrize("library", ["matplotlib", "rich", "tensorboard", "torch", "tyro"])
def test_training_names_a_missing_library_and_its_remedy(library: str, tmp_path: Path) -> None:
    done = without((library,), tmp_path, COMMAND.format(words=["train", "godbreakers/ppo-small"]))
    assert done.returncode == 2
    assert done.stderr == (f"skirmish-rl train: No module named '{library}'; install it with: pip install 'skirmish-rl[train]'\n")


def test_evaluating_names_a_missing_library_and_its_remedy(tmp_path: Path) -> None:
    words = ["evaluate", "--ruleset", "godbreakers", "--agents", "random", "bot:simple"]
    done = without(("choix",), tmp_path, COMMAND.format(words=words))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "evaluate: No module named 'choix'" in done.stderr and "pip install 'skirmish-rl[train]'" in done.stderr


@pytest.mark.parametrize("command", [pytest.param("evaluate", marks=pytest.mark.slow), "sweep"])
def test_clusters_and_sweeps_name_ray_and_its_remedy(command: str, tmp_path: Path) -> None:
    tournament = ["evaluate", "--ruleset", "godbreakers", "--agents", "random", "bot:simple", "--workers", "ray"]
    words = {"evaluate": tournament, "sweep": ["sweep", "file.toml"]}[command]
    done = without(("ray",), tmp_path, COMMAND.format(words=words))
    assert done.returncode == 2
    remedy = "No module named 'ray'; install it with: pip install 'skirmish-rl[ray]'"
    said = {"evaluate": remedy, "sweep": f"this command uses libraries that only an extra brings: {remedy}"}[command]
    assert done.stderr == f"skirmish-rl {command}: {said}\n"


def test_pixels_name_a_missing_library_and_its_remedy(tmp_path: Path) -> None:
    words = ["draw", "tide_of_iron", "--scenario", "farm_quick", "--decisions", "0", "--out", "board.png"]
    done = without(("pygame",), tmp_path, COMMAND.format(words=words))
    assert done.returncode == 2 and not (tmp_path / "board.png").exists()
    assert done.stderr == "skirmish-rl draw: No module named 'pygame'; install it with: pip install 'skirmish-rl[render]'\n"


CAUGHT = """
import skirmish_rl
from skirmish_rl.envs.core.errors import MissingExtra
try:
    {statement}
except ImportError as error:
    assert isinstance(error, MissingExtra)
    print(error.name, str(error).rpartition(": ")[2])
"""


@pytest.mark.parametrize(
    ("library", "extra", "statement"),
    [
        ("pygame", "render", "env = skirmish_rl.make('tide_of_iron', 'farm_quick', render_mode='rgb_array'); env.reset(1); env.render()"),
        ("stable_baselines3", "train", "import skirmish_rl.envs.adapters.sb3"),
        ("torch", "train", "import skirmish_rl.agents.ppo.network"),
        ("scipy", "train", "import skirmish_rl.agents.ratings"),
        ("rich", "train", "import skirmish_rl.agents.results.report"),
        ("ray", "ray", "import skirmish_rl.envs.adapters.rllib as view; view.ppo({})"),
    ],
)
def test_imports_and_pictures_name_the_extra(library: str, extra: str, statement: str, tmp_path: Path) -> None:
    caught = said(without((library,), tmp_path, CAUGHT.format(statement=statement)))
    assert caught == f"{library} pip install 'skirmish-rl[{extra}]'\n"
