"""Write bench/README.md from the stored measurements: ``python -m bench.page``."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).parent
LIMIT = "physical: "

HEAD = """# How fast: beside others, and beside what is possible

`python -m bench.page` makes this page from two tables: `make bench` measures the times in
[results.csv](results.csv), and `python -m bench.som` those in [som.csv](som.csv). For each row, the
programs that are compared run in turn, after one run each that is not measured. Times are medians,
in seconds. The two tables also have the smallest and the largest time, the number of runs,
versions and notes. "(2 times)" after the time of another program means that this program takes
twice as long as pybench.

The limit is the time of the work that no program can avoid if it gives the same answer. Such work
is, for example, to draw as many random numbers, to read the same bytes, to sort the same rows, or
to draw the same texts. The limit is measured together with pybench. The column "of the limit" is
pybench's time divided by the limit; 1 would be perfect.

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

The demo takes 50 seconds on two cores:

* The runs take 28 seconds. Of these, 23 are fits and predictions of scikit-learn. The other 5 are
  splits, measures, and writing files in such a way that a killed process leaves no damaged file.
* The figures take 8 seconds. There are thirty, each as SVG, PNG and PDF. More than half of this
  time goes into the font subsets that matplotlib makes for every PDF. No public option of
  matplotlib lets several files share one subset.
* The features take 5 seconds. Of these, 2 are the import of tsfresh, which two worker processes
  import again.
* The other 9 seconds are imports, a process of R, maps, portfolios, the protocol and the page.

If all parts of the study are already made, the demo takes 3.8 seconds of processor time. It took
5.5 seconds when it still loaded tsfresh and formatted each number of its JSON twice.
"""

LOOPS = """
## What a job costs

`python -m bench.overhead` compares runs of one estimator on the dataset iris with a loop of joblib,
which fits, predicts and scores, and keeps nothing. The first call in a process starts the workers,
and the second call finds them there. Processor seconds are those of all processes together. The
column "times joblib" compares with joblib's time with as many processes. Other programs used both
cores too, so the seconds are longer than on an idle machine; the ways took turns.

| job | jobs | way | call | s | processor, s | times joblib |
|---|---|---|---|---|---|---|
"""

MAPS = """
## Self-organising maps

The table compares pybench's R package ("ours") with the R package kohonen. Times are processor
times in microseconds, per iteration of training or per row that is mapped. Both programs start
from the same state of the random number generator. Their codes and winning units are the same to
the last bit. Rows with `kernel "warm"` and `kernel "batch"` compare pybench's faster kernels, whose
codes are other ones where units tie, with its kernel "exact", over ten epochs. The radius from 2.65
to -2.65 is that of the landscape paper; the default radius is larger.{limit}

| What | map | radius | rows x features | ours | kohonen or beside | times |
|---|---|---|---|---|---|---|
"""
PRODUCT = """

A program that compares a row with all units must at least multiply all codes by this row. For
48 x 48 units in float32, this product takes {} microseconds. pybench leaves most units out, because
a bound shows for each of them that it is not the winning unit."""


def text() -> str:
    """Return the page."""
    with (HERE / "results.csv").open(newline="", encoding="utf-8") as file:
        measured = list(csv.DictReader(file))
    with (HERE / "som.csv").open(newline="", encoding="utf-8") as file:
        maps = list(csv.DictReader(file))
    with (HERE / "overhead.csv").open(newline="", encoding="utf-8") as file:
        jobs = list(csv.DictReader(file))
    limit = next((row["ours_us"] for row in maps if row["part"] == "product"), None)
    told = PRODUCT.format(limit) if limit else ""
    benches: dict[str, list[dict[str, str]]] = {}
    for row in measured:
        benches.setdefault(row["bench"], []).append(row)
    single = {name: rows for name, rows in benches.items() if _has_peers(rows)}
    parts = [
        HEAD + _table(_beside(name, rows) for name, rows in single.items()),
        GROWTH + _table(_grown({n: r for n, r in benches.items() if n not in single})),
        STUDY,
        LOOPS + _table(map(_loop, jobs)),
        MAPS.format(limit=told) + _table(_maps(maps)),
        "\nAll times were measured on two cores. Platform and versions: "
        f"{measured[0]['machine']}.\n",
    ]
    return "".join(parts)


def _table(rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _loop(row: dict[str, str]) -> tuple[str, ...]:
    seconds = (_short(row[name]) for name in ("wall_s", "cpu_s", "beside_joblib"))
    return row["job"], row["jobs"], row["way"], row["call"], *seconds


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
        if row["theirs_us"]:
            size = f"{row['rows']} x {row['features']}"
            what = f"{row['mode']} {row['part']}".strip()
            if row["kernel"] != "exact":
                what += f', kernel "{row["kernel"]}" beside "{row["beside"]}"'
            times = (row["ours_us"], row["theirs_us"], row["ratio"])
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
