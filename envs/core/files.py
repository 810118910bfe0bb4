"""Files and folders: whatever lies there is read with a bound, and files are written whole or not at all.

A file is first written beside its place under a name that nobody else has. So no file of the user is taken over, no link is followed,
and two processes do not meet.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import shutil
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, DataError, SkirmishError, cannot
from skirmish_rl.envs.core.texts import decode

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_BINARY", "O_CLOEXEC")
)  # a pipe that nobody fills is opened at once
_STREAMS = (Path("/dev"), Path("/dev/fd"))  # where standard streams and devices have their names
_UNPACKED = 2**30  # bytes of an archive, all its members together


def read_bytes(path: str | Path, largest: int, error: type[SkirmishError] = DataError) -> bytes:
    """The bytes of a file that anybody may have written.

    Args:
        largest: most bytes that are accepted. error: what is raised.

    Raises:
        SkirmishError: of the kind `error`: there is no file, or it cannot be read, is a folder, a pipe or a device, or is too large.
    """
    try:
        handle = os.open(path, _FLAGS)
        try:
            facts = os.fstat(handle)
            if not stat.S_ISREG(facts.st_mode):
                raise error(cannot("read", path, ValueError("not a file")))  # a pipe or a device might never end
            with open(handle, "rb", closefd=False) as file:
                content = file.read(min(largest, max(facts.st_size, 2**16)) + 1)  # room for all of it is made at once
        finally:
            os.close(handle)
    except (OSError, ValueError) as wrong:  # of a path that is none
        if isinstance(wrong, SkirmishError):
            raise
        raise error(cannot("read", path, wrong)) from wrong
    if len(content) > largest:
        size = f"{largest // 2**20} MiB" if largest >= 2**20 else f"{largest // 1000} kB"
        raise error(cannot("read", path, ValueError(f"larger than {size}, which no file of its kind is")))
    return content


def read_text(path: str | Path, largest: int, error: type[SkirmishError] = DataError) -> str:
    """The text of a file that anybody may have written; see `read_bytes` and `texts.decode`.

    Raises:
        SkirmishError: of the kind `error`: the file cannot be read, or is no text.
    """
    content = read_bytes(path, largest, error)
    try:
        return decode(content)
    except ValueError as wrong:
        raise error(cannot("read", path, wrong)) from wrong


def members(content: bytes, largest: int = _UNPACKED) -> dict[str, bytes]:
    """The files in a zip archive, by name; their sizes are checked before anything is unpacked.

    Raises:
        ValueError: no archive, a damaged one, one that is larger when unpacked than it may be, or one with a name twice.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed, left = archive.infolist(), largest
            if len({one.filename for one in listed}) != len(listed):
                raise ValueError("two of its parts have the same name")
            found: dict[str, bytes] = {}
            for one in listed:
                if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise ValueError("it is packed in a way that this project does not use")  # and that unpacks without a bound
                if one.file_size > left:
                    raise ValueError(f"unpacked it is larger than {largest // 2**20} MiB")
                with archive.open(one) as part:
                    found[one.filename] = part.read(one.file_size + 1)  # a size that lies is an error of the archive
                left -= len(found[one.filename])
    except ValueError:
        raise
    except Exception as error:  # zipfile and its decompressors raise many kinds for a damaged file
        raise ValueError(str(error) or type(error).__name__) from error
    return found


def arrays(content: bytes, largest: int = _UNPACKED) -> dict[str, np.ndarray]:
    """The arrays of a NumPy archive (.npz); their headers must agree with what is there.

    Raises:
        ValueError: as `members`; or a part that is no array of plain numbers, or not of the size it says.
    """
    found = {}
    for name, part in members(content, largest).items():
        try:
            inside = io.BytesIO(part)
            read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
            shape, columns, dtype = read[np.lib.format.read_magic(inside)](inside)
        except Exception as error:  # a header is read as Python's literals, which fail in many ways
            raise ValueError(f"{name[:80]!r} is no array") from error
        count = 1
        for side in shape:
            count *= side
        body = memoryview(part)[inside.tell() :]
        if dtype.hasobject or dtype.names or columns or min(shape, default=0) < 0 or count * dtype.itemsize != len(body):
            raise ValueError(f"{name[:80]!r} says it is {str(dtype)[:40]} of shape {str(shape)[:80]}, and holds {len(body):,} bytes")
        found[name.removesuffix(".npy")] = np.frombuffer(body, dtype).reshape(shape).copy()
    return found


