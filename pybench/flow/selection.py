"""Which few datasets: those chosen, and whether they preserve the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.flow import metafeatures
from pybench.flow.part_cache import Inputs, digest_of
from pybench.flow.state import NotPossible, StudyState

if TYPE_CHECKING:
    import pandas as pd

FEW = 10  # with fewer datasets a protocol is not informative
MODELS = 4  # two folds of two models, to find a representation
TARGETS = {"spearman": 0.9, "mae": 1.5}  # what counts as preserving the ranking, as in the command
MOST = 300  # datasets of a Mantel test, which compares all pairs many times


def embeddings(state: StudyState) -> dict[str, pd.DataFrame]:
    """Return embeddings of the datasets: by features, if all have them, and by size and target."""
    found: dict[str, pd.DataFrame] = {}
    if "embedding" in state.found:
        frame = state.found["embedding"].dropna(axis="columns")
        names = state.table.datasets if state.table is not None else tuple(frame.index)
        if set(names) <= set(frame.index):
            found[state.found["representation"]] = frame.loc[list(names)]
    if state.datasets is not None:
        found[metafeatures.name_of(state.datasets)] = state.datasets
    if not found:
        raise NotPossible("it requires a suite, or features of every dataset")
    return found


def selection(state: StudyState) -> dict[str, Any]:
    """Choose representative datasets."""
    from pybench.features.projection import embedding_map
    from pybench.selection.covering import covering
    from pybench.selection.provenance import record_selection

    embedding, settings = next(iter(embeddings(state).values())), state.settings("selection")
    if settings["size"] >= len(embedding):
        raise NotPossible(f"it requires more datasets than the {settings['size']} to choose")

    def make() -> dict[str, Any]:
        record = record_selection(
            embedding,
            settings["size"],
            settings["strategy"],
            settings["metric"],
            state.definition.seed,
        )
        covered = None
        if record.selection.strategy.startswith("farthest-first"):
            covered = covering(embedding, record.selection.metric)
        try:
            placed = embedding_map(embedding)
        except ArgumentError:
            placed = None
        return {"selection": record, "selection_map": placed, "covering": covered}

    return state.cache.part("selection", lambda: _embedding_inputs(state, "selection"), make)


def _embedding_inputs(state: StudyState, part: str, *others: str) -> Inputs:
    named = {
        f"datasets by {name}": digest_of(frame.to_csv())
        for name, frame in embeddings(state).items()
    }
    return {**state.inputs(part, *others), **named}


def protocol(state: StudyState) -> dict[str, Any]:
    """Find how many datasets preserve the ranking, by strategy, and whether the chosen ones do."""
    from pybench.selection.finding import find_representation
    from pybench.selection.mantel import mantel
    from pybench.selection.protocol import rank_preservation
    from pybench.selection.ranking import METRICS
    from pybench.selection.subset import subset_quality

    table, vectors, settings = state.scores(FEW), embeddings(state), state.settings("protocol")
    vectors = {name: frame.loc[list(table.datasets)] for name, frame in vectors.items()}
    chosen = state.found.get("selection")
    most = int(table.n_datasets * 0.8)
    sizes = [k for k in settings["sizes"] or range(2, min(20, most - 3) + 1) if k <= most]
    if len(sizes) < 2:
        state.definition.refuse(
            f"two sizes or more from 2 to {most}, of {table.n_datasets} datasets",
            ", ".join(map(str, settings["sizes"])),
            "Give sizes in this range, or leave `sizes` out.",
            "parts.protocol.sizes",
        )

    models, asked = table.n_classifiers, settings["find_representation"]
    if asked and models < MODELS:
        state.definition.refuse(
            f"{MODELS} methods or more, of which some choose and others judge",
            f"{models} methods",
            "Leave `find_representation` out.",
            "parts.protocol.find_representation",
        )

    def make() -> dict[str, Any]:
        found = rank_preservation(
            table, vectors, settings["strategies"], sizes, settings["trials"],
            metrics=[one for one in METRICS if one != "mrr_reversed"],
            targets=TARGETS, seed=state.definition.seed, workers=1,
        )  # fmt: skip
        seed = state.definition.seed
        test = mantel(table, vectors, seed=seed) if table.n_datasets <= MOST else None
        quality = None if chosen is None else subset_quality(table, chosen.names, seed=seed)
        fitting = None
        if asked:
            fitting = find_representation(  # without scaling, designs refuse features like energies
                table, vectors, standardize=["all"], sizes=sizes, seed=seed,
                folds=min(4, models // 2), workers=1,
            )  # fmt: skip
        return {"protocol": found, "mantel": test, "subset": quality, "fitting": fitting}

    others = ("results",) if chosen is None else ("results", "selection")
    return state.cache.part("protocol", lambda: _embedding_inputs(state, "protocol", *others), make)
