"""Repeat what paper 001 (on benchmarking) claims, on published results, and write it up.

``python -m bench.reproduce_compare`` writes ``docs/reproduction-compare.md``. The results lie
beside the repository, in ``shared/data/results``; every number of the page is made here.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from bench import compare_pictures
from pybench.comparison import subsets
from pybench.comparison.patterns import pairs_of, sets_beside

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared")) / "data" / "results"
PAGE = ROOT / "docs" / "reproduction-compare.md"

CORES = (("BOSS", "Catch22", "TSF", "WEASEL"), ("DrCIF", "HC2", "Hydra", "MultiRocket"))
PUBLISHED = (123, 1876, 680, 1197)
# The paper's names where a file has others.
NAMES = {
    "HIVE-COTE 2.0": "HC2",
    "HIVE-COTEv1_0": "HC1",
    "MiniROCKET": "MiniRocket",
    "Mini-R": "MiniRocket",
    "MR": "MultiRocket",
    "Multi-R": "MultiRocket",
    "PF": "ProximityForest",
    "WEASEL-1": "WEASEL",
    "InceptionT": "InceptionTime",
}
ARCHIVES = ("MultiRocket_10k", "MultiRocket_100k")  # variants of one classifier


def table(frame: pd.DataFrame) -> pb.ResultsTable:
    """Make a results table of accuracies."""
    return pb.read_results(
        frame.to_numpy(),
        datasets=list(frame.index),
        classifiers=list(frame.columns),
        higher_is_better=True,
        metric="accuracy",
    )


def wide(name: str) -> pd.DataFrame:
    """Read a file of published results, methods by the paper's names."""
    return pd.read_csv(DATA / f"{name}.csv", index_col=0).rename(columns=NAMES)


def sources() -> dict[str, pd.DataFrame]:
    """Return the 23 comparates from each source that has them all, complete datasets only."""
    of_2021 = wide("multirocket_2021-09_ucr109_mean").drop(columns=[*ARCHIVES])
    redux, default = wide("bakeoff_redux_univariate_mean"), wide("bakeoff_redux_univariate_default")
    joined = of_2021.join(wide("tsc14_ucr109_mean")["Catch22"])
    joined = joined.join(wide("hc2_2021_ucr112_mean")["STSF"]).join(redux["Hydra"]).dropna()
    rest = [name for name in joined.columns if name != "S-BOSS"]
    runs = pd.read_parquet(DATA / "bakeoff2023_ucr112_resamples.parquet")
    means = runs.pivot_table(index="dataset", columns="classifier", values="accuracy")
    means = means.rename(columns=NAMES)
    return {
        "2021 means": joined,
        "bake-off redux, means": redux[rest].join(of_2021["S-BOSS"]).dropna(),
        "bake-off 2023 matrix, means": means[rest].join(of_2021["S-BOSS"]).dropna(),
        "bake-off redux, default split": default[rest]
        .join(wide("tsc14_ucr112_default")["S-BOSS"])
        .dropna(),
    }


def conventions() -> dict[str, Callable[[pb.ResultsTable], pd.DataFrame]]:
    """Return name -> function that makes the raw p-values of all pairs."""

    def signed_rank(**options: object) -> Callable[[pb.ResultsTable], pd.DataFrame]:
        return lambda t: pb.wilcoxon(t, "none", **options).pvalues_raw  # type: ignore[arg-type]

    exact = signed_rank()
    return {
        "exact, zeros left out": exact,
        "exact, Pratt": signed_rank(zero_method="pratt"),
        "normal, zeros left out": signed_rank(method="normal"),
        "normal, Pratt (MCM, cd-diagram)": signed_rank(zero_method="pratt", method="normal"),
        "R 4.2": signed_rank(convention="r-4.2"),
        "one-sided, direction from the data": lambda t: exact(t) / 2,
    }


def patterns(t: pb.ResultsTable, pvalues: pd.DataFrame, core: Sequence[str]) -> Counter[str]:
    """Count the patterns of the pairs of a core, 1 different, over all sets of four others."""
    k = t.n_classifiers
    members = [t.classifiers.index(name) for name in core]
    sets, _ = sets_beside(k, members, 4)
    first, second = np.triu_indices(k, 1)
    raw = pvalues.to_numpy()[first, second]
    differs = subsets.rejects(raw, sets[:, first] & sets[:, second], "holm", 0.05)
    place = {frozenset(pair): at for at, pair in enumerate(zip(first, second, strict=True))}
    columns = [place[frozenset(pair)] for pair in pairs_of(members)]
    return Counter("".join("01"[cell] for cell in row) for row in differs[:, columns].astype(int))


