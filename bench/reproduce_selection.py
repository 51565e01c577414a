"""Repeat what the selection paper finds, on the available data, and print it as tables.

The section ``figures`` draws pictures in docs/images.

``python -m bench.reproduce_selection [SECTION...]`` prints Markdown, one table a section, for
docs/reproduction-selection.md, and puts areas in all six metrics, with their deviations, into
bench/selection_areas.csv, where those of other sections stay. It needs the results beside the
repository (shared/data), and for the UCR sets the representations of ``python -m
bench.representing``, which makes what is missing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from bench import mteb_tasks
from bench.pictures import WIDTH, picture
from bench.representing import NAMES, NOISE, SHARED, embedding, minirocket_of_noise, trained
from pybench.store.atomic import write_text

RESULTS = SHARED / "data" / "results"
STRATEGIES = ("random", "k-means", "farthest-first/cosine", "farthest-first/euclidean", "a-optimal",
              "d-optimal", "k-medoids/cosine", "facility-location/cosine", "oracle")  # fmt: skip
PAPER = STRATEGIES[:6]
AREAS = Path(__file__).with_name("selection_areas.csv")
# Types with fewer available sets than this are left out together, as "others".
FEWEST = 3


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


@cache
def tsc() -> pb.ResultsTable:
    """Return the paper's matrix: 112 datasets x 35 classifiers x 30 resamples."""
    source = RESULTS / "bakeoff2023_ucr112_resamples.parquet"
    return pb.read_results(source, higher_is_better=True, repeats="keep", score="accuracy")


def ucr(split: str) -> tuple[pb.ResultsTable, dict[str, pd.DataFrame]]:
    """Return the results of the sets with available series, and six representations of them."""
    places = {name: embedding(name, split) for name in NAMES}
    held = [name for name in sorted(tsc().datasets) if name in next(iter(places.values())).index]
    return tsc().select(datasets=held), {name: x.loc[held] for name, x in places.items()}


def complete() -> pb.ResultsTable:
    """Return the results of the sets whose series are held complete."""
    held = set(pb.eligible(pb.open_archive(SHARED / "data" / "ucr")).kept)
    return tsc().select(datasets=[name for name in sorted(tsc().datasets) if name in held])


@cache
def recsys() -> tuple[pb.ResultsTable, pd.DataFrame]:
    """Return 30 datasets x 9 models, without `random` and `most_popular`, and their features."""
    scores = pd.read_csv(RESULTS / "recsys_2024_ndcg10.csv")
    t = pb.read_results(scores.drop(columns=["random", "most_popular"]), higher_is_better=True)
    return t, pd.read_csv(RESULTS / "recsys_2024_dataset_features.csv", index_col="dataset")


def nlp() -> tuple[pb.ResultsTable, dict[str, pd.DataFrame]]:
    """Return the results of MTEB, and the paper's representations of its tasks, as we have them."""
    t, kinds = mteb()
    places = {
        "task types": pd.get_dummies(kinds).astype(float),
        "metadata": mteb_tasks.metadata(),
        "descriptions": pb.text_embedding(mteb_tasks.sentences()),
    }
    return t, _of(places, t)


@cache
def mteb() -> tuple[pb.ResultsTable, pd.Series]:
    """Return the 56 tasks x 30 models without gaps, and the type of each task."""
    t = pb.read_results(
        pd.read_csv(RESULTS / "mteb_2023_en.csv").dropna(axis=1), higher_is_better=True
    )
    kinds = pd.read_csv(RESULTS / "mteb_2023_task_types.csv", index_col=0)["task_type"]
    return t, kinds.loc[list(t.datasets)]


def types_of(datasets: Iterable[str]) -> dict[str, str]:
    """Return the type of each UCR set as the archive names it; typed in (bench/ucr_types.csv)."""
    frame = pd.read_csv(Path(__file__).with_name("ucr_types.csv"))
    home = {
        name: row.type
        for row in frame.itertuples()
        for name in str(row.datasets).split()
    }  # fmt: skip
    found = {name: home[name] for name in datasets}
    counts = pd.Series(found).value_counts()
    return {name: kind if counts[kind] >= FEWEST else "others" for name, kind in found.items()}


