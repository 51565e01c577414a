"""What the command line shows: results to standard output, everything else to standard error.

Names and messages come from files: they are shown literally, never read as markup, and control
characters in them as escapes, so that a table cannot command the terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from pybench.base.errors import PybenchError
from pybench.base.result import json_safe
from pybench.reporting.escape import visible

LOG = 110  # columns of what is no terminal


def literal(text: object, style: str = "") -> Text:
    """Return text that is shown as it is."""
    return Text(visible(str(text)), style)


def output() -> Console:
    """Return the console of results."""
    return Console(highlight=False, markup=False, emoji=False)


def wide() -> Console:
    """Return the console of results that are tables; a log, which is no terminal, has room."""
    console = output()
    if not console.is_terminal:
        console.width = max(console.width, LOG)
    return console


def messages() -> Console:
    """Return the console of notices, progress and errors."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def notice(text: object) -> None:
    """Tell the user something that is no result."""
    messages().print(literal(text, "yellow"), soft_wrap=True)


def step(text: object) -> None:
    """Tell the user that a step of something long is done."""
    messages().print(literal(text, "dim"), soft_wrap=True)


def plain(text: str) -> None:
    """Write a text to standard output as it is, for a file."""
    sys.stdout.write(text)


def error(text: object) -> None:
    """Tell the user what went wrong."""
    messages().print(literal(f"Error: {text}", "red"), soft_wrap=True)


def document(value: dict[str, Any]) -> None:
    """Write one JSON document to standard output."""
    json.dump(json_safe(value), sys.stdout, indent=2, ensure_ascii=True, allow_nan=False)
    sys.stdout.write("\n")


def problem(text: str, code: int, kind: str) -> dict[str, Any]:
    """Describe an error that is not one of pybench's own, for `document`."""
    return {"error": {"class": kind, "text": text, "exit_code": code}}


def problem_of(error: PybenchError) -> dict[str, Any]:
    """Describe an error of pybench, with all its fields, for `document`."""
    # typer hangs a private attribute on every exception that passes through it.
    fields = {name: value for name, value in error.to_dict().items() if name[0] != "_"}
    return {"error": {**fields, "exit_code": error.exit_code}}


@contextmanager
def working(text: str, *, quiet: bool) -> Iterator[None]:
    """Show that something takes a while."""
    if quiet:
        yield
    else:
        with messages().status(literal(text)):
            yield


@contextmanager
def share(text: str, *, quiet: bool) -> Iterator[Any]:
    """Give a function (share from 0 to 1, what to say) that moves a bar."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[says]}", markup=False, style="dim"),
    )
    console = messages()
    quiet = quiet or not console.is_terminal  # a log wants no bar, not even its empty line
    with Progress(*columns, console=console, disable=quiet, transient=True) as bar:
        task = bar.add_task(text, total=1.0, says="")

        def move(done: float, says: str) -> None:
            bar.update(task, completed=done, says=visible(says))

        yield move
