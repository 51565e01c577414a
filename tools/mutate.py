"""Seed faults into pybench, one at a time, and see whether the tests of a clone catch them.

    python tools/mutate.py [--count 300] [--seed 1] [--only comparison,read/arff] [--workers 2]
                           [--out FILE]

A fault changes one operator, number, comparison, truth value or call in the syntax tree of one
file, in a copy of the repository that has nothing beside it: the folder `shared` is not there. The
file's own tests run first, in random order; then, room by room, where they pass, the tests that
call the function with the fault, or where these are many all tests and laws of the room (none that
needs R or a browser, but for the rooms whose work R does). Every room gets faults in proportion to
what could be seeded there, and at least five. The table names every fault and what became of it; a
run that was ended goes on from it.
"""

from __future__ import annotations

import argparse
import ast
import copy
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pybench"
ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
LEAST = 5  # faults of a room
THROUGH_R = ("bridge", "certificate", "landscape")  # rooms whose work R does
OUT = ROOT / "bench" / "mutation.csv"
MOST_CALLERS = 400  # of more, the whole room is as quick
MISSED = "missed by its own tests"  # what the room makes of it is not known yet
NO_END = "caught: no end"
LIMIT_S = 1200  # a fault that makes the tests hang is a fault that is seen

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
CALLS = {
    "minimum": "maximum", "maximum": "minimum", "min": "max", "max": "min", "any": "all",
    "all": "any", "argmin": "argmax", "argmax": "argmin", "cumsum": "cumprod", "floor": "ceil",
    "ceil": "floor", "zeros": "ones", "ones": "zeros", "triu_indices": "tril_indices",
    "ndtr": "ndtri", "stdtr": "stdtrit", "argsort": "argmax", "mean": "sum", "log1p": "log",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One change in one file."""

    file: str  #: within pybench
    line: int
    node: int  #: place of the node in a walk of the tree
    choice: int  #: which of the node's changes
    text: str
    function: str  #: file and first line of the function that it is in; "" outside of any

    @property
    def room(self) -> str:
        """The folder of pybench that the file is in."""
        return Path(self.file).parts[0]


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what a node could be turned into, with a description."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            new = copy.copy(node)
            new.ops = [COMPARISONS[type(op)]()]
            yield _said(node, new), new
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            new = copy.copy(node)
            new.op = OPERATORS[type(op)]()
            yield _said(node, new), new
        case ast.Constant(value=bool() as value):
            yield _said(node, new := ast.Constant(not value)), new
        case ast.Constant(value=int() | float() as value):
            yield _said(node, new := ast.Constant(value + 1)), new
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert(), operand=operand):
            yield _said(node, operand), operand
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield _said(node, new := ast.IfExp(test, orelse, body)), new
        case ast.BoolOp(op=op, values=values):
            new = ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield _said(node, new), new
        case ast.Attribute(attr=attr) if attr in CALLS:
            new = copy.copy(node)
            new.attr = CALLS[attr]
            yield _said(node, new), new
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name == "abs":
            yield _said(node, first), first
        case ast.Call(func=ast.Attribute(attr="abs" | "sqrt"), args=[first]):
            yield _said(node, first), first


def _said(old: ast.AST, new: ast.AST) -> str:
    return f"{ast.unparse(old)} -> {ast.unparse(new)}"


def skipped(tree: ast.Module) -> set[int]:
    """Return the nodes that are no arithmetic: annotations, defaults of no effect, decorators."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [node.returns, *node.decorator_list, *(a.annotation for a in node.args.args)]
            parts += [a.annotation for a in node.args.kwonlyargs]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = [*node.decorator_list]
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            parts = [node]
        for part in filter(None, parts):
            found.update(map(id, ast.walk(part)))
    return found


def enclosing(tree: ast.Module) -> dict[int, int]:
    """Return for every node inside a function the first line of the innermost one, as code has."""
    found: dict[int, int] = {}
    for node in ast.walk(tree):  # outer functions first, so that inner ones overwrite
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found.update((id(part), first) for line in node.body for part in ast.walk(line))
    return found


def tests_of(room: str) -> list[str]:
    """Return the tests of a room: its own, its examples, and its laws."""
    marks = "not slow and not browser" + ("" if room in THROUGH_R else " and not r")
    laws = ROOT / "tests" / "laws" / f"test_{room}.py"
    own = [f"tests/{room}", f"pybench/{room}"]
    return ["-m", marks, *own, *([laws.relative_to(ROOT).as_posix()] if laws.exists() else [])]


def callers(copy_: Path, room: str) -> dict[str, list[str]]:
    """Return the tests of a room that call each function of pybench."""
    notes = copy_ / f"calls-{room}.json"
    asked = ["-p", "tools.callers", *tests_of(room)]
    if not passes(copy_, asked, limit_s=None, PYBENCH_CALLERS=str(notes)):
        raise SystemExit(f"The tests of {room} fail without a fault.")
    found: dict[str, list[str]] = json.loads(notes.read_text(encoding="utf-8"))
    return found


def faults(file: Path) -> list[Fault]:
    """Return every fault that could be seeded into a file of pybench."""
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    out = skipped(tree)
    functions = enclosing(tree)
    return [
        Fault(
            file.as_posix(),
            node.lineno,
            place,
            choice,
            " ".join(text.split()),
            f"{file.as_posix()}:{functions[id(node)]}" if id(node) in functions else "",
        )
        for place, node in enumerate(ast.walk(tree))
        if id(node) not in out and hasattr(node, "lineno")
        for choice, (text, _) in enumerate(changes(node))
    ]


def seeded(fault: Fault) -> str:
    """Return the source of the file with the fault in it."""
    tree = ast.parse((PACKAGE / fault.file).read_text(encoding="utf-8"))
    target = list(ast.walk(tree))[fault.node]
    _, new = list(changes(target))[fault.choice]

    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is target else super().visit(node)

    return ast.unparse(ast.fix_missing_locations(Swap().visit(tree)))


def seen_by(tests: list[str], fault: Fault, copy_: Path) -> bool | None:
    """Seed a fault into a copy and tell whether tests see it; None: the tests do not end."""
    place = copy_ / "pybench" / fault.file
    sound = place.read_text(encoding="utf-8")
    place.write_text(seeded(fault), encoding="utf-8")
    try:
        return not passes(copy_, tests)
    except subprocess.TimeoutExpired:
        return None
    finally:
        place.write_text(sound, encoding="utf-8")


def own_tests(fault: Fault) -> Path:
    """Return the test file of the file with a fault."""
    file = Path("tests", fault.file)
    return file.with_name(f"test_{file.name.lstrip('_')}")


def by_its_own(fault: Fault, copy_: Path) -> str:
    """Return what the tests of the file make of a fault."""
    own = own_tests(fault)
    if not (copy_ / own).exists():
        return MISSED
    seen = seen_by([*tests_of(fault.room)[:2], str(own)], fault, copy_)
    return {True: "caught by its own tests", False: MISSED, None: NO_END}[seen]


def by_the_room(fault: Fault, copy_: Path, calls: dict[str, list[str]]) -> str:
    """Return what the tests that call the function make of a fault, or those of the room."""
    room, calling = tests_of(fault.room), calls.get(fault.function, [])
    few = 0 < len(calling) <= MOST_CALLERS  # no other test sees the fault, but for caches
    own = [str(own_tests(fault))] if (copy_ / own_tests(fault)).exists() else []
    seen = seen_by([*room[:2], *own, *calling] if few else room, fault, copy_)
    return {True: "caught by the room", False: "survived", None: NO_END}[seen]


def passes(
    copy_: Path, tests: list[str], *, limit_s: int | None = LIMIT_S, **variables: str
) -> bool:
    """Tell whether tests pass in a copy.

    Raises
    ------
    subprocess.TimeoutExpired
        They do not end.
    """
    command = [
        sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
        "--doctest-modules", "--doctest-ignore-import-errors", *tests,
    ]  # fmt: skip
    environment = os.environ | {
        "PYTHONPATH": str(copy_), "PYBENCH_SHARED": str(copy_ / "none"), "OMP_NUM_THREADS": "1",
        "R_LIBS_USER": str(ROOT / ".rlib"), "PYBENCH_UNTESTED_R": "1", **variables,
    }  # fmt: skip
    done = subprocess.run(
        command, cwd=copy_, env=environment, capture_output=True, timeout=limit_s, check=False
    )
    if variables and done.returncode:
        sys.stdout.write(done.stdout.decode(errors="replace"))
    return done.returncode == 0


def chosen(count: int, seed: int, only: list[str]) -> list[Fault]:
    """Draw faults: of every room in proportion to what it offers, at least ``LEAST``."""
    draw = random.Random(seed)
    files = [path.relative_to(PACKAGE) for room in ROOMS for path in (PACKAGE / room).rglob("*.py")]
    offers: dict[str, list[Fault]] = {room: [] for room in ROOMS}
    for file in sorted(files):
        if not only or file.parts[0] in only or file.with_suffix("").as_posix() in only:
            offers[file.parts[0]] += faults(file)
    total = sum(map(len, offers.values()))
    picked = [
        fault
        for offer in offers.values()
        for fault in draw.sample(
            offer, min(len(offer), max(LEAST, round(count * len(offer) / total)))
        )
    ]
    return sorted(picked, key=lambda fault: (fault.file, fault.line, fault.text))


def kept(table: Path, todo: list[Fault]) -> dict[Fault, str]:
    """Return what became of faults in an earlier run; survivors are tried again.

    Lines move when prose changes, so a fault is known by its file, its text and its place among
    faults of the same text.
    """
    if not table.exists():
        return {}
    with table.open(newline="", encoding="utf-8") as file:
        rows = [((name, text), said) for name, _, text, said in list(csv.reader(file))[1:]]
    earlier = dict(
        zip(_numbered([key for key, _ in rows]), [said for _, said in rows], strict=True)
    )
    keys = _numbered([(fault.file, fault.text) for fault in todo])
    said = {fault: earlier.get(key, "") for fault, key in zip(todo, keys, strict=True)}
    return {fault: one if one != "survived" else MISSED for fault, one in said.items() if one}


def _numbered(keys: list[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Add to each key how many equal ones come before it."""
    return [(*key, keys[:i].count(key)) for i, key in enumerate(keys)]


def store(table: Path, todo: list[Fault], found: dict[Fault, str]) -> None:
    """Write what is known so far."""
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["file", "line", "fault", "outcome"])
        for fault in todo:
            if fault in found:
                writer.writerow([fault.file, fault.line, fault.text, found[fault]])


class Run:
    """Faults, what became of them, and copies of the repository to seed them into."""

    def __init__(self, todo: list[Fault], table: Path, copies: list[Path]) -> None:
        self.todo, self.table = todo, table
        self.found = kept(table, todo)
        self.copies: Queue[Path] = Queue()
        for copy_ in copies:
            self.copies.put(copy_)

    def ask(self, faults: list[Fault], question: Callable[[Fault, Path], str]) -> None:
        """Ask a question about every fault, and store each answer as it comes."""

        def one(fault: Fault) -> tuple[Fault, str]:
            mine = self.copies.get()
            try:
                return fault, question(fault, mine)
            finally:
                self.copies.put(mine)

        with ThreadPoolExecutor(self.copies.qsize()) as pool:
            for done in as_completed([pool.submit(one, fault) for fault in faults]):
                fault, said = done.result()
                self.found[fault] = said
                store(self.table, self.todo, self.found)
                sys.stdout.write(f"{said:24} {fault.file}:{fault.line}  {fault.text[:110]}\n")
                sys.stdout.flush()

    def missed(self, room: str) -> list[Fault]:
        """Return the faults of a room that the tests of their files do not see."""
        return [fault for fault, said in self.found.items() if (fault.room, said) == (room, MISSED)]


def main() -> None:
    """Run, or go on where a run was ended, and write the table."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--count", type=int, default=300)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", default="")
    reader.add_argument("--out", type=Path, default=OUT)
    reader.add_argument("--workers", type=int, default=2)
    given = reader.parse_args()
    todo = chosen(given.count, given.seed, list(filter(None, given.only.split(","))))
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder, str(worker)) for worker in range(given.workers)]
        for target in copies:
            left = shutil.ignore_patterns(".git", ".venv*", ".rlib", "build", "out", ".*_cache")
            shutil.copytree(ROOT, target, symlinks=True, ignore=left)
        run = Run(todo, given.out, copies)
        first = [fault for fault in todo if fault not in run.found]
        random.Random(given.seed).shuffle(first)  # a run that is ended is a fair sample
        run.ask(first, by_its_own)
        for room in ROOMS:
            if missed := run.missed(room):
                calls = callers(copies[0], room)
                run.ask(missed, partial(by_the_room, calls=calls))
    said = list(run.found.values())
    sys.stdout.write(f"{len(said) - said.count('survived')} of {len(said)} faults caught\n")


if __name__ == "__main__":
    main()