def kept_areas(section: str, found: pb.RankPreservation) -> None:
    """Put the areas of a section in place of those that the file has of it."""
    new = found.auc.assign(section=section, datasets=found.n_datasets, trials=found.trials)
    new = new[["section", "datasets", "trials", *found.auc.columns]].round(4).astype(str)
    if AREAS.is_file():
        old = pd.read_csv(AREAS, keep_default_na=False, dtype=str)
        new = pd.concat([old[old["section"] != section], new])
    new = new.sort_values("section", kind="stable")
    write_text(AREAS, new.to_csv(index=False, lineterminator="\n"))


def areas(section: str, found: pb.RankPreservation) -> str:
    """Write areas of MAE and rho, a row per strategy, a column per representation."""
    kept_areas(section, found)
    auc = found.auc.set_index(["metric", "strategy", "representation"])
    places = list(dict.fromkeys(found.auc["representation"]))
    rows = [
        (strategy, *(_pair(auc, strategy, place) for place in places))
        for strategy in dict.fromkeys(found.auc["strategy"])
    ]
    return markdown(["MAE, then rho", *(place or "none" for place in places)], rows)


def _pair(auc: pd.DataFrame, strategy: str, place: str) -> str:
    if ("mae", strategy, place) not in auc.index:
        return ""
    mae, rho = (auc.loc[(metric, strategy, place)] for metric in ("mae", "spearman"))
    return f"{mae['mean']:.2f} ± {mae['sd']:.2f}, {rho['mean']:.2f} ± {rho['sd']:.2f}"


def suffices(found: pb.RankPreservation) -> str:
    """Write table 2: best / median / worst of the sizes that suffice, without the oracle."""
    rows = []
    for row in found.guidance().dropna(subset="target").to_dict("records"):
        for how, end in (("by_mean", ""), ("conservative", "_conservative")):
            sizes = [f"{row[name + end]:g}" for name in ("best", "median", "worst")]
            said = " / ".join(sizes) if row["reached" + end] else "none"
            reached = f"{row['reached' + end]} of {row['methods']}"
            rows.append((row["metric"], how, said, reached))
    return markdown(["metric", "", "best / median / worst", "methods that reach it"], rows)


def leading(found: pb.RankPreservation) -> str:
    """Write table 3: the best method, its gain over Random, and which are not worse (p > .05)."""
    rows = []
    for metric, part in found.significance.groupby("metric", sort=False):
        random = part[part["strategy"] == "random"]
        said = ", ".join(f"{row.gain:.2f}, p = {row.pvalue:.2g}" for row in random.itertuples())
        near = [f"{row.strategy} on {row.representation or 'none'} (p = {row.pvalue:.2g})"
                for row in part[part["pvalue"] > 0.05].itertuples()]  # fmt: skip
        after = part.sort_values("pvalue").iloc[-1]
        near = near or [f"none; next {after.strategy} on {after.representation or 'none'}, "
                        f"p = {after.pvalue:.2g}"]  # fmt: skip
        best = f"{part['best'].iloc[0]} on {part['best_representation'].iloc[0] or 'none'}"
        rows.append((metric, best, said or "-", "; ".join(near)))
    return markdown(["metric", "best", "gain over Random", "near the top"], rows)


def section_random() -> str:
    """Table 1, Random."""
    rows = []
    for name, t in (("TSC", tsc()), ("RecSys", recsys()[0]), ("NLP", mteb()[0])):
        found = pb.rank_preservation(t, None, ["random"], trials=1000)
        kept_areas(f"random {name}", found)
        auc = found.auc
        rows.append((name, *(f"{m:.2f} ± {s:.2f}" for m, s in zip(auc["mean"], auc["sd"],
                                                                 strict=True))))  # fmt: skip
    return markdown(["T = 1000", *auc["metric"]], rows)


def section_tsc() -> str:
    """Table 1 on the sets that are held complete, features of all series."""
    t, places = ucr("all")
    found = pb.rank_preservation(t, places, STRATEGIES, missing="drop")
    return f"{t.n_datasets} sets\n\n{areas('tsc', found)}\n\n{suffices(found)}"


