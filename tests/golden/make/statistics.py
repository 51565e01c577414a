"""Write ../statistics: what the original R packages made of 43 tables, without their text.

Reads oracle/stats of the shared folder (`PYBENCH_SHARED`, else beside the repository). Every number
keeps its digits. Tables that are a paper's or a package's own are named, not copied: tables.csv.
"""

from __future__ import annotations

import csv
import json
import lzma
import os
import re
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
TO = HERE / "statistics"
FROM = Path(os.environ.get("PYBENCH_SHARED", HERE.parents[2] / "shared")) / "oracle" / "stats"

# Published tables: where the package has them, else None.
PUBLISHED = {
    "demsar2006_printed": "demsar2006.csv",
    "demsar2006_ranked": "demsar2006.csv",
    "gh2008": None,
    "gh2010": None,
    "blum2015_means": None,
    "blum2015_size1000": None,
    "kcv_example_means": None,
    "tsc_cd_example": None,
}
# Cells of a bundled table that another number stands in: old text, new text.
CHANGED = {"demsar2006_ranked": ("voting,0.972,0.981,0.975,", "voting,0.972,0.981,0.9751,")}
UNUSUAL = ("na_k4_N20", "na_fullcol_k4_N15", "inf_k4_N15", "k3_N1")  # only read where a row asks
# What stands in for missing and infinite scores: the originals rank NA last, which is the lowest
# value in scmamp and the highest in PMCMR, and infinities as they are.
FILLED = {
    "na_k4_N20_lowest": ("na_k4_N20", {"NA": "-1e9"}),
    "na_k4_N20_highest": ("na_k4_N20", {"NA": "1e9"}),
    "na_fullcol_k4_N15_lowest": ("na_fullcol_k4_N15", {"NA": "-1e9"}),
    "na_fullcol_k4_N15_highest": ("na_fullcol_k4_N15", {"NA": "1e9"}),
    "inf_k4_N15_finite": ("inf_k4_N15", {"Inf": "1e300", "-Inf": "-1e300"}),
}
LEVELS = {0.01: "0.01", 0.05: "0.05", 0.1: "0.1"}
PAIRS = ("nemenyi", "conover", "quade", "scmamp_posthoc", "wilcoxon", "contrast")
KEYS = ("i", "j", "alg_i", "alg_j", "control", "algorithm")
UNREAD = ("PMCMRplus_nemenyi_p_mvnorm", "PMCMR_nemenyi_q", "PMCMRplus_nemenyi_q", "mean_value")

Row = dict[str, str]


