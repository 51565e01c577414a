"""What code is: told by what it does, alike in every process, and told from its like."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import numpy as np

from pybench.suite.running.code import described_code
from pybench.suite.running.identity import describe, digest


def test_what_packages_bring_has_no_code_and_what_a_function_has_captured_is_told():
    assert described_code(np.median, describe) == {}
    by, again = 3, None

    def mine(x, base=2):
        return again(x) * by

    again = mine
    told = described_code(mine, describe)
    assert told["closure"] == {"again": {"itself": True}, "by": 3}
    assert told["defaults"] == [2]
    assert len(told["code"]) == 64


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
        "import mine; from pybench.suite.running.identity import describe, digest;"
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
