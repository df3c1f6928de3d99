"""SWI-Prolog in WebAssembly with the clauses of `logic/`.

The system is npm's package `swipl-wasm`, of one version and with one digest. npm
fetches it, Node compiles the clauses with it and saves its state, and both are cached
on disk. Nothing of it stands in the repository.
"""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pygame_search.page.file import bundled
from pygame_search.support import disk_cache
from pygame_search.support.errors import TierError
from pygame_search.support.resources import logic_folder

#: The package of npm, and npm's digest of it (SHA-512, base64).
PACKAGE = "swipl-wasm@8.0.5"
DIGEST = (
    "IkffjSlJx9SHqpaluuRxku7R11/tqpZQg/iPjyoIC7heZ8Y1lzIhQR8d"
    "dDGSyVN15WD3mYw3CxrWoco5zizr0Q=="
)

#: The command that fetches the package.
FETCH = "python -m pygame_search.page.webassembly"

#: Seconds after which npm, and Node that compiles, are ended.
_PATIENCE = 300.0

_NODE = files("pygame_search") / "page" / "node"


@dataclass(frozen=True, slots=True)
class System:
    """The files of SWI-Prolog in WebAssembly.

    Attributes:
        script: JavaScript that defines the function SWIPL.
        code: the system in WebAssembly.
        library: the files of its library; only the compiler needs them.
        licence: the licence of all that.
    """

    script: bytes
    code: bytes
    library: bytes
    licence: str

    def parts(self, state: bytes) -> dict[str, bytes]:
        """Return what `live.js` unpacks in a page.

        Args:
            state: as `compiled` returns it.
        """
        worker = self.script + b"\n" + bundled("worker").encode()
        return {"worker": worker, "code": self.code, "state": state}

    def write(self, folder: Path, state: bytes = b"") -> None:
        """Write the files as `node/system.mjs` reads them."""
        (folder / "script.cjs").write_bytes(self.script)
        (folder / "code.wasm").write_bytes(self.code)
        (folder / "library.data").write_bytes(self.library)
        (folder / "state").write_bytes(state)


def kept_system() -> System | None:
    """Return the cached system; None if there is none, or another file in its place."""
    file = _file()
    if file is None:
        return None
    try:
        data = disk_cache.read(file)
    except OSError:
        return None
    if _digest(data) != DIGEST:
        return None
    disk_cache.used(file)
    return _unpacked(data)


def system() -> System:
    """Return the system, fetched at the first call.

    Raises:
        TierError: npm is missing, or cannot fetch the package.
    """
    kept = kept_system()
    if kept is not None:
        return kept
    data = _fetched()
    file = _file()
    if file is not None:
        with suppress(OSError):
            disk_cache.keep(file, data)
    return _unpacked(data)


def compiled(found: System) -> bytes:
    """Return the saved state of a system with the clauses of `logic/`.

    Raises:
        TierError: Node is missing, or the clauses cannot be compiled.
    """
    script = _NODE / "compile.mjs"
    made_from = (PACKAGE, DIGEST, script.read_bytes(), disk_cache.logic())

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            found.write(folder)
            _run("node", str(script), name, str(logic_folder()), str(folder / "state"))
            return (folder / "state").read_bytes()

    return disk_cache.kept(
        ".state", made_from, make, what="the engine of pages",
        pack=disk_cache.sealed, unpack=disk_cache.unsealed,
    )  # fmt: skip


def _fetched() -> bytes:
    """Return the package, fetched by npm."""
    with tempfile.TemporaryDirectory() as name:
        _run("npm", "pack", PACKAGE, "--pack-destination", name, "--fetch-retries=1")
        [file] = Path(name).glob("*.tgz")
        data = file.read_bytes()
    if _digest(data) != DIGEST:
        raise TierError(
            f"npm's package {PACKAGE} is another one: expected the digest "
            f"sha512-{DIGEST}, found sha512-{_digest(data)}"
        )
    return data


def _run(program: str, *words: str) -> None:
    """Run a program of Node.js.

    Raises:
        TierError: it is missing, or fails.
    """
    command: Sequence[str] = (program, *words)
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            encoding="utf-8",
            errors="replace",
        )
    except FileNotFoundError as error:
        raise TierError(
            f"the engine of a page needs Node.js with npm: expected {program!r} in "
            "PATH, found none; install it (Debian: apt install nodejs npm)"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise TierError(
            f"`{' '.join(command)}` has not ended in {_PATIENCE:g} seconds"
        ) from error
    if done.returncode != 0:
        raise TierError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")


def _unpacked(data: bytes) -> System:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:

        def member(name: str) -> bytes:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            return file.read()

        return System(
            script=member("dist/swipl/swipl-web.js"),
            code=member("dist/swipl/swipl-web.wasm"),
            library=member("dist/swipl/swipl-web.data"),
            licence=member("LICENSE.txt").decode(),
        )


def _file() -> Path | None:
    return disk_cache.kept_file(".tgz", (PACKAGE, DIGEST))


def _digest(data: bytes) -> str:
    return base64.b64encode(hashlib.sha512(data).digest()).decode()


if __name__ == "__main__":
    print(f"{PACKAGE}: {len(compiled(system())):,} bytes with the clauses")
