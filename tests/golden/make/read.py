"""Write tests/golden/read, files and index, from the cases stated by hand beside this file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import read_good  # beside this file, where a script finds it
import read_hostile

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / "read"
BY_HAND = {"README.md", ".gitattributes"}


def contents() -> dict[str, bytes]:
    """Return every generated file: name -> bytes."""
    files: dict[str, bytes] = {}
    cases: list[dict[str, Any]] = []
    for case in (*read_good.cases(), *read_hostile.cases()):
        data = case.pop("data")
        if data is not None and files.setdefault(case["file"], data) != data:
            raise ValueError(f"two contents for {case['file']}")
        cases.append(case)
    names = [case["name"] for case in cases]
    if len(set(names)) != len(names):
        raise ValueError("a case name is used twice")
    lines = ",\n".join(json.dumps(case) for case in cases)
    return {**files, "index.json": f'{{"cases": [\n{lines}\n]}}\n'.encode()}


def main() -> None:
    """Write the folder anew."""
    files = contents()
    for old in FOLDER.iterdir():
        if old.name not in files and old.name not in BY_HAND:
            old.unlink()
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)
    sys.stdout.write(f"{len(files) - 1} files\n")


if __name__ == "__main__":
    main()
