"""Five tasks by six packages, side by side: docs/images/peers.png, and bench/peers.csv.

    .venv-bench/bin/python -m bench.peers_picture [draw]

Each cell of `bench.peers_code` runs in a process of its own: the imports, then the code three
times. The picture shows its figure as a paper prints it, at most as wide as a column (or two), with
its lines of code and its shortest time. The table has the time of the first call too, imports
included. Times are of the processor (of child processes too), so that other work on the machine
hardly matters. ``draw`` makes table and picture again from what is in out/peers. Where R cannot
load scmamp, or pdflatex is missing for critdd, their cells say so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import matplotlib
import pandas as pd
from PIL import Image, ImageChops, ImageDraw, ImageFont

from bench.peers_code import IMPORTS, TASKS, WIDE

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
WORK, TABLE = ROOT / "out" / "peers", ROOT / "bench" / "peers.csv"
PICTURE = ROOT / "docs" / "images" / "peers.png"
DPI, COLUMN, BOTH, GAP = 150, 3.3, 7.0, 24  # inches of a column and of a page; dots between cells
RUNS = 3

PYTHON = """
import json, os, pandas as pd
import matplotlib; matplotlib.use("Agg")
import warnings; warnings.simplefilter("ignore")
def spent(): return sum(os.times()[:4])
data = pd.read_csv("data.csv", index_col=0)
begun = spent()
exec({imports!r})
took = [spent() - begun]
for _ in range({runs}):
    begun = spent()
    exec({code!r})
    took.append(spent() - begun)
    if "plt" in globals(): plt.close("all")
