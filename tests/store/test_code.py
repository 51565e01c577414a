"""What code is: told by what it does, alike in every process, and told from its like."""

from __future__ import annotations

import copy
import importlib
import os
import statistics
import subprocess
import sys

import pytest
from sklearn.base import clone

from pybench.base.errors import ArgumentError
from pybench.store import code
from pybench.store.fingerprint import describe, digest


def test_what_packages_bring_has_no_code_and_what_a_function_has_captured_is_told():
    assert describe(statistics.median) == {"name": "statistics.median"}
    by, again = 3, None

    def mine(x, base=2):
        return again(x) * by

    again = mine
    told = describe(mine)
    assert told["closure"] == {"again": {"itself": True}, "by": 3}
    assert told["defaults"] == [2]
    assert len(told["code"]) == 64


def test_copying_an_instance_changes_nothing():
    class Mine:
        pass

    before = describe(Mine)
    copy.copy(Mine())
    assert "__slotnames__" in vars(Mine)
    assert describe(Mine) == before


def test_a_class_changes_with_the_module_of_its_base(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    base = tmp_path / "base_of_identity.py"
    base.write_text("class Base:\n    def __init__(self): self.k = 1\n")
    (tmp_path / "heir_of_identity.py").write_text(
        "from base_of_identity import Base\nclass Heir(Base): pass\n"
    )
    heir = importlib.import_module("heir_of_identity").Heir()
    before = digest(describe(heir))
    base.write_text(base.read_text() + "\n# another\n")
    assert digest(describe(heir)) != before


def test_bytecode_is_told_alike_by_every_process(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def made(k):\n    return lambda x: [y + k for y in x if y in {'a', 'b', 'c', 'd'}]\n"
    )
    script = (
        "import mine; from pybench.store.fingerprint import describe, digest;"
        "print(digest(describe(mine.made(3))))"
    )
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    said = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


# What a notebook is to us: classes and functions of a `__main__` that has no file.
def told_by_a_notebook(cells, seed="0"):
    script = (
        "import sys; from pybench.store.fingerprint import describe, digest\n"
        "exec(sys.argv[1], globals()); print(digest(describe(made())))"
    )
    paths = os.pathsep.join(sys.path)
    return subprocess.run(
        [sys.executable, "-c", script, cells], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
    ).stdout  # fmt: skip


CELLS = """
import logging, re, math
log = logging.getLogger("mine")
K, WORD = 3, re.compile("b?" * 100 + "a+")
def helped(x): return again(x) if x > K else log.info("x") or math.sqrt(x)
def again(x): return helped(x - 1)
class Base:
    table = [1, 2]
    @property
    def wide(self): return 4
class A(Base):
    @staticmethod
    def step(x): return helped(x)
    def predict(self, X): return [A.step(x) for x in X if WORD.match(x)]
def made(): return A()
"""
EDITS = [
    ("A.step(x)", "A.step(x + 1)"),
    ("@staticmethod", "@classmethod"),
    ("table = [1, 2]", "table = [1, 3]"),
    ("return 4", "return 5"),
    ("K, WORD = 3", "K, WORD = 5"),
    ('"a+")', '"b+")'),
    ("x - 1", "x - 2"),
    ("class Base", "again.by = 2\nclass Base"),
]


def test_a_class_of_a_notebook_is_what_it_does_and_uses_in_every_process():
    before = told_by_a_notebook(CELLS)
    assert told_by_a_notebook(CELLS, seed="1") == before
    assert told_by_a_notebook(CELLS + "\nunused = object()", seed="1") == before
    edited = [told_by_a_notebook(CELLS.replace(*edit)) for edit in EDITS]
    assert len({before, *edited}) == len(EDITS) + 1


def test_what_a_notebook_reads_and_nobody_can_describe_is_refused():
    held = {"__name__": "__main__", "generator": iter([])}
    exec(compile("def f(X): return next(generator)", "<cell>", "exec"), held)
    with pytest.raises(ArgumentError, match="cannot be described") as raised:
        describe(held["f"])
    assert "file:" in str(raised.value)


def test_a_module_of_ones_own_is_its_file_and_the_values_that_are_used(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "helper_of_identity.py"
    file.write_text("K = 3\ndef scaled(x): return x * K\n")
    (tmp_path / "user_of_identity.py").write_text(
        "import helper_of_identity as helper\ndef f(x): return helper.scaled(x)\n"
    )
    f = importlib.import_module("user_of_identity").f
    told = [digest(describe(f))]
    f.__globals__["helper"].K = 5
    told.append(digest(describe(f)))
    file.write_text(file.read_text() + "# another\n")
    told.append(digest(describe(f)))
    assert len(set(told)) == 3


def test_a_package_that_is_edited_where_it_stands_is_told_by_its_code_if_asked(
    tmp_path, monkeypatch
):
    """`pip install -e` leaves this beside the code; a released package is its name."""
    about = tmp_path / "edited_of_code-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: edited-of-code\nVersion: 1.0\n")
    (about / "top_level.txt").write_text("edited_of_code\n")
    (about / "direct_url.json").write_text('{"url": "file:///x", "dir_info": {"editable": true}}')
    (tmp_path / "edited_of_code.py").write_text("def f(x): return x\n")
    monkeypatch.syspath_prepend(tmp_path)
    code.packages.cache_clear()
    try:
        f = importlib.import_module("edited_of_code").f
        assert describe(f) == {"name": "edited_of_code.f"}
        assert len(describe(f, by_name=code.is_released)["code"]) == 64
        assert describe(clone, by_name=code.is_released) == {"name": "sklearn.base.clone"}
        assert code.is_released("pybench.comparison")
    finally:
        code.packages.cache_clear()


def test_which_of_two_functions_of_one_name_comes_again_shows():
    one, other = (lambda x: x), (lambda x: -x)
    assert describe([one, other, one]) != describe([one, other, other])
