"""Write tests/golden/sentences/*.txt: what pybench prints, to be read as text.

    python tests/golden/make/sentences.py [NAME ...]

The tests of both languages compare what they print with these files, letter for letter; only the
name of the engine and the version are left out. Whoever changes a wording runs this and reads the
difference.
"""

import json
import os
import re
import sys
from operator import attrgetter
from pathlib import Path
from pkgutil import resolve_name

import pandas as pd

import pybench as pb
from pybench.reporting.frame import Part

FOLDER = Path(__file__).parents[1] / "sentences"
REPOSITORY = FOLDER.parents[2]
EXAMPLES = REPOSITORY / "r" / "inst" / "extdata"
TABLES = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))["tables"]
CALLS = json.loads((FOLDER / "calls.json").read_text(encoding="utf-8"))["calls"]
CHAINS = json.loads((FOLDER / "chains.json").read_text(encoding="utf-8"))["chains"]


def text(page):
    """Return the content of the file of a table or of a chain."""
    said = _of_table(page) if "compare" in page else _of_chain(page)
    return f"# {page['about']}\n\n" + "\n".join(said)


def _of_table(table):
    t = _read(table)
    names = t.classifiers
    known = {"t": t, "1": names[0], "2": names[1], "all": list(names)}
    asked = [("compare", table["compare"]), *(CALLS if table.get("every") else ())]
    return [_said(known, name, options, t=t) for name, options in asked]


def _of_chain(chain):
    known = {}
    said = [_said(known, name, options) for name, options in chain["calls"]]
    return [one for one in said if not one.startswith("## _")]


def _read(table):
    options = {"higher_is_better": table["higher_is_better"]}
    if "shared" in table:
        shared = Path(os.environ.get("PYBENCH_SHARED", REPOSITORY.parent / "shared"))
        return pb.read_results(shared / table["shared"], missing=table["missing"], **options)
    names = {name: table[name] for name in ("datasets", "classifiers")}
    names["missing"] = table.get("missing", "error")
    return pb.read_results(table["scores"], **names, **options)


def _said(known, call, options, **given):
    name, _, function = call.rpartition(" = ")
    try:
        given |= {key: _filled(known, value) for key, value in options.items()}
        first = [given.pop("")] if "" in given else []
        known[name] = _function(known, function)(*first, **given)
        said = _printed(known[name])
    except pb.PybenchError as error:
        said = f"refused: {error}"
    # R's writer of JSON says the same, so that both languages head a call alike.
    words = ", ".join(f"{key}={json.dumps(value)}".lstrip("=") for key, value in options.items())
    said = re.sub(r"\bengine (python|both|r)\b", "engine *", said).replace(pb.__version__, "*")
    return f"## {call}({words})\n{said}\n"


def _function(known, name):
    if name.startswith("$"):
        return _filled(known, name)
    return resolve_name(name if name.startswith("sklearn.") else f"pybench.{name}")


def _printed(result):
    if not isinstance(result, Part):
        return str(result)
    cannot = [f"not: {one}" for one in result.limits]
    return "\n".join([result.title, result.lead, *result.findings, *cannot, result.methods])


def _filled(known, value):
    if isinstance(value, list):
        return [_filled(known, part) for part in value]
    if isinstance(value, dict):
        return {key: _filled(known, part) for key, part in value.items()}
    if not isinstance(value, str):
        return value
    kind, _, file = value.partition(":")
    if kind == "file":
        return EXAMPLES / file
    if kind == "frame":
        return pd.read_csv(EXAMPLES / file, index_col=0, float_precision="round_trip")
    if not value.startswith("$"):
        return value
    name, _, field = value[1:].partition(".")
    return attrgetter(field)(known[name]) if field else known[name]


if __name__ == "__main__":
    for one in [*TABLES, *CHAINS]:
        if sys.argv[1:] and one["name"] not in sys.argv[1:]:
            continue
        path = FOLDER / f"{one['name']}.txt"
        path.write_text(text(one), encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")
