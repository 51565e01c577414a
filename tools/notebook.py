"""Run a vignette, a script in cells (# %%), and write it as a notebook with what it printed.

    python tools/notebook.py vignettes/suites.py docs/suites.ipynb

The form is nbformat 4.5, as Jupyter reads it. Temporary folders are written as FOLDER, so that the
same run gives the same bytes.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_CELL = re.compile(r"^# %%(.*)$", re.MULTILINE)


def cells(script: str) -> Iterator[tuple[str, str]]:
    """Give (kind, source) of the cells: the docstring first, as a title."""
    parts = _CELL.split(script)
    yield "markdown", "# " + str(ast.literal_eval(parts[0].strip())).strip()
    for mark, text in zip(parts[1::2], parts[2::2], strict=True):
        source = text.strip("\n")
        if "markdown" in mark:
            yield "markdown", re.sub(r"^# ?", "", source, flags=re.MULTILINE)
        else:
            yield "code", source


def executed(script: str, space: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the notebook of a script, its cells run one after the other in one namespace."""
    space = {"__name__": "__main__"} if space is None else space
    found: list[dict[str, Any]] = []
    count = 0
    for place, (kind, source) in enumerate(cells(script)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{place}", "metadata": {}}
        cell["source"] = source.splitlines(keepends=True)
        if kind == "code":
            count += 1
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(source, f"<cell {place}>", "exec"), space)
            text = _neutral(printed.getvalue())
            lines = text.splitlines(keepends=True)
            output = {"name": "stdout", "output_type": "stream", "text": lines}
            cell |= {"execution_count": count, "outputs": [output] if text else []}
        found.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": found, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def _neutral(text: str) -> str:
    """Return what was printed without the names of temporary folders."""
    return re.sub(re.escape(tempfile.gettempdir()) + r"/tmp[a-z0-9_]+", "FOLDER", text)


def main(source: str, target: str) -> None:
    """Run the script ``source``, write the notebook ``target``."""
    notebook = executed(Path(source).read_text(encoding="utf-8"))
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    Path(target).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
