import base64
import hashlib
import itertools
import re
import subprocess
import sys

import numpy as np
import pytest

from pybench.plot.draw.style import EVEN, SCALES
from pybench.reporting import escape, look

RULE = re.compile(r"\.mcm \.([rce])(\d+) \{ background: #([0-9A-F]{6}); \}")


def shades():
    """Return step, below zero for the column's side -> red, green and blue."""
    found = {}
    for side, step, colour in RULE.findall(look.sheet()):
        key = {"r": 1, "c": -1, "e": 0}[side] * int(step)
        assert key not in found
        found[key] = [int(colour[i : i + 2], 16) for i in (0, 2, 4)]
    return found


def test_every_step_has_a_rule_from_one_end_to_the_other():
    found = shades()
    assert sorted(found) == list(range(-look.STEPS, look.STEPS + 1))
    row, column = SCALES["red-blue"]
    for step, end in ((-look.STEPS, column), (0, EVEN), (look.STEPS, row)):
        assert found[step] == list(bytes.fromhex(end[1:]))
    for side in (1, -1):  # straight lines, so each step looks as large as the next
        line = np.array([found[side * n] for n in range(look.STEPS + 1)], float)
        straight = np.linspace(line[0], line[-1], look.STEPS + 1)
        assert np.abs(line - straight).max() <= 0.5
        assert all(a.tolist() != b.tolist() for a, b in itertools.pairwise(line))


@pytest.mark.parametrize("text", [look.sheet(), look.script()], ids=["sheet", "script"])
def test_nothing_comes_from_elsewhere(text):
    """No address but names of namespaces, nothing fetched, nothing imported."""
    addresses = set(re.findall(r"\w+://[^\s'\")]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}
    far = r"@import|@font-face|url\(|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|\bimport\b"
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    assert re.findall(far, code) == []


@pytest.mark.parametrize("text", [look.sheet(), look.script()], ids=["sheet", "script"])
def test_nothing_in_it_ends_its_element(text):
    assert not re.search(r"</|<!--|]]>", text)
    assert str(escape.inline(text)) == text


def test_the_script_makes_nothing_from_texts():
    """Names of the data are on the page; what reads them must not read them as code."""
    unsafe = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    assert re.findall(unsafe, look.script()) == []


def test_braces_of_the_sheet_are_closed():
    depth = 0
    for sign in re.sub(r"/\*.*?\*/", "", look.sheet(), flags=re.DOTALL):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert 0 <= depth <= 3
    assert depth == 0


def test_colours_of_the_sheet_are_all_given():
    used = set(re.findall(r"var\((--[\w-]+)", look.sheet()))
    assert used
    assert used <= set(re.findall(r"(--[\w-]+)\s*:", look.sheet()))


def test_the_hash_is_that_of_another_process():
    """A page must be the same bytes wherever it is made, whatever the order of sets there."""
    code = "from pybench.reporting import escape, look; print(escape.source_hash(look.{}()))"
    for name in ("sheet", "script"):
        text = getattr(look, name)().encode("utf-8")
        digest = base64.b64encode(hashlib.sha256(text).digest()).decode("ascii")
        assert str(escape.source_hash(text.decode("utf-8"))) == f"'sha256-{digest}'"
    command = [sys.executable, "-c", code.format("sheet")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert said == str(escape.source_hash(look.sheet()))