def _waiting(place: Path) -> Path:
    """A name beside a place that nobody else has."""
    return place.with_name(f".{place.name[:40]}.{secrets.token_hex(8)}.tmp")


def _is_stream(place: Path) -> bool:
    """True for what is no place for a file: a standard stream, a pipe or a device that is not behind a link."""
    if place.parent in _STREAMS:
        return True
    try:
        mode = os.lstat(place).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode))


def put(file: Path, content: bytes, safely: bool = False, mode: int = 0o666) -> None:
    """Write a file under another name, and rename it when it is whole. A link in its place is replaced, and not followed.

    Args:
        file: its place; `/dev/stdout` and the like, pipes and devices are written to as they are.
        safely: it must survive a power failure. mode: who may read and write it, as far as the process allows.

    Raises:
        OSError: it cannot be written.
    """
    if _is_stream(file):
        with file.open("wb") as opened:
            opened.write(content)
        return
    waiting = _waiting(file)
    try:
        with open(waiting, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as opened:
            opened.write(content)
            if safely:
                opened.flush()
                os.fsync(opened.fileno())
        os.replace(waiting, file)
    except BaseException:
        with contextlib.suppress(OSError):
            waiting.unlink()
        raise


def write_whole(path: Path, content: str | bytes, option: str = "--out", safely: bool = False) -> None:
    """Write a file, and make its folders.

    Args:
        option: the option with which a user would choose another place. safely: see `put`.

    Raises:
        DataError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, content if isinstance(content, bytes) else content.encode(), safely)
    except (OSError, ValueError) as error:  # of a path that is none, of text that is none
        raise DataError(f"{cannot('write', path, error)}; choose another folder with {option}") from error


@contextlib.contextmanager
def new_folder(place: Path, replaced: bool = False, option: str = "--out") -> Iterator[Path]:
    """Fill a folder beside its place; it moves there when all went well, and is removed otherwise.

    Args:
        replaced: what lies at the place is removed then; the caller knows that it may be. Otherwise the place must be free or an empty
            folder.
        option: the option with which a user would choose another place.

    Raises:
        BadOption: it cannot be made, or something has come to lie there meanwhile.
    """
    waiting, old = _waiting(place), _waiting(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        waiting.mkdir()
    except (OSError, ValueError) as error:  # of a path that is none
        raise BadOption(f"{cannot('make', place, error)}; choose another {option}") from error
    try:
        yield waiting
        try:
            if replaced and place.exists():
                place.rename(old)
            elif place.is_dir() and not place.is_symlink():
                place.rmdir()
            waiting.rename(place)
        except OSError as error:
            if old.exists() and not place.exists():
                old.rename(place)
            raise BadOption(f"{cannot('write', place, error)}; choose another {option}") from error
    finally:
        for made in (waiting, old):
            shutil.rmtree(made, ignore_errors=True)


def check_folder(folder: Path, option: str = "--out") -> None:
    """Refuse a folder that cannot be written to, before the work whose results it is to hold; the folder is not made yet.

    Raises:
        DataError: it cannot be written.
    """
    try:
        whole = folder.absolute()
        there = next(place for place in (whole, *whole.parents) if place.exists())
        probe = _waiting(there / "probe")
        probe.open("xb").close()
        probe.unlink()
    except (OSError, ValueError) as error:  # of a path that is none
        raise DataError(f"{cannot('write', folder, error)}; choose another folder with {option}") from error


@contextlib.contextmanager
def alone(file: Path, wait: bool = True) -> Iterator[bool]:
    """Hold a lock in the form of a file, which is made if need be and stays; no link is followed.

    Args:
        wait: wait until no other process holds it; otherwise the answer is False where one does.

    Yields:
        True while it is held; also where there are no locks, or nowhere to make one.
    """
    try:
        import fcntl

        handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except (ImportError, OSError):  # not on this system, or nowhere to write: everybody works for themselves
        yield True
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        except OSError:  # a disk without locks
            pass
        yield True
    finally:
        os.close(handle)