def listed(counts: Counter[str]) -> str:
    """Write counts of patterns, most differences first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[0].count("1"), item[0]))
    return ", ".join(f"{count:,}" for _, count in ordered)


def markdown(head: Sequence[str], rows: Iterator[Sequence[object]]) -> str:
    """Write a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def section_cores(tables: dict[str, pb.ResultsTable]) -> str:
    """Say how many sets make each pattern."""
    main = tables["2021 means"]
    parts = []
    for core in CORES:
        result = pb.core_patterns(main, list(core), 4)
        frame = result.to_frame()
        pairs = list(frame.columns[3:])
        rows = (
            (
                row["pattern"],
                f"{row['sets']:,}",
                ", ".join(p for p in pairs if not row[p]) or "none",
            )
            for _, row in frame.iterrows()
        )
        text = markdown(["Pattern", "Sets", "Pairs not shown to differ"], rows)
        parts.append(f"Core {', '.join(core)}, exact p-values:\n\n{text}")
        parts.append(compare_pictures.patterns(result))
    rows = (
        (source, t.n_datasets, name, *(listed(patterns(t, make(t), core)) for core in CORES))
        for source, t in tables.items()
        for name, make in conventions().items()
    )
    head = ["Results", "N", "p-values", *(f"core {core[0]}, ..." for core in CORES)]
    parts.append(
        "The third table: the number of sets with each pattern, for all sources of scores and all "
        "conventions:\n"
    )
    parts.append(markdown(head, rows))
    return "\n\n".join(parts)


def example_of_the_paper(t: pb.ResultsTable) -> str:
    """Test the one set that the text of the paper names for pattern (ii)."""
    core, others = CORES[0], ("Arsenal", "MultiRocket", "ResNet", "ROCKET")
    pvalues = pb.wilcoxon(t.select(classifiers=[*core, *others])).pvalues
    alike = [f"{a} and {b}" for i, a in enumerate(core) for b in core[i + 1 :]
             if pvalues.loc[a, b] > 0.05]  # fmt: skip
    return " and ".join(alike) or "none"


def section_swaps(t: pb.ResultsTable) -> str:
    """Say how many swaps turn a pair, and how often by the classifiers that the paper names."""

    def rows() -> Iterator[Sequence[object]]:
        for pair in (("DrCIF", "InceptionTime"), ("DrCIF", "TS-CHIEF")):
            for size in range(1, 8):
                result = pb.swaps(t, *pair, size, show=0)
                named = int(result.counts.loc["ResNet", "STSF"])
                yield (
                    " / ".join(pair), size, f"{result.examined:,}", f"{result.order_changes:,}",
                    f"{result.verdict_changes:,}", f"{result.total:,}", named,
                )  # fmt: skip

    head = ["Pair", "Others", "Swaps", "Order turns", "Verdict turns", "Both", "ResNet to STSF"]
    return markdown(head, rows())


def smallest_named_swap(t: pb.ResultsTable) -> tuple[str, ...]:
    """Return the fewest other methods beside which ResNet, replaced by STSF, turns the pair."""
    for size in range(1, 8):
        result = pb.swaps(t, *compare_pictures.NAMED, size, show=10**6)
        listed = zip(result.out, result.into, result.kept, strict=True)
        for out, into, kept in listed:
            if (out, into) == compare_pictures.SWAPPED:
                return kept
    raise ValueError("no set of at most seven other methods turns the pair")


def told_swap(t: pb.ResultsTable, kept: Sequence[str]) -> str:
    """Describe the swap of ResNet by STSF beside some other methods."""
    pair = compare_pictures.NAMED
    lines = []
    for other in compare_pictures.SWAPPED:
        part = t.select(classifiers=[*pair, *kept, other])
        test = pb.wilcoxon(part)
        ranks = test.mean_ranks
        lines.append(
            f"* With {' and '.join([*kept, other])}: the mean ranks are {ranks['DrCIF']:.3f} "
            f"(DrCIF) and {ranks['InceptionTime']:.3f} (InceptionTime), "
            f"p = {test.pvalues.loc[pair]:.4f}."
        )
    return "\n".join(lines)


