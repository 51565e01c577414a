"""Excel files: what they hold, and that nothing in them is a formula."""

import io
import xml.etree.ElementTree as ElementTree
import zipfile

from pybench.base.excel import workbook

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheet(content, name="xl/worksheets/sheet1.xml"):
    return ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(content)).read(name))


def cells(content):
    """Return the rows as (type, style, text) of every cell."""
    return [
        [(c.get("t"), int(c.get("s")), "".join(c.itertext())) for c in row]
        for row in sheet(content).iter(f"{MAIN}row")
    ]


FORMATS = [("", ".2f", "p")] * 2
ROWS = [("=1+1", 0.1 + 0.2, 1e-5), ("<b>&\x07", float("nan"), True)]


def test_numbers_keep_their_digits_and_texts_are_no_formulas():
    head, first, second, empty, note = cells(workbook(("a", "b", "c"), ROWS, FORMATS, {}, ("N.",)))
    assert [text for *_, text in head] == ["a", "b", "c"]
    assert first[0][::2] == ("inlineStr", "=1+1")
    assert first[1][::2] == (None, "0.30000000000000004")
    assert second[0][2] == "<b>&\\x07"
    assert second[1][::2] == ("inlineStr", "")
    assert second[2][::2] == ("b", "1")
    assert empty == []
    assert note[0][2] == "N."


def test_styles_have_the_format_and_the_weight():
    content = workbook(("a", "b", "c"), ROWS, FORMATS, {(0, 1)})
    styles = sheet(content, "xl/styles.xml")
    codes = {one.get("numFmtId"): one.get("formatCode") for one in styles.iter(f"{MAIN}numFmt")}
    uses = [
        (codes[one.get("numFmtId")], one.get("fontId"))
        for one in styles.find(f"{MAIN}cellXfs").iter(f"{MAIN}xf")
    ]
    first = cells(content)[1]
    assert uses[first[1][1]] == ("0.00", "1")
    assert uses[first[2][1]] == ("[<0.001]0.0E+0;0.000", "0")
    assert uses[first[0][1]] == ("General", "0")


def test_equal_tables_have_equal_bytes():
    made = (workbook(("a", "b", "c"), ROWS, FORMATS, {}) for _ in range(2))
    assert len(set(made)) == 1
