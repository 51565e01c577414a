"""Randomness: a seed and the names of a task give its own generator. Its only home."""

from __future__ import annotations

import hashlib
import json
import operator
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """Return the random generator of one task.

    It depends on the seed and the names alone, so a task draws the same numbers whatever else
    runs, in which order and on which machine.

    Parameters
    ----------
    seed : int
        The user's seed; any integer.
    *names : str or int
        What the task is called: ``"bootstrap", "iris", 17``. The text "17" and the number 17
        are two names.

    Returns
    -------
    numpy.random.Generator
        PCG64, seeded with the SHA-256 of the JSON text of ``[seed, *names]``.

    Raises
    ------
    ArgumentError
        A seed that is not an integer, a name that is neither text nor integer.

    Examples
    --------
    >>> stream(0, "folds", "iris").integers(100, size=3).tolist()
    [14, 60, 56]
    """
    import numpy as np

    return np.random.default_rng(np.random.SeedSequence(_entropy(seed, names)))


def integer(seed: int, *names: str | int) -> int:
    """Return one integer for a library that takes a seed and not a generator.

    Parameters
    ----------
    seed, *names
        As `stream`.

    Returns
    -------
    int
        In [0, 2**31): R's ``set.seed`` and scikit-learn's ``random_state`` accept it.

    Examples
    --------
    >>> integer(0, "fit", "random forest", "iris", 1)
    1096629425
    """
    return _entropy(seed, names) % 2**31


def _entropy(seed: int, names: tuple[str | int, ...]) -> int:
    # JSON quotes texts and separates items: no two lists of names give the same text.
    text = json.dumps([_whole("seed", seed), *map(_name, names)])
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest(), "big")


def _name(value: str | int) -> str | int:
    return value if isinstance(value, str) else _whole("names", value)


def _whole(argument: str, value: object) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        wanted = "an integer" if argument == "seed" else "texts and integers"
        raise ArgumentError(
            f"`{argument}` must be {wanted}, not {value!r}", expected=wanted, found=repr(value)
        ) from None
