"""Which few datasets: those chosen, and whether they keep the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.flow import looks
from pybench.flow.keep import Rests, digest_of
from pybench.flow.work import NotPossible, Work

if TYPE_CHECKING:
    import pandas as pd

FEW = 10  # datasets below which a protocol says little
TARGETS = {"spearman": 0.9, "mae": 1.5}  # what counts as keeping the ranking, as the command has
MOST = 300  # datasets of a Mantel test, which compares all pairs many times


def places(work: Work) -> dict[str, pd.DataFrame]:
    """Return what datasets look like: by features, if all have them, and by size and classes."""
    found: dict[str, pd.DataFrame] = {}
    if "embedding" in work.found:
        frame = work.found["embedding"].dropna(axis="columns")
        names = work.table.datasets if work.table is not None else tuple(frame.index)
        if set(names) <= set(frame.index):
            found[work.found["representation"]] = frame.loc[list(names)]
    if work.datasets is not None:
        found[looks.NAME] = work.datasets
    if not found:
        raise NotPossible("it takes a suite, or features of every dataset")
    return found


def selection(work: Work) -> dict[str, Any]:
    """Choose datasets that stand for all."""
    from pybench.features.projection import embedding_map
    from pybench.selection.covering import covering
    from pybench.selection.provenance import record_selection

    place, settings = next(iter(places(work).values())), work.settings("selection")
    if settings["size"] >= len(place):
        raise NotPossible(f"it takes more datasets than the {settings['size']} to choose")

    def make() -> dict[str, Any]:
        record = record_selection(
            place, settings["size"], settings["strategy"], settings["metric"], work.definition.seed
        )
        covered = None
        if record.selection.strategy.startswith("farthest-first"):
            covered = covering(place, record.selection.metric)
        try:
            placed = embedding_map(place)
        except ArgumentError:
            placed = None
        return {"selection": record, "selection_map": placed, "covering": covered}

    return work.kept.part("selection", lambda: _placed_rests(work, "selection"), make)


def _placed_rests(work: Work, part: str, *others: str) -> Rests:
    named = {
        f"datasets by {name}": digest_of(frame.to_csv()) for name, frame in places(work).items()
    }
    return {**work.rests(part, *others), **named}


def protocol(work: Work) -> dict[str, Any]:
    """Tell how many datasets keep the ranking, chosen how, and whether those chosen do."""
    from pybench.selection.mantel import mantel
    from pybench.selection.protocol import rank_preservation
    from pybench.selection.ranking import METRICS
    from pybench.selection.subset import subset_quality

    table, where, settings = work.scores(FEW), places(work), work.settings("protocol")
    where = {name: frame.loc[list(table.datasets)] for name, frame in where.items()}
    chosen = work.found.get("selection")
    most = int(table.n_datasets * 0.8)
    sizes = [k for k in settings["sizes"] or range(2, min(20, most - 3) + 1) if k <= most]
    if len(sizes) < 2:
        work.definition.refuse(
            f"two sizes or more from 2 to {most}, of {table.n_datasets} datasets",
            ", ".join(map(str, settings["sizes"])),
            "Give such sizes, or leave them out.",
            "parts.protocol.sizes",
        )

    def make() -> dict[str, Any]:
        found = rank_preservation(
            table, where, settings["strategies"], sizes, settings["trials"],
            metrics=[one for one in METRICS if one != "mrr_reversed"],
            targets=TARGETS, seed=work.definition.seed, workers=1,
        )  # fmt: skip
        seed = work.definition.seed
        test = mantel(table, where, seed=seed) if table.n_datasets <= MOST else None
        quality = None if chosen is None else subset_quality(table, chosen.names, seed=seed)
        return {"protocol": found, "mantel": test, "subset": quality}

    others = ("results",) if chosen is None else ("results", "selection")
    return work.kept.part("protocol", lambda: _placed_rests(work, "protocol", *others), make)
