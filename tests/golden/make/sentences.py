"""Write tests/golden/sentences/*.txt: what pybench prints of some tables, to be read as text.

    python tests/golden/make/sentences.py

The tests of both languages compare what they print with these files, letter for letter; only the
name of the engine is left out. Whoever changes a wording runs this and reads the difference.
"""

import json
import sys
from pathlib import Path

import pybench as pb

FOLDER = Path(__file__).parents[1] / "sentences"
REPOSITORY = FOLDER.parents[2]
TABLES = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))["tables"]
CALLS = json.loads((FOLDER / "calls.json").read_text(encoding="utf-8"))["calls"]


def read(table):
    """Return the results table."""
    options = {"higher_is_better": table["higher_is_better"]}
    if "shared" in table:
        path = REPOSITORY.parent / "shared" / table["shared"]
        return pb.read_results(path, missing=table["missing"], **options)
    names = {name: table[name] for name in ("datasets", "classifiers")}
    return pb.read_results(table["scores"], **names, **options)


def printed(table):
    """Return all that is printed of a table, call by call."""
    t = read(table)
    asked = [("compare", table["compare"]), *(CALLS if table.get("every") else ())]
    return "\n".join(_said(t, name, options) for name, options in asked)


def _said(t, name, options):
    given = {key: _filled(t, value) for key, value in options.items()}
    try:
        text = str(getattr(pb, name)(t, **given, engine="python"))
    except pb.PybenchError as error:
        text = f"refused: {error}"
    text = text.replace("engine python", "engine *")
    # R's writer of JSON says the same, so that both languages head a call alike.
    words = ", ".join(f"{key}={json.dumps(value)}" for key, value in options.items())
    return f"## {name}({words})\n{text}\n"


def _filled(t, value):
    if isinstance(value, list):
        return [_filled(t, part) for part in value]
    places = {"$1": t.classifiers[0], "$2": t.classifiers[1], "$all": list(t.classifiers)}
    return places.get(value, value) if isinstance(value, str) else value


if __name__ == "__main__":
    for one in TABLES:
        path = FOLDER / f"{one['name']}.txt"
        path.write_text(f"# {one['about']}\n\n{printed(one)}", encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")
