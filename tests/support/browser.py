"""Debian's Chromium, driven by its DevTools over two pipes; no package is needed.

See https://chromedevtools.github.io/devtools-protocol/ for the commands. The browser
has no window, reads messages from descriptor 3 and writes to 4; each ends in a NUL.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAM = shutil.which("chromium-headless-shell") or shutil.which("chromium")

#: The checker of accessibility that `scripts/browser` fetches.
AXE = Path.home() / ".cache" / "pygame_search" / "axe-core-4.14.1.min.js"

_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    "--no-first-run", "--disable-background-networking", "--disable-quic",
    "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
)  # fmt: skip

#: Gives the browser the descriptors that it expects, and becomes it.
_START = """
import fcntl, os, sys
read, write = (fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3])
os.dup2(read, 3)
os.dup2(write, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""

#: How long an answer may take, in seconds of the clock; a limit against a hanging test.
_PATIENCE = 120


class Browser:
    """A browser with one page."""

    def __init__(self) -> None:
        assert PROGRAM is not None
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        read, self.to = os.pipe()
        self.out, write = os.pipe()
        start = [sys.executable, "-c", _START, str(read), str(write), PROGRAM]
        self.process = subprocess.Popen(
            [*start, *_OPTIONS, f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(read, write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(read)
        os.close(write)
        self.count, self.rest = 0, b""
        self.events: list[dict[str, Any]] = []
        self.session: str | None = None
        self.own = "about:"
        targets = self.send("Target.getTargets")["targetInfos"]
        [page] = [one for one in targets if one["type"] == "page"]
        found = self.send(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True
        )
        self.session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        """Return the browser."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the browser."""
        self.close()

    def close(self) -> None:
        """End the browser and remove what it wrote."""
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.out)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method: str, **data: Any) -> dict[str, Any]:
        """Return the answer to a command."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": data}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                found: dict[str, Any] = answer["result"]
                return found

    def run(self, script: str) -> Any:
        """Return what an expression of JavaScript gives; a promise is awaited."""
        found = self.send(
            "Runtime.evaluate",
            expression=script, awaitPromise=True, returnByValue=True, userGesture=True,
        )  # fmt: skip
        if "exceptionDetails" in found:
            error = found["exceptionDetails"].get("exception", {})
            raise RuntimeError(error.get("description", found["exceptionDetails"]))
        return found["result"].get("value")

    def open(self, file: Path, fragment: str = "") -> None:
        """Open a file, and wait until its script says that it is ready."""
        self.visit(f"{file.resolve().as_uri()}{fragment}")

    def visit(self, address: str) -> None:
        """Open an address, and wait until its script says that it is ready."""
        self.send("Page.navigate", url="about:blank")
        self.events.clear()
        self.own = address.partition("#")[0]
        self.send("Page.navigate", url=address)
        self.wait("document.body && document.body.dataset.ready")

    def wait(self, condition: str) -> None:
        """Wait until an expression of JavaScript is true."""
        end = time.monotonic() + _PATIENCE
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"expected {condition}; {self.faults()}")
            time.sleep(0.02)

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the page in pixels, and its colours."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        scheme = "dark" if dark else "light"
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def press(self, key: str) -> None:
        """Press a key, as in `ArrowRight` or `c`."""
        text = {"text": key} if len(key) == 1 else {}
        if key == "Enter":
            text = {"text": "\r"}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def picture(self, file: Path) -> None:
        """Write what the page shows to a PNG file."""
        data = self.send("Page.captureScreenshot", format="png")["data"]
        file.write_bytes(base64.b64decode(data))

    def faults(self) -> list[str]:
        """Return exceptions, errors of the console, and requests to other places."""
        found = []
        for event in self.events:
            data = event.get("params", {})
            match event.get("method"):
                case "Runtime.exceptionThrown":
                    details = data["exceptionDetails"]
                    error = details.get("exception", {}).get("description")
                    found.append(f"exception: {error or details['text']}")
                case "Runtime.consoleAPICalled" if data["type"] in ("error", "warning"):
                    words = [one.get("value") for one in data["args"]]
                    found.append(f"console: {words}")
                case "Log.entryAdded":
                    found.append(f"log: {data['entry']['text']}")
                case "Network.requestWillBeSent":
                    url = data["request"]["url"]
                    if not url.startswith(("file:", "blob:", "data:", self.own)):
                        found.append(f"request: {url[:80]}")
        return found

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.out], [], [], _PATIENCE)
            if not ready:
                raise TimeoutError("the browser does not answer")
            read = os.read(self.out, 1 << 20)
            if not read:
                raise EOFError("the browser has ended")
            self.rest += read
        one, _, self.rest = self.rest.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message
