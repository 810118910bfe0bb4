"""The cache of compiled rules: a folder that only this user may write to, because its files are executed.

`SKIRMISH_CACHE_DIR` names it. Otherwise it is `skirmish-rl` in `XDG_CACHE_HOME` or `~/.cache`, or, where no home can be written to, a
folder of this user among the temporary ones.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.texts import parse_json

_KEEP_DAYS = 30
_LISTING = 2**20  # bytes
_MADE = re.compile(r"[a-z][\w-]*-[0-9a-f]{16}")  # stem of a listing: package, level, hash of the sources
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def cache_root() -> Path:
    """The user's cache folder, whether it exists or not."""
    if chosen := os.environ.get("SKIRMISH_CACHE_DIR"):
        return Path(chosen).absolute()
    usual = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(usual) if os.path.isabs(usual) else Path.home() / ".cache") / "skirmish-rl"
    except RuntimeError:  # of a user who has no home
        return _among_temporary()


def _among_temporary() -> Path:
    return Path(tempfile.gettempdir()) / f"skirmish-rl-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def cache_folders() -> tuple[Path, ...]:
    """The folders that are searched for libraries, the first one first.

    Where the system does not say who owns a folder, the one among the temporary ones is left out: others may have made it.
    """
    return tuple(dict.fromkeys((cache_root(), _among_temporary()))) if hasattr(os, "getuid") else (cache_root(),)


def cache_folder() -> Path:
    """The folder in which a newly built library is kept; it is made if need be, for this user alone.

    Raises:
        LibraryError: other users could put code there.
    """
    root = cache_root()
    for folder in cache_folders():
        try:
            own_folder(folder)
        except OSError:
            continue
        except LibraryError:
            if folder == root:
                raise
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            if folder != root:
                _say(f"the rules are kept in {folder}, for {root} cannot be written to; SKIRMISH_CACHE_DIR chooses another folder")
            return folder
    return _for_this_process(root)


def own_folder(folder: Path) -> Path:
    """Make a folder for this user alone, for libraries that do not belong in the user's cache.

    Raises:
        LibraryError: other users could put code there. OSError: it cannot be made.
    """
    for missing in [above for above in folder.parents if not above.exists()][::-1]:  # mkdir's mode is not that of the parents it makes
        missing.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    check_own(folder)
    prune_cache(folder)
    return folder


@functools.cache
def _for_this_process(root: Path) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="skirmish-rl-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _say(f"{root} cannot be written to: the rules are compiled for this process alone; SKIRMISH_CACHE_DIR chooses another folder")
    return folder


@functools.cache
def _say(text: str) -> None:
    print(f"skirmish-rl: {text}", file=sys.stderr, flush=True)


def check_own(path: Path) -> None:
    """Refuse a file or folder that another user has made or could change; the administrator may have made it.

    Raises:
        LibraryError: another user has made it or could change it. OSError: nothing is there.
    """
    facts = path.lstat()
    if stat.S_ISLNK(facts.st_mode):
        if path.is_dir():  # the user may have put the folder elsewhere
            facts, above = path.stat(), facts
            if hasattr(os, "getuid") and above.st_uid not in (os.getuid(), 0):
                raise LibraryError(_strange(path, "is a link that another user has made"))
        else:
            raise LibraryError(_strange(path, "is a link"))
    if not hasattr(os, "getuid"):
        return
    if facts.st_uid not in (os.getuid(), 0):
        raise LibraryError(_strange(path, "belongs to another user"))
    if facts.st_mode & _OTHERS:
        raise LibraryError(_strange(path, f"can be written to by others; close it with: chmod go-w {path}"))


def _strange(path: Path, why: str) -> str:
    return f"no compiled rules are taken from {path}: it {why}; or choose a folder of your own with SKIRMISH_CACHE_DIR"


def read_listing(file: Path, own: bool) -> dict[str, Any]:
    """Read a listing, as JSON.

    Args:
        own: whether it lies in a cache, where nobody else may have put it.

    Raises:
        LibraryError: another user could have put it there. OSError, ValueError: it does not exist, or is damaged.
    """
    if own:
        check_own(file.parent)
        check_own(file)
    facts = parse_json(read_bytes(file, _LISTING))
    if not isinstance(facts, dict):
        raise ValueError("it is no listing")
    if own:
        check_own(file.with_name(plain_name(facts["file"])))
    return facts


def plain_name(name: Any) -> str:
    """Check that a name is that of a file in the same folder, and return it.

    Raises:
        ValueError: it leads to another folder.
    """
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise ValueError(f"{str(name)[:80]!r} is no file beside it")
    return name


def prune_cache(root: Path) -> None:
    """Remove libraries that no process has used for a month: only files with our names that a listing of ours mentions."""
    for listing in root.glob("*.json"):
        with contextlib.suppress(OSError, ValueError, KeyError, LibraryError):
            if not _MADE.fullmatch(listing.stem) or time.time() - listing.lstat().st_mtime <= _KEEP_DAYS * 86400:
                continue
            facts = read_listing(listing, own=True)
            code = plain_name(facts["file"])
            named = f"{listing.stem}-{str(facts['sha256'])[:8]}."
            if not code.startswith(named) or not listing.stem.endswith(f"-{facts['sources']}"):
                continue
            for file in (listing.with_name(code), listing.with_suffix(".lock"), listing):
                file.unlink(missing_ok=True)
