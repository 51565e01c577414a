"""What a benchmark covers, and whether conclusions hold on it, as a page with its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import notes, shared
from pybench.landscape.stability import ALL
from pybench.reporting.bootstrap import LIMITS, bootstrap_figures, over_maps, verdict_sentence, view
from pybench.reporting.bootstrap import methods_sentence as bootstrap_methods
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, fixed, joined
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    import pandas as pd

    from pybench.landscape.bootstrap import Bootstrap
    from pybench.landscape.map import Landscape
    from pybench.landscape.representatives import Representatives
    from pybench.landscape.som import Som
    from pybench.landscape.stability import LandscapeStability

TITLE = "What does this benchmark cover?"
_LIMITS = (
    "Similarity refers to the features that were computed: two datasets that lie together on the "
    "map may differ in what no feature measures.",
    "A region that lacks data is missing in this benchmark; whether such data exist, and matter, "
    "the map cannot say.",
)
SETTINGS = ("representation", "size", "start", "seed", "reduction")  # of maps that are compared
_LISTED = 6  # datasets of a unit that are named
THRESHOLD = 90.0  # percent, for representatives if there is no bootstrap


def write(
    landscape: Landscape,
    folder: Path,
    bootstrap: Bootstrap | None = None,
    *,
    title: str | None = None,
    threshold: float | None = None,
    also: tuple[str, ...] = (),
    stability: LandscapeStability | None = None,
) -> tuple[Path, ...]:
    """Write the page, its figures and tables into a folder, as `folder.write_part`.

    Parameters
    ----------
    landscape : Landscape
    folder : Path
    bootstrap : Bootstrap, optional
        Of this landscape: the page then reports whether conclusions hold.
    title : str, optional
        Heading of the page.
    threshold : float, optional
        Percent, for representatives. Default: that of the bootstrap or the stability, else 90.
    also : tuple of str
        Names of existing files, which the page then lists as well.
    stability : LandscapeStability, optional
        Of the same datasets, at the same threshold: the page then says on how many maps each
        dataset represents its region.
    """
    told = part(landscape, bootstrap, title=title, threshold=threshold, stability=stability)
    return write_part(folder, told, files(landscape, bootstrap, threshold, stability), also)


def part(
    landscape: Landscape,
    bootstrap: Bootstrap | None = None,
    *,
    title: str | None = None,
    threshold: float | None = None,
    stability: LandscapeStability | None = None,
) -> Part:
    """Return the part about a landscape; the arguments are those of `write`."""
    c = landscape.coverage
    found = landscape.representatives(_threshold(threshold, bootstrap, stability), stability)
    reading = found.reading()
    values = {
        "mapped": landscape.som is not None,
        "regions": list(landscape.to_frame().itertuples()),
        "representatives": found,
        "maps": f"These {reading}" if stability is None else reading[0].upper() + reading[1:],
        "thresholds": [name for name in found.by_threshold.columns if name != "threshold"],
        "members": [(region, found.with_shares(region)) for region in found.region_names],
        "stability": stability,
        "consensus": None if stability is None else counted(stability.k, "consensus region"),
        "agreement": () if stability is None else tuple(_agreement(stability)),
        "left_out": landscape.scaling.left_out_by_reason(),
        "over": None if landscape.som is None else _over(landscape),
        "bootstrap": None,
    }
    return Part(
        room="landscape",
        title=title or TITLE,
        lead=f"{counted(c.n_datasets, 'dataset')}, {counted(c.n_instances, 'instance')}, "
        f"{counted(c.n_regions, 'region')}.",
        template="landscape.html",
        values=values if bootstrap is None else {**values, **view(bootstrap)},
        findings=sentences(landscape, bootstrap, threshold, stability),
        limits=_LIMITS if bootstrap is None else (*_LIMITS, *LIMITS),
        notes=_doubts(landscape, bootstrap, stability),
        facts=tuple(_facts(landscape)),
        methods=methods_sentence(landscape, bootstrap, stability),
        references=_references(landscape, bootstrap, stability),
    )


def sentences(
    landscape: Landscape,
    bootstrap: Bootstrap | None,
    threshold: float | None = None,
    stability: LandscapeStability | None = None,
) -> tuple[str, ...]:
    """State what is covered, what is redundant, and whether conclusions hold."""
    r = landscape.redundancy
    regions = r.regions
    most = str(regions["datasets"].idxmax())
    said = [
        f"{len(r.single)} of {counted(r.n_datasets, 'dataset')} lie wholly in one region each; "
        f"a region holds instances of {fixed(r.mean_datasets, 1)} datasets on average.",
        f"The most crowded region is {most}: "
        f"{counted(int(regions['datasets'].max()), 'dataset')} have instances there.",
    ]
    if r.sparse_regions:
        few = joined(r.sparse_regions)
        whole = "all instances" if r.weights == "instance" else "a dataset on average"
        said.append(
            f"The benchmark lacks data in {few}: less than {r.sparse:g} % of {whole}"
            f"{' each' if len(r.sparse_regions) > 1 else ''}."
        )
    found = landscape.representatives(_threshold(threshold, bootstrap, stability), stability)
    if found.omitted:
        said.append(f"No dataset represents {joined(found.omitted)} at {found.threshold:g} %.")
    if stability is not None:
        said += agreement_of_maps(stability, found)
    if bootstrap is not None:
        said += [verdict_sentence(bootstrap), *over_maps(bootstrap)]
    return tuple(said)


def agreement_of_maps(stability: LandscapeStability, found: Representatives) -> Iterator[str]:
    """Yield how alike the regions of the maps are, and how many representatives all maps share."""
    index = stability.pairs["adjusted_rand"]
    yield (
        f"Over pairs of {stability.n_maps} maps, the adjusted Rand index of their regions is "
        f"{fixed(index.mean(), 2)} on average, and from {fixed(index.min(), 2)} to "
        f"{fixed(index.max(), 2)} (1: the same regions; 0: as by chance)."
    )
    shares = found.to_frame()["share"].round(9)
    if len(shares):
        yield (
            "Representatives of this landscape that represent their region on all "
            f"{stability.n_maps} maps: {int((shares == 1).sum())} of {len(shares)}; on at least "
            f"half of the maps: {int((shares >= 0.5).sum())}."
        )


def _agreement(stability: LandscapeStability) -> Iterator[tuple[Any, ...]]:
    """Yield by what varied: pairs, and mean, least and largest of the two measures."""
    for varied in stability.by_setting["varied"]:
        some = stability.pairs
        some = some if varied == ALL else some[some["varied"] == varied]
        measures = (some["adjusted_rand"], some["variation"])
        yield varied, len(some), *(f for m in measures for f in (m.mean(), m.min(), m.max()))


def methods_sentence(
    landscape: Landscape,
    bootstrap: Bootstrap | None,
    stability: LandscapeStability | None = None,
) -> str:
    """Return a description of the method, for a methods section."""
    c = landscape.coverage
    how = "their features"
    if landscape.som is not None:
        grid = landscape.som.grid
        how = (
            f"a self-organising map of {grid.xdim} × {grid.ydim} units (explained variance "
            f"{fixed(landscape.som.explained_variance, 2)} %)"
        )
    elif landscape.kmeans is not None and landscape.components is not None:
        many = counted(len(landscape.components.variance), "principal component")
        how = (
            f"{many} of their features and k-means with {landscape.kmeans.n_codes} codes "
            f"(explained variance {fixed(landscape.kmeans.explained_variance, 2)} %)"
        )
    elif landscape.components is not None:
        how = "principal components of their features"
    alike = "" if landscape.weights == "instance" else "; each dataset counted alike"
    said = (
        f"We mapped {counted(c.n_instances, 'instance')} of {counted(c.n_datasets, 'dataset')} by "
        f"{how} and joined it into {counted(c.n_regions, 'region')} by average linkage on cosine "
        f"distances{alike}."
    )
    if stability is not None:
        varied = [one for one in stability.by_setting["varied"] if one in SETTINGS]
        which = f" that differ in {joined(varied)}" if varied else ""
        said += (
            f" We compared the regions of {stability.n_maps} maps{which} by the adjusted Rand "
            "index and the variation of information, and joined them into consensus regions."
        )
    if bootstrap is not None:
        said += f" {bootstrap_methods(bootstrap)}"
    return f"{said} All with pybench {shared.version()}."


def _threshold(threshold: float | None, *others: Bootstrap | LandscapeStability | None) -> float:
    """Return the threshold given, else that of the first other result, else 90."""
    if threshold is not None:
        return threshold
    return next((one.threshold for one in others if one is not None), THRESHOLD)


def _doubts(
    landscape: Landscape, *others: Bootstrap | LandscapeStability | None
) -> tuple[str, ...]:
    more = (one.notes for one in others if one is not None)
    return notes.ordered({*landscape.notes, *chain.from_iterable(more)})


def _references(
    landscape: Landscape, bootstrap: Bootstrap | None, stability: LandscapeStability | None
) -> tuple[str, ...]:
    mapped = ("kohonen2001", "wehrens2018") if landscape.som is not None else ()
    tested = ("demsar2006",) if bootstrap is not None else ()
    compared = ("hubert1985", "meila2007") if stability is not None else ()
    return ("less2022", "rousseeuw1987", *mapped, *compared, *tested)


def _over(landscape: Landscape) -> dict[str, Any]:
    """Return the size of the map's figure, and corners and content of each of its units."""
    from pybench import plot
    from pybench.plot._landscape_map import outlines

    drawn = plot.landscape_map(landscape, show="regions")  # type: ignore[arg-type]
    found = outlines(drawn)
    points = [" ".join(f"{x:.1f},{y:.1f}" for x, y in unit) for unit in found.corners.tolist()]
    units = list(zip(points, _contents(landscape), strict=True))
    return {"width": f"{found.width:.1f}", "height": f"{found.height:.1f}", "units": units}


