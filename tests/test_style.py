"""House rules that a machine can check: names, sizes, doors, documentation."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import io
import re
import statistics
import subprocess
import tokenize
from functools import cache
from pathlib import Path

import pytest

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sorted((ROOT / "pybench").rglob("*.py"))
SOURCES = sorted(
    path
    for folder in ("pybench", "r/R", "r/src", "r/tests", "tests", "tools", "bench")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".R", ".c", ".h", ".html", ".css"}
    and "golden" not in path.parts  # data, and the scripts that hold them
)
BANNED_NAMES = {"utils", "util", "helpers", "misc", "common", "core"}
GENERATED = "DO NOT EDIT"  # tables of constants, written by a script
MOST_CODE = 330  # lines of code in a file: about 300, as a smell
#: Files with more, and why they are not divided.
LONGER = {
    "pybench/cli/suite_lifecycle.py": "one command after another, each with its options",
    "tests/test_mirror.py": "what each function of both languages takes, one entry each",
    "r/tests/testthat/test-arrow-validate.R": "one broken table after another, by one set of tools",
}

RANDOMNESS = "base/stream.py"
SYSTEM = "base/system.py"
#: What one system has and another has not, or has with another meaning.
OF_SYSTEMS = {
    "os.name", "sys.platform", "os.open", "os.pread", "os.kill", "os.killpg", "os.waitid",
    "os.O_BINARY", "os.O_CLOEXEC", "os.O_DIRECTORY", "os.O_NOFOLLOW",
    "fcntl", "resource", "msvcrt", "pwd", "grp",
}  # fmt: skip
DISK = "store/atomic.py"
# Functions on their way to our own worker processes through a pipe, never to or from a file.
OWN_WORKERS = {"pybench/parallel/processes.py": {"cloudpickle"}}
# Called by these names, data from outside could run code.
UNSAFE_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
UNSAFE_CALLS = {"eval", "exec", "yaml.load", "pickle.load", "joblib.load", "__import__"}
WRITERS = {
    "write_text",
    "write_bytes",
    "savefig",
    "to_csv",
    "to_json",
    "to_parquet",
    "to_feather",
    "to_html",
    "to_latex",
    "tofile",
}
USERS_OWN_CALL = {"pybench/plot/draw/figure.py": "super().savefig"}  # a method of Matplotlib
# json raises RecursionError of what is nested too deep; what R's child sends is ours.
JSON_DOORS = {"pybench/base/document.py", "pybench/bridge/protocol.py"}
# fromJSON opens addresses and files, and dies of "%n": r/R/base-document.R.
R_UNSAFE = {
    "readRDS",
    "load",
    "source",
    "eval",
    "dget",
    "unserialize",
    "fromJSON",
    "parse_json",
}
#: Where a name that no line of code holds is imported, and why no file of a stranger chooses it.
IMPORTS_BY_NAME = {
    "pybench/__init__.py": "names of __init__.pyi",
    "pybench/base/extras.py": "the caller's own words",
    "pybench/base/planted.py": "numba's settings alone, as Python finds them",
    "pybench/features/kernels/__init__.py": "its own table",
    "pybench/features/representation.py": "its own table",
    "pybench/optimal/__init__.py": "its own table",
    "pybench/optimal/normals.py": "one of two kernels",
    "pybench/plot/__init__.py": "the files of its folder",
    "pybench/flow/load.py": "a schema names a row of its own table",
    "pybench/suite/running/definitions.py": "trust.py judges what a file names",
    "pybench/suite/running/modules.py": "files that trust.py has hashed; cloudpickle",
    "pybench/suite/running/scoring.py": "the caller's own words; of a file, trust.py judges them",
    "pybench/suite/running/trust.py": "finds modules without importing them",
}
R_OWN_CODE = {
    "r/R/base-document.R": {"parse_json"},  # what was validated
    "r/R/base-json.R": {"writeLines"},  # a file that the user named
    "r/R/base-stream.R": {"set.seed"},  # for kohonen's maps and the learners of users
    "r/R/bridge.R": {"eval"},  # what pybench sends to its own child
}
R_WRITERS = {"saveRDS", "save", "dput", "sink", "writeLines", "write.csv", "set.seed"}


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    """Return the tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def calls(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    """Return every call in a Python file as (dotted name, node)."""
    found = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))
    return tuple((ast.unparse(node.func), node) for node in found)


