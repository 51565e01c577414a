"""Compilation: fixed signatures, so that a call never compiles, and the result kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(*signatures: str) -> Callable[[F], F]:
    """Return a decorator that compiles a function for the signatures given.

    Numba keeps what it compiled beside the source or, where it may not write there, in the user's
    cache folder (`NUMBA_CACHE_DIR` names another). Without any such folder it compiles each time.
    No `fastmath`: sums keep their order, products and sums are rounded one by one.
    """

    def decorate(function: F) -> F:
        compile_ = numba.njit(list(signatures), error_model="numpy", cache=True)
        try:
            made: F = compile_(function)
        except RuntimeError:  # "cannot cache function": nowhere to write
            made = numba.njit(list(signatures), error_model="numpy")(function)
        return made

    return decorate
