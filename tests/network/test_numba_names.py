"""What we take of numba that it does not document is there.

Nothing of ours is imported: where a name is gone, `compiler.py` cannot be imported.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import pytest
from numba import njit
from numba.core import caching

#: What `compiler.py` takes of numba that numba does not document: a class, an object or
#: a function, and what of it is called or overridden.
PRIVATE = {
    "numba.core.caching.FunctionCache": [
        "_impl_class", "load_overload", "save_overload",
    ],
    "numba.core.caching.IndexDataCacheFile": [
        "_open_for_write", "_load_index", "_load_data", "_data_path",
    ],
    "numba.core.caching.CompileResultCacheImpl": ["get_filename_base"],
    "numba.core.dispatcher.Dispatcher": ["enable_caching"],
    "numba.core.registry.cpu_target": ["typing_context"],
    "numba.core.typing.context.BaseContext": ["refresh", "resolve_value_type"],
    "numba.np.linalg.ensure_blas": [],
    "numba.np.arraymath.ensure_blas": [],
}  # fmt: skip

#: Attributes that only objects have.
OF_OBJECTS = ["_cache_file", "_cache_path", "_impl"], ["_index_path", "_source_stamp"]


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_of_numba_is_there(name: str) -> None:
    module, _, what = name.rpartition(".")
    found = getattr(import_module(module), what, None)
    version = numba.__version__
    assert found is not None, f"numba {version} has no {name}: see compiler.py"
    missing = [part for part in PRIVATE[name] if not hasattr(found, part)]
    assert not missing, f"numba {version}: {name} has no {missing}: see compiler.py"


def test_what_is_private_of_numbas_objects_is_there() -> None:
    options: Any = {"_nrt": False, "forceinline": True, "no_cfunc_wrapper": True}
    compiled: Any = njit(**options)(opposite)
    assert compiled(-3) == 3, "numba takes no _nrt, forceinline, no_cfunc_wrapper"
    for name in ("_cache", "targetoptions", "py_func", "stats"):
        assert hasattr(compiled, name), f"a dispatcher has no {name}: see compiler.py"
    cache: Any = caching.FunctionCache(opposite)  # type: ignore[no-untyped-call]
    for place, names in zip((cache, cache._cache_file), OF_OBJECTS, strict=True):
        missing = [name for name in names if not hasattr(place, name)]
        assert not missing, f"{type(place).__name__} has no {missing}: see compiler.py"


def opposite(number: int) -> int:
    return -number


def test_the_version_of_numba_is_in_a_file_of_its_own() -> None:
    """`jit.py` reads it there, so that numba need not be imported."""
    text = (Path(numba.__file__).parent / "_version.py").read_text("utf-8")
    assert f'"{numba.__version__}"' in text
