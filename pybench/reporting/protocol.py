"""How many datasets keep the ranking of all, as a page with its files."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import notes, shared
from pybench.base.result import format_p
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, fixed, number, percent
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    import pandas as pd

    from pybench.selection.finding import FoundRepresentation
    from pybench.selection.mantel import MantelTest
    from pybench.selection.preservation import RankPreservation
    from pybench.selection.subset import SubsetQuality

TITLE = "How many datasets keep the ranking?"
NUMBERS, MANTEL, SUBSET, FITTING = (
    f"{name}.json" for name in ("protocol", "mantel", "subset", "representation")
)
NAMES = {
    "spearman": "Spearman",
    "mae": "Error of mean ranks",
    "kendall": "Kendall τ-b",
    "ndcg5": "NDCG at 5",
    "mrr": "Reciprocal rank",
    "mrr_reversed": "Reversed reciprocal rank",
}
_LIMITS = (
    "A gain over random choice is that of the best of many choices, on trials that share datasets: "
    "whether it is more than luck, `find_representation` tests.",
    "The ranking of all available datasets is taken as the truth; it is subject to chance as well.",
    "These numbers hold for models like these. A model of another kind may need other datasets.",
)
_SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Told:
    """Content of a page."""

    found: RankPreservation
    mantel: MantelTest | None = None
    subset: SubsetQuality | None = None
    fitting: FoundRepresentation | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats about any of it."""
        results = (self.found, self.mantel, self.subset, self.fitting)
        keys = {note for result in results if result is not None for note in result.notes}
        return notes.ordered(keys)