def section_train() -> str:
    """A third row set: training splits alone, also of the sets that are held in part."""
    t, places = ucr("train")
    flagged = sorted(trained() & set(t.datasets))
    whole = pb.rank_preservation(t, places, STRATEGIES, missing="drop")
    complete = t.select(datasets=[name for name in t.datasets if name not in flagged])
    held = pb.rank_preservation(complete, places | _of(places, complete), STRATEGIES,
                                missing="drop")  # fmt: skip
    return "\n\n".join(
        [
            f"{t.n_datasets} sets, of which {len(flagged)} are held in part (*): "
            + ", ".join(flagged),
            areas("train", whole),
            suffices(whole),
            f"The {complete.n_datasets} complete ones of them, training splits too:",
            areas("train, complete sets", held),
        ]
    )


def _of(places: dict[str, pd.DataFrame], t: pb.ResultsTable) -> dict[str, pd.DataFrame]:
    return {name: frame.loc[list(t.datasets)] for name, frame in places.items()}


def section_recsys() -> str:
    """Table 1 and 2, recommender systems."""
    t, features = recsys()
    found = pb.rank_preservation(t, {"features": features}, STRATEGIES)
    return f"{areas('recsys', found)}\n\n{suffices(found)}"


def section_mteb() -> str:
    """Table 1 and 2, text embeddings: columns standardised over all tasks, and as they are."""
    t, places = nlp()
    parts = []
    for section, standardize in (("mteb", "all"), ("mteb, not standardised", "none")):
        found = pb.rank_preservation(t, places, STRATEGIES, standardize=standardize)
        parts += [areas(section, found), suffices(found)]
    return "\n\n".join(parts)


@cache
def nlp_study() -> pb.RankPreservation:
    """Judge the paper's strategies on the texts' representations, both ways of standardising."""
    t, places = nlp()
    plain = {f"{name}, as they are": place for name, place in places.items()}
    ways = dict.fromkeys(plain, "none")
    return pb.rank_preservation(t, places | plain, PAPER, standardize=ways, workers=1)


def section_nlp() -> str:
    """Tables 2 and 3, text embeddings: all six representations in one study."""
    return f"{suffices(nlp_study())}\n\n{leading(nlp_study())}"


def section_leading() -> str:
    """Table 3, time series with MiniRocket of noise beside the six representations."""
    t, places = ucr("all")
    more = {NOISE: embedding(NOISE, "all"), "40 a set": minirocket_of_noise("all", most=40)}
    found = pb.rank_preservation(t, places | _of(more, t), PAPER, missing="drop")
    return f"{leading(found)}\n\n{suffices(found)}"


def section_noise() -> str:
    """MiniRocket with biases of noise: all series, and at most 40 of a set at regular places."""
    t = complete()
    seen = {"all": embedding(NOISE, "all"), "40 a set": minirocket_of_noise("all", most=40)}
    places = {"as they are": seen["all"], **seen}
    found = pb.rank_preservation(t, places, STRATEGIES, standardize={"as they are": "none"})
    return f"{areas('minirocket of noise', found)}\n\n{suffices(found)}"


def section_ranks() -> str:
    """Rank features, the paper's oracle-style representation: mean ranks of the models."""
    parts = []
    for name, t in (("tsc", complete()), ("recsys", recsys()[0]), ("mteb", mteb()[0])):
        found = pb.rank_preservation(t, {"ranks": t}, STRATEGIES)
        parts += [f"{t.n_datasets} sets", areas(f"ranks {name}", found)]
    return "\n\n".join(parts)


def relevant() -> tuple[pb.ResultsTable, dict[str, pd.DataFrame]]:
    """Return results and which tsfresh features are relevant, a row per dataset, from labels."""
    path = SHARED / "data" / "features" / "tsfresh_relevant_features.parquet"
    frame = pd.read_parquet(path)
    frame = frame.set_index(frame.columns[0]) if frame.dtypes.iloc[0].kind not in "biuf" else frame
    held = [name for name in tsc().datasets if name in frame.index]
    return tsc().select(datasets=held), {"relevant": frame.loc[held].astype(float)}


