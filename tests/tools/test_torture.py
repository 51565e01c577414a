"""tools/torture.R, for gctorture, valgrind and sanitizers, calls every C entry (R22, R23)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.r


def unreached(script: Path) -> str:
    """Return the line of a script about the entries that none of its calls needs."""
    command = ["Rscript", "--vanilla", str(script), "entries"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_every_registered_entry_is_called():
    registered = re.findall(r"ENTRY\((\w+), \d+\)", (ROOT / "r/src/init.c").read_text())
    declared = re.findall(r"^SEXP (\w+)\(", (ROOT / "r/src/entries.h").read_text(), re.MULTILINE)
    assert sorted(registered) == sorted(declared)
    expected = f"{len(registered)} entries, not reached: "
    assert unreached(ROOT / "tools" / "torture.R").rstrip() == expected.rstrip()


@pytest.mark.slow
def test_an_entry_that_nobody_calls_is_named(tmp_path):
    whole = (ROOT / "tools" / "torture.R").read_text(encoding="utf-8")
    line = "  eisinga = function() pb_eisinga(complete),\n"
    assert line in whole
    less = tmp_path / "torture.R"
    less.write_text(whole.replace(line, ""), encoding="utf-8")
    assert unreached(less).endswith("not reached: C_pb_rank_difference")
