"""A small share of the nightly fuzzing; what fuzzing has found stays found (R1-R5).

The readers, their seeds and the mutants are those of tools/fuzz, which `make nightly` runs with
20,000 mutants a format, guided by the branches that they reach, and 100,000 of Arrow.
"""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import in_r
import pytest
from formats import FORMATS
from mutants import mutant
from seeds import FOUND, seeds

from pybench.base.errors import PybenchError

ROOT = Path(__file__).resolve().parents[2]
FUZZ = ROOT / "tools" / "fuzz"
with (FOUND / "index.csv").open(newline="", encoding="utf-8") as _file:
    INDEX = list(csv.DictReader(_file))
IN_R = [case for case in INDEX if case["file"].startswith("in-r/")]
IN_PYTHON = [case for case in INDEX if case not in IN_R]


@pytest.mark.parametrize("name", FORMATS)
def test_seeds_are_taken_and_mutants_are_taken_or_refused(name, tmp_path):
    files = seeds(name)
    assert any(FORMATS[name].take(data, tmp_path) for data in files)
    dice = random.Random(f"fast {name}")
    outcomes = Counter(FORMATS[name].take(mutant(files, dice), tmp_path) for _ in range(40))
    assert outcomes[False] > 0 or name == "journal"  # which passes over what is damaged


@pytest.mark.parametrize("case", IN_PYTHON, ids=lambda case: case["file"])
def test_what_was_found_is_answered_for(case, tmp_path):
    data = (FOUND / case["file"]).read_bytes()
    form = FORMATS[case["file"].partition("/")[0]]
    if case["expected"] == "passed over":
        assert form.read(data, tmp_path) == []
        return
    with pytest.raises(PybenchError) as caught:
        form.read(data, tmp_path)
    assert type(caught.value).__name__ == case["expected"]


@pytest.mark.r
@pytest.mark.parametrize("name", in_r.FORMATS)
def test_readers_of_r_take_or_refuse_mutants(name, tmp_path):
    count, amiss = in_r.fuzz(name, 150, tmp_path)
    assert amiss == []
    assert count["refused"] > 0
    assert count["taken"] + count["refused"] == 150


@pytest.mark.r
@pytest.mark.parametrize("case", IN_R, ids=lambda case: case["file"])
def test_what_was_found_in_r_is_answered_for(case, tmp_path):
    _, name, file = case["file"].split("/")
    (tmp_path / file).write_bytes((FOUND / case["file"]).read_bytes())
    assert list(in_r.read_in_r(name, tmp_path)) == [(file, f"refused {case['expected']}")]


@pytest.mark.r
@pytest.mark.parametrize(
    ("defect", "said"),
    [
        ("stop('x')", "amiss simpleError x"),
        ("warning('x')", "amiss a warning: x"),
        ("tools::pskill(Sys.getpid(), 9L)", "died"),
        ("repeat if (proc.time()[['user.self']] > 3) break", "amiss"),
    ],
)
def test_a_reader_of_r_that_is_broken_is_seen(defect, said, tmp_path, monkeypatch):
    script = (FUZZ / "in_r.R").read_text(encoding="utf-8")
    broken = script.replace('function(path) table_of(path, "csv")', f"function(path) {defect}", 1)
    assert broken != script
    (tmp_path / "in_r.R").write_text(broken, encoding="utf-8")
    monkeypatch.setattr(in_r, "HERE", tmp_path)
    (tmp_path / "mutants").mkdir()
    (tmp_path / "mutants" / "00000").write_bytes(b"x")
    ((file, found),) = in_r.read_in_r("csv-results", tmp_path / "mutants")
    assert (file, found[: len(said)]) == ("00000", said)


def test_the_index_names_every_file():
    files = {str(p.relative_to(FOUND)) for p in FOUND.rglob("*") if p.is_file()}
    assert sorted(case["file"] for case in INDEX) == sorted(files - {"index.csv"})


BROKEN = """
import sys
sys.path.insert(0, sys.argv[1])
import formats
def slow(data, folder):
    if data == b"bad":
        while True: pass
def large(data, folder):
    return len(b"x" * (400 << 20)) if data == b"bad" else 0
def raises(data, folder):
    {}[data] if data == b"bad" else None
def kills(data, folder):
    import ctypes
    ctypes.string_at(0) if data == b"bad" else None
formats.FORMATS["x"] = formats.Format(locals()[sys.argv[2]], ())
import watch
watch.HANG_S = 1 if sys.argv[2] == "slow" else 60
from pathlib import Path
one = watch.Watch("x", Path(sys.argv[3]))
one.warm([b"good"])
one.take(b"bad")
"""


@pytest.mark.parametrize(
    ("defect", "said"),
    [("slow", "Timeout"), ("large", "MB for 3 bytes"), ("raises", "KeyError"), ("kills", "")],
)
def test_a_reader_that_is_broken_is_seen_and_the_mutant_kept(defect, said, tmp_path):
    command = [sys.executable, "-c", BROKEN, str(FUZZ), defect, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode != 0
    assert said in done.stderr
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"bad"}


@pytest.mark.parametrize(
    ("reader", "runs"), [("python", 2000), pytest.param("r", 200, marks=pytest.mark.r)]
)
def test_mutants_of_arrow_never_end_a_process(reader, runs, tmp_path):
    command = [sys.executable, str(FUZZ / "ipc_children.py"), "--reader", reader]
    command += ["--runs", str(runs), "--kept", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    taken, refused = (int(words[words.index(word) - 1]) for word in ("taken,", "refused,"))
    assert taken > 0
    assert refused > 0
    assert list(tmp_path.iterdir()) == []
