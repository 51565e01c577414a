"""Write tests/golden/suite: tables, and the suites that Python makes of them, for R to make again.

`permutations.json` holds NumPy's own permutations, by the key of `pybench.base.stream.stream`.

    python -m tests.golden.make.suites
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

import pybench as pb
from pybench.base.stream import stream

FOLDER = Path(__file__).resolve().parents[1] / "suite"
CREATED = "2026-01-31T12:00:00Z"
ABOUT = {
    "small": {"openml_id": 61, "version": "2", "citation": 'A "quoted" one'},
    "colours": {"licence": "CC BY 4.0", "tags": ["b", "a"], "ignore": ["id"], "nominal": ["class"]},
}
NAMED = {"Köln, 2": "colours.csv", "small": "small.tsv", "weka": "weka.arff"}
#: Name of a suite -> the arguments of `Suite.create`, which R's tests repeat.
SUITES = {
    "folds": {"folds": 3, "repeats": 2, "seed": 5, "description": "two\nlines"},
    "screened": {"constraints": "cc18", "exclude": ["one-hot"], "classes": "declared"},
    "held": {
        "procedure": "holdout",
        "repeats": 3,
        "measure": "kappa",
        "constraints": {"NumberOfInstances": (12, None), "NumberOfClasses": (None, 4)},
        "exclude": ["sparse", "one-hot", "grouped", "subset"],
        "flags": [
            {
                "dataset": "small", "flag": "grouped", "reason": "drawn alone", "source": "here",
                "holds": False,
            },
            {"dataset": "*", "flag": "grouped", "reason": "no notes", "source": "us",
             "holds": False},
            {"dataset": "*", "flag": "subset", "reason": "no others", "source": "us",
             "holds": False},
        ],
    },
    "kept": {"keep": ["small"], "folds": 4, "constraints": {"NumberOfInstances": (10, None)}},
}  # fmt: skip


def tables(folder: Path) -> None:
    """Write tables of numbers, names and missing values, and some that cannot be tasks."""
    chance = np.random.default_rng(7)
    x = chance.normal(size=40).round(3).tolist()
    rows = [
        f"{i},{'' if i % 9 == 4 else value},{('red', 'light, blue', '?')[i % 3]},{i * i % 5}"
        for i, value in enumerate(x)
    ]
    quoted = [row.replace("light, blue", '"light, blue"') for row in rows]
    (folder / "colours.csv").write_text("id,x,colour,class\n" + "\n".join(quoted) + "\n")
    small = "".join(f"{value}\t{'yes' if value > 0 else 'no'}\n" for value in x[:21])
    (folder / "small.tsv").write_text("x\tclass\n" + small)
    (folder / "numbers.csv").write_text("x,class\n" + "".join(f"1,{v}\n" for v in x))
    (folder / "gaps.csv").write_text("x,class\n" + "1,a\n2,\n3,b\n" * 3)
    (folder / "one.csv").write_text("x,class\n" + "1,a\n" * 9)
    (folder / "few.csv").write_text("x,class\n1,a\n2,b\n")
    arff = "@relation r\n@attribute n numeric\n@attribute s string\n@attribute class {p,q,'r r'}\n"
    lines = "".join(f"{i % 3},text{i},{'pq'[i % 2]}\n" for i in range(12))
    (folder / "weka.arff").write_text(arff + "@data\n" + lines + "?,?,'r r'\n" * 3)


def permutations() -> str:
    """Return permutations of NumPy by key, as JSON."""
    cases = []
    for seed, names, count in (
        (0, ["suite folds", "iris", 0], 10),
        (2**53 - 1, ["suite folds", "é \U0001f600 \x7f\n", 1], 7),
        (-3, ["", 12], 1),
        (5, ["suite holdout", "a", 0], 3000),
    ):
        places = stream(seed, *names).permutation(count).tolist()
        key = json.dumps([seed, *names])
        digest = places if count < 100 else [places[0], places[999], places[-1]]
        cases.append({"seed": seed, "names": names, "key": key, "count": count, "places": digest})
    found = {"source": f"numpy {np.__version__} Generator.permutation", "cases": cases}
    return json.dumps(found, indent=1) + "\n"


def main() -> None:
    """Write the folder anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "tables").mkdir(parents=True)
    tables(FOLDER / "tables")
    files = {name: FOLDER / "tables" / file for name, file in NAMED.items()}
    folder = {"source": FOLDER / "tables", "about": ABOUT}
    given = {"named": {"source": files, "folds": 3}, **{k: folder | v for k, v in SUITES.items()}}
    for name, options in given.items():
        made = pb.Suite.create(name, target="class", created=CREATED, **options)
        made.save(FOLDER / name)
        shutil.rmtree(FOLDER / name / "data", ignore_errors=True)
    (FOLDER / "permutations.json").write_text(permutations())


if __name__ == "__main__":
    main()
