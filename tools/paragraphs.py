"""Draw paragraphs that people read, at random, for readers to judge.

    python tools/paragraphs.py SEED [NUMBER]      NUMBER: 30

The pool: pages and vignettes, docstrings and help pages of R, help of the command line, messages.
A paragraph is printed with its place and the heading or the name above it. Code, tables and
paragraphs of fewer than ten words are left out.
"""

from __future__ import annotations

import ast
import csv
import inspect
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "r/NEWS.md", "r/README.md", "docs/*.md",
         "docs/decisions/*.md", "docs/howto/*.md", "docs/methods/*.md", "docs/from/*.md",
         "paper/*.md", "vignettes/*.Rmd")  # fmt: skip
WORDS = 10
ITEM = re.compile(r"\s*(?:[*-]|\d+\.) ")
#: Place, what stands above, text.
Paragraph = tuple[str, str, str]


def of_pages() -> Iterator[Paragraph]:
    """Yield the paragraphs and the items of lists of Markdown."""
    for path in sorted(path for pattern in PAGES for path in ROOT.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"(?ms)^(```|---$).*?^(```|---$)", lambda m: "\n" * m[0].count("\n"), text)
        above = path.stem
        for line, block in _blocks(text.splitlines()):
            if block[0].startswith("#"):
                above = " ".join(block).strip("# ")
            elif not block[0].lstrip().startswith(("|", "<", "![")):
                yield f"{path.relative_to(ROOT)}:{line}", above, " ".join(map(str.strip, block))


def of_docstrings() -> Iterator[Paragraph]:
    """Yield the paragraphs of docstrings: of public names, of their methods, of commands."""
    import pybench as pb
    from pybench.cli.main import app

    public = [getattr(room, name) for room in (pb, pb.plot, pb.optimal) for name in room.__all__]
    public += [command.callback for command in app.registered_commands]
    methods = [
        thing for one in public if inspect.isclass(one)
        for name, thing in vars(one).items() if inspect.isfunction(thing) and name[0] != "_"
    ]  # fmt: skip
    for thing in [*public, *methods]:
        if not callable(thing) or not (text := inspect.getdoc(thing)):
            continue
        text = re.split(r"(?m)^(?:Examples|Raises)\n-+$|^>>> ", text)[0]
        text = re.sub(r"(?m)^.*\n-+\n", "", text)  # names of sections
        path = Path(inspect.getsourcefile(thing) or "")
        if ROOT in path.parents:
            place = f"{path.relative_to(ROOT)}:{inspect.getsourcelines(thing)[1]}"
            for _, block in _blocks(text.splitlines(), hanging=True):
                yield place, thing.__name__, " ".join(map(str.strip, block))


def of_help_pages() -> Iterator[Paragraph]:
    """Yield the paragraphs of roxygen comments: text, parameters, values."""
    for path in sorted((ROOT / "r" / "R").glob("*.R")):
        lines = path.read_text(encoding="utf-8").splitlines()
        kept = [line[2:].strip() if line.startswith("#'") else "" for line in lines]
        for line, block in _blocks(kept, starts=r"@|\\item"):
            text = " ".join(block)
            if not re.match(r"@(examples|seealso|export|rdname|family|noRd|keywords)", text):
                yield f"{path.relative_to(ROOT)}:{line}", path.stem, text


def of_messages() -> Iterator[Paragraph]:
    """Yield the shared sentences and notes, and the texts of errors and of options."""
    for name in ("notes", "sentences"):
        place = f"r/inst/shared/{name}.csv"
        with (ROOT / place).open(newline="", encoding="utf-8") as file:
            yield from ((place, row["key"], row["text"]) for row in csv.DictReader(file))
    for path in sorted((ROOT / "pybench").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
        calls = [node for node in raised if isinstance(node, ast.Call)]
        calls += [
            node for node in ast.walk(tree)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Option", "Argument")
        ]  # fmt: skip
        for call in calls:
            parts = [*call.args, *(word.value for word in call.keywords)]
            text = " ".join(filter(None, map(_text, parts)))
            above = getattr(call.func, "id", "error")
            yield f"{path.relative_to(ROOT)}:{call.lineno}", above, text


def _text(node: ast.expr) -> str:
    """Return the text of a literal, what it puts in as {...}."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or _slot(part) for part in node.values)
    return ""


def _slot(node: ast.expr) -> str:
    """Return the expression that an f-string puts in, in braces."""
    return f"{{{ast.unparse(node.value)}}}" if isinstance(node, ast.FormattedValue) else ""


def _blocks(
    lines: list[str], *, hanging: bool = False, starts: str = ""
) -> Iterator[tuple[int, list[str]]]:
    """Yield groups of lines between blank ones, each item of a list alone, with their first line.

    `hanging`: a line that is indented less than the one before begins a block (numpydoc).
    """
    block: list[str] = []
    first = 0
    for number, line in enumerate([*lines, ""], start=1):
        new = bool(ITEM.match(line)) or bool(starts and re.match(starts, line))
        if block and hanging:
            new |= len(line) - len(line.lstrip()) < len(block[-1]) - len(block[-1].lstrip())
        if block and (new or not line.strip()):
            yield first, block
            block = []
        if line.strip():
            first = first if block else number
            block.append(line)


def pool() -> list[Paragraph]:
    """Return all paragraphs of enough words, each text once."""
    found: dict[str, Paragraph] = {}
    for source in (of_pages, of_docstrings, of_help_pages, of_messages):
        for paragraph in source():
            if len(paragraph[2].split()) >= WORDS:
                found.setdefault(paragraph[2], paragraph)
    return list(found.values())


def main(seed: str, number: str = "30") -> None:
    """Print the paragraphs that a seed draws."""
    everything = pool()
    sys.stdout.write(f"{number} of {len(everything)} paragraphs, seed {seed}\n")
    drawn = random.Random(int(seed)).sample(everything, int(number))
    for index, (place, above, text) in enumerate(drawn, start=1):
        sys.stdout.write(f"\n[{index}] {place} ({above})\n{text}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
