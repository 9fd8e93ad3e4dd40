"""Compiles the kernel's functions, caches them on disk, and announces the first compilation.

`compiled` marks a rule: plain Python that Numba can compile for a core and, called from a CUDA kernel, for a GPU.
`entry_nogil` and `entry_gil` mark the few functions that Python calls. They are cached, so that a second start compiles
nothing. `entry_gil` keeps the interpreter: for a short call, releasing it costs more than the call itself.
With `NUMBA_DISABLE_JIT=1` all of them return the function unchanged.
"""

import contextlib
import functools
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core import caching, event

from skipbo.i18n import translate as _

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

PACKAGE = Path(__file__).parent.parent
# Only files with compiled code in them, or with numbers that are compiled into it, can change what cached functions do.
SOURCES = ("kernel", "bots", "batch", "coach")
SUFFIXES = {".py", ".toml"}
INTERPRETED = bool(numba.config.DISABLE_JIT)

# The NumPy error model leaves out Python's checks for division by zero; no rule divides by a variable that can be zero.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


# A byte of a record as a number that does not wrap around at 255: compiled code widens by itself, NumPy does not.
wide = cast(Callable[[Any], int], np.int64)


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    return numba.njit(**OPTIONS)(function)  # type: ignore[no-any-return]


def compiled_inside(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """`compiled`, and always made a part of its callers: for what a loop does at each step, where a call costs time."""
    return numba.njit(**OPTIONS, forceinline=True)(function)  # type: ignore[no-any-return]


def entry_nogil(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    return _cached(function, OPTIONS)


def entry_gil(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    return _cached(function, OPTIONS | {"nogil": False})


def _cached(function: Callable[Parameters, Result], options: dict[str, Any]) -> Callable[Parameters, Result]:
    dispatcher = numba.njit(**options)(function)
    if not INTERPRETED:
        # Numba's own cache notices a change in the file of the function, not in the rules that it calls.
        with contextlib.suppress(RuntimeError):  # no folder can be written: compiled anew at every start
            dispatcher._cache = _Cache(function)
    return dispatcher  # type: ignore[no-any-return]


def bound(function: Callable[Parameters, Result], *examples: Any) -> Callable[Parameters, Result]:
    """Returns an entry point for arguments of the types of these examples; a call with others is undefined.

    Numba looks up the types of all arguments at every call. For arrays of records that takes ten times as long as a
    short rule.
    """
    compile_for = getattr(function, "compile", None)
    return function if compile_for is None else compile_for(tuple(map(numba.typeof, examples)))


def plain(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Returns the function as Python runs it, for callers with a number or two: nothing is compiled for them."""
    return getattr(function, "py_func", function)


@functools.cache
def source_digest() -> bytes:
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted(path for path in (PACKAGE / folder).rglob("*.*") if path.suffix in SUFFIXES):
            digest.update(path.read_bytes())
    return digest.digest()


class _StampedByAllSources:
    def get_source_stamp(self) -> bytes:
        return source_digest()


class _ChosenByUser(_StampedByAllSources, caching.UserProvidedCacheLocator):  # type: ignore[misc]
    def ensure_cache_path(self) -> None:
        """Raises `OSError` unless the folder can at least be read: an image carries its rules compiled."""
        try:
            super().ensure_cache_path()
        except OSError:
            if not Path(self.get_cache_path()).is_dir():
                raise


class _BesideSource(_StampedByAllSources, caching.InTreeCacheLocator):  # type: ignore[misc]
    pass


class _InUserCache(_StampedByAllSources, caching.UserWideCacheLocator):  # type: ignore[misc]
    pass


class _CacheFiles(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_ChosenByUser, _BesideSource, _InUserCache)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheFiles

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with contextlib.suppress(OSError):  # it cannot be written: compiled anew at the next start
            super().save_overload(signature, compiled)


class NotCached(Exception):
    """A function was called that is not compiled yet."""


class _Announcer(event.Listener):  # type: ignore[misc]
    """Prints once, at the first compilation, why the user has to wait; in some threads refuses to compile."""

    def __init__(self) -> None:
        self.silent = False
        self.refusing: set[int] = set()  # threads

    def on_start(self, event: event.Event) -> None:
        function = event.data["dispatcher"].py_func
        if not self.silent and function.__module__.startswith("skipbo."):
            self.silent = True
            print(
                _("skipbo: compiling the rules for this machine (once; it takes a minute or two) …"),
                file=sys.stderr,
                flush=True,
            )
        if threading.get_ident() in self.refusing and isinstance(event.data["dispatcher"]._cache, _Cache):
            raise NotCached(function.__qualname__)

    def on_end(self, event: event.Event) -> None:
        pass


announcer = _Announcer()


@contextlib.contextmanager
def only_cached() -> Iterator[None]:
    """In this thread, raises `NotCached` instead of compiling a function that another process could compile for us."""
    announcer.refusing.add(threading.get_ident())
    try:
        yield
    finally:
        announcer.refusing.discard(threading.get_ident())


if not INTERPRETED:
    event.register("numba:compile", announcer)
