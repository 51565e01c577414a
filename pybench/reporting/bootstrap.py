"""Whether conclusions hold on a landscape, as a page with its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import notes, shared
from pybench.base.noun import nouns
from pybench.base.result import format_p
from pybench.base.text import spanned
from pybench.landscape.bootstrap import CHOSEN_MAPS
from pybench.landscape.representatives import ONE_LANDSCAPE
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, fixed, joined
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    import pandas as pd

    from pybench.landscape.best import BestByRegion
    from pybench.landscape.bootstrap import Bootstrap

TITLE = "Do conclusions hold?"
NUMBERS, BEST = "bootstrap.json", "best-by-region"
LIMITS = (
    "Portfolios are drawn from the available datasets: they say nothing about datasets that are "
    "unlike these.",
    "A verdict that holds on most portfolios is robust to the choice of datasets; this does not "
    "mean that the difference is large.",
)
_NAMED = 6  # pairs named in a sentence

Pair = tuple[str, str]


def write(
    found: Bootstrap,
    best: BestByRegion,
    folder: Path,
    *,
    title: str | None = None,
) -> tuple[Path, ...]:
    """Write the page, its figures, tables and numbers into a folder, as `folder.write_part`."""
    return write_part(folder, part(found, best, title=title), files(found, best))


def part(found: Bootstrap, best: BestByRegion, *, title: str | None = None) -> Part:
    """Return the part about a bootstrap; the best by region is of the same landscape."""
    stand = sum(map(len, found.representatives.values()))
    return Part(
        room="bootstrap",
        title=title or TITLE,
        lead=f"{counted(found.n_classifiers, 'method')} on "
        f"{counted(found.n_datasets, 'dataset')}, of which {stand} stand for "
        f"{counted(len(found.representatives), 'region')}.",
        template="bootstrap.html",
        values={**view(found), "best": list(_best(best)), "one_landscape": ONE_LANDSCAPE},
        findings=sentences(found),
        limits=LIMITS,
        notes=notes.ordered({*found.notes, *best.notes}),
        facts=tuple(_facts(found)),
        methods=f"{methods_sentence(found)} All with pybench {shared.version()}.",
        references=("less2022", "demsar2006"),
    )


def view(found: Bootstrap) -> dict[str, Any]:
    """Return the values for ``portfolios.html``."""
    return {
        "bootstrap": found,
        "sizes": list(sizes(found)),
        "changing": changing(found),
        "verdict": verdict_sentence(found),
        "drawn_from": list(found.representatives.items()),
    }


def sentences(found: Bootstrap) -> tuple[str, ...]:
    """State which pairs hold, which depend on the size, and what chance alone would give."""
    pairs = counted(_pairs(found), "pair")
    hold, never = _always(found, True), _always(found, False)
    n = found.per_region
    where = "at every size" if len(n) > 1 else f"with {counted(n[0], 'dataset')} per region"
    each = "differ" if len(hold) > 1 else "differs"
    half = f"half of the portfolios {where}"
    said = [f"{len(hold) or 'None'} of {pairs} {each} on at least {half}{_named(hold)}."]
    if never:
        verb = "does" if len(never) == 1 else "do"
        said.append(
            f"{counted(len(never), 'pair')} {verb} not differ significantly on more than "
            f"{half}{_named(never)}."
        )
    if len(n) > 1:
        said.append(_dependence(found))
    said.append(_contradictions(found))
    said += over_maps(found)
    differ = int(found.all_datasets.to_numpy().sum()) // 2
    said.append(f"On all {found.n_datasets} datasets of the table {differ} of {pairs} differ.")
    return tuple(said)


def _pairs(found: Bootstrap) -> int:
    return found.n_classifiers * (found.n_classifiers - 1) // 2


def _always(found: Bootstrap, differs: bool) -> list[Pair]:
    """Return the pairs with this verdict at every size."""
    names = list(found.all_datasets.index)
    verdicts = [found.verdicts[n].to_numpy() for n in found.per_region]
    return [
        (first, second)
        for i, first in enumerate(names)
        for j, second in enumerate(names[i + 1 :], i + 1)
        if all(bool(verdict[i, j]) == differs for verdict in verdicts)
    ]


def _named(pairs: Sequence[Pair]) -> str:
    """Name pairs after a colon: the first few, and the number of others."""
    if not pairs:
        return ""
    shown = [f"{first} and {second}" for first, second in pairs[:_NAMED]]
    if len(pairs) > _NAMED:
        shown.append(f"{len(pairs) - _NAMED} more (pairs.csv)")
    return ": " + "; ".join(shown)


def _dependence(found: Bootstrap) -> str:
    if not found.changing:
        return "No verdict depends on how many datasets a region gives."
    many = "on 1 pair depends" if len(found.changing) == 1 else f"on {len(found.changing)} pairs"
    verb = f"verdict {many}" if len(found.changing) == 1 else f"verdicts {many} depend"
    return f"The {verb} on how many datasets a region gives{_named(found.changing)}."


def _contradictions(found: Bootstrap) -> str:
    """Compare the verdicts of random portfolios with those of the landscape."""
    rows = list(sizes(found))
    random, own = ([f"{fixed(row[who], 1)} %" for row in rows] for who in ("random", "own"))
    ns = joined([str(row["n"]) for row in rows])
    noun = "dataset" if ns == "1" else "datasets"
    return (
        f"With {ns} {noun} per region, portfolios of as many datasets at random contradict the "
        f"landscape's verdict {joined(random)} of the time, its own portfolios {joined(own)}."
    )


def over_maps(found: Bootstrap) -> Iterator[str]:
    """Say how much the verdicts depend on the map, if several maps were given."""
    rows = list(found.by_map())
    if rows:
        ns = joined([str(n) for n, *_ in rows])
        shares = joined([f"{fixed(share, 1)} %" for *_, share, _ in rows])
        sizes = spanned(rows[0][2][0], rows[-1][2][1])
        many = joined([str(pairs) for *_, pairs in rows])
        depend = f"the majority verdicts on {many} of {counted(_pairs(found), 'pair')} depend"
        if not any(pairs for *_, pairs in rows):
            depend = "no majority verdict depends"
        yield (
            f"On {counted(rows[0][1], 'map')} of the same datasets, with {ns} "
            f"{'dataset' if ns == '1' else 'datasets'} per region ({sizes} in all), a pair differs "
            f"on {shares} of the portfolios on average; {depend} on the map ({CHOSEN_MAPS})."
        )


def verdict_sentence(found: Bootstrap) -> str:
    """Return a sentence with the number of verdicts that depend on the size of portfolios."""
    pairs = counted(_pairs(found), "pair")
    if len(found.per_region) == 1:
        n = found.per_region[0]
        differ = int(found.verdicts[n].to_numpy().sum()) // 2
        return (
            f"{differ} of {pairs} of {nouns()} differ on at least half of the portfolios of {n} "
            "per region."
        )
    verdicts, depend = (
        ("verdict", "depends") if len(found.changing) == 1 else ("verdicts", "depend")
    )
    return (
        f"The {verdicts} on {len(found.changing)} of {pairs} of {nouns()} {depend} on how many "
        "datasets a region gives."
    )


def methods_sentence(found: Bootstrap) -> str:
    """Return a description of the method, for a methods section."""
    per_region = joined([str(n) for n in found.per_region])
    test = "Friedman's and then Nemenyi's test" if found.omnibus else "Nemenyi's test"
    return (
        f"On {found.repeats} portfolios of {per_region} representatives of each region "
        f"(threshold {found.threshold:g} %, seed {found.seed}) we compared all pairs "
        f"by {test} at alpha = {found.alpha:g}."
        + "".join(
            f" We repeated this with the regions of each of {maps} maps."
            for maps in sorted({maps for _, maps, *_ in found.by_map()})
        )
    )


def sizes(found: Bootstrap) -> Iterator[dict[str, Any]]:
    """Yield for each n: datasets, pairs that differ, and number of verdicts against that."""
    cells = found.repeats * found.n_classifiers * (found.n_classifiers - 1) / 100

    def share(frame: pd.DataFrame) -> float:
        values = frame.to_numpy(float)
        return float((values.sum() - values.trace()) / cells)

    for n in found.per_region:
        yield {
            "n": n,
            "datasets": n * len(found.representatives),
            "differ": int(found.verdicts[n].to_numpy().sum()) // 2,
            "own": share(found.dissent(n)),
            "random": share(found.contradictions(n)),
        }


def changing(found: Bootstrap) -> list[tuple[str, str, list[tuple[int, bool]]]]:
    """Return the pairs whose verdict depends on n, with count and verdict at each n."""
    place = {name: at for at, name in enumerate(found.all_datasets.index)}
    rows = []
    for a, b in found.changing:
        at = place[a], place[b]
        cells = [
            (int(found.counts[n].to_numpy()[at]), bool(found.verdicts[n].to_numpy()[at]))
            for n in found.per_region
        ]
        rows.append((a, b, cells))
    return rows


def bootstrap_figures(found: Bootstrap) -> Iterator[tuple[str, Any]]:
    """Draw the figures, one for each n: side by side they are too small to read."""
    from pybench import plot

    for n in found.per_region:
        yield f"bootstrap-{n}", plot.bootstrap(found, n=n)


def _best(best: BestByRegion) -> Iterator[dict[str, Any]]:
    for region, leaders in best.best.items():
        tested = best.friedman.get(region)
        yield {
            "region": region,
            "datasets": len(best.representatives[region]),
            "best": leaders,
            "rank": fixed(best.mean_ranks.loc[[region]].to_numpy(float).min(), 2)
            if leaders
            else "–",
            "p": "–" if tested is None else format_p(tested.pvalue).removeprefix("= "),
            "rivals": best.rivals.get(region, ()),
            "tested": tested is not None,
        }


def _facts(found: Bootstrap) -> Iterator[tuple[str, str]]:
    yield "Datasets per region", joined([str(n) for n in found.per_region])
    yield "Portfolios of each size", f"{found.repeats}"
    yield "Threshold", f"{found.threshold:g} %"
    yield "Level", f"{found.alpha:g}"
    yield "Pairs are tested", "where Friedman rejects" if found.omnibus else "always"
    yield "Seed", f"{found.seed}"
    yield "Regions left out", joined(list(found.skipped)) or "none"
    yield "Without scores", counted(len(found.unscored), "representative")
    yield "Computed by", {"python": "Python", "r": "R"}.get(found.engine, "Python and R")


def files(found: Bootstrap, best: BestByRegion) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    yield NUMBERS, document(found.to_dict())
    yield f"{BEST}.json", document(best.to_dict())
    for name, figure in bootstrap_figures(found):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    yield frame_file("pairs", found.to_frame())
    yield frame_file("portfolios", _portfolios(found))
    yield frame_file(BEST, best.to_frame())


def _portfolios(found: Bootstrap) -> pd.DataFrame:
    """Return one row per dataset of each portfolio; portfolios are counted from 1."""
    import pandas as pd

    rows = [
        (n, place, region, name)
        for n, frame in found.portfolios.items()
        for place, names in enumerate(frame.itertuples(index=False, name=None), 1)
        for region, name in zip(frame.columns, names, strict=True)
    ]
    return pd.DataFrame(rows, columns=["per_region", "portfolio", "region", "dataset"])
