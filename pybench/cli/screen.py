"""What the command line shows: results to standard output, everything else to standard error.

Names and messages come from files. They are shown literally, never as markup, with control
characters as escapes, so that a table cannot control the terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from pybench.base.errors import PybenchError
from pybench.base.result import json_safe
from pybench.reporting.escape import visible

LOG = 110  # columns of output that is not a terminal


def literal(text: object, style: str = "") -> Text:
    """Return text that is shown literally."""
    return Text(visible(str(text)), style)


def output() -> Console:
    """Return the console for results."""
    return Console(highlight=False, markup=False, emoji=False)


def wide() -> Console:
    """Return the console for tables of results; output that is not a terminal is wider."""
    console = output()
    if not console.is_terminal:
        console.width = max(console.width, LOG)
    return console


def messages() -> Console:
    """Return the console for notices, progress and errors."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def result(found: object, files: Iterable[Path]) -> None:
    """Print a result and the files that show it."""
    console = output()
    first, *others = str(found).splitlines()
    console.print(literal(first, "bold"), soft_wrap=True)
    for line in others:
        console.print(literal(line, "yellow" if line.startswith("  note ") else ""), soft_wrap=True)
    for path in files:
        console.print(literal(f"Written: {path}", "green"), soft_wrap=True)


def notice(text: object) -> None:
    """Show a notice, which is not part of the results."""
    messages().print(literal(text, "yellow"), soft_wrap=True)


def step(text: object) -> None:
    """Show that one step of a long computation is done."""
    messages().print(literal(text, "dim"), soft_wrap=True)


def plain(text: str) -> None:
    """Write a text to standard output unchanged, for a file."""
    sys.stdout.write(text)


def error(text: object) -> None:
    """Show what went wrong."""
    messages().print(literal(f"Error: {text}", "red"), soft_wrap=True)


def document(value: dict[str, Any]) -> None:
    """Write one JSON document to standard output."""
    json.dump(json_safe(value), sys.stdout, indent=2, ensure_ascii=True, allow_nan=False)
    sys.stdout.write("\n")


def problem(text: str, code: int, kind: str) -> dict[str, Any]:
    """Describe an error that is not a `PybenchError`, for `document`."""
    return {"error": {"class": kind, "text": text, "exit_code": code}}


def problem_of(error: PybenchError) -> dict[str, Any]:
    """Describe an error of pybench, with all its fields, for `document`."""
    # typer adds a private attribute to every exception that passes through it.
    fields = {name: value for name, value in error.to_dict().items() if name[0] != "_"}
    return {"error": {**fields, "exit_code": error.exit_code}}


@contextmanager
def working(text: str, *, quiet: bool) -> Iterator[None]:
    """Show a spinner during a long computation."""
    if quiet:
        yield
    else:
        with messages().status(literal(text)):
            yield


@contextmanager
def share(text: str, *, quiet: bool) -> Iterator[Any]:
    """Yield a function (share from 0 to 1, label) that moves a progress bar."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[label]}", markup=False, style="dim"),
    )
    console = messages()
    if quiet or not console.is_terminal:  # a log gets no bar, not even its empty line
        yield lambda done, label: None
        return
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(text, total=1.0, label="")

        def move(done: float, label: str) -> None:
            bar.update(task, completed=done, label=visible(label))

        yield move
