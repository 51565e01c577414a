"""What the page on paper 000 says in words of our maps: computed, so that no sentence outlives one.

Each function returns values of `reproduce_landscape.md.in` by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from bench.landscape_verdicts import Published
from pybench.landscape.best import BestByRegion
from pybench.landscape.bootstrap import Bootstrap
from pybench.landscape.map import Landscape
from pybench.landscape.thresholds import BootstrapThresholds

MANY_DATASETS = 20  # of a region: the paper's have 65 53 7 68 55 1
_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WHY = {"GunPoint": "GunPoint is z-normalised, and the newer datasets with similar names are not"}


def word(n: int) -> str:
    """Write a number as a word, if it is small."""
    return _WORDS[n] if 0 <= n < len(_WORDS) else str(n)


def share(n: int, of: int) -> str:
    """Write how many of a few."""
    if n == of:
        return "both" if of == 2 else f"all {word(of)}"
    return f"{word(n)} of {word(of)}"


def enumerated(names: Iterable[object]) -> str:
    """Write "a", "a and b" or "a, b and c"."""
    *most, last = map(str, names)
    return f"{', '.join(most)} and {last}" if most else last


def peaks(table: pd.DataFrame) -> list[int]:
    """Return the numbers of regions at which the silhouette is larger than at both neighbours."""
    s = table.silhouette
    inside = zip(s.index[1:], s[:-1], s[1:], [*s[2:], -np.inf], strict=True)
    return [int(k) for k, before, here, after in inside if here > before and here > after]


def of_peaks(lands: Mapping[str, Landscape]) -> dict[str, str]:
    """Say where the silhouette has local maxima, and whether it rises again."""
    tables = [land.regions.candidates.set_index("k") for land in lands.values()]
    found = [set(peaks(table)) for table in tables]
    shared = sorted(set.intersection(*found))
    many = len(tables)
    again = sum(t.silhouette[20] > t.silhouette[10] and t.purity[20] < t.purity[10] for t in tables)
    return {
        "peaks_all": f"at {enumerated(map(word, shared))} regions" if shared else "nowhere",
        "peaks_six": f"on {share(sum(6 in one for one in found), many)} maps",
        "rising": f"on {share(int(again), many)} maps",
    }


def of_regions(land: Landscape) -> dict[str, str]:
    """Say how instances and datasets spread over the regions of a map."""
    bare = land.redundancy
    table = bare.regions
    large = table.datasets > MANY_DATASETS
    lone = int((table.datasets == 1).sum())
    return {
        "large": word(int(large.sum())),
        "large_share": f"{table.share[large].sum():.0f} %",
        "single": f"{len(bare.single)} of {bare.n_datasets} datasets",
        "mean_share": f"{100 * bare.mean_datasets / bare.n_datasets:.0f} %",
        "lone": f"{word(lone)} {'is' if lone == 1 else 'are'}",
    }


def of_families(land: Landscape, families: Sequence[str]) -> dict[str, str]:
    """Say which datasets of one name have most of their instances in different regions."""
    assert land.coverage is not None
    home = land.coverage.percent.idxmax(axis=1)
    split = []
    for family in families:
        part = home[[name.startswith(family) for name in home.index]]
        if part.nunique() > 1:
            places = (f"{enumerated(part.index[part == r])} in {r}" for r in sorted(set(part)))
            why = f" ({_WHY[family]})" if family in _WHY else ""
            split.append(f"{'; '.join(places)}{why}.")
    if not split:
        return {"split": "without exception."}
    count = len(split)
    head = f"with {word(count)} exception{'s' if count > 1 else ''}:\n\n"
    return {"split": head + "\n".join(f"* {line}" for line in split)}


def of_verdicts(found: Bootstrap, like: Bootstrap, paper: Published) -> dict[str, str]:
    """Say how our verdicts lie to the paper's: of regions, and of portfolios."""
    stack = np.array([paper.of(cells) for cells in found.by_region.values()])
    place = paper.pairs.index("HIVE-COTEv1_0 and S-BOSS")
    alike = [
        int(((paper.of(one.counts[n]) > 15) == (paper.frame[name] > 15)).sum())
        for one in (found, like)
        for n, name in zip(one.per_region, "234", strict=True)
    ]
    return {
        "least_alike": str(min(alike)),
        "example": f"in {word(int(stack[:, place].sum()))} of {word(len(stack))} regions",
        "represented": word(len(found.representatives)),
        "our_changing": str(len(found.changing)),
    }


def of_best(found: BestByRegion) -> dict[str, str]:
    """Say in which regions the best method over all datasets is also the best."""
    lead = str(found.overall.idxmin())
    best = {region: names for region, names in found.best.items() if names}
    home = [region for region, names in best.items() if lead in names]
    others = [region for region in best if region not in home]
    text = f"{lead} has the best mean rank over all datasets"
    text += f" and in {enumerated(home)}" if home else ""
    text += f", but not the best in {' or '.join(others)}" if others else ""
    return {"lead": text + "."}


def of_thresholds(found: BootstrapThresholds, land: Landscape) -> dict[str, str]:
    """Say how much depends on the threshold of representatives."""
    frame = found.to_frame()
    first = frame.groupby("threshold")[["changing", "datasets"]].first()
    least, *higher = map(int, first.changing)
    paper = "show this, too" if least > max(higher) else "do not show this"
    said = f"Our results {paper}"
    for threshold in found.refused:
        members = [name for one in land.representatives(threshold).members for name in one]
        twice = sorted({name for name in members if members.count(name) > 1})
        said = (
            f"At {threshold:g} %, {enumerated(twice)} would represent two regions, so that there "
            "is no bootstrap here to compare"
        )
    return {
        "most_other": str(int(frame.other_thresholds.max())),
        "thresholds_shown": word(len(first)),
        "changing_thresholds": enumerated(f"{threshold:g}" for threshold in first.index),
        "changing_by_threshold": enumerated([least, *higher]),
        "changing_paper": said,
        "left_at_100": f"{first.datasets[100]:g} datasets",
    }


def of_random(found: Mapping[str, Bootstrap]) -> dict[str, str]:
    """Say by how many percentage points random portfolios contradict more often."""
    gaps = []
    for one in found.values():
        cells = np.triu_indices(one.n_classifiers, 1)
        for n in one.per_region:
            own, random = (
                100 * part.to_numpy()[cells].mean() / one.repeats
                for part in (one.dissent(n), one.contradictions(n))
            )
            gaps.append(random - own)
    return {"random_gap": f"{min(gaps):+.1f} to {max(gaps):+.1f} percentage points"}


def explained(lands: Mapping[int, Landscape], paper: Mapping[int, float]) -> dict[str, str]:
    """Say on how many of the paper's sizes our map explains more."""
    more = 0
    for size, theirs in paper.items():
        som = lands[size].som
        assert som is not None
        more += som.explained_variance > theirs
    return {"explains_more": f"{share(more, len(paper))} sizes"}
