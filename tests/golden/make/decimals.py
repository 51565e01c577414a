"""Write ../decimals.csv: doubles, in hex, and the power of ten that makes their printed form whole.

By the definition, with Python's `decimal`: the shortest text that reads back as the double, at most
10 decimals and 15 digits; "NA" where it has more.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import numpy as np

EDGES = [
    *(0.0, 1e-5, 0.1, -0.25, 87.35, 123456.7891, 1e-10, -1e-10, 99999.9999999999),
    *(999999999999999.0, 0.1 + 0.2, 1e-11, 1 / 3, 1e15, 1e22, 2.0**53, 5e-324, 1.7e308),
    *(2.2250738585072014e-308, 100000.0000000001, -1e15, 0.5, 1.0, 100.0, 0.7 - 0.1),
]


def unit(value: float) -> str:
    """Return the power of ten, or "NA"."""
    number = Decimal(repr(value)).normalize()
    decimals = max(0, -int(number.as_tuple().exponent))
    small = decimals <= 10 and abs(number) * 10**decimals < 10**15
    return str(10**decimals) if small else "NA"


def main() -> None:
    """Write the file."""
    rng = np.random.default_rng(1)
    digits = rng.integers(1, 10 ** rng.integers(1, 16, 150))
    exact = [float(f"{d}e-{p}") for d, p in zip(digits, rng.integers(0, 13, 150), strict=True)]
    near = np.nextafter(exact, rng.choice([-np.inf, np.inf], 150))
    values = [*EDGES, *exact, *near.tolist(), *rng.random(25).tolist()]
    rows = [f"{value.hex()},{unit(value)}" for value in values]
    path = Path(__file__).parents[1] / "decimals.csv"
    path.write_text("\n".join(["number,unit", *rows, ""]))


if __name__ == "__main__":
    main()
