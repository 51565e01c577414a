"""What pybench says about itself, written from the tables that hold it.

    python tools/claims.py      docs/languages.md, docs/measured.md, tables in other pages, stubs

A test checks that what stands there is theirs. A new function without a twin in the other language
needs a row in r/inst/shared/languages.csv, with the reason.
"""

from __future__ import annotations

import csv
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT / "r" / "inst" / "shared"
DOCS, BENCH = ROOT / "docs", ROOT / "bench"
GLOSSARY = DOCS / "glossary.md"
sys.path.insert(0, str(ROOT))

import pybench as pb  # noqa: E402

MODULES = {"optimal", "options", "plot"}
#: What functions of `optimal` return, which nobody makes.
RESULTS = {"LearningCurve", "LikelihoodRatios", "Optimality", "Paths", "Setting", "Sweep"}


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Write a table of a page."""
    lines = [header, ("---",) * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def corrections() -> str:
    """Write what each correction controls."""
    header = ("`adjust`", "Correction", "Controls", "Needs", "In words", "Source")
    fields = ("name", "controls", "dependence", "text", "source")
    return table(
        header,
        [
            (f"`{row['key']}`", *(row[field] for field in fields))
            for row in rows_of(SHARED / "corrections.csv")
        ],
    )


def in_python() -> set[str]:
    """Return the public functions of Python, those of rooms with the name of the room."""
    public = re.findall(r" as (\w+),?$", stub(), re.MULTILINE)  # a new statistic is in none yet
    names = {name for name in public if name[0].islower()} - MODULES
    names |= {f"optimal.{name}" for name in set(pb.optimal.__all__) - RESULTS}
    names |= {f"plot.{name}" for name in pb.plot.__all__}
    # Methods that R has as functions.
    names |= {"Result.to_table", "ItemTable.to_results", "RankPreservation.guidance"}
    names |= {"optimal.Optimality.judged", "optimal.Optimality.runs_needed"}
    methods = (name for name in dir(pb.Suite) if not name.startswith("_"))
    return names | {f"Suite.{name}" for name in methods if callable(getattr(pb.Suite, name))}


def in_r() -> set[str]:
    """Return the exported functions of R, without ``pb_``, and its methods that draw."""
    namespace = (ROOT / "r" / "NAMESPACE").read_text(encoding="utf-8")
    names = set(re.findall(r"(?m)^export\(pb_(\w+)\)", namespace))
    drawn = set(re.findall(r"S3method\(plot,pb_(\w+)\)", namespace))
    return (
        names
        | {f"plot.{name}" for name in drawn}
        | set(re.findall(r"importFrom\(utils,(\w+)\)", namespace))
    )


def exceptions() -> list[dict[str, str]]:
    """Return what is not of one name, written twice, in both languages."""
    return rows_of(SHARED / "languages.csv")


def twice() -> list[str]:
    """Return the functions of one name that each language computes by itself."""
    other = {row["python"] for row in exceptions()}
    return sorted((in_python() & in_r()) - other)


def unexplained() -> list[str]:
    """Return names that one language lacks without a reason, and reasons without a name."""
    python, r = in_python(), in_r()
    rows, strange = exceptions(), []
    for mine, theirs, side in ((python, r, "python"), (r, python, "r")):
        told = [row[side] for row in rows if row[side]]
        alone = [row[side] for row in rows if row[side] and row["kind"] == "alone"]
        lacking = (name for name in mine - theirs if not any(fnmatch(name, one) for one in told))
        strange += [f"{side}: {name} has neither twin nor reason" for name in lacking]
        strange += [f"{side}: no {one}" for one in told if not any(fnmatch(n, one) for n in mine)]
        strange += [f"{side}: {one} has a twin" for one in alone if one in theirs]
    return sorted(strange)


def called(name: str, side: str) -> str:
    """Write how a function is called."""
    if side == "python":
        return f"`pb.{name}`"
    if name.startswith("plot."):
        return f"`plot()` of a `pb_{name.removeprefix('plot.')}`"
    return "`toLatex()`" if name == "toLatex" else f"`pb_{name}()`"


def alone(side: str) -> str:
    """Write what one language has and the other has not, one row per reason."""
    by: dict[str, list[str]] = {}
    for row in exceptions():
        if row["kind"] == "alone" and row[side]:
            by.setdefault(row["why"], []).append(called(row[side], side))
    return table(("Function", "Why"), [(", ".join(names), why) for why, names in by.items()])


def of_kind(kind: str) -> str:
    """Write what both languages have, with what is different about it."""
    rows = [row for row in exceptions() if row["kind"] == kind]
    pairs = [(called(row["python"], "python"), called(row["r"], "r"), row["why"]) for row in rows]
    if not any(why for *_, why in pairs):
        return table(("Python", "R"), [pair[:2] for pair in pairs])
    return table(("Python", "R", "What differs"), pairs)


def languages() -> str:
    """Write the page on what exists in which language."""
    template = (ROOT / "tools" / "languages.md.in").read_text(encoding="utf-8")
    both = [name for name in twice() if "." not in name]
    return template.format(
        n=len(both),
        twice=", ".join(f"`{name}`" for name in both),
        drawn=", ".join(f"`{name.partition('.')[2]}`" for name in twice() if "." in name),
        trained=of_kind("trained by R"),
        renamed=of_kind("another name"),
        differs=of_kind("differs"),
        r=alone("r"),
        python=alone("python"),
    )


def measured() -> str:
    """Write the page on what was measured."""
    template = (ROOT / "tools" / "measured.md.in").read_text(encoding="utf-8")
    sizes = rows_of(BENCH / "mixtures.csv")
    designs = list(dict.fromkeys(row["design"] for row in sizes))

    def largest(**fields: str) -> str:
        kept = (row["size"] for row in sizes if all(row[x] == fields[x] for x in fields))
        return f"{max(map(float, kept)):.3f}"

    return template.format(
        tables=f"{int(sizes[0]['tables']):,}",
        any=mixtures(sizes, designs),
        designs="\n".join(f"{number}. {name}" for number, name in enumerate(designs, 1)),
        rate=max(largest(what="rate", adjust=name) for name in ("BH", "BY")),
        pair=largest(what="pair"),
        nemenyi=largest(test="nemenyi"),
        conover=largest(test="conover", adjust="holm"),
        null=liberal(),
        fewest=min(
            int(row["tables"]) for row in rows_of(BENCH / "intervals.csv") if row["tables"] != "0"
        ),
        intervals=coverage(),
        power=power(),
        optimal=optimal(),
    )


def mixtures(sizes: list[dict[str, str]], designs: list[str]) -> str:
    """Write the chance of any false rejection by test, correction and design."""
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for row in sizes:
        if row["what"] == "any":
            size = f"{float(row['size']):.3f}"
            shown = f"({size})" if row["verdict"] == "liberal" else size
            cells.setdefault((row["test"], row["adjust"]), {})[row["design"]] = shown
    numbers = tuple(str(number) for number in range(1, len(designs) + 1))
    lines = [
        (test, adjust or "its own", *(found.get(design, "") for design in designs))
        for (test, adjust), found in sorted(cells.items())
    ]
    return table(("Test", "Correction", *numbers), lines)


def liberal() -> str:
    """Write the tests that reject too often where no method differs."""
    found = [row for row in rows_of(BENCH / "type_one.csv") if row["verdict"] == "liberal"]
    return table(
        ("Test", "Tables", "Size"), [(row["test"], row["design"], row["size"]) for row in found]
    )


def optimal() -> str:
    """Write how often verdicts of `optimality` are wrong at the margin."""
    fields = ("design", "test", "runs", "optimal", "suboptimal", "coverage")
    rows = [tuple(row[field] for field in fields) for row in rows_of(BENCH / "optimal_errors.csv")]
    return table(("Design", "Test paths", "Runs", "Optimal", "Suboptimal", "Coverage"), rows)


def coverage() -> str:
    """Write the least and the largest coverage of each interval by its number of datasets."""
    found: dict[str, dict[int, list[float]]] = {}
    for row in rows_of(BENCH / "intervals.csv"):
        by_size = found.setdefault(row["interval"], {})
        by_size.setdefault(int(row["size"]), []).append(float(row["coverage"]))
    sizes = sorted({size for by_size in found.values() for size in by_size})
    lines = [
        (name, *(f"{min(by[n]):.3f} to {max(by[n]):.3f}" if n in by else "" for n in sizes))
        for name, by in found.items()
    ]
    return table(("Interval", *map(str, sizes)), lines)


def power() -> str:
    """Write the largest error of planned power by kind of table and size of the resample."""
    found: dict[str, dict[int, float]] = {}
    for row in rows_of(BENCH / "power.csv"):
        by = found.setdefault(row["differences"], {})
        by[int(row["size"])] = max(by.get(int(row["size"]), 0.0), float(row["largest"]))
    sizes = sorted(next(iter(found.values())))
    lines = [(kind, *(f"{by[n]:.3f}" for n in sizes)) for kind, by in found.items()]
    return table(("Differences", *map(str, sizes)), lines)


def caveats() -> str:
    """Write the text of each note."""
    rows = [(f"`{row['key']}`", row["text"]) for row in rows_of(SHARED / "notes.csv")]
    return table(("Note", "Meaning"), rows)


def with_section(page: str, heading: str, text: str) -> str:
    """Return a page whose table under a heading is ``text``."""
    before, found, after = page.partition(f"\n## {heading}\n")
    if not found:
        raise ValueError(f"no heading {heading}")
    lead = after.partition("\n| ")[0]
    rest = after[len(lead) :].lstrip("\n")
    while rest.startswith("|"):
        rest = rest.partition("\n")[2]
    return f"{before}{found}{lead.rstrip()}\n\n{text}{rest}"


def stub() -> str:
    """Write the public names for type checkers: as they stand, and the whole catalogue."""
    path = ROOT / "pybench" / "__init__.pyi"
    whole = re.sub(r"\(\n +(.+),\n\)", r"\1", path.read_text(encoding="utf-8"))
    lines = whole.splitlines()
    listed = {line.rpartition(" ")[2] for line in lines}
    missing = {row["function"] for row in rows_of(SHARED / "calls.csv")} - listed
    for file in (ROOT / "pybench" / "comparison").glob("*.py"):
        found = re.findall(r"(?m)^def (\w+)\(", file.read_text(encoding="utf-8"))
        module = f"pybench.comparison.{file.stem}"
        lines += [f"from {module} import {name} as {name}" for name in missing & {*found}]
    imports = [line for line in lines if line.startswith("from ")]
    others = [line for line in lines if not line.startswith("from ")]
    return "\n".join([*map(broken, sorted(imports)), "", *filter(None, others), ""])


def broken(line: str) -> str:
    """Break an import as the formatter does."""
    return line if len(line) <= 100 else line.replace("import ", "import (\n    ") + ",\n)"


def figures() -> str:
    """Write the figures for type checkers, as the formatter breaks lines."""
    lines = []
    for name in pb.plot.__all__:
        lines.append(broken(f"from pybench.plot._{name} import {name} as {name}"))
    return "\n".join([*lines, "", "__all__: list[str]", ""])


def pages() -> dict[Path, str]:
    """Return each page that is written here, as it should be."""
    glossary = GLOSSARY.read_text(encoding="utf-8")
    return {
        GLOSSARY: with_section(
            with_section(glossary, "Notes", caveats()), "Corrections", corrections()
        ),
        DOCS / "languages.md": languages(),
        DOCS / "measured.md": measured(),
        ROOT / "pybench" / "plot" / "__init__.pyi": figures(),
        ROOT / "pybench" / "__init__.pyi": stub(),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
