"""A table as the bytes of an Excel file (Office Open XML, ECMA-376), without another package."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Collection, Iterable, Sequence
from xml.sax.saxutils import escape

from pybench.base.labels import spelled

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MADE = (1980, 1, 1, 0, 0, 0)  # of every file inside, so that equal tables have equal bytes
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
    "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="table" sheetId="1" r:id="r1"/></sheets></workbook>',
}


def workbook(
    header: Sequence[str],
    rows: Sequence[Sequence[object]],
    formats: Sequence[Sequence[str]],
    bold: Collection[tuple[int, int]],
    notes: Sequence[str] = (),
) -> bytes:
    """Return a workbook of one sheet.

    Parameters
    ----------
    header : sequence of str
    rows : sequence of sequences of str, bool, int or float
        As wide as the header; NaN and infinity become texts.
    formats : sequence of sequences of str
        Of each cell: "", ".2f", ".1e" or "p".
    bold : collection of (int, int)
        Row and column, from 0, of bold cells.
    notes : sequence of str
        Rows below, after an empty one.
    """
    codes: dict[tuple[str, bool], int] = {("General", False): 0, ("General", True): 1}
    lines = [_row([_text(name, 1) for name in header])]
    for i, row in enumerate(rows):
        cells = []
        for j, cell in enumerate(row):
            code = "General" if isinstance(cell, (str, bool)) else _code(formats[i][j])
            style = codes.setdefault((code, (i, j) in bold), len(codes))
            cells.append(_cell(cell, style))
        lines.append(_row(cells))
    lines += [_row([])] if notes else []
    lines += [_row([_text(note, 0)]) for note in notes]
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
    parts = {**_PARTS, "xl/styles.xml": _styles(codes), "xl/worksheets/sheet1.xml": sheet}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, _MADE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, _XML + content)
    return buffer.getvalue()


def _row(cells: Iterable[str]) -> str:
    return f"<row>{''.join(cells)}</row>"


def _cell(value: object, style: int) -> str:
    if isinstance(value, bool):
        return f'<c s="{style}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, (int, float)) and math.isfinite(value):
        return f'<c s="{style}"><v>{repr(value).removesuffix(".0")}</v></c>'
    return _text("" if value != value else str(value), style)


def _text(text: str, style: int) -> str:
    shown = escape(spelled(text))
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'


def _code(form: str) -> str:
    """Return a number format of Excel."""
    if form == "p":
        return "[&lt;0.001]0.0E+0;0.000"
    if form[-1:] not in ("e", "f"):
        return "General"
    digits = int(form[1:-1])
    tail = "E+0" if form.endswith("e") else ""
    return "0" + ("." + "0" * digits if digits else "") + tail


def _styles(codes: dict[tuple[str, bool], int]) -> str:
    formats = list(dict.fromkeys(code for code, _ in codes))
    numbers = "".join(
        f'<numFmt numFmtId="{164 + i}" formatCode="{code}"/>' for i, code in enumerate(formats)
    )
    uses = "".join(
        f'<xf numFmtId="{164 + formats.index(code)}" fontId="{int(strong)}" fillId="0" '
        'borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>'
        for code, strong in codes
    )
    font = '<sz val="11"/><name val="Calibri"/>'
    return (
        f'<styleSheet xmlns="{_MAIN}"><numFmts count="{len(formats)}">{numbers}</numFmts>'
        f'<fonts count="2"><font>{font}</font><font><b/>{font}</font></fonts>'
        '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
        '<borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        f'</cellStyleXfs><cellXfs count="{len(codes)}">{uses}</cellXfs></styleSheet>'
    )