def _contents(landscape: Landscape) -> Iterator[str]:
    """Yield for each unit its region and its datasets, most rows first.

    Units count from 1, as in the tables and in R.
    """
    inside: dict[int, Counter[str]] = {}
    for unit, name in zip(landscape.units.tolist(), landscape.dataset.tolist(), strict=True):
        inside.setdefault(unit, Counter())[name] += 1
    for unit, label in enumerate(landscape.regions.labels.tolist(), 1):
        names = inside.get(unit - 1, Counter()).most_common()
        listed = ", ".join(f"{name} {many}" for name, many in names[:_LISTED])
        if len(names) > _LISTED:
            listed += f", {len(names) - _LISTED} more"
        many = counted(sum(count for _, count in names), "instance")
        yield f"Unit {unit}, region R{label + 1}: {many}{': ' if listed else ''}{listed}"


def _facts(landscape: Landscape) -> Iterator[tuple[str, str]]:
    scaling, regions = landscape.scaling, landscape.regions
    yield "Features used", f"{len(scaling.features)}"
    yield "Features left out", f"{len(scaling.left_out)}"
    yield "Scaling", scaling.scale
    yield "Reduction", landscape.reduction
    if (som := landscape.som) is not None:
        yield "Map", f"{som.grid.xdim} × {som.grid.ydim}, {som.grid.topology}"
        yield "Seed", f"{som.seed}"
        yield "Quantization error", f"{som.quantization_error:.4g}"
        yield "Topographic error", f"{som.topographic_error:.4f}"
        yield "Explained variance", f"{fixed(som.explained_variance, 2)} %"
        yield "Kernel", som.kernel
    if (found := landscape.kmeans) is not None and (parts := landscape.components) is not None:
        yield (
            "Components",
            f"{len(parts.variance)}, {fixed(100 * parts.explained, 1)} % of the variance",
        )
        yield "Codes", f"{found.n_codes}"
        yield "Seed", f"{found.seed}"
        yield "Iterations", f"{found.iterations}{'' if found.converged else ', not converged'}"
        yield "Quantization error", f"{found.quantization_error:.4g}"
        yield "Explained variance", f"{fixed(found.explained_variance, 2)} %"
    if landscape.search is not None:
        yield "Maps tried", f"{len(landscape.search.table)}"
    yield "Regions chosen by", regions.chosen_by
    yield "Computed by", {"python": "Python", "r": "R"}.get(landscape.engine, "Python and R")


