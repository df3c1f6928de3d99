"""Networks kept on disk from one process to the next.

A file is named by a hash of all that the network is made from: what the caller says of
the rules, and the sources of this package, so that no file is ever stale. A file that
cannot be read is made again; a folder that cannot be written to is done without.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

import platformdirs

from pygame_search.network.file import DamagedError, from_bytes, to_bytes
from pygame_search.network.network import Network

#: `off` does without files; anything else is the folder to keep them in.
VARIABLE = "PYGAME_SEARCH_CACHE"

#: The files together are kept below this; those not used for longest go first.
MOST_BYTES = 512 << 20

#: Seconds after which what a writer that died has left behind is removed.
ABANDONED = 3600.0

_SUFFIX = ".network"


def cache_folder() -> Path | None:
    """Return where networks are kept, None when nowhere."""
    place = os.environ.get(VARIABLE, "")
    if place == "off":
        return None
    if place:
        return Path(place)
    return Path(platformdirs.user_cache_dir("pygame_search", appauthor=False))


def cached(
    content: Sequence[str],
    make: Callable[[], Network],
    *,
    note: Callable[[str], object] = lambda words: None,
    most_bytes: int = MOST_BYTES,
) -> Network:
    """Return a network from its file, or make it and keep it.

    Args:
        content: all that the network is made from, besides the sources of this
            package: the rules with their parameters, how they are ground.
        make: makes the network.
        note: is told, in a sentence, of a file that cannot be read or written.
        most_bytes: the files together are kept below this.
    """
    folder = cache_folder()
    if folder is None:
        return make()
    path = folder / f"{_key(content)}{_SUFFIX}"
    try:
        network = from_bytes(path.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, DamagedError) as error:
        note(f"the network kept in {path} is made again: {error}")
    else:
        with contextlib.suppress(OSError):
            # When it was used last decides what is removed first.
            os.utime(path)
        return network
    network = make()
    try:
        _write(path, to_bytes(network))
        _trim(folder, most_bytes)
    except OSError as error:
        note(f"the network is not kept in {path}: {error}")
    return network


def _key(content: Sequence[str]) -> str:
    code = blake2b(digest_size=20)
    sources = files("pygame_search.network").iterdir()
    texts = [
        source.read_bytes()
        for source in sorted(sources, key=lambda source: source.name)
        if source.name.endswith(".py")
    ]
    for part in [*texts, *(text.encode() for text in content)]:
        code.update(len(part).to_bytes(8, "little"))
        code.update(part)
    return code.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix="writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _trim(folder: Path, most_bytes: int) -> None:
    """Remove files that were not used for longest, until the rest is small enough."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        # Another process may have removed it.
        with contextlib.suppress(OSError):
            status = path.stat()
            if path.suffix == _SUFFIX:
                found.append((status.st_mtime, status.st_size, path))
            elif (
                path.name.startswith("writing-")
                and time.time() - status.st_mtime > ABANDONED
            ):
                path.unlink()
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found)[:-1]:
        if total <= most_bytes:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size