def test_no_file_has_a_name_that_says_nothing():
    stems = {path: set(re.split(r"[-_]", path.stem)) for path in SOURCES}
    assert [relative(path) for path, words in stems.items() if words & BANNED_NAMES] == []


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def code_lines(path: Path) -> set[int]:
    """Return the lines that hold code: no blanks, no comments, no docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # Blocks of C and CSS, of pages, and from the mark of R to the end of its line.
        blank = re.sub(
            r"/\*.*?\*/|<!--.*?-->|^[ \t]*(?:#(?!\w)|#'|//).*?$",
            lambda found: "\n" * found[0].count("\n"),
            text,
            flags=re.DOTALL | re.MULTILINE,
        )
        return {row for row, line in enumerate(blank.splitlines(), 1) if line.strip()}
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    rows: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in {*silent, tokenize.ENDMARKER}:
            rows.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            rows.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return rows


def test_only_code_counts(tmp_path):
    python = '"""Text."""\n\nx = 1  # one\n# two\n\n\ndef f():\n    """A."""\n'
    (tmp_path / "a.py").write_text(python)
    (tmp_path / "a.R").write_text("#' Help\n# note\nf <- function() {\n\n  1 # one\n}\n")
    (tmp_path / "a.c").write_text("/* a\n b */\n#include <x.h>\n// c\nint x;\n")
    found = {path.name: code_lines(path) for path in tmp_path.iterdir()}
    assert found == {"a.py": {3, 7}, "a.R": {3, 5, 6}, "a.c": {3, 5}}


ROOMS = ("comparison", "features", "landscape", "optimal", "selection", "suite")


@pytest.mark.parametrize("room", ROOMS)
def test_the_first_page_of_a_room_names_all_its_files(room):
    folder = ROOT / "pybench" / room
    page = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)` \|", page))))
    files = {path.stem for path in folder.glob("*.py")}
    files |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert named == files - {"__init__"}


def test_files_are_small():
    written = [path for path in SOURCES if GENERATED not in path.read_text("utf-8")[:400]]
    sizes = {relative(path): len(code_lines(path)) for path in written}
    assert {name for name, size in sizes.items() if size > MOST_CODE} == set(LONGER)
    assert statistics.median(sizes.values()) <= 100


def function_sizes() -> dict[str, int]:
    """Return function -> lines of code."""
    sizes = {}
    for path in PYTHON:
        rows = code_lines(path)
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inside = range(node.lineno, (node.end_lineno or 0) + 1)
                sizes[f"{relative(path)}:{node.lineno} {node.name}"] = len(rows & {*inside})
    return sizes


def test_functions_are_small():
    sizes = function_sizes()
    assert {name: size for name, size in sizes.items() if size > 80} == {}
    assert statistics.median(sizes.values()) <= 12
    assert statistics.quantiles(sizes.values(), n=10)[-1] <= 40


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_nothing_that_could_run_foreign_code(path):
    tree = parsed(path)
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names & UNSAFE_MODULES == OWN_WORKERS.get(relative(path), set())
    for name, node in calls(path):
        assert name not in UNSAFE_CALLS, f"{relative(path)}:{node.lineno} {name}"
        allowed = {k.arg for k in node.keywords if ast.unparse(k.value) != "False"}
        assert "allow_pickle" not in allowed, f"{relative(path)}:{node.lineno}"
        if relative(path) not in JSON_DOORS:
            assert name not in {"json.load", "json.loads"}, f"{relative(path)}:{node.lineno}"


def test_what_is_imported_by_a_computed_name_is_listed():
    """A new place may be where a stranger's file chooses what is imported."""
    importers = {"import_module", "__import__", "find_spec", "spec_from_file_location"}
    found = {
        relative(path)
        for path in PYTHON
        for name, node in calls(path)
        if name.rpartition(".")[2] in importers and not isinstance(node.args[0], ast.Constant)
    }
    assert found - {"pybench/suite/bundled.py"} == set(IMPORTS_BY_NAME)


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_bytes_reach_the_disk_through_one_door(path):
    if relative(path).endswith(DISK):
        return
    for name, node in calls(path):
        where = f"{relative(path)}:{node.lineno} {name}: go through store.atomic"
        method = name.rpartition(".")[2]
        if method == "open":
            modes = [ast.unparse(argument) for argument in node.args]
            modes += [ast.unparse(k.value) for k in node.keywords if k.arg == "mode"]
            assert not any(re.fullmatch(r"'[rbt+]*[wax+][rbtwax+]*'", mode) for mode in modes), (
                where
            )
        elif method in WRITERS and name != USERS_OWN_CALL.get(relative(path)):
            # With no target a frame returns text; a target named `buffer` lives in memory.
            targets = [ast.unparse(argument) for argument in node.args[:1]]
            assert name.startswith("atomic.") or targets in ([], ["buffer"]), where


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_what_differs_between_systems_is_asked_of_one_file(path):
    if relative(path).endswith(SYSTEM):
        return
    for node in ast.walk(parsed(path)):
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        named = [ast.unparse(node)] if isinstance(node, ast.Attribute) else imported
        assert not OF_SYSTEMS.intersection(named), f"{relative(path)}:{node.lineno} {named}"


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_chance_has_one_home_and_nothing_is_printed(path):
    for name, node in calls(path):
        where = f"{relative(path)}:{node.lineno} {name}"
        assert name != "print", where
        if not relative(path).endswith(RANDOMNESS):
            assert not re.match(r"(np|numpy)\.random\.|random\.", name), where


