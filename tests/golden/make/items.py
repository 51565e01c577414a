"""Write the tables of tests/golden/items/tables.csv, and numbers of statsmodels about them.

python -m tests.golden.make.items            (needs statsmodels 0.15)
Rscript tests/golden/make/items.R            (needs clubSandwich; after the above)
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

GOLDEN = Path(__file__).resolve().parents[1] / "items"
HEAD = ("table", "quantity", "value", "relative", "language", "package", "version", "call")


def tables() -> dict[str, dict[str, list]]:
    """Return name -> columns: item, cluster, weight, a, b; decimals that CSV keeps exactly."""
    draw = np.random.default_rng(29)
    found = {}
    for name, n, clusters, weighted, answers in (
        ("single", 12, 0, False, False),
        ("weighted", 15, 0, True, False),
        ("clustered", 40, 7, False, False),
        ("both", 60, 11, True, False),
        ("two", 9, 2, False, False),
        ("answers", 50, 0, False, True),
        ("few", 9, 0, False, True),
    ):
        columns: dict[str, list] = {"item": [f"i{i}" for i in range(n)]}
        groups = draw.integers(0, max(clusters, 1), n)
        groups[:clusters] = range(clusters)
        columns["cluster"] = [f"g{g}" if clusters else "" for g in groups]
        columns["weight"] = np.round(draw.uniform(0.2, 3, n), 2).tolist() if weighted else [""] * n
        shift = draw.normal(size=max(clusters, 1))[groups]
        a = draw.normal(size=n) + shift
        b = draw.normal(0.3, 1.2, size=n) + 0.5 * shift
        if answers:
            a, b = (a < 0.6).astype(int), (b < -0.2).astype(int)
        columns |= {"a": np.round(a, 3).tolist(), "b": np.round(b, 3).tolist()}
        found[name] = columns
    return found


def main() -> None:
    """Write both files."""
    import statsmodels
    import statsmodels.api as sm
    from statsmodels.stats.contingency_tables import mcnemar

    GOLDEN.mkdir(exist_ok=True)
    rows, lines = [], []
    for name, columns in tables().items():
        rows += [(name, *row) for row in zip(*columns.values(), strict=True)]
        a, b = np.array(columns["a"]), np.array(columns["b"])
        weight = np.array([w or 1.0 for w in columns["weight"]], float)
        groups = [g or i for g, i in zip(columns["cluster"], columns["item"], strict=True)]
        codes = np.unique(groups, return_inverse=True)[1]
        fit = sm.WLS(a - b, np.ones(len(a)), weights=weight).fit(
            cov_type="cluster", cov_kwds={"groups": codes}, use_t=True
        )
        call = 'WLS(a - b, 1, weights).fit(cov_type="cluster", use_t=True)'
        low, high = fit.conf_int()[0]
        for quantity, value in (
            ("difference", fit.params[0]),
            ("CR1 error", fit.bse[0]),
            ("CR1 t", fit.tvalues[0]),
            ("CR1 p", fit.pvalues[0]),
            ("CR1 lower", low),
            ("CR1 upper", high),
        ):
            lines.append((name, quantity, repr(float(value)), "1e-10", call))
        if name in ("answers", "few"):
            both = [[int(((a == i) & (b == j)).sum()) for j in (1, 0)] for i in (1, 0)]
            p = mcnemar(both, exact=True).pvalue
            lines.append((name, "McNemar p", repr(float(p)), "1e-10", "mcnemar(exact=True)"))
    with (GOLDEN / "tables.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("table", *columns), *rows])
    with (GOLDEN / "numbers.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEAD)
        version = statsmodels.__version__
        writer.writerows((*line[:4], "Python", "statsmodels", version, line[4]) for line in lines)


if __name__ == "__main__":
    main()
