"""All random numbers: a seed and the names of a task give its own generator.

`stream` is for draws made only in Python. `uniforms` is for statistics: R's ``uniforms()`` gives
the same numbers, so that a Monte-Carlo result does not depend on the language.
"""

from __future__ import annotations

import hashlib
import json
import operator
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """Return the random generator of one task.

    It depends only on the seed and the names, so a task draws the same numbers whatever else runs,
    in any order and on any machine.

    Parameters
    ----------
    seed : int
        The user's seed; any integer.
    *names : str or int
        Names of the task: ``"bootstrap", "iris", 17``. The string "17" and the number 17 are
        different names.

    Returns
    -------
    numpy.random.Generator
        PCG64, seeded with the SHA-256 of the JSON text of ``[seed, *names]``.

    Raises
    ------
    ArgumentError
        A seed that is not an integer, a name that is neither a string nor an integer.

    Examples
    --------
    >>> stream(0, "folds", "iris").integers(100, size=3).tolist()
    [14, 60, 56]
    """
    import numpy as np

    return np.random.default_rng(np.random.SeedSequence(_entropy(seed, names)))


def integer(seed: int, *names: str | int) -> int:
    """Return one integer for a library that takes a seed instead of a generator.

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


def uniforms(seed: int, name: str, start: int, count: int) -> NDArray[np.float64]:
    """Return numbers ``start`` to ``start + count`` of a stream that R has too.

    Parameters
    ----------
    seed : int
        The user's seed, of less than 54 bits, which a double in R can hold.
    name : str
        Purpose of the draws: "bayesian-signed-rank". Each name has a separate stream.
    start, count : int, >= 0
        Any part of the stream can be computed alone, in any order, by any worker.

    Returns
    -------
    (count,) float in [0, 1)
        Multiples of 2**-53.

    Raises
    ------
    ArgumentError
        A seed that is not an integer, or too large.

    Notes
    -----
    Philox4x64 with 10 rounds (Salmon et al. 2011, *Parallel random numbers: as easy as 1, 2, 3*),
    as in NumPy: the key is the seed and the FNV-1a hash of the name, the counter of the first block
    is 1; a double is the upper 53 bits of a word.

    Examples
    --------
    >>> uniforms(0, "example", 1, 2).round(6).tolist()
    [0.838191, 0.226869]
    """
    import numpy as np

    low, high = philox_key(seed, name)
    key = low + (high << 64)
    skipped = start % 4  # a block of Philox has four words
    generator = np.random.Generator(np.random.Philox(key=key, counter=start // 4))
    return generator.random(skipped + count)[skipped:]


def mersenne(seed: int) -> np.random.RandomState:
    """Return NumPy's legacy generator, for draws where another package's convention uses it.

    Parameters
    ----------
    seed : int
        In [0, 2**32), used unchanged.

    Raises
    ------
    ArgumentError
        Any other seed.

    Examples
    --------
    >>> rows = [0, 1, 2, 3]
    >>> mersenne(1).shuffle(rows)
    >>> rows
    [3, 2, 0, 1]
    """
    import numpy as np

    taken = _whole("seed", seed)
    if not 0 <= taken < 2**32:
        wanted = "an integer from 0 to 2^32 - 1"
        raise ArgumentError(
            f"`seed` must be {wanted}, not {taken}", expected=wanted, found=str(taken)
        )
    return np.random.RandomState(taken)


def draw(count: int, size: int, repeats: int, seed: int, name: str) -> NDArray[np.int64]:
    """Draw ``size`` of ``count`` things without replacement, many times.

    Parameters
    ----------
    count, size, repeats : int
    seed : int
    name : str
        Names the stream of random numbers.

    Returns
    -------
    (repeats, size) int in [0, count)
        Every ordered choice is equally likely; more repeats only add rows.

    Notes
    -----
    The function does the first ``size`` steps of the Fisher-Yates shuffle, for all repeats at once.
    Step i swaps place i with a random place from i to count - 1.
    """
    import numpy as np

    u = uniforms(seed, name, 0, repeats * size).reshape(repeats, size)
    places = np.tile(np.arange(count), (repeats, 1))
    row = np.arange(repeats)
    for step in range(size):
        left = count - step
        chosen = step + np.minimum(left - 1, np.floor(u[:, step] * left)).astype(np.int64)
        taken = places[row, chosen]
        places[row, chosen] = places[:, step]
        places[:, step] = taken
    return places[:, :size]


def philox_key(seed: int, name: str) -> tuple[int, int]:
    """Return the two words that key the generator of `uniforms`, for compiled code that draws."""
    return check.seed(seed) % 2**64, _fnv1a(name)


def _fnv1a(text: str) -> int:
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def _entropy(seed: int, names: tuple[str | int, ...]) -> int:
    # JSON quotes texts and separates items: different lists of names give different texts.
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
        wanted = "an integer" if argument == "seed" else "strings and integers"
        raise ArgumentError(
            f"`{argument}` must be {wanted}, not {value!r}", expected=wanted, found=repr(value)
        ) from None
