"""Methods whose functions are defined in packages above their class."""

from __future__ import annotations

from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Concatenate, Generic, ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")

    class Asked(Generic[P, R]):
        """A verb as the type checker sees it: of a request, and its result."""

        def __init__(
            self, request: Callable[Concatenate[Any, P], object], result: type[R]
        ) -> None: ...

        def __get__(
            self, instance: object, owner: type | None = None
        ) -> Callable[P, R]: ...

    def several(
        request: Callable[Concatenate[Any, P], object], result: type[R]
    ) -> Asked[P, Iterator[R]]:
        """Return a verb with several results, one after the other."""
        ...


class Verb:
    """A method whose function is imported at its first use.

    The signature and the docstring are those of the function, whose first argument is
    the instance. So a class can offer what is built on top of it, and a program that
    does not use it does not load it.

    Args:
        module: the module of the function, below `pygame_search`.
        name: the name of the function; by default that of the method.
    """

    def __init__(self, module: str, name: str = "") -> None:
        self._module = module
        self._name = name

    def __set_name__(self, owner: type, name: str) -> None:
        """Take the name of the method."""
        self._name = self._name or name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Return the function, bound to the instance if there is one."""
        function = getattr(import_module(f"pygame_search.{self._module}"), self._name)
        return function if instance is None else MethodType(function, instance)
