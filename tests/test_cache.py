"""The cache of compiled rules is executed, so nobody else may have written it, and no file of the user's is removed from it."""

from __future__ import annotations

import ctypes
import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core import cache, library
from skirmish_rl.envs.core.cache import cache_folder, cache_folders, cache_root, check_own, prune_cache
from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.files import alone
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.library import Library

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners of files are those of POSIX")
OLD = 1_600_000_000  # seconds: long before the month after which libraries are removed


@jit
def doubled(x):
    return x + x


def both(numbers):
    numbers[0] = doubled(numbers[0])
    return numbers.shape[0]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A cache folder of this user's, and a folder for temporary files of the test's own."""
    place, temporary = tmp_path / "cache", tmp_path / "temporary"
    place.mkdir(mode=0o700)
    temporary.mkdir()
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return place


def give_away(path: Path, monkeypatch) -> None:
    """Let a file belong to somebody else."""
    if os.getuid() == 0:
        os.chown(path, 4242, -1, follow_symlinks=False)
    else:
        mine = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)


def small() -> Library:
    made = Library("tests.small")
    made.add(both, ("i8[:]",))
    return made


def run(made: Library) -> int:
    numbers = np.array([21])
    made.entries["test_cache_both"](numbers)
    return int(numbers[0])


def test_a_new_folder_is_for_this_user_alone(folder, monkeypatch):
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(folder / "deeper" / "here"))
    before = os.umask(0)
    try:
        made = cache_folder()
    finally:
        os.umask(before)
    assert made == folder / "deeper" / "here" and [stat.S_IMODE(one.stat().st_mode) for one in (made, made.parent)] == [0o700, 0o700]


def test_where_nobody_knows_who_owns_a_folder_none_among_the_temporary_ones_is_searched(folder, monkeypatch):
    assert len(cache_folders()) == 2
    monkeypatch.delattr(os, "getuid")
    assert cache_folders() == (cache_root(),)


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777], ids=["the group's", "everybody's", "like a temporary one"])
def test_a_folder_that_others_can_write_to_is_refused(folder, mode):
    folder.chmod(mode)
    with pytest.raises(
        LibraryError, match=rf"no compiled rules are taken from {folder}: it can be written to by others; close it with: chmod go-w"
    ):
        small().load()
    assert not list(folder.iterdir())


def test_a_folder_of_another_user_is_refused(folder, monkeypatch):
    give_away(folder, monkeypatch)
    with pytest.raises(LibraryError, match="belongs to another user; or choose a folder of your own with SKIRMISH_CACHE_DIR"):
        small().load()


@pytest.mark.parametrize("which", ["json", "so"])
@pytest.mark.parametrize("how", ["another user's", "open to others", "a link"])
def test_code_that_somebody_else_could_have_planted_is_never_loaded(folder, monkeypatch, which, how):
    assert run(small()) == 42
    (file,) = folder.glob(f"*.{which}")
    match how:
        case "another user's":
            give_away(file, monkeypatch)
            if os.getuid() != os.stat(folder).st_uid:
                pytest.skip("needs the administrator, who can give files away")
        case "open to others":
            file.chmod(0o666)
        case "a link":
            file.rename(folder.parent / "planted")
            file.symlink_to(folder.parent / "planted")
    built = []
    monkeypatch.setattr(Library, "_build", lambda self, *rest: built.append(self.name))
    monkeypatch.setattr(ctypes, "CDLL", lambda name: pytest.fail(f"{name} was loaded"))
    again = small()
    assert not again.is_there() and "no compiled rules are taken from" in again._wrong
    with pytest.raises(LibraryError):
        again.load()
    assert built == ["small"]


def test_a_library_with_a_folder_of_its_own_leaves_the_users_cache_alone(folder, tmp_path):
    made = small()
    made.folder = tmp_path / "mine"
    assert run(made) == 42 and list(made.folder.glob("small-*.so")) and not list(folder.iterdir())
    assert stat.S_IMODE(made.folder.stat().st_mode) == 0o700 and not small().is_there()
    again = small()
    again.folder = made.folder
    assert again.is_there(), "the next process finds it"
    made.folder.chmod(0o770)
    with pytest.raises(LibraryError, match="it can be written to by others"):
        again.home()


def test_the_toy_of_the_tests_leaves_nothing_in_the_users_cache(folder):
    code = "from tests import toy; from skirmish_rl.envs.core.batch import Batch; Batch(toy.RULESET.scenario('short'), 1).reset(seed=1)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=Path(__file__).resolve().parents[1], check=True)
    assert not list(folder.iterdir())


def test_what_the_administrator_has_put_there_is_taken(folder):
    check_own(Path("/usr"))
    assert os.stat("/usr").st_uid == 0 and run(small()) == 42


def test_a_link_to_a_folder_of_ones_own_is_followed(folder, monkeypatch):
    link = folder.parent / "link"
    link.symlink_to(folder)
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(link))
    assert run(small()) == 42 and list(folder.glob("small-*.json"))


def test_a_lock_that_is_a_link_leaves_what_it_leads_to_as_it_was(folder):
    precious = folder.parent / "precious.txt"
    precious.write_text("all that I have")
    (folder / "small.lock").symlink_to(precious)
    with alone(folder / "small.lock") as held:
        assert held
    assert precious.read_text() == "all that I have"


def test_a_relative_xdg_cache_home_is_ignored(monkeypatch, tmp_path):
    monkeypatch.delenv("SKIRMISH_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "planted")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_root() == tmp_path / ".cache" / "skirmish-rl"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "skirmish-rl"


def written(folder: Path, stem: str, **facts: object) -> Path:
    """A listing as a library has one, with its code and its lock, that nobody has used for long."""
    told = {"file": f"{stem}-{'a' * 8}.so", "sources": stem[-16:], "sha256": "a" * 64, "level": "x86-64-linux", "entries": {}, **facts}
    file = folder / f"{stem}.json"
    file.write_text(json.dumps(told))
    for beside in (folder / f"{stem}-{'a' * 8}.so", folder / f"{stem}.lock"):
        beside.write_bytes(b"")
    os.utime(file, (OLD, OLD))
    return file


def test_libraries_that_nobody_has_used_for_a_month_are_removed(folder):
    written(folder, "warcry-x86-64-linux-0123456789abcdef")
    fresh = written(folder, "warcry-x86-64-linux-fedcba9876543210")
    os.utime(fresh)
    prune_cache(folder)
    assert sorted({file.name.partition("linux-")[2][:16] for file in folder.iterdir()}) == ["fedcba9876543210"]
    assert len(list(folder.iterdir())) == 3


def test_only_what_bears_our_names_is_removed(folder):
    precious = folder.parent / "precious.txt"
    precious.write_text("mine")
    (folder / "notes.txt").write_text("mine")
    own = folder / "settings.json"  # some other program's
    own.write_text(json.dumps({"file": "notes.txt", "sources": "s", "sha256": "a"}))
    os.utime(own, (OLD, OLD))
    stem = "warcry-x86-64-linux-0123456789abcdef"
    for facts in ({"file": "../precious.txt"}, {"file": "notes.txt"}, {"file": str(precious)}, {"sha256": None}, {"sources": "other"}):
        listing = written(folder, stem, **facts)
        prune_cache(folder)
        assert listing.exists() and own.exists() and precious.exists() and (folder / "notes.txt").exists(), facts


def test_a_user_without_a_home_has_a_cache_among_the_temporary_files(folder, monkeypatch, capfd):
    monkeypatch.delenv("SKIRMISH_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert run(small()) == 42
    place = Path(tempfile.gettempdir()) / f"skirmish-rl-{os.getuid()}"
    assert small().is_there() and list(place.glob("small-*.json")), "the next process finds it"
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_where_the_home_cannot_be_written_to_the_rules_are_kept_elsewhere_and_it_is_said(folder, monkeypatch, capfd):
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", "/proc/no/such/folder")
    cache._say.cache_clear()
    assert run(small()) == 42
    place = Path(tempfile.gettempdir()) / f"skirmish-rl-{os.getuid()}"
    said = f"the rules are kept in {place}, for /proc/no/such/folder cannot be written to; SKIRMISH_CACHE_DIR chooses another folder"
    assert said in capfd.readouterr().err
    assert small().is_there(), "the next process finds it"


def test_a_planted_folder_among_the_temporary_files_is_not_used(folder, monkeypatch, capfd):
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", "/proc/no/such/folder")
    planted = Path(tempfile.gettempdir()) / f"skirmish-rl-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)
    cache._say.cache_clear()
    cache._for_this_process.cache_clear()
    made = cache_folder()
    assert made.parent == planted.parent and made != planted and stat.S_IMODE(made.stat().st_mode) == 0o700
    assert "compiled for this process alone; SKIRMISH_CACHE_DIR chooses another folder" in capfd.readouterr().err


def test_a_folder_for_one_process_goes_with_it(tmp_path):
    code = "from skirmish_rl.envs.core.cache import cache_folder; print(cache_folder())"
    planted = tmp_path / f"skirmish-rl-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)
    environment = {**os.environ, "SKIRMISH_CACHE_DIR": "/proc/no/such/folder", "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).parent == tmp_path and not Path(done.stdout.strip()).exists()


def test_a_listing_that_leads_elsewhere_is_refused(folder):
    assert run(small()) == 42
    (file,) = folder.glob("*.json")
    facts = json.loads(file.read_text())
    (folder.parent / "planted.so").write_bytes((folder / facts["file"]).read_bytes())
    file.write_text(json.dumps({**facts, "file": "../planted.so"}))
    again = small()
    assert not again.is_there() and "is no file beside it" in again._wrong
    for wrong in ("[" * 100_000, "[]", '{"file": 3}'):
        file.write_text(wrong)
        again = small()
        assert not again.is_there() and again._wrong
    assert library._SHIPPED.name == "compiled"