def files(
    landscape: Landscape,
    bootstrap: Bootstrap | None,
    threshold: float | None,
    stability: LandscapeStability | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    for name, figure in _figures(landscape, bootstrap, stability):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    found = landscape.representatives(_threshold(threshold, bootstrap, stability), stability)
    yield "landscape.json", document(landscape.to_dict())
    yield frame_file("coverage", landscape.coverage.percent.rename_axis("dataset"))
    yield frame_file("redundancy", landscape.to_frame().rename_axis("region"))
    yield frame_file("representatives", found.to_frame())
    yield frame_file("candidates", landscape.regions.candidates)
    if landscape.search is not None:
        yield frame_file("maps", landscape.search.table)
    elif landscape.som is not None:
        yield frame_file("maps", _one_map(landscape.som))
    if stability is not None:
        yield "landscape-stability.json", document(stability.to_dict())
        yield frame_file("landscape-stability", stability.to_frame())
        yield frame_file("pairs", stability.pairs)
    if bootstrap is not None:
        yield frame_file("bootstrap", bootstrap.to_frame())


def _one_map(som: Som) -> pd.DataFrame:
    """Return the table of a search with a single map."""
    import pandas as pd

    errors = ("quantization_error", "topographic_error", "explained_variance")
    about = {"xdim": som.grid.xdim, "ydim": som.grid.ydim, "seed": som.seed}
    figures = {name: getattr(som, name) for name in errors}
    return pd.DataFrame([{**about, **figures, "pareto": True, "chosen": True}])


def _figures(
    landscape: Landscape, bootstrap: Bootstrap | None, stability: LandscapeStability | None
) -> Iterator[tuple[str, Any]]:
    from pybench import plot

    if landscape.som is not None:
        yield "regions", plot.landscape_map(landscape, show="regions")  # type: ignore[arg-type]
        for show in ("counts", "distances"):
            yield show, plot.landscape_map(landscape, show=show)  # type: ignore[arg-type]
    if landscape.search is not None:
        yield "pareto", plot.pareto(landscape.search)
    yield "coverage", plot.coverage(landscape.coverage)
    yield "redundancy", plot.redundancy(landscape.redundancy)
    if stability is not None:
        yield "landscape-stability", plot.landscape_stability(stability)
    if bootstrap is not None:
        yield from bootstrap_figures(bootstrap)
