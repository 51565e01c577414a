"""Write tests/golden/tables/*.txt: tables of results as LaTeX, Markdown, HTML and Excel.

    python tests/golden/make/tables.py

The tests of both languages compare what they write with these files, letter for letter.
"""

import io
import json
import re
import runpy
import sys
import zipfile
from pathlib import Path

import pybench as pb

FOLDER = Path(__file__).parents[1] / "tables"
SENTENCES = runpy.run_path(str(Path(__file__).with_name("sentences.py")))
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))["cases"]


def text(case):
    """Return the content of the file of a case."""
    (given,) = (one for one in SENTENCES["TABLES"] if one["name"] == case["of"])
    result = t = SENTENCES["_read"](given)
    if case["call"]:
        name, options = case["call"]
        names = {"1": t.classifiers[0]}
        options = {key: names.get(value, value) for key, value in options.items()}
        result = getattr(pb, name)(t, **options)
    try:
        table = result.to_table(**case["table"])
        forms = {"latex": table.to_latex(**case["latex"])}
        forms |= {"markdown": table.to_markdown(), "html": table.to_html(3)}
        forms["excel"] = excel(table)
    except pb.ArgumentError as error:
        forms = {"refused": f"{error}\n"}
    return "\n".join(f"## {form}\n{written}" for form, written in forms.items())


def excel(table):
    """Return the rows and the styles of an Excel file; numbers have 9 digits, common to both."""
    with zipfile.ZipFile(io.BytesIO(table.to_excel())) as archive:
        sheet, styles = (
            archive.read(f"xl/{part}.xml").decode().split("\n", 1)[1]
            for part in ("worksheets/sheet1", "styles")
        )
    sheet = re.sub("<v>(.*?)</v>", lambda number: f"<v>{float(number[1]):.9g}</v>", sheet)
    return "\n".join([*sheet.split("<row>"), styles, ""])


if __name__ == "__main__":
    for one in CASES:
        path = FOLDER / f"{one['name']}.txt"
        path.write_text(text(one), encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")
