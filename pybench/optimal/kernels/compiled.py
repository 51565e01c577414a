"""Compilation with fixed signatures, kept on disk; calls release the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(*signatures: str) -> Callable[[F], F]:
    """Return a decorator that compiles a function for the signatures given.

    No `fastmath`: every sum and product is rounded on its own, so that bytes do not depend on how
    the loop was vectorised.
    """

    def decorate(function: F) -> F:
        options = {"error_model": "numpy", "nogil": True}
        try:
            made: F = numba.njit(list(signatures), cache=True, **options)(function)
        except RuntimeError:  # "cannot cache function": nowhere to write
            made = numba.njit(list(signatures), **options)(function)
        return made

    return decorate