def section_designs() -> str:
    """A- and D-optimal designs with and without swaps, where no features of series are needed."""
    names = ["random", *(f"{kind}-optimal{end}" for kind in "ad" for end in ("", "-greedy"))]
    t, features = recsys()
    asked = {"relevance": relevant(), "recsys": (t, {"features": features}), "mteb": nlp()}
    parts = []
    for name, (table, places) in asked.items():
        found = pb.rank_preservation(table, places, names, workers=1)
        parts.append(areas(f"designs {name}", found))
    return "\n\n".join(parts)


def section_relevant() -> str:
    """A second row set: which tsfresh features are relevant, made from labels."""
    t, places = relevant()
    found = pb.rank_preservation(t, places, STRATEGIES)
    return f"{t.n_datasets} sets\n\n{areas('relevant', found)}"


def section_families() -> str:
    """Leave one family out: UCR types, clusters of recommender systems, types of MTEB tasks."""
    t, places = ucr("all")
    recs, features = recsys()
    groups = pd.read_csv(RESULTS / "recsys_2024_clusters.csv", index_col="dataset")["cluster"]
    tasks, kinds = mteb()
    dummies = pd.get_dummies(kinds).astype(float)
    asked = {
        "UCR, by type": (t, {n: places[n].dropna(axis=1) for n in ("catch22", "summary")},
                         types_of(t.datasets)),
        "RecSys, by cluster": (recs, {"features": features},
                               {name: f"cluster {groups[name]}" for name in recs.datasets}),
        "NLP, by task type": (tasks, {"task types": dummies}, kinds.to_dict()),
    }  # fmt: skip
    parts = []
    for title, (table, seen, home) in asked.items():
        found = pb.leave_one_family_out(
            table, seen, home, ("random", "k-means", "farthest-first/cosine",
                                "facility-location/cosine"), (10,),
        )  # fmt: skip
        parts += [f"**{title}**, 10 datasets", families(found)]
    return "\n\n".join(parts)


def families(found) -> str:
    """Write what is lost without each family, a column per method."""
    frame = found.table
    methods = list(dict.fromkeys(zip(frame["strategy"], frame["representation"], strict=True)))
    head = ["family (sets)", *(f"{s} {r}".strip() for s, r in methods)]
    cells = frame.set_index(["metric", "strategy", "representation", "family"])
    rows = [("none", *(_kept(cells, method, found.families[0], "whole") for method in methods))]
    for family, count in zip(found.families, found.counts, strict=True):
        label = f"{family} ({count})"
        rows.append((label, *(_kept(cells, method, family, "without") for method in methods)))
    return markdown(head, rows)


def _kept(cells: pd.DataFrame, method: tuple[str, str], family: str, column: str) -> str:
    mae, rho = (cells.loc[(metric, *method, family), column] for metric in ("mae", "spearman"))
    return f"{mae:.2f}, {rho:.3f}"


def section_synthetic() -> str:
    """Table 4."""
    auc = pb.synthetic_study(range(100), 200).auc
    rows = [
        (
            r.view,
            r.strategy,
            r.metric,
            # What trials vary by beyond those of one benchmark is how benchmarks differ.
            f"{r.mean:.2f} ± {np.sqrt((r.sd**2 - r.sd_within**2) / 100):.2f}",
            f"{r.sd:.2f} ({r.sd_within:.2f})",
        )
        for r in auc.itertuples()
    ]
    head = ["view", "strategy", "metric", "mean ± standard error over 100 benchmarks"]
    return markdown([*head, "sd of trials (within one)"], rows)


def section_scale() -> str:
    """Table 5: 100 parts of 30 datasets x 9 models."""
    t, places = ucr("all")
    rows = []
    for strategy, name in (("k-means", "tsfresh"), ("farthest-first/cosine", "catch22"),
                           ("farthest-first/euclidean", "minirocket")):  # fmt: skip
        found = pb.scale_analysis(t, {name: places[name]}, [strategy], missing="drop").table
        gains = found.set_index("metric")
        said = [
            f"{100 * gains.loc[m, 'gain']:+.1f}" for m in ("mae", "spearman", "ndcg5", "kendall")
        ]
        rows.append((f"{strategy}, {name}", *said, f"{100 * gains.loc['mae', 'won']:.0f} %"))
    return markdown(["gain in %", "MAE", "rho", "NDCG", "tau", "better in MAE on"], rows)


