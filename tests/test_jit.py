"""How the kernels are compiled and kept."""

from __future__ import annotations

import signal

import pytest
from numba.core.caching import FunctionCache

from pygame_search.network.jit import _PackageCache


def test_ctrl_c_waits_until_a_kernel_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def load(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(True)

    monkeypatch.setattr(FunctionCache, "load_overload", load)
    cache = _PackageCache(test_ctrl_c_waits_until_a_kernel_is_read)  # type: ignore[no-untyped-call]
    with pytest.raises(KeyboardInterrupt):
        cache.load_overload(None, None)
    assert done == [True]
