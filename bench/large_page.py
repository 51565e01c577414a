"""Write docs/how-large.md: what landscapes cost, up to 10^7 rows, and what breaks first beyond.

``python -m bench.large_page`` makes it, with its picture, from ``bench/hour.csv``
(`bench.hour`), ``bench/many_rows.csv`` (`bench.many_rows`) and ``bench/beyond.csv``
(`bench.beyond`).
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from bench.landscape_verdicts import markdown
from bench.pictures import WIDTH, picture

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "how-large.md"
COSTS = ("moments", "one epoch", "nearest units", "regions and coverage")
MARKS = "osD^"


def minutes(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 600 else f"{seconds / 60:.0f} min"


def processors(table: pd.DataFrame) -> str:
    """Say on which processor each number of rows was measured."""
    found = table.groupby("processor", sort=False).rows.unique()
    if len(found) == 1:
        return f"processor: {found.index[0]}"
    return "processors: " + ", ".join(
        f"{name} for {' and '.join(f'{count:,}' for count in rows)} rows"
        for name, rows in found.items()
    )


def hour(table: pd.DataFrame) -> str:
    """Show the parts of the whole study by number of rows and kernel."""
    parts = list(dict.fromkeys(table.part))
    rows = []
    for (count, kernel), own in table.groupby(["rows", "kernel"]):
        walls = own.set_index("part").wall_s
        shown = [minutes(walls[part]) for part in parts]
        rows.append((f"{count:,}", kernel, *shown, minutes(walls.sum()), f"{own.peak_mib.max():,}"))
    return markdown(["rows", "kernel", *parts, "in all", "largest process, MiB"], rows)


def many(table: pd.DataFrame) -> str:
    """Show the parts of a map in batches by number of rows."""
    walls = table.pivot(index="part", columns="rows", values="wall_s")
    memory = table.groupby("rows")[["worker_mib", "caller_mib"]].first()
    parts = [*COSTS, *(part for part in walls.index if part not in COSTS)]
    rows = [(part, *(minutes(walls.loc[part, n]) for n in walls)) for part in parts]
    rows += [
        (f"memory of {who}, MiB", *(f"{memory.loc[n, name]:,}" for n in walls))
        for who, name in (("a worker, with its R", "worker_mib"), ("the caller", "caller_mib"))
    ]
    return markdown(["", *(f"{n:,} rows" for n in walls)], rows)


def beyond(table: pd.DataFrame) -> str:
    """Show the same work on one machine and on a cluster."""
    rows = [
        (
            f"{row.rows:,}",
            row.part,
            minutes(row.two_processes_s),
            "" if pd.isna(row.two_workers_s) else minutes(row.two_workers_s),
            "" if pd.isna(row.equal) else row.equal,
        )
        for row in table.itertuples()
    ]
    head = ["rows", "part", "two processes", "two Dask workers", "all bits equal"]
    return markdown(head, rows)


def curves(table: pd.DataFrame) -> Figure:
    """Draw the time of each part and the memory against the number of rows."""
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(WIDTH, 2.6), layout="constrained", sharex=True
    )
    walls = table.pivot(index="rows", columns="part", values="wall_s")
    for part, mark in zip(COSTS, MARKS, strict=True):
        left.loglog(walls.index, walls[part], marker=mark, label=part, lw=1, ms=4)
    memory = table.groupby("rows")[["worker_mib", "caller_mib"]].first()
    for name, mark in (("worker_mib", "o"), ("caller_mib", "s")):
        label = f"a {name.split('_')[0]}" if name.startswith("w") else "the caller"
        right.loglog(memory.index, memory[name], marker=mark, label=label, lw=1, ms=4)
    left.set_ylabel("seconds")
    right.set_ylabel("largest memory, MiB")
    for axes in (left, right):
        axes.set_xlabel("rows")
        axes.legend(frameon=False, fontsize=7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    return figure


def page() -> str:
    """Return the page, from the three tables."""
    tables = {name: pd.read_csv(HERE / f"{name}.csv") for name in ("hour", "many_rows", "beyond")}
    text = (HERE / "how-large.md.in").read_text(encoding="utf-8")
    values = {
        "hour": hour(tables["hour"]),
        "hour_on": processors(tables["hour"]),
        "many": many(tables["many_rows"]),
        "many_on": processors(tables["many_rows"]),
        "beyond": beyond(tables["beyond"]),
        "beyond_on": processors(tables["beyond"]),
        "curves": picture(
            "how-large",
            curves(tables["many_rows"]),
            "Seconds of each part, and memory of workers and caller, against the number of rows",
        ),
    }
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
