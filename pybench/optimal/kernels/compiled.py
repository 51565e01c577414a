"""Compilation with fixed signatures, cached on disk; calls release the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(*signatures: str) -> Callable[[F], F]:
    """Return a decorator that compiles a function for the given signatures.

    The option `fastmath` is off. So every sum and product is rounded separately, and the bytes of a
    result do not depend on how the loop was vectorised.
    """

    def decorate(function: F) -> F:
        options = {"error_model": "numpy", "nogil": True}
        try:
            made: F = numba.njit(list(signatures), cache=True, **options)(function)
        except RuntimeError:  # "cannot cache function": no writable folder
            made = numba.njit(list(signatures), **options)(function)
        return made

    return decorate
