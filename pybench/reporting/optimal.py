"""The gap between classifiers and the optimal classifier, as a page with its files."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.optimal.verdicts import ENOUGH, VERDICTS, Words
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, fixed, joined
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    import pandas as pd

    from pybench.optimal.optimality import Optimality

TITLE = "How far from the best?"
_LIMITS = (
    "The best possible score is known here because the paths are simulated; these numbers do not "
    "say how far a classifier is from it on real data.",
    "Intervals are Student's t intervals over runs, which assume that gaps are approximately "
    "normal.",
)
_ABOVE = (
    "No classifier can know more than what is observed: one that scores above LRT observed, or "
    "above LRT hidden where LRT observed is not computed, is lucky or has a data leak."
)
NUMBERS = "optimality.json"
CHARTS = {"auc": "AUC", "acc_star": "ACC*", "fit_seconds": "Time of a fit"}
_SLOT = 0.95  # width of a setting in a chart, in inches
_NAMED = 8  # settings named in a sentence

Row = dict[Hashable, Any]


def write(found: Optimality, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write the page, its figures, tables and numbers into a folder, as `folder.write_part`."""
    return write_part(folder, part(found, title=title), files(found))


def part(found: Optimality, *, title: str | None = None) -> Part:
    """Return the part about classifiers and the likelihood ratio."""
    found = present(found)
    values = {
        "charts": [(f"chart-{key.replace('_', '-')}", name) for key, name in CHARTS.items()],
        "curves": curves(found),
        "tables": [(CHARTS[key], list(_rows(found, key))) for key in ("auc", "acc_star")],
        "rule": found.rule,
    }
    return Part(
        room="optimality",
        title=title or TITLE,
        lead=f"{counted(len(found.classifiers), 'classifier')} on "
        f"{counted(len(found.settings), 'pair')} of diffusions, {counted(found.n_runs, 'run')} "
        "each, beside the likelihood ratio: the best that is possible.",
        template="optimal.html",
        values=values,
        findings=sentences(found),
        limits=_LIMITS,
        facts=tuple(_facts(found)),
        methods=f"{methods_sentence(found)} All with pybench {shared.version()}.",
        references=("diffusions2023", "delong1988"),
    )


def present(found: Optimality) -> Optimality:
    """Return the result judged by the current rule: files of earlier versions used another."""
    return found.judged() if found.margin is None else found


def sentences(found: Optimality) -> tuple[str, ...]:
    """State which classifiers are optimal where, how large the largest gap is, what is missed."""
    found = present(found)
    rows = [row for row in found.verdicts.to_dict("records") if row["statistic"] == "auc"]
    said = [_reached(found, rows)]
    said += [_classifier_sentence(name, rows, found.margin) for name in found.classifiers]
    if any(row["verdict"] == "above" for row in rows):
        said.append(_ABOVE)
    said.append(_largest(rows))
    if hidden := _out_of_sight(rows):
        said.append(hidden)
    if crossed := [row["setting"] for row in rows[:: len(found.classifiers)] if row["crossed"]]:
        said.append(
            f"In {_listed(crossed)} LRT numerical scored above LRT hidden: by chance, since no "
            "classifier can know more than the whole path."
        )
    return tuple(said)


def _reached(found: Optimality, rows: list[Row]) -> str:
    """State how often each classifier is optimal, the most frequent first."""
    reached = dict.fromkeys(found.classifiers, 0)
    for row in rows:
        reached[row["classifier"]] += row["verdict"] == "optimal"
    pairs = f"{counted(len(found.settings), 'simulated pair')} of diffusions"
    first, *others = sorted(reached, key=lambda name: -reached[name])
    if not reached[first]:
        few = f": that takes {ENOUGH} runs or more" if found.n_runs < ENOUGH else ""
        return (
            f"No classifier is shown to be optimal within {found.margin:g} in any of {pairs}{few}."
        )
    behind = "".join(f"; {name} in {reached[name] or 'none'}" for name in others)
    return (
        f"{first} is optimal within {found.margin:g} of AUC in {reached[first]} of {pairs}{behind}."
    )