def section_bayes(tables: dict[str, pb.ResultsTable]) -> str:
    """Compare ROCKET with InceptionTime by the Bayesian signed-rank test at several ropes."""
    if not hasattr(pb, "bayesian_signed_rank"):
        return "Not made: this version has no `bayesian_signed_rank`."

    own = five_on_128()
    known = set(tables["2021 means"].datasets)
    pools = {
        "authors' own, default split": own.select([d for d in own.datasets if d in known]),
        "authors' own, default split, all": own,
        **tables,
    }

    def rows() -> Iterator[Sequence[object]]:
        for source, t in pools.items():
            pair = t.select(classifiers=["ROCKET", "InceptionTime"])
            for rope in (0.001, 0.0025, 0.005, 0.01):
                found = pb.bayesian_signed_rank(pair, rope)
                cells = (found.better, found.equal, found.worse)
                shares = (f"{100 * cell.iloc[0, 1]:.1f}" for cell in cells)
                yield source, t.n_datasets, rope, *shares

    head = ["Results", "N", "Rope", "ROCKET better, %", "equivalent, %", "InceptionTime better, %"]
    return markdown(head, rows())


def five_on_128() -> pb.ResultsTable:
    """Return the paper's five comparates on the 128 datasets, default split."""
    deep = wide("dl4tsc_ucr128_mean")
    frame = pd.DataFrame(
        {
            "MultiROCKET": wide("multirocket_variants_ucr128_default")[
                "PPV+LSPV+MPV+MIPV_base+1st_50k"
            ],
            "ROCKET": wide("rocket_ucr128_stats")["default_accuracy_mean"],
            "InceptionTime": wide("inception_runs_ucr128_default")["InceptionTime"],
            "ResNet": deep["resnet"],
            "FCN": deep["fcn"],
        }
    )
    return table(frame.dropna())


def section_mcm() -> str:
    """Make the multi-comparison matrix in both forms of the paper."""
    if not hasattr(pb, "multi_comparison"):
        return "Not made: this version has no `multi_comparison`."
    t = five_on_128()
    parts = [f"{t.n_datasets} datasets, {t.n_classifiers} methods."]
    for title, rows in (("Full", None), ("Row", ["InceptionTime"])):
        result = pb.multi_comparison(t, rows)
        head = ["", *(f"{name} ({result.mean_scores[name]:.4f})" for name in result.columns)]
        lines = (
            [f"{row} ({result.mean_scores[row]:.4f})"]
            + [_cell(result, row, column) for column in result.columns]
            for row in result.rows
        )
        parts.append(f"{title}:\n\n" + markdown(head, lines))
    return "\n\n".join(parts)


def _cell(result: object, row: str, column: str) -> str:
    """Write what the paper's cells hold: difference, wins / draws / losses, p (bold below 0.05)."""
    if row == column:
        return ""
    difference, wins, draws, losses, p = (
        getattr(result, field).loc[row, column]
        for field in ("mean_difference", "wins", "draws", "losses", "pvalues")
    )
    text = f"{difference:+.4f}; {wins:.0f} / {draws:.0f} / {losses:.0f}; p = {p:.2g}"
    return f"**{text}**" if p < 0.05 else text


def section_stability(t: pb.ResultsTable) -> str:
    """Say how stable the verdicts of all 23 are, which the paper does not count."""
    result = pb.stability(t)
    return "```text\n" + "\n".join(str(result).splitlines()[:9]) + "\n```"


def page() -> str:
    """Write the page."""
    frames = sources()
    tables = {name: table(frame) for name, frame in frames.items()}
    main = tables["2021 means"]
    kept = smallest_named_swap(main)
    values = {
        "comparates": ", ".join(main.classifiers),
        "published": " and ".join(", ".join(f"{n:,}" for n in PUBLISHED).rsplit(", ", 1)),
        "n": main.n_datasets,
        "k": main.n_classifiers,
        "cores": section_cores(tables),
        "example": example_of_the_paper(main),
        "swaps": section_swaps(main),
        "named": told_swap(main, kept),
        "bayes": section_bayes(tables),
        "mcm": section_mcm(),
        "stability": section_stability(main),
        **compare_pictures.pictures(main, five_on_128(), kept),
    }
    text = (Path(__file__).parent / "reproduce_compare.md.in").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