def section_mantel() -> str:
    """Whether near datasets rank models alike."""
    t, places = ucr("all")
    recs, features = recsys()
    tasks, kinds = mteb()
    rows = []
    for name, table, seen in (
        ("UCR", t, places),
        ("RecSys", recs, {"features": features}),
        ("NLP", tasks, {"task types": pd.get_dummies(kinds).astype(float)}),
    ):
        for row in pb.mantel(table, seen, missing="drop").table.itertuples():
            rows.append((name, row.representation, row.metric, f"{row.correlation:.2f}",
                         f"{row.pvalue:.3f}"))  # fmt: skip
    return markdown(["", "representation", "metric", "correlation", "p (Holm)"], rows)


def section_theory() -> str:
    """Theorems 4.1 and 4.2 beside what comes true."""
    t, places = ucr("all")
    rows = []
    for name, frame in places.items():
        found = pb.ranking_bounds(t, frame, missing="drop")
        for row in found.table.itertuples():
            rows.append(
                (name, row.size, f"{row.variance:.2f}", f"{row.stated:.3g}", f"{row.wrong:.0%}",
                 f"{row.wrong_bound:.0%}")
            )  # fmt: skip
    return markdown(["", "datasets", "variance", "stated", "wrong signs", "bound"], rows)


def section_figures() -> str:
    """Figure 2, with representations that need no features of series; the figure of the curve."""
    t, features = recsys()
    tasks, places = nlp()
    asked = {
        "TSC, tsfresh relevance": relevant(),
        "RecSys": (t, {"features": features}),
        "NLP, descriptions": (tasks, {"descriptions": places["descriptions"]}),
    }
    found = {name: pb.rank_preservation(*one, PAPER, workers=1) for name, one in asked.items()}
    grid = picture(
        "selection-grid",
        pb.plot.rank_preservations(found, width=WIDTH),
        "MAE and Spearman correlation of the ranking on 2 to 20 chosen datasets, by strategy, for "
        "TSC, RecSys and NLP",
    )
    curve = picture(
        "selection-quality",
        pb.plot.synthetic_study(qualities(), width=WIDTH),
        "Gain in MAE over random choice on synthetic benchmarks, by the signal of the view",
    )
    return f"{grid}\n\n{curve}"


SIGNALS = (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 100)
GREEDY = ("farthest-first/cosine", "k-medoids/cosine", "d-optimal")


@cache
def qualities() -> pb.SyntheticStudy:
    """Return the curve over the quality of the representation: 30 benchmarks, 60 trials."""
    return pb.synthetic_study(range(30), 60, signals=SIGNALS, strategies=GREEDY, workers=1)


def section_quality() -> str:
    """Beyond table 4: the gain over Random by the quality of the view."""
    found = qualities()
    gains = found.auc.dropna(subset="signal").set_index(["view", "strategy", "metric"])
    mantel = found.mantel.set_index(["view", "metric"])["correlation"]
    rows = []
    for view in dict.fromkeys(found.mantel["view"]):
        each = (gains.loc[(view, s, m)] for s in GREEDY for m in ("mae", "spearman"))
        cells = [f"{100 * one['gain']:+.1f} ± {100 * one['gain_se']:.1f}" for one in each]
        rows.append((view, f"{mantel[view, 'cosine']:.2f}", *cells))
    head = ["λ", "Mantel", *(f"{s}, {m}" for s in GREEDY for m in ("MAE", "ρ"))]
    return markdown(head, rows)


SECTIONS: dict[str, Callable[[], str]] = {
    name.removeprefix("section_"): function
    for name, function in list(globals().items())
    if name.startswith("section_")
}


def main(names: list[str]) -> None:
    """Print the sections named, or all."""
    for name in names or SECTIONS:
        begun = time.process_time()
        said = SECTIONS[name]()
        spent = f"({time.process_time() - begun:.1f} s of processor time)"
        print(f"## {name}: {SECTIONS[name].__doc__}\n\n{said}\n\n{spent}\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
