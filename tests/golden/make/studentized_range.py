"""Write ../studentized-range.json: upper tails and quantiles of the range of k normals.

Reference values by mpmath with 40 digits, far beyond what either language computes with:

    P(range > q) = k int phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z-q))^(k-1)] dz

The integral is taken by the trapezoidal rule with steps halved until 25 digits stand still (for an
analytic integrand that vanishes at both ends the rule converges faster than any power of the
step). `check` compares with closed forms.

    python tests/golden/make/studentized_range.py        # a few minutes
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import mpmath
from mpmath import mp, mpf

mp.dps = 40
K = (2, 3, 5, 14, 35, 60, 200, 500)
Q = ("0.01", "0.1", "0.5", "1", "1.5", "2", "3", "4", "5", "6", "8", "10", "12", "16", "20", "26")
Q_FAR = ("32", "40", "52")
ALPHA = ("1e-8", "1e-6", "1e-4", "0.001", "0.01", "0.05", "0.1", "0.25", "0.5")
DIGITS = 20


def upper_tail(q: mpf, k: int) -> mpf:
    """Return P(range of k standard normals > q)."""

    def integrand(z: mpf) -> mpf:
        cdf, below = mpmath.ncdf(z), mpmath.ncdf(z - q)
        # More digits for the difference, which loses as many as `below` is smaller than `cdf`.
        with mp.extradps(lost_digits(q)):
            bracket = cdf ** (k - 1) - (cdf - below) ** (k - 1)
        return mpmath.npdf(z) * bracket

    with mp.extradps(lost_digits(q)):
        return k * trapezoid(integrand, q / 2 - 13, q / 2 + 16)


def lost_digits(q: mpf) -> int:
    """Return how many digits the bracket loses at most: the tail is above exp(-q^2/2 - 100)."""
    return int(float(q) ** 2 / 2 / 2.302585) + 45


def density(q: mpf, k: int) -> mpf:
    """Return the density of the range at q."""

    def integrand(z: mpf) -> mpf:
        cdf, below = mpmath.ncdf(z), mpmath.ncdf(z - q)
        return mpmath.npdf(z) * mpmath.npdf(z - q) * (cdf - below) ** (k - 2)

    return k * (k - 1) * trapezoid(integrand, q / 2 - 13, q / 2 + 16)


def trapezoid(f: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
    """Integrate f by the trapezoidal rule, halving the step until 25 digits stand still."""
    step = mpf(1) / 4
    points = int(mpmath.ceil((high - low) / step))
    total = mpmath.fsum(f(low + i * step) for i in range(points + 1))
    while True:
        odd = mpmath.fsum(f(low + (2 * i + 1) * step / 2) for i in range(points))
        finer = total + odd
        if abs(total * 2 - finer) <= mpf(10) ** -25 * abs(finer):
            return finer * step / 2
        total, step, points = finer, step / 2, 2 * points


def quantile(alpha: mpf, k: int) -> mpf:
    """Return the q with upper tail alpha, by Newton's method from Bonferroni's bound."""
    q = mpmath.sqrt(2) * mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * alpha / (k * (k - 1)))
    while True:
        tail = upper_tail(q, k)
        step = tail / density(q, k) * mpmath.log(alpha / tail)
        q -= step
        if abs(step) < mpf(10) ** -(DIGITS + 2):
            return q


def text(value: mpf) -> str:
    """Write a number with more digits than a double holds."""
    return mpmath.nstr(value, DIGITS)


def check() -> None:
    """Compare with closed forms: k = 2 is a folded normal; k = 3 has mean range 3/sqrt(pi)."""
    for q in Q + Q_FAR:
        closed = mpmath.erfc(mpf(q) / 2)
        assert abs(upper_tail(mpf(q), 2) / closed - 1) < mpf(10) ** -22, q
    mean = mpmath.quad(lambda q: upper_tail(q, 3), [0, 4, 16], method="gauss-legendre", maxdegree=4)
    assert abs(mean - 3 / mpmath.sqrt(mpmath.pi)) < mpf(10) ** -12, mean


def main() -> None:
    """Write the file."""
    check()
    far = {2: Q_FAR, 3: Q_FAR[:2], 14: Q_FAR[:2], 60: Q_FAR[:2], 500: Q_FAR}
    tails = [
        {"k": k, "q": float(q), "upper_tail": text(upper_tail(mpf(float(q)), k))}
        for k in K
        for q in Q + far.get(k, ())
    ]
    quantiles = [
        {"k": k, "alpha": float(alpha), "q": text(quantile(mpf(float(alpha)), k))}
        for k in K
        for alpha in ALPHA
    ]
    content = {
        "source": "range of k independent standard normals: the studentized range with infinitely "
        "many degrees of freedom",
        "tool": f"mpmath {mpmath.__version__}, 40 digits and more, trapezoidal rule to 25 digits",
        "script": "make/studentized_range.py",
        "tolerance": "relative 1e-10 is promised in both languages; R's is measured at 3e-15",
        "upper_tails": tails,
        "quantiles": quantiles,
    }
    path = Path(__file__).resolve().parent.parent / "studentized-range.json"
    path.write_text(dump(content), encoding="utf-8")


def dump(content: dict[str, object]) -> str:
    """Write JSON with one reference value a line."""
    parts = []
    for key, value in content.items():
        rows = value if isinstance(value, list) else None
        shown = (
            json.dumps(value)
            if rows is None
            else "[\n    " + ",\n    ".join(json.dumps(row) for row in rows) + "\n  ]"
        )
        parts.append(f"  {json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