def _classifier_sentence(name: str, rows: list[Row], margin: float | None) -> str:
    """State the verdicts on a classifier by setting, for AUC."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row["classifier"] == name:
            groups.setdefault(row["verdict"], []).append(row)
    parts = []
    for verdict in VERDICTS:
        if verdict in groups:
            longest = max(groups[verdict], key=lambda row: row["runs_needed"])
            said, _, runs = Words(margin).verdict(longest).partition(" (")
            where = _listed([row["setting"] for row in groups[verdict]])
            parts.append(f"{said} in {where}{runs and f' ({runs}'}")
    return f"{name} is {joined(parts)}."


def _listed(settings: list[str]) -> str:
    if len(settings) <= _NAMED:
        return joined(settings)
    return f"{joined(settings[:_NAMED])} and {len(settings) - _NAMED} more"


def _best(row: Row) -> str:
    """Return the line that no classifier can surpass."""
    return Words(None).best(row)


def _largest(rows: list[Row]) -> str:
    sure = [row for row in rows if row[f"gap_{_best(row)}_upper"] < 0]
    if not sure:
        return "No gap to the best is larger than its error."
    worst = min(sure, key=lambda row: row[f"gap_{_best(row)}"])
    line = _best(worst)
    less, most, least = (fixed(-worst[f"gap_{line}{end}"], 3) for end in ("", "_lower", "_upper"))
    return (
        f"The largest gap beyond its error is that of {worst['classifier']} in "
        f"{worst['setting']}: AUC {fixed(worst['score'], 3)} where LRT {line} has "
        f"{fixed(worst[line], 3)}, {less} less ({least} to {most})."
    )


def _out_of_sight(rows: list[Row]) -> str | None:
    """State where the path between observations matters most, which no classifier sees."""

    def seen(row: Row) -> float:
        return float(row["numerical" if _best(row) == "hidden" else "observed"])

    most = max(rows, key=lambda row: row["hidden"] - seen(row))
    if most["hidden"] - seen(most) < 0.02:
        return None
    what, so = "the exact one of the observed points", "no classifier can close this gap"
    if _best(most) == "hidden":
        what = "the Euler scheme on what is observed"
        so = "a gap to the first alone need not be a classifier's fault"
    return (
        f"What lies between the observations matters most in {most['setting']}: the likelihood "
        f"ratio of the fine path has an AUC of {fixed(most['hidden'], 3)}, {what} "
        f"{fixed(seen(most), 3)}; {so}."
    )


def methods_sentence(found: Optimality) -> str:
    """Return a description of the method, for a methods section."""
    tests = sorted({len(part) for _, part in _test_paths(found)})
    size = f" of which {joined([str(n) for n in tests])} were for testing," if tests else ""
    exact = ""
    if "observed" in found.verdicts and found.verdicts["observed"].notna().any():
        exact = ", of the exact one of the observed points where it was computed,"
    return (
        f"We measured {joined(list(found.classifiers))} on {joined(list(found.settings))}, "
        f"{counted(found.n_runs, 'run')} each on paths simulated anew,{size} "
        f"and compared AUC and ACC* with those of the likelihood ratio on the fine path{exact} "
        "and by the Euler scheme on the observed one, by 95 % intervals of Student's t over the "
        f"runs; optimal is within {found.margin:g} (seed {found.seed})."
    )


def _test_paths(found: Optimality) -> Iterator[tuple[Any, pd.DataFrame]]:
    hidden = found.scores[found.scores["method"] == "lrt_hidden"]
    yield from hidden.groupby("setting", sort=False)


def curves(found: Optimality) -> list[tuple[str, str]]:
    """Return file name and setting of each curve; early files had no scores to draw.

    A file is named after its setting if that is a valid file name.
    """
    drawn = set(found.scores["setting"])
    return [
        (f"roc-{name}" if re.fullmatch(r"[A-Za-z0-9.-]{1,40}", name) else f"roc-{place}", name)
        for place, name in enumerate(found.settings, 1)
        if name in drawn
    ]


def optimality_figures(found: Optimality) -> Iterator[tuple[str, Any]]:
    """Draw boxes of each statistic over all settings, and curves of each setting's first run."""
    from pybench import plot

    width = max(6.5, 1.5 + _SLOT * len(found.settings))
    for statistic in CHARTS:
        name = f"chart-{statistic.replace('_', '-')}"
        yield name, plot.optimality(found, statistic=statistic, width=width)
    for stem, setting in curves(found):
        yield stem, plot.roc(found, setting=setting)


def _rows(found: Optimality, statistic: str) -> Iterator[Row]:
    words = Words(found.margin)
    for row in found.verdicts.to_dict("records"):
        if row["statistic"] == statistic:
            gaps: Row = {f"to_{line}": words.gap(row, line) for line in words.lines(row)}
            known = {name: value for name, value in row.items() if value == value}  # not NaN
            yield {"to_observed": "", **known, **gaps, "worded": words.verdict(row)}


def _facts(found: Optimality) -> Iterator[tuple[str, str]]:
    yield "Runs", str(found.n_runs)
    yield "Margin", f"{found.margin:g}"
    for setting, part in _test_paths(found):
        yield f"Test paths of {setting}", str(len(part))
    yield "Seed", str(found.seed)
    for name in found.classifiers:
        median = found.runs.loc[found.runs["classifier"] == name, "fit_seconds"].median()
        yield f"Seconds of a fit, {name}", f"{median:.3g}"


def files(found: Optimality) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    found = present(found)
    yield NUMBERS, document(found.to_dict())
    for name, figure in optimality_figures(found):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    yield frame_file("verdicts", found.verdicts)
    yield frame_file("runs", found.runs)
    yield frame_file("lines", found.lines)
    yield frame_file("scores", found.scores)
    yield frame_file("results", found.results().to_frame().reset_index())