@pytest.mark.r
def test_r_code_goes_round_no_door():
    code = """
    for (file in list.files("r/R", full.names = TRUE)) {
      found <- utils::getParseData(parse(file, keep.source = TRUE))
      found <- found[found$token == "SYMBOL_FUNCTION_CALL", ]
      cat(sprintf("%s:%d %s\\n", file, found$line1, found$text), sep = "")
    }
    """
    command = ["Rscript", "--vanilla", "-e", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    every = [line.split() for line in done.stdout.splitlines()]
    assert len(every) > 100
    banned = R_UNSAFE | R_WRITERS
    found = [
        f"{where} {name}"
        for where, name in every
        if name in banned - R_OWN_CODE.get(where.partition(":")[0], set())
    ]
    assert found == []


def public_callables() -> dict[str, object]:
    found = {name: getattr(pb, name) for name in pb.__all__ if name[0].islower()}
    for room in ("plot", "optimal"):
        module = getattr(pb, room)
        found |= {f"{room}.{name}": getattr(module, name) for name in module.__all__}
    return {name: value for name, value in found.items() if inspect.isfunction(value)}


def sections(function: object) -> dict[str, str]:
    """Split a numpydoc docstring into its sections."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.getdoc(function) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def returns_nothing(function: object) -> bool:
    """Return whether a function is annotated with None."""
    return inspect.signature(function).return_annotation in (None, "None")


def test_every_public_function_is_documented():
    for name, function in public_callables().items():
        found = sections(function)
        takes = {"Parameters", "Raises"} if inspect.signature(function).parameters else set()
        missing = {"Returns", "Examples"} | takes
        missing -= {*found, *({"Returns"} if returns_nothing(function) else ())}
        assert not missing, f"pb.{name} lacks {sorted(missing)}"
        for argument in inspect.signature(function).parameters:
            named = re.search(rf"^\*{{0,2}}(\w[\w, ]*)?\b{argument}\b", found["Parameters"], re.M)
            assert named, f"pb.{name} does not document `{argument}`"
        assert ">>> " in found["Examples"], f"pb.{name}"


def test_every_exported_r_function_is_documented():
    namespace = (ROOT / "r" / "NAMESPACE").read_text(encoding="utf-8")
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "r" / "man").glob("*.Rd")]
    for name in re.findall(r"^export\((\w+)\)", namespace, re.MULTILINE):
        page = [text for text in pages if f"\\alias{{{name}}}" in text]
        assert page, f"{name} has no help page"
        for part in ("\\value{", "\\examples{"):
            assert part in page[0], f"the help page of {name} lacks {part[1:-1]}"


EXAMPLES = [path for path in PYTHON if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", EXAMPLES, ids=relative)
def test_examples_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pybench.read.formats.registry._own", {})  # an example adds its own
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    found = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert found.attempted > 0 or "+SKIP" in path.read_text(encoding="utf-8")
    assert found.failed == 0


def test_no_r_name_is_given_twice():
    """All R files share one namespace: the last definition would win without a word."""
    places: dict[str, list[str]] = {}
    for path in (ROOT / "r" / "R").glob("*.R"):
        for name in re.findall(r"(?m)^([\w.]+) <- ", path.read_text(encoding="utf-8")):
            places.setdefault(name, []).append(path.name)
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
