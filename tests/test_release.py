"""What the person who publishes relies on: the list of placeholders, the standards that are met."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_standards_name_files_and_tests_that_exist():
    page = (ROOT / "docs" / "srr.md").read_text(encoding="utf-8")
    met, _, other = page.partition("\n## Not met\n")
    rows = re.findall(r"(?m)^\| (G\d[^|]*?) \| .* \| (.*) \|$", met)
    assert len(rows) > 30
    for standard, where in rows:
        named = re.findall(r"`([\w/.-]+/[\w.-]+|[A-Z]+\.md)(?:::(\w+))?`", where)
        assert named, standard
        for file, test in named:
            text = (ROOT / file).read_text(encoding="utf-8")
            assert not test or f"def {test}(" in text, f"{file}::{test}"
    judged = re.findall(r"G\d\.\d+[a-d]?", " ".join(one for one, _ in rows) + other)
    assert len(judged) == len(set(judged))


def test_the_list_of_placeholders_is_whole():
    """Who publishes fills them in by the table of docs/release.md, and must miss none."""
    page = "docs/release.md"
    rows = re.findall(
        r"(?m)^\| `(PLACEHOLDER-[A-Z0-9]+)` \|.*\|([^|]*)\|$", (ROOT / page).read_text("utf-8")
    )
    listed = {name: re.findall(r"`([^`]+)`", files) for name, files in rows}
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    found: dict[str, list[str]] = {}
    for file in filter(None, tracked.stdout.decode().split("\0")):
        if file == page or not (ROOT / file).is_file() or (ROOT / file).is_symlink():
            continue
        for name in set(re.findall(rb"PLACEHOLDER-[A-Z0-9]+", (ROOT / file).read_bytes())):
            found.setdefault(name.decode(), []).append(file)
    assert found == listed


def test_no_half_of_a_merge_is_left():
    """A merge once left both halves of its conflict in NEWS.md, with git's lines around them."""
    marks = r"^(<{7} |>{7} |\|{7} )"
    found = subprocess.run(
        ["git", "grep", "-lE", marks], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stdout.splitlines() == []
    assert found.returncode == 1  # 1: nothing found; above: git failed
