"""Compilation with fixed signatures, so that a call never compiles; results stay on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(*signatures: str) -> Callable[[F], F]:
    """Return a decorator that compiles a function for the signatures given.

    Numba stores the compiled code beside the source or, if it may not write there, in the user's
    cache folder (`NUMBA_CACHE_DIR` names another folder). If Numba can write to no such folder,
    each process compiles the code again. The option `fastmath` is off, so sums keep their order,
    and each product and each sum is rounded separately.
    """

    def decorate(function: F) -> F:
        compile_ = numba.njit(list(signatures), error_model="numpy", cache=True)
        try:
            made: F = compile_(function)
        except RuntimeError:  # "cannot cache function": no writable folder
            made = numba.njit(list(signatures), error_model="numpy")(function)
        return made

    return decorate