def write(told: Told, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write the page, its figures, tables and numbers into a folder, as `folder.write_part`."""
    return write_part(folder, part(told, title=title), files(told))


def part(told: Told, *, title: str | None = None) -> Part:
    """Return the part on how many datasets keep the ranking, by strategy."""
    found = told.found
    names = [name for name in NAMES if name in set(found.auc["metric"])]
    judged = set(found.sufficient["metric"])
    values = {
        "metrics": [(name, NAMES[name]) for name in names],
        "methods_table": list(_methods(found, names)),
        "targets": [(name, NAMES[name]) for name in names if name in judged],
        "subset": told.subset,
        "fitting": told.fitting,
        "combinations": list(_combinations(told.fitting)),
    }
    return Part(
        room="protocol",
        title=title or TITLE,
        lead=f"{counted(found.n_classifiers, 'model')} on {counted(found.n_datasets, 'dataset')}: "
        f"what {found.sizes[0]} to {found.sizes[-1]} of them say.",
        template="protocol.html",
        values=values,
        findings=(*_plainly(found), *sentences(told)),
        limits=_LIMITS,
        notes=told.notes,
        facts=tuple(_facts(told)),
        methods=f"{methods_sentence(found)} All with pybench {shared.version()}.",
        references=("gusev2026",),
    )


def sentences(told: Told) -> tuple[str, ...]:
    """State in plain words how many datasets suffice, chosen how, and how sure that is."""
    found = told.found
    said = []
    for metric in [name for name in NAMES if name in set(found.sufficient["metric"])]:
        said += list(_sufficient(found, metric))
    if told.mantel is not None:
        said.append(_alike(told.mantel))
    if told.fitting is not None:
        said.append(told.fitting.sentence())
    if told.subset is not None:
        said.append(subset_sentence(told.subset))
    return tuple(said)


def _plainly(found: RankPreservation) -> Iterator[str]:
    """State, without metrics, whether few datasets rank the models as all do."""
    targets = set(found.sufficient["metric"])
    metric = next((name for name in NAMES if name in targets), None)
    if metric is None:
        return
    best = _best(found, metric)
    models, most = counted(found.n_classifiers, "model"), found.sizes[-1]
    sizes = found.sufficient[found.sufficient["metric"] == metric]
    if not math.isfinite(float(best["by_mean"])):  # best over all sizes; another may reach it
        best = sizes.iloc[int(sizes["by_mean"].to_numpy(float).argmin())]
    if not math.isfinite(float(best["by_mean"])):
        yield f"No choice of up to {most} datasets ranks the {models} as all datasets do."
        return
    sure = float(best["conservative"])
    later = (
        f"to be nearly sure, you need {int(sure)}"
        if math.isfinite(sure)
        else f"to be nearly sure, you need more than {most}"
    )
    yield (
        f"On average {counted(_size(found, best), 'dataset')} {_how(best)} rank the {models} "
        f"nearly as all {found.n_datasets} do; {later}."
    )


def _sufficient(found: RankPreservation, metric: str) -> Iterator[str]:
    """Report the best method and random choice in one metric with a target."""
    best, chance = _best(found, metric), _row(found, "random", "", metric)
    size = _size(found, best)
    head = f"With {counted(size, 'dataset')} {_how(best)} the ranking "
    goal = f"{best['target']:g}" if metric in LESS else fixed(float(best["target"]), 2)
    careful = _careful(found, best, goal)
    if metric == "spearman":
        yield f"{head}correlates {_value(found, best, size)} with the full one; {careful}."
    elif metric == "mae":
        yield f"{head}is off by {_value(found, best, size)} mean ranks per model; {careful}."
    else:
        yield f"{head}has a {NAMES[metric]} of {_value(found, best, size)}; {careful}."
    if chance is None or best["strategy"] == "random":
        return
    gain = _gain(found, metric)
    yield (
        f"Drawn at random, {size} reach {_value(found, chance, size)}; "
        f"{_careful(found, chance, goal)}.{gain}"
    )


def _best(found: RankPreservation, metric: str) -> pd.Series:
    """Return the row of `sufficient` for the method with the best area."""
    best = _row(found, *_best_area(found, metric), metric)
    assert best is not None
    return best


def _row(found: RankPreservation, strategy: str, place: str, metric: str) -> pd.Series | None:
    frame = found.sufficient
    mine = frame[
        (frame["strategy"] == strategy)
        & (frame["representation"] == place)
        & (frame["metric"] == metric)
    ]
    return None if mine.empty else mine.iloc[0]


def _size(found: RankPreservation, row: pd.Series) -> int:
    """Return the smallest size that suffices on average, or the largest that was tried."""
    size = float(row["by_mean"])
    return int(size) if math.isfinite(size) else found.sizes[-1]


def _how(row: pd.Series) -> str:
    """Return a method as written in a sentence."""
    strategy, _, metric = str(row["strategy"]).partition("/")
    how = "drawn at random" if strategy == "random" else f"by {strategy}"
    how += f" ({metric})" if metric else ""
    return how + (f" on {row['representation']}" if row["representation"] else "")


def _value(found: RankPreservation, row: pd.Series, size: int) -> str:
    """Return mean and central interval of a method's trials at a size, as 0.95 (0.90–0.98)."""
    frame = found.curves
    mine = frame[
        (frame["strategy"] == row["strategy"])
        & (frame["representation"] == row["representation"])
        & (frame["metric"] == row["metric"])
        & (frame["size"] == size)
    ].iloc[0]
    mean, low, high = (fixed(float(mine[name]), 2) for name in ("mean", "low", "high"))
    return f"{mean} ({low} to {high})"


def _careful(found: RankPreservation, row: pd.Series, goal: str) -> str:
    size = float(row["conservative"])
    if math.isfinite(size):
        return f"for a conservative {goal} you need {int(size)}"
    if not math.isfinite(float(row["by_mean"])):
        return f"up to {found.sizes[-1]} datasets do not reach {goal} even on average"
    return f"up to {found.sizes[-1]} datasets give no conservative {goal}"


def _gain(found: RankPreservation, metric: str) -> str:
    """State how much better the best is than random choice; `_LIMITS` says how sure that is."""
    frame = found.significance
    mine = frame[(frame["metric"] == metric) & (frame["strategy"] == "random")]
    if mine.empty:
        return ""
    gain = number(round(float(mine.iloc[0]["gain"]), 2))
    return f" Over all sizes, the best choice gains {gain} of area over random, on average."


def _alike(test: MantelTest) -> str:
    """State whether near datasets rank models alike, in the best and worst representation."""
    frame = test.table.sort_values("correlation", ascending=False, kind="stable")
    count = frame["representation"].nunique()
    seen = frame[frame["pvalue"] <= _SIGNIFICANT]
    good = seen["representation"].nunique()
    top = (seen if good else frame).iloc[0]
    best = f"{top['representation']} ({top['metric']}): correlation {top['correlation']:.2f}"
    p = f"one-sided p {format_p(float(top['pvalue']))} (Mantel's test, Holm)"
    if not good:
        where = "on any representation; the best is" if count > 1 else "on"
        shown = f"not shown at level {_SIGNIFICANT:g} {where} {best}, {p}."
        return f"That similar datasets rank models similarly is {shown}"
    if count == 1:
        return f"Similar datasets rank models similarly on {best}, {p}."
    return (
        f"Similar datasets rank models similarly on {good} of {counted(count, 'representation')}; "
        "most on "
        f"{best}, {p}."
    )


def subset_sentence(quality: SubsetQuality) -> str:
    """State how a subset compares with random ones of its size."""
    rows = {str(row["metric"]): row for row in quality.table.to_dict("records")}
    size, parts = len(quality.names), []
    for metric, said in (("spearman", "correlate {} with the full ranking"),
                         ("mae", "are off by {} mean ranks")):  # fmt: skip
        if metric in rows:
            value = fixed(float(rows[metric]["value"]), 2)
            share = percent(float(rows[metric]["better_than"]))
            parts.append(f"{said.format(value)}, better than {share} of random subsets of {size}")
    return f"Your {counted(size, 'dataset')} {'; they '.join(parts)}."


def methods_sentence(found: RankPreservation) -> str:
    """Return a description of the method, for a methods section."""
    what = "datasets" if found.vary == "datasets" else "models"
    ranked = "in each repeat or fold" if found.ranked == "folds" else "by one score per dataset"
    return (
        f"In {found.trials} trials with {found.n_pool} random {what} each (seed {found.seed}), "
        f"{found.sizes[0]} to {found.sizes[-1]} datasets were chosen by each strategy, and the "
        f"mean ranks of the models on these compared with those on all {found.n_datasets}; models "
        f"were ranked {ranked}; "
        f"in parentheses is the middle {100 * found.confidence:g} % of trials."
    )


def _methods(found: RankPreservation, metrics: list[str]) -> Iterator[dict[str, Any]]:
    """Yield one row per method: its areas, best in bold, and sizes that suffice."""
    areas = _by_method(found.auc)
    sizes = _by_method(found.sufficient)
    bests = {metric: _best_area(found, metric) for metric in metrics}
    for strategy, place in dict.fromkeys(key[:2] for key in areas):
        cells = []
        for metric in metrics:
            row = areas[strategy, place, metric]
            text = f"{fixed(float(row['mean']), 2)} ± {fixed(float(row['sd']), 2)}"
            cells.append((text, bests[metric] == (strategy, place)))
        needs = [
            _needs(sizes[strategy, place, metric])
            for metric in metrics
            if (strategy, place, metric) in sizes
        ]
        yield {"strategy": strategy, "place": place or "–", "areas": cells, "needs": needs}


def _combinations(fitting: FoundRepresentation | None) -> Iterator[dict[str, Any]]:
    """Yield what was tried for `find_representation`, the best on all models first."""
    if fitting is None:
        return
    best_first = fitting.table.sort_values("gain", ascending=False, kind="stable")
    for row in best_first.to_dict("records"):
        yield {
            "strategy": row["strategy"], "place": row["representation"] or "–",
            "scaled": row["standardize"] or "–", "area": fixed(float(row["area"]), 2),
            "gain": fixed(float(row["gain"]), 2), "chosen": row["chosen"],
        }  # fmt: skip


def _by_method(frame: pd.DataFrame) -> dict[tuple[str, str, str], dict[Any, Any]]:
    """Return strategy, representation and metric -> row."""
    return {
        (str(row["strategy"]), str(row["representation"]), str(row["metric"])): row
        for row in frame.to_dict("records")
    }


def _best_area(found: RankPreservation, metric: str) -> tuple[str, str]:
    areas = found.auc[found.auc["metric"] == metric]
    sign = 1 if metric in LESS else -1
    row = areas.iloc[int((sign * areas["mean"]).round(9).to_numpy().argmin())]
    return str(row["strategy"]), str(row["representation"])


def _needs(row: Mapping[Any, Any]) -> str:
    mean, careful = (
        f"{float(row[name]):.0f}" if math.isfinite(float(row[name])) else "–"
        for name in ("by_mean", "conservative")
    )
    return f"{mean} ({careful})"


def _facts(told: Told) -> Iterator[tuple[str, str]]:
    found = told.found
    yield "Datasets", f"{found.n_datasets}"
    yield "Models", f"{found.n_classifiers}"
    yield "Ranked", "each repeat or fold" if found.ranked == "folds" else "one score per dataset"
    yield "Repeats or folds", f"{found.n_repeats}"
    yield "Trials", f"{found.trials}"
    yield "In a trial", f"{found.n_pool} {found.vary}"
    yield "Sizes", f"{found.sizes[0]} to {found.sizes[-1]}"
    yield "Intervals", f"{100 * found.confidence:g} % of trials"
    yield "Seed", f"{found.seed}"
    if told.mantel is not None:
        yield "Permutations", f"{told.mantel.permutations}"
    if told.subset is not None:
        yield "Random subsets", f"{told.subset.trials}"
    yield "Computed by", {"python": "Python", "r": "R"}.get(found.engine, "Python and R")


def _figures(told: Told) -> Iterator[tuple[str, Any]]:
    from pybench import plot

    found = told.found
    for metric in dict.fromkeys(found.sufficient["metric"]):
        yield f"curves-{metric}", plot.rank_preservation(found, metric=metric)
        yield f"sizes-{metric}", plot.sufficient(found, metric=metric)
    if told.mantel is not None:
        yield "mantel", plot.mantel(told.mantel)
    if told.subset is not None:
        yield "subset", plot.subset_quality(told.subset)


def files(told: Told) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    found = told.found
    yield NUMBERS, document(found.to_dict())
    if told.mantel is not None:
        yield MANTEL, document(told.mantel.to_dict())
    if told.subset is not None:
        yield SUBSET, document(told.subset.to_dict())
    if told.fitting is not None:
        yield FITTING, document(told.fitting.to_dict())
    for name, figure in _figures(told):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    for name in ("auc", "curves", "sufficient", "significance"):
        yield frame_file(name, getattr(found, name))