def rows_of(case: str, name: str) -> list[Row]:
    """Read a CSV file of a case, without the columns that nothing reads."""
    with (FROM / case / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return [
            {key: plain(text) for key, text in row.items() if key not in UNREAD}
            for row in csv.DictReader(file)
        ]


def plain(text: str) -> str:
    """Write "no answer" as NaN and a verdict as a number: a column is numbers, empty: not asked."""
    return {"NA": "NaN", "TRUE": "1", "FALSE": "0"}.get(text, text)


def json_of(case: str, name: str):
    """Read a JSON file of a case, every number as the text that stands there."""
    text = (FROM / case / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text, parse_float=str, parse_int=str)


def number(value: str | None) -> str:
    """Write null as NaN."""
    return "NaN" if value is None else value


def omnibus(case: str) -> Row:
    """One row: statistics, degrees of freedom and p of the whole table; critical differences."""
    row = {"case": case}
    for call, answer in json_of(case, "friedman")["omnibus"].items():
        if call == "scmamp::anovaTest":
            continue
        name = re.sub(r"\W+", "_", call).strip("_")
        answer = answer or {"statistic": None, "p_value": None, "df": []}
        row[f"{name}_statistic"] = number(answer["statistic"])
        row[f"{name}_p"] = number(answer["p_value"])
        for place, df in enumerate(answer["df"], 1):
            row[f"{name}_df{place}"] = number(df)
    shown = json_of(case, "cd")
    for entry in shown["critical_differences"]:
        level = LEVELS[round(float(entry["alpha"]), 6)]
        row[f"demsar_cd_{level}"] = number(entry["demsar_cd"])
        row[f"scmamp_cd_{level}"] = number(entry["scmamp::getNemenyiCD"])
    for entry in shown.get("plotCD_bars") or []:
        level = LEVELS[round(float(entry["alpha"]), 6)]
        bars = entry["bars"] or []  # null: plotCD stops with an error where there is no bar
        row[f"plotCD_bars_{level}"] = " ".join(":".join(bar) for bar in bars) or "none"
    return row


def pairs(case: str) -> list[Row]:
    """One row per pair i < j, all files of pairs side by side."""
    found: dict[tuple[str, str], Row] = {}
    for name in PAIRS:
        for row in rows_of(case, name):
            kept = {key: text for key, text in row.items() if key not in KEYS}
            if name == "wilcoxon":
                kept = wilcoxon(kept)
            key = (row["i"], row["j"])
            found.setdefault(key, {"case": case, "i": key[0], "j": key[1]}).update(kept)
    return list(found.values())


def wilcoxon(row: Row) -> Row:
    """Ask nothing of pairs without a dataset; part the two answers of wilcox.test(exact=TRUE)."""
    if row["V"] == "NaN":
        return {}
    clean = row["n_zero"] == "0" and row["ties_in_absdiff"] == "0"
    row["p_exact_clean" if clean else "p_exact_fallback"] = row.pop("p_exact")
    return row


def controls(case: str) -> list[Row]:
    """One row per method i that is compared with the control, the first."""
    names = [row["algorithm"] for row in rows_of(case, "ranks")]
    return [
        {"case": case, "i": str(names.index(row["algorithm"]) + 1), "j": "1"}
        | {key: text for key, text in row.items() if key not in KEYS}
        for row in rows_of(case, "many_to_one")
    ]


def classifiers(case: str) -> list[Row]:
    """One row per method: its mean ranks."""
    return [
        {"case": case, "i": str(i)} | {key: text for key, text in row.items() if key not in KEYS}
        for i, row in enumerate(rows_of(case, "ranks"), 1)
    ]


def bayes(case: str) -> list[Row]:
    """One row per pair: the correlated t test, Bayesian or not, the Bayesian signed-rank test."""
    if not (FROM / case / "bayes.json").exists():
        return []
    found: dict[tuple[str, ...], Row] = {}
    for entry in json_of(case, "bayes"):
        i, j = entry["pair"]
        row = found.setdefault((i, j), {"case": case, "i": i, "j": j})
        told = ("test", "pair", "rho", "rope", "s", "z0", "nsim", "seeds", "seed", "mc_se_max")
        name = entry["test"]
        if "rho" in entry:
            name += f"_rho{float(entry['rho']):g}"
        if "rope" in entry:
            name += f"_rope{float(entry['rope'][1]):g}"
        for key, value in entry.items():
            if key not in told and not key.startswith("posterior_"):
                row[f"{name}_{key}"] = number(value)
        if name.startswith("bSignedRankTest"):
            assert (entry["s"], entry["nsim"]) == ("0.5", "10000"), entry
    return list(found.values())


def write(name: str, rows: list[Row]) -> None:
    """Write rows as CSV: columns in the order in which they appear; .xz is compressed."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines: list[str] = []

    class Lines:
        write = staticmethod(lines.append)

    table = csv.DictWriter(Lines, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    data = "".join(lines).encode()
    (TO / name).write_bytes(lzma.compress(data, preset=9) if name.endswith(".xz") else data)


def describe(case: str, numbers_of: str, usual: bool) -> Row:
    """Return the row of tables.csv about a table."""
    meta = json_of(numbers_of, "meta")
    bundled = case in PUBLISHED
    old, new = CHANGED.get(case, ("", ""))
    return {
        "table": case,
        "case": numbers_of,
        "datasets": meta["N"],
        "classifiers": meta["k"],
        "usual": str(usual).upper(),
        "kept": "shared" if bundled and not PUBLISHED[case] else "bundled" if bundled else "here",
        "file": (PUBLISHED[case] or f"{case}/input.csv") if bundled else f"{case}.csv",
        "old": old,
        "new": new,
        "source": meta["source"],
    }


def main() -> None:
    """Write the tables and the numbers; cases.csv and README.md are written by hand."""
    with (FROM / "index.csv").open(newline="", encoding="utf-8") as file:
        cases = [row["case"] for row in csv.DictReader(file)]
    (TO / "tables").mkdir(parents=True, exist_ok=True)
    about = []
    for case in cases:
        about.append(describe(case, case, case not in UNUSUAL))
        if case not in PUBLISHED:
            (TO / "tables" / f"{case}.csv").write_bytes((FROM / case / "input.csv").read_bytes())
    for name, (case, stand_in) in FILLED.items():
        about.append(describe(name, case, usual=False))
        header, *lines = (FROM / case / "input.csv").read_text(encoding="utf-8").splitlines()
        filled = [",".join(stand_in.get(x, x) for x in line.split(",")) for line in lines]
        (TO / "tables" / f"{name}.csv").write_text("\n".join([header, *filled, ""]))
    write("tables.csv", about)
    write("omnibus.csv", [omnibus(case) for case in cases])
    write("classifiers.csv", [row for case in cases for row in classifiers(case)])
    write("pairs.csv.xz", [row for case in cases for row in pairs(case)])
    write("controls.csv.xz", [row for case in cases for row in controls(case)])
    write("bayes.csv", [row for case in cases for row in bayes(case)])


if __name__ == "__main__":
    main()
