"""Text on a suite for ``pybench suite``: tasks, candidates, verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown_names
from pybench.cli import screen

if TYPE_CHECKING:
    import pandas as pd

    from pybench.cli.options import Output
    from pybench.suite.suite import Suite

SHOWN = 10  # candidates left out


def print_suite(suite: Suite, output: Output) -> None:
    """Print a suite: its tasks, and the candidates left out."""
    if output.json:
        whole = {**suite.to_dict(), "hash": suite.hash}
        screen.document({"result": whole, "folder": str(suite.folder)})
    elif not output.quiet:
        lines = [str(suite).partition("\n  `")[0]]
        if suite.candidates:
            lines += [*_left_out(suite), *_read_as_classes(suite)]
        columns = ["kind", "target", "procedure", "repeats", "folds", "source", "tags"]
        if any(task.type != "classification" for task in suite.tasks):
            columns.insert(1, "type")
        tasks = suite.to_frame()
        lines.append(table_text(tasks[columns].reset_index()) if len(tasks) else "  no tasks")
        print_text("\n".join(lines))


def _left_out(suite: Suite) -> list[str]:
    """Return the number of candidates that are not tasks, and the reasons for the first ones."""
    kept = {*suite.datasets, *suite.task_names}
    unknown = sum(one.verdict == "unknown" and one.dataset in kept for one in suite.candidates)
    reasons: dict[str, str] = {}
    for one in suite.candidates:
        if one.verdict == "fail":
            value = f"{one.value:.4g}" if isinstance(one.value, float) else one.value
            reason = f"{one.rule}: {value}, needed: {one.threshold}"
            reasons[one.dataset] = "; ".join(filter(None, [reasons.get(one.dataset), reason]))
    head = f"  {counted(len(reasons), 'candidate')} left out, {unknown} answers unknown"
    more = len(reasons) - SHOWN
    tail = [f"    and {more} more: `pybench suite show --verdicts`"] if more > 0 else []
    return [head, *(f"    {name}: {reasons[name]}" for name in [*reasons][:SHOWN]), *tail]


def _read_as_classes(suite: Suite) -> list[str]:
    """Return a line that names the targets whose numbers are classes because nobody declared it."""
    names = [one.dataset for one in suite.candidates if one.rule == "type"]
    head = "  numbers read as classes (--type regression predicts them)"
    return [f"{head}: {shown_names(names)}"] if names else []


def verdicts_of(suite: Suite, datasets: list[str], rules: list[str]) -> pd.DataFrame:
    """Return all verdicts, or those on some datasets or of some rules."""
    found = suite.verdicts()
    for name, asked in (("dataset", datasets), ("rule", rules)):
        known = found[name].unique().tolist()
        if strange := [one for one in asked if one not in known]:
            raise ArgumentError(
                f"--{name}s names {name}s that the suite does not have: {shown_names(strange)}",
                expected=shown_names(known, 20),
                found=shown_names(strange),
            )
        found = found[found[name].isin(asked)] if asked else found
    return found.astype(object).where(found.notna(), "")


def table_text(frame: pd.DataFrame) -> str:
    """Return the whole table as text."""
    return frame.to_string(index=False, float_format="{:.4g}".format, na_rep="")


def print_text(text: str) -> None:
    """Print a text literally."""
    screen.output().print(screen.literal(text), soft_wrap=True)
