"""Write bench/README.md from the stored measurements: ``python -m bench.page``."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
LIMIT = "physical: "

HEAD = """# How fast: beside others, and beside what is possible

Made by `python -m bench.page` from [results.csv](results.csv) and [som.csv](som.csv), which
`make bench` and `python -m bench.som` measure: every way in turn in one process, after a run that
is not measured; medians of seconds. Smallest, largest, number of runs, versions and notes stand in
the tables. *Times* is a peer's time over ours: above 1, ours is faster.

The limit is the least that any program must do for the same answer, measured beside it: draw as
many numbers, read the same bytes, sort the same rows, draw the same texts. *Of the limit* is our
time over it: 1 would be perfect.

| What | pybench, s | goal, s | beside others, s | the limit, s | of the limit |
|---|---|---|---|---|---|
"""

GROWTH = """
## What more of it costs

| What | size | s |
|---|---|---|
"""

# Samples of what the main process does, four a second, in one run of 2026-11-22.
STUDY = """
## Where the demo's time goes

Of its 50 seconds on two cores 28 are the runs: 23 of scikit-learn's fits and predictions, 5 of
splits, measures and files that survive a kill. Figures are 8: thirty, each as SVG, PNG and PDF,
more than half of it for the subsets of fonts that matplotlib makes for every PDF, which no public
option shares. Features are 5, of which 2 are the import of tsfresh, and two processes import it
again. The other 9 are imports, a process of R, maps, portfolios, the protocol and the page. A
study whose parts are all made took 5.5 seconds of processor time and takes 3.8 since it neither
loads tsfresh nor forms each number of its JSON twice.
"""

MAPS = """
## Self-organising maps

Microseconds of the processor an iteration of training, or a row that is placed, in R, ours and
kohonen's from the same state of the generator: codes and winners are the same to the last bit.
Radius 2.65 to -2.65 is that of the landscape paper, the default one is larger. {limit}

| What | map | radius | rows x features | ours | kohonen | times |
|---|---|---|---|---|---|---|
"""
PRODUCT = """The product of all
codes of 48 x 48 units and one row in float32, the limit of what compares with all units, takes
{} microseconds; ours leaves most units out, by a bound that holds for each."""


def text() -> str:
    """Return the page."""
    with (HERE / "results.csv").open(newline="", encoding="utf-8") as file:
        measured = list(csv.DictReader(file))
    with (HERE / "som.csv").open(newline="", encoding="utf-8") as file:
        maps = list(csv.DictReader(file))
    limit = next((row["exact_us"] for row in maps if row["part"] == "product"), None)
    told = PRODUCT.format(limit) if limit else ""
    benches: dict[str, list[dict[str, str]]] = {}
    for row in measured:
        benches.setdefault(row["bench"], []).append(row)
    single = {name: rows for name, rows in benches.items() if _has_peers(rows)}
    parts = [
        HEAD + _table(_beside(name, rows) for name, rows in single.items()),
        GROWTH + _table(_grown({n: r for n, r in benches.items() if n not in single})),
        STUDY,
        MAPS.format(limit=told).replace(". \n", ".\n") + _table(_maps(maps)),
        f"\nOn two cores, {measured[0]['machine']}.\n",
    ]
    return "".join(parts)


def _table(rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _has_peers(rows: list[dict[str, str]]) -> bool:
    """Tell ways of doing the same from sizes of what one way does."""
    own = rows[0]["who"] == "pybench"
    return own and (
        len(rows) > 1 or bool(rows[0]["target_s"]) or "protocol" not in rows[0]["bench"]
    )


def _beside(name: str, rows: list[dict[str, str]]) -> tuple[str, ...]:
    ours = rows[0]
    limits = [row for row in rows if row["who"].startswith(LIMIT)]
    others = [
        f"{row['who']} {_short(row['median_s'])}"
        + ("" if row["who"].startswith("pybench") else f" ({_short(row['ratio'])} times)")
        for row in rows[1:]
        if row not in limits
    ]
    limit = [f"{row['who'].removeprefix(LIMIT)} {_short(row['median_s'])}" for row in limits]
    of = [_short(1 / float(row["ratio"])) for row in limits]
    cells = ("; ".join(others), "; ".join(limit), "; ".join(of))
    return (name, _short(ours["median_s"]), ours["target_s"], *cells)


def _grown(benches: dict[str, list[dict[str, str]]]) -> Iterator[tuple[str, ...]]:
    for name, rows in benches.items():
        for row in rows:
            what, _, size = name.partition(" ") if row["who"] == "pybench" else (name, "", "")
            yield what, size or f"{row['who']}: {row['note']}", _short(row["median_s"])


def _maps(maps: list[dict[str, str]]) -> Iterator[tuple[str, ...]]:
    for row in maps:
        if row["kohonen_us"]:
            size = f"{row['rows']} x {row['features']}"
            what = f"{row['mode']} {row['part']}".strip()
            times = (row["exact_us"], row["kohonen_us"], row["ratio"])
            yield what, row["map"], row["radius"], size, *times


def _short(value: str | float) -> str:
    """Return two digits, without an exponent."""
    number = float(value)
    return f"{number:.2g}" if abs(number) < 100 else f"{number:,.0f}"


def write() -> None:
    """Write the page."""
    (HERE / "README.md").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write()