json.dump(took, open("took.json", "w"))
"""
IN_R = """
spent <- function() sum(proc.time()[-3])
data <- read.csv("data.csv", row.names = 1, check.names = FALSE)
begun <- spent()
suppressMessages({{ {imports} }})
took <- spent() - begun
for (i in 1:{runs}) {{
  begun <- spent()
  {code}
  took <- c(took, spent() - begun)
}}
cat("[", paste(took, collapse = ", "), "]", file = "took.json", sep = "")
cat(as.character(packageVersion("scmamp")), file = "../scmamp")
"""


def tables() -> dict[str, pd.DataFrame]:
    """Return the bundled table, and a published one of 35 methods on 112 datasets."""
    few = pd.read_csv(ROOT / "pybench" / "data" / "accuracy15.csv")
    many = pd.read_parquet(SHARED / "data" / "results" / "bakeoff2023_ucr112_resamples.parquet")
    return {
        name: frame.pivot_table(index="dataset", columns="classifier", values="accuracy")
        for name, frame in (("few", few), ("many", many))
    }


def measured(rerun: bool) -> pd.DataFrame:
    """Run every cell, or take what the last run left; return one row per cell."""
    given = tables()
    rows = []
    for place, (title, (cells, name)) in enumerate(TASKS.items(), 1):
        for package, code in cells.items():
            if "\n" not in code:
                rows.append((title, package, None, None, None, code))
                continue
            folder = WORK / f"{place}-{package}"
            folder.mkdir(parents=True, exist_ok=True)
            given[name].to_csv(folder / "data.csv")
            problem = ran(package, code, folder) if rerun else ""
            first = best = None
            if not problem:
                imports, *calls = json.loads((folder / "took.json").read_text())
                first, best = imports + calls[0], min(calls)
            rows.append((title, package, len(code.strip().splitlines()), best, first, problem))
            print(*rows[-1], sep=" | ", flush=True)
    columns = ["task", "package", "lines", "seconds", "first_call_seconds", "cannot"]
    return pd.DataFrame(rows, columns=columns)


def ran(package: str, code: str, folder: Path) -> str:
    """Run a cell in a process of its own; return what went wrong."""
    filled = {"imports": IMPORTS[package], "code": code, "runs": RUNS}
    (folder / "took.json").unlink(missing_ok=True)
    if package == "scmamp":
        (folder / "cell.R").write_text(IN_R.format(**filled))
        command = ["Rscript", "--no-save", "cell.R"]
    else:
        (folder / "cell.py").write_text(PYTHON.format(**filled))
        command = [sys.executable, "cell.py"]
    one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=os.environ | one, capture_output=True, text=True, check=False
    )
    (folder / "said.txt").write_text(done.stdout + done.stderr)
    return "" if (folder / "took.json").exists() else done.stderr.strip().splitlines()[-1]


def shown(folder: Path, most: float) -> Image.Image:
    """Return the figure of a cell without margins, at most this wide, in inches."""
    dense = folder / "cell"
    subprocess.run(
        ["pdftoppm", "-r", str(2 * DPI), "-png", "-singlefile", "cell.pdf", "cell"],
        cwd=folder, check=True,
    )  # fmt: skip
    figure = Image.open(dense.with_suffix(".png")).convert("RGB")
    box = ImageChops.difference(figure, Image.new("RGB", figure.size, "white")).getbbox()
    figure = figure.crop(box)
    factor = min(1 / 2, most * DPI / figure.width)
    size = (round(figure.width * factor), round(figure.height * factor))
    return figure.resize(size, Image.Resampling.LANCZOS)


def drawn(place: int, title: str, part: pd.DataFrame) -> Image.Image:
    """Return the picture of a task: its heading, and its cells in one or two columns."""
    columns, most = (1, BOTH) if title == WIDE else (2, COLUMN)
    pixels = round((BOTH - COLUMN) * DPI)
    sheet = Image.new("RGB", (round(BOTH * DPI) + 2 * GAP, 20_000), "white")
    pen = ImageDraw.Draw(sheet)
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    plain = ImageFont.truetype(fonts / "DejaVuSans.ttf", 17)
    bold = ImageFont.truetype(fonts / "DejaVuSans-Bold.ttf", 20)
    pen.text((GAP, 4), title, "black", bold)
    y = 38
    for row in part[part["cannot"] != ""].itertuples():
        pen.text((GAP, y), f"{row.package}: cannot: it {row.cannot}", "dimgrey", plain)
        y += 26
    y += 6
    able = part[part["cannot"] == ""]
    for begin in range(0, len(able), columns):
        line = able.iloc[begin : begin + columns]
        tallest = 0
        for column, row in enumerate(line.itertuples()):
            x = GAP + column * pixels
            lines = "1 line" if row.lines == 1 else f"{row.lines:.0f} lines"
            pen.text((x, y), f"{row.package}: {lines}, {row.seconds:.2g} s", "black", plain)
            figure = shown(WORK / f"{place}-{row.package}", most)
            sheet.paste(figure, (x, y + 32))
            tallest = max(tallest, figure.height)
        y += 32 + tallest + GAP
    return sheet.crop((0, 0, sheet.width, y))


def versions() -> str:
    """Name the packages with their versions."""
    names = [f"{name} {version(name)}" for name in IMPORTS if name not in ("pybench", "scmamp")]
    in_r = WORK / "scmamp"
    return ", ".join([*names, *([f"scmamp {in_r.read_text()}"] if in_r.exists() else [])])


def main(what: list[str]) -> None:
    """Measure, unless told to draw only; then draw."""
    rows = measured(rerun=what != ["draw"])
    rows.to_csv(TABLE, index=False, float_format="%.3g", lineterminator="\n")
    parts = rows.groupby("task", sort=False)
    tasks = [drawn(place, str(title), part) for place, (title, part) in enumerate(parts, 1)]
    sheet = Image.new("RGB", (tasks[0].width, sum(task.height for task in tasks)), "white")
    for place, task in enumerate(tasks):
        sheet.paste(task, (0, sum(above.height for above in tasks[:place])))
    few = sheet.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(PICTURE, optimize=True)
    print(versions())


if __name__ == "__main__":
    main(sys.argv[1:])
