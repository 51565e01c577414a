"""Cases of the results reader that give an error, one defect each, stated by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from read_good import case

DOUBLE_QUOTES = "Put the whole field in quotes and double every quote inside it."
RAGGED = "Quote a field that contains the delimiter; write a missing score as an empty field."
NOT_A_NUMBER = "Write a missing score as an empty field or NA."
DECIMAL_COMMA = "Write decimals with a point."
INFINITE = "Correct the score, or leave it out as missing."
ENCODING = "Save the file as UTF-8, or give its `encoding`."
NO_DELIMITER = "Write one of them between the columns, or give `delimiter`."
NO_NAME = "Name the column, or remove the delimiter at the end of the line."
NO_FIRST_NAME = (
    "Name the column. Row numbers are left out with index=False (pandas), row.names = FALSE (R)."
)
ROW_NUMBERS = "Remove it, or write the table with index=False (pandas), row.names = FALSE (R)."
SAME_NAME = "Rename or remove one of the columns."
REPEATS = 'Use repeats="mean" to average them, or repeats="keep" to keep them too.'
SAME_RESAMPLE = "Remove or rename one of the rows."
LOOK_ALIKE = "Write both in the same Unicode form (NFC), or rename one."
MISSING = 'Use missing="drop" to leave out the datasets with missing scores.'
CLOSE_QUOTE = "Close the quote, or double it if it belongs to the text."
FOUR = "columns separated by comma, tab, semicolon or bar"


POLICIES = '"error", "drop", "pairwise", "keep", "worst", "impute:<method>"'


def give_column(holds: str, argument: str, likely: str = "NAME") -> str:
    return f'Say which column holds the {holds}: {argument}="{likely}".'


def refusal(
    file: str,
    data: bytes | str | None,
    why: str,
    expected: str,
    found: str,
    hint: str | None,
    line: int | None = None,
    column: str | None = None,
    *,
    name: str | None = None,
    kind: str = "ResultsTableError",
    **arguments: Any,
) -> dict[str, Any]:
    """Return a case whose outcome is an error in the usual words."""
    error = {
        "class": kind,
        "file": file,
        "line": line,
        "column": column,
        "message": f"expected {expected}, found {found}",
        "expected": expected,
        "found": found,
        "hint": hint,
    }
    return case(file, data, why, {"error": error}, name=name, **arguments)


def argument(
    name: str, why: str, message: str, expected: str, found: str, **given: Any
) -> dict[str, Any]:
    """Return a case with a bad argument; the file is good."""
    file = given.pop("file", "wide.csv")
    error = {
        "class": "ArgumentError",
        "file": None,
        "line": None,
        "column": None,
        "message": message,
        "expected": expected,
        "found": found,
        "hint": None,
    }
    return case(file, given.pop("data", None), why, {"error": error}, name=name, **given)


def cases() -> Iterator[dict[str, Any]]:
    """Yield every bad case."""
    yield from arguments()
    yield from bytes_of_the_file()
    yield from delimiters()
    yield from quotes_and_widths()
    yield from headers()
    yield from cells()
    yield from missing()
    yield from repeats()
    yield from told_apart()
    yield from names()


def arguments() -> Iterator[dict[str, Any]]:
    def choice(key: str, allowed: str, found: str) -> dict[str, Any]:
        return argument(
            f"argument-{key}",
            f"no such choice of {key}",
            f'`{key}` must be one of {allowed}, not "{found}"',
            allowed,
            f'"{found}"',
            **{key: found},
        )

    yield choice("missing", POLICIES, "skip")
    yield choice("repeats", '"error", "mean", "keep", "available"', "first")
    yield choice("layout", '"auto", "wide", "long"', "tall")
    yield choice("delimiter", '",", "\t", ";", "|"', ":")
    yield choice("encoding", '"utf-8", "latin-1", "cp1252"', "utf-7")
    yield argument(
        "argument-roles",
        "one column in two roles",
        "`dataset`, `classifier`, `score` and `resample` must name different columns",
        "different columns",
        "`classifier` twice",
        dataset="classifier",
    )
    endings = ".csv, .tsv, .txt, .csv.gz, .tsv.gz, .txt.gz, .xlsx, .parquet, .pq, .arrow, .feather"
    endings += " or .ipc"
    yield argument(
        "argument-ending",
        "a kind of file that is not read",
        f"`source` must end in {endings}, not `table.xls`",
        endings,
        "`table.xls`",
        file="table.xls",
        data="dataset,a\nd,1\n",
    )
    yield argument(
        "argument-no-ending",
        "a file without an ending",
        f"`source` must end in {endings}, not `table`",
        endings,
        "`table`",
        file="table",
        data="dataset,a\nd,1\n",
    )
    yield refusal(
        "absent.csv",
        None,
        "no such file",
        "a file",
        "none of that name",
        "Check the path.",
        kind="InputError",
    )


def bytes_of_the_file() -> Iterator[dict[str, Any]]:
    empty = partial(
        refusal,
        expected="a header line",
        found="an empty file",
        hint="Check that the file was written completely.",
    )
    yield empty("empty.csv", b"", "no byte at all")
    yield empty("empty-lines.csv", b"\n\r\n\n", "nothing but line ends")
    yield empty("empty-mark.csv", b"\xef\xbb\xbf", "nothing but a byte-order mark")
    text = "dataset,a\nd1,0.5\n"
    for order in ("le", "be"):
        mark = "\ufeff" + text
        yield refusal(
            f"utf-16-{order}.csv",
            mark.encode(f"utf-16-{order}"),
            "UTF-16 with its mark",
            "utf-8 text",
            "a UTF-16 byte-order mark",
            "Save the file as UTF-8.",
            1,
        )
    yield refusal(
        "utf-16-no-mark.csv",
        text.encode("utf-16-le"),
        "UTF-16 without a mark is full of NUL",
        "text",
        "a NUL byte",
        "Save the file as UTF-8 text.",
        1,
        "2",
    )

    def bad(
        file: str, data: bytes, why: str, byte: str, line: int, column: str, **more: Any
    ) -> dict[str, Any]:
        encoding = more.get("encoding", "utf-8")
        return refusal(
            file, data, why, f"{encoding} text", f"the byte {byte}", ENCODING, line, column, **more
        )

    yield bad(
        "bad-latin-1.csv",
        "dataset,a\nd1,1\nZ\xfcrich,0.5\n".encode("latin-1"),
        "latin-1, not told",
        "0xFC",
        3,
        "2",
    )
    yield bad(
        "bad-mixed.csv",
        "dataset,a\nZ\xfcrich,1\n".encode() + "M\xfcnchen,2\n".encode("latin-1"),
        "one row in UTF-8, the next in latin-1",
        "0xFC",
        3,
        "2",
    )
    yield bad(
        "bad-mark.csv",
        b"\xef\xbb\xbfdataset,a\xff\nd1,1\n",
        "the mark counts for no column",
        "0xFF",
        1,
        "10",
    )
    yield bad(
        "bad-continuation.csv", b"dataset,a\nd\x80,1\n", "a continuation byte alone", "0x80", 2, "2"
    )
    yield bad(
        "bad-cut-sequence.csv", b"dataset,a\nd\xe2\x82,1\n", "a sequence cut short", "0xE2", 2, "2"
    )
    yield bad(
        "bad-cut-by-end.csv",
        b"dataset,a\nd,1\xf0\x9f",
        "a sequence cut by the end of the file",
        "0xF0",
        2,
        "4",
    )
    yield bad(
        "bad-overlong.csv", b"dataset,a\r\nd\xc0\xaf,1\r\n", "an overlong form", "0xC0", 2, "2"
    )
    yield bad(
        "bad-overlong-three.csv",
        b"dataset,a\nd\xe0\x80\xaf,1\n",
        "an overlong form of three bytes",
        "0xE0",
        2,
        "2",
    )
    yield bad(
        "bad-surrogate.csv",
        b"dataset,a\nd\xed\xa0\x80,1\n",
        "half of a surrogate pair",
        "0xED",
        2,
        "2",
    )
    yield bad(
        "bad-beyond.csv",
        b"dataset,a\n\xc3\xa9\xf4\x90\x80\x80,1\n",
        "beyond the last code point",
        "0xF4",
        2,
        "3",
    )
    yield bad(
        "bad-cp1252.csv",
        b"dataset,a\nd\x81,1\n",
        "a byte that cp1252 leaves open",
        "0x81",
        2,
        "2",
        encoding="cp1252",
    )
    nul = partial(refusal, expected="text", found="a NUL byte", hint="Save the file as UTF-8 text.")
    yield nul("nul-name.csv", b"dataset,a\nd\x001,0.5\n", "NUL in a name", line=2, column="2")
    yield nul(
        "nul-quoted.csv",
        b'dataset,a\n"d\n\x00",0.5\n',
        "NUL in quotes, on the second line of a name",
        line=3,
        column="1",
    )
    yield nul(
        "nul-end.csv",
        b"dataset,a\nd1,0.5\n\x00\x00\x00",
        "NULs where a crash cut the file",
        line=3,
        column="1",
    )
    alone = partial(
        refusal,
        expected="LF or CRLF at the end of a line",
        found="CR alone",
        hint="Save the file with LF or CRLF line ends.",
    )
    yield alone(
        "cr-only.csv", b"dataset,a\rd1,0.5\r", "old Macintosh line ends", line=1, column="10"
    )
    yield alone(
        "cr-one.csv", b"dataset,a\nd1,0.5\rd2,0.25\n", "one CR among LF", line=2, column="7"
    )
    yield alone(
        "cr-quoted.csv", b'dataset,a\n"d\r1",0.5\n', "CR alone in quotes", line=2, column="3"
    )
    yield alone(
        "cr-cr-lf.csv",
        b"dataset,a\r\r\nd1,0.5\r\r\n",
        "CR CR LF, as text mode writes CRLF",
        line=1,
        column="10",
    )
    yield alone("cr-at-end.csv", b"dataset,a\nd1,0.5\r", "CR as the last byte", line=2, column="7")


def delimiters() -> Iterator[dict[str, Any]]:
    none = partial(
        refusal, expected=FOUR, found="none of them in the header", hint=NO_DELIMITER, line=1
    )
    yield none("delimiter-spaces.txt", "dataset a b\nd1 0.5 0.25\n", "columns set apart by spaces")
    yield none("delimiter-colon.csv", "dataset:a\nd1:0.5\n", "an unusual delimiter")
    yield none("one-column.csv", "dataset\nd1\nd2\n", "one column")
    yield none("delimiter-all-quoted.csv", '"dataset,a"\n"d1,0.5"\n', "whole lines in quotes")

    def several(file: str, text: str, why: str, which: str) -> dict[str, Any]:
        return refusal(
            file,
            text,
            why,
            "one delimiter",
            f"several that could be it: {which}",
            "Give `delimiter`.",
            1,
        )

    yield several(
        "delimiter-ambiguous.csv",
        "dataset,a;b\nd1,0.5;1\n",
        "two delimiters fit every row",
        "comma, semicolon",
    )
    yield several(
        "delimiter-only-header.csv", "dataset,a;b|c\n", "no row decides", "comma, semicolon, bar"
    )
    yield several(
        "delimiter-none-fits.csv",
        "dataset,a;b\nd1\n",
        "no delimiter fits every row",
        "comma, semicolon",
    )
    yield several(
        "delimiter-mixed.csv",
        "dataset;a\tb\nd1;1\t2\n",
        "tabs and semicolons mixed",
        "tab, semicolon",
    )
    yield refusal(
        "delimiter-wrong.csv",
        "dataset,a\nd1,0.5\n",
        "another delimiter is given than the file has",
        "a column `dataset`",
        "`dataset,a`",
        give_column("datasets", "dataset"),
        1,
        delimiter=";",
    )
    yield refusal(
        "delimiter-only-header.csv",
        None,
        "a header and no row, delimiter given",
        "at least one dataset",
        "none",
        "The table has a header but no rows.",
        name="delimiter-only-header-given",
        delimiter=",",
    )
    yield refusal(
        "one-column.csv",
        None,
        "one column, delimiter given",
        "at least one method column",
        "none",
        "Every column but `dataset` is a method.",
        1,
        name="one-column-given",
        delimiter=",",
    )


def quotes_and_widths() -> Iterator[dict[str, Any]]:
    stray = partial(
        refusal,
        expected="quotes around a whole field",
        found="a quote inside a field",
        hint=DOUBLE_QUOTES,
    )
    yield stray(
        "quote-stray.csv",
        'dataset,a\nd1,1\nd"2,1\n',
        "a quote in the middle of a field",
        line=3,
        column="1",
    )
    yield stray(
        "quote-stray-end.csv",
        'dataset,a\nd1,5"\n',
        "a quote at the end of a field",
        line=2,
        column="2",
    )
    yield stray(
        "quote-after-space.csv",
        'dataset,a\nd1, "0.5"\n',
        "a space before the quote",
        line=2,
        column="2",
    )
    yield stray(
        "quote-header.csv", 'data"set,a\nd1,1\n', "a stray quote in the header", line=1, column="1"
    )
    after = partial(
        refusal,
        expected="a delimiter or the end of the line after a closing quote",
        hint=DOUBLE_QUOTES,
    )
    yield after(
        "quote-then-text.csv",
        'dataset,a\n"d"1,0.5\n',
        "text after a closing quote",
        found="`1`",
        line=2,
        column="1",
    )
    yield after(
        "quote-then-space.csv",
        'dataset,a\nd1,"0.5" \n',
        "a space after a closing quote",
        found="` `",
        line=2,
        column="2",
    )
    yield after(
        "quote-not-doubled.csv",
        'dataset,a\nd0,1\n"say "x"",0.5\n',
        "quotes inside quotes, not doubled",
        found="`x`",
        line=3,
        column="1",
    )
    yield after(
        "quote-then-wide.csv",
        'dataset,a\n"d"\u00e9,0.5\n',
        "the character after the quote is not ASCII",
        found="`\u00e9`",
        line=2,
        column="1",
    )
    close = partial(
        refusal, expected="a closing quote", found="the end of the file", hint=CLOSE_QUOTE
    )
    yield close(
        "quote-open.csv",
        'dataset,a\nd1,1\n"d2,0.5\nd3,1\n',
        "a quote that is never closed",
        line=3,
        column="1",
    )
    yield close(
        "quote-open-last.csv",
        'dataset,a\nd1,"',
        "a quote opened by the last byte",
        line=2,
        column="2",
    )
    yield close(
        "quote-open-header.csv", '"dataset,a\nd1,1\n', "a quote open from the header on", line=1
    )
    yield close(
        "quote-open-header.csv",
        None,
        "the same, delimiter given",
        line=1,
        column="1",
        name="quote-open-header-given",
        delimiter=",",
    )
    yield after(
        "quote-backslash.csv",
        'dataset,a\n"d\\"x",0.5\n',
        "a backslash escapes nothing",
        found="`x`",
        line=2,
        column="1",
    )
    blank = partial(refusal, expected="a row", found="a blank line", hint="Remove the line.")
    yield blank(
        "blank-middle.csv", "dataset,a\nd1,1\n\nd2,2\n", "a blank line in the middle", line=3
    )
    yield blank(
        "blank-middle-crlf.csv",
        "dataset,a\r\n\r\nd2,2\r\n",
        "a blank line after the header, CRLF",
        line=2,
    )
    yield blank("blank-first.csv", "\ndataset,a\nd1,1\n", "a blank line before the header", line=1)
    yield blank(
        "blank-first.csv",
        None,
        "the same, delimiter given",
        line=1,
        name="blank-first-given",
        delimiter=",",
    )

    def ragged(
        file: str, text: str, why: str, n: int, found: int, line: int, **more: Any
    ) -> dict[str, Any]:
        fields = "1 field" if n == 1 else f"{n} fields"
        return refusal(
            file, text, why, f"{fields} as in the header", str(found), RAGGED, line, **more
        )

    yield ragged(
        "ragged-short.csv", "dataset,a,b\nd1,1,2\nd2,1\n", "a row with a field less", 3, 2, 3
    )
    yield ragged(
        "ragged-long.csv", "dataset,a,b\nd1,1,2\nd2,1,2,3\n", "a row with a field more", 3, 4, 3
    )
    yield ragged(
        "ragged-trailing.csv",
        "dataset,a\nd1,1,\nd2,2,\n",
        "a delimiter at the end of every row",
        2,
        3,
        2,
    )
    yield ragged(
        "ragged-header-trailing.csv",
        "dataset,a,\nd1,1\n",
        "a delimiter at the end of the header alone",
        3,
        2,
        2,
    )
    yield ragged(
        "ragged-last-cut.csv", "dataset,a,b\nd1,1,2\nd2,1", "the last row is cut short", 3, 2, 3
    )
    yield ragged(
        "ragged-after-newline.csv",
        'dataset,a\n"d\n\n1",1\n"d\r\n2",1,2\n',
        "lines inside quotes count; the record's first line is named",
        2,
        3,
        5,
    )
    yield ragged(
        "ragged-thousands.csv", "dataset,a\nd1,1,000\n", "a comma as thousands mark", 2, 3, 2
    )
    yield ragged(
        "ragged-decimal-comma.csv",
        "dataset,a,b\nd1,0,5,0,25\n",
        "decimal commas between commas",
        3,
        5,
        2,
    )
    yield ragged(
        "ragged-spaces-line.csv", "dataset,a\nd1,1\n  \n", "a line of spaces is not blank", 2, 1, 3
    )
    yield ragged(
        "ragged-comment.csv", "dataset,a\n# a remark\nd1,1\n", "there are no comments", 2, 1, 2
    )
    yield ragged(
        "ragged-empty-quotes.csv",
        'dataset,a\n""\nd1,1\n',
        "two quotes are not a blank line",
        2,
        1,
        2,
    )
    yield ragged(
        "ragged-one-column.csv",
        "dataset\nd1,1\n",
        "one column, rows of two",
        1,
        2,
        2,
        delimiter=",",
    )
    yield ragged(
        "ragged-before-quote.csv",
        'dataset,a\nd1\nd"2,1\n',
        "two defects: the first in the file is named",
        2,
        1,
        2,
    )


def headers() -> Iterator[dict[str, Any]]:
    def unnamed(file: str, text: str, why: str, i: int, **more: Any) -> dict[str, Any]:
        return refusal(
            file,
            text,
            why,
            "a name for every column",
            f"column {i} without one",
            NO_FIRST_NAME if i == 1 else NO_NAME,
            1,
            str(i),
            **more,
        )

    yield unnamed(
        "header-trailing.csv", "dataset,a,\nd1,1,\n", "a delimiter at the end of every line", 3
    )
    yield unnamed("header-index.csv", ",dataset,a\n0,d1,1\n", "a nameless index column", 1)
    yield unnamed("header-numbers.csv", ",a,b\n1,1,2\n2,1,2\n", "datasets that are numbers", 1)
    yield unnamed("header-same.csv", ",a,b\nd,1,2\nd,1,2\n", "a nameless column of one name", 1)

    def row_numbers(file: str, column: str, numbers: list[int], why: str) -> dict[str, Any]:
        rows = "".join(f"{number},d{i},0.5\n" for i, number in enumerate(numbers))
        text = f"{column},dataset,a\n{rows}"
        expected, found = "scores in every column", "row numbers"
        return refusal(file, text, why, expected, found, ROW_NUMBERS, 1, column)

    yield row_numbers("rows-pandas.csv", "Unnamed: 0", [0, 1, 2], "an index that pandas named")
    yield row_numbers("rows-r.csv", "X", [2, 3, 5], "row names of R after a filter")
    yield row_numbers("rows-sorted.csv", "rowid", [3, 1, 2], "row numbers after a sort")
    yield row_numbers("rows-any.csv", "nr", list(range(1, 11)), "1 to 10 under any name")
    yield row_numbers("rows-zero.csv", "nr", list(range(10)), "0 to 9 under any name")
    yield unnamed(
        "header-gap.csv", 'dataset,a,"",b\nd1,1,2,3\n', "a column without a name, quoted", 3
    )

    def twice(
        file: str, text: str, why: str, column: str, times: int = 2, **more: Any
    ) -> dict[str, Any]:
        return refusal(
            file,
            text,
            why,
            "every column name once",
            f"`{column}` {times} times",
            SAME_NAME,
            1,
            column,
            **more,
        )

    yield twice("header-duplicate.csv", "dataset,a,b,a\nd1,1,2,3\n", "two methods of one name", "a")
    yield twice(
        "header-duplicate-three.csv", 'dataset,b,a,b,"b"\nd1,1,2,3,4\n', "three of one name", "b", 3
    )
    yield twice(
        "header-duplicate-dataset.csv",
        "dataset,dataset,a\nd1,d2,1\n",
        "two dataset columns",
        "dataset",
    )
    yield twice(
        "header-duplicate-ignored.csv",
        "dataset,classifier,score,x,x\nd1,a,1,2,3\n",
        "a name twice, even where the columns are ignored",
        "x",
    )
    dataset = partial(
        refusal, expected="a column `dataset`", hint=give_column("datasets", "dataset"), line=1
    )
    yield dataset(
        "header-no-dataset.csv",
        "name,a,b\nd1,1,2\n",
        "the dataset column has another name",
        found="`name`, `a`, `b`",
    )
    yield dataset(
        "header-case.csv",
        "Dataset,a\nd1,1\n",
        "names are case-sensitive",
        found="`Dataset`, `a`",
        hint=give_column("datasets", "dataset", "Dataset"),
    )
    yield dataset(
        "header-space.csv",
        "dataset ,a\nd1,1\n",
        "a space is part of a name",
        found="`dataset `, `a`",
        hint=give_column("datasets", "dataset", "dataset "),
    )
    yield dataset(
        "header-absent.csv",
        "d1,0.5,0.25\nd2,0.75,0.125\n",
        "no header at all",
        found="`d1`, `0.5`, `0.25`",
    )
    yield dataset(
        "header-many.csv",
        "name,b,c,d,e,f,g,h\nd1,1,2,3,4,5,6,7\n",
        "a long header is cut",
        found="`name`, `b`, `c`, `d`, `e` and 3 more",
    )
    yield dataset(
        "header-long-names.csv",
        f"{'x' * 40},{'y' * 41},{'é' * 41}\nd,1,2\n",
        "long names are cut",
        found=f"`{'x' * 40}`, `{'y' * 40}...`, `{'é' * 40}...`",
    )
    yield dataset(
        "header-control.csv",
        '"two\nlines","a\x01\x7fb",c\nd,1,2\n',
        "control characters are shown as spaces",
        found="`two lines`, `a  b`, `c`",
    )
    yield refusal(
        "header-no-dataset.csv",
        None,
        "the named column is not there",
        "a column `problem`",
        "`name`, `a`, `b`",
        give_column("datasets", "dataset"),
        1,
        name="header-named-absent",
        dataset="problem",
    )
    yield refusal(
        "header-no-classifier.csv",
        "dataset,resample\nd1,1\n",
        "datasets and resamples, no method",
        "at least one method column",
        "none",
        "Every column but `dataset` is a method.",
        1,
    )
    yield refusal(
        "header-only.csv",
        "dataset,a,b\n",
        "a header and no row",
        "at least one dataset",
        "none",
        "The table has a header but no rows.",
    )
    yield refusal(
        "header-no-fold.csv",
        "dataset,a\nd,1\n",
        "the named resample column is not there",
        "a column `fold`",
        "`dataset`, `a`",
        give_column("resamples", "resample"),
        1,
        resample="fold",
    )
    yield refusal(
        "header-not-long.csv",
        "dataset,learner,score\nd1,a,1\n",
        "long asked for, the method column is not there",
        "a column `classifier`",
        "`dataset`, `learner`, `score`",
        give_column("methods", "classifier"),
        1,
        layout="long",
    )
    score = partial(refusal, hint=give_column("scores", "score", "f1"), line=1)
    text = "dataset,classifier,f1\nd1,a,1\n"
    yield score(
        "header-no-score.csv",
        text,
        "long form without a score",
        expected="a column `score`",
        found="`dataset`, `classifier`, `f1`",
    )
    yield score(
        "header-no-score.csv",
        None,
        "neither score nor a column named like the metric",
        expected="a column `score` or `accuracy`",
        found="`dataset`, `classifier`, `f1`",
        name="header-no-score-metric",
        metric="accuracy",
    )
    yield score(
        "header-no-score.csv",
        None,
        "the named score column is not there",
        expected="a column `auc`",
        found="`dataset`, `classifier`, `f1`",
        name="header-no-score-named",
        hint=give_column("scores", "score"),
        score="auc",
    )


def cells() -> Iterator[dict[str, Any]]:
    def cell(file: str, text: str, hint: str, why: str, *, kind: str = "number") -> dict[str, Any]:
        expected = "a finite number" if kind == "infinite" else "a number"
        data = f"dataset,a,b\nd1,1,2\nd2,3,{text}\n"
        return refusal(f"{kind}-{file}.csv", data, why, expected, f"`{text}`", hint, 3, "b")

    refused = {
        "word": ("abc", "a word"),
        "hex": ("0x1F", "hexadecimal"),
        "hex-float": ("0x1.8p1", "hexadecimal float"),
        "underscore": ("1_000", "underscores"),
        "full-width": ("\uff11\uff12", "full-width digits"),
        "arabic": ("\u0663", "Arabic-Indic digits"),
        "percent": ("95%", "a percent sign"),
        "spread": ("0.9\u00b10.1", "mean and spread"),
        "minus": ("\u22121", "a typographic minus"),
        "two-points": ("1.2.3", "two points"),
        "exponent": ("1e", "an empty exponent"),
        "point": (".", "a point alone"),
        "sign": ("-", "a dash for missing"),
        "question": ("?", "a question mark for missing"),
        "space-inside": ("1 000", "a space inside"),
        "signs": ("+-1", "two signs"),
        "sign-space": ("- 1", "a space after the sign"),
        "fortran": ("1d3", "a Fortran exponent"),
        "long-suffix": ("1L", "an R integer"),
        "true": ("TRUE", "a logical"),
        "only-space": (" ", "a space is not an empty field"),
        "missing-space": (" NA", "a missing token is exact"),
        "missing-case": ("Na", "no such missing token"),
        "missing-other": ("nil", "no such missing token"),
        "no-break-space": ("\u00a01", "a no-break space"),
        "exponent-point": ("1e1.5", "a fractional exponent"),
        "nan-sign": ("-nan", "a signed nan"),
        "nan-payload": ("nan(1)", "a nan with a payload"),
        "fraction": ("1/2", "a fraction"),
        "emoji": ("\U0001f600" * 41, "long text is cut by characters"),
    }
    for file, (text, why) in refused.items():
        found = cell(file, text, NOT_A_NUMBER, why)
        if file == "emoji":
            shown = "`" + "\U0001f600" * 40 + "...`"
            found["error"] |= {"found": shown, "message": f"expected a number, found {shown}"}
        yield found
    for file, text in {
        "inf": "inf",
        "minus": "-Inf",
        "word": "Infinity",
        "plus": "+INF",
        "overflow": "1e999",
        "overflow-minus": "-1e999",
        "just-over": "1.7976931348623159e308",
        "spaces": " inf ",
    }.items():
        yield cell(file, text, INFINITE, "infinite, or beyond the largest double", kind="infinite")
    yield refusal(
        "infinite-quoted.csv",
        'dataset,a\nd1,"inf"\n',
        "quotes change nothing",
        "a finite number",
        "`inf`",
        INFINITE,
        2,
        "a",
    )
    yield refusal(
        "infinite-drop.csv",
        "dataset,a,b\nd1,1,2\nd2,,inf\n",
        "infinite is refused under drop too",
        "a finite number",
        "`inf`",
        INFINITE,
        3,
        "b",
        missing="drop",
    )
    for file, text in {"semicolon": "0,5", "sign": "-1,25e-3", "spaces": " 0,5 "}.items():
        yield refusal(
            f"decimal-comma-{file}.csv",
            f"dataset;a;b\nd1;1;2\nd2;{text};3\n",
            "a decimal comma",
            "a number",
            f"`{text}`",
            DECIMAL_COMMA,
            3,
            "a",
        )
    yield refusal(
        "decimal-comma-quoted.csv",
        'dataset,a\nd1,"0,5"\n',
        "a decimal comma in quotes",
        "a number",
        "`0,5`",
        DECIMAL_COMMA,
        2,
        "a",
    )
    yield refusal(
        "decimal-comma-thousands.csv",
        "dataset;a\nd1;1.000,5\n",
        "thousands points and a decimal comma",
        "a number",
        "`1.000,5`",
        NOT_A_NUMBER,
        2,
        "a",
    )
    yield refusal(
        "number-newline.csv",
        'dataset,a\nd1,"1\n"\n',
        "a line end in a number",
        "a number",
        "`1 `",
        NOT_A_NUMBER,
        2,
        "a",
    )
    yield refusal(
        "number-first-of-many.csv",
        "dataset,a,b\nd1,1,x\nd2,y,3\n",
        "the first in the order of rows",
        "a number",
        "`x`",
        NOT_A_NUMBER,
        2,
        "b",
    )
    yield refusal(
        "number-names-of-methods.csv",
        "task,algo,score\nd1,A,1\nd1,B,2\n",
        "a long table whose column of methods has an unusual name",
        "a number",
        "`A`",
        'Leave the column out, or if it names the methods, say so: classifier="algo".',
        2,
        "algo",
    )
    yield refusal(
        "number-before-missing.csv",
        "dataset,a,b\nd1,,1\nd2,1,x\n",
        "a word goes before a missing score",
        "a number",
        "`x`",
        NOT_A_NUMBER,
        3,
        "b",
    )
    yield refusal(
        "number-after-newline.csv",
        'dataset,a\n"d\n1",1\nd2,x\n',
        "lines inside quotes count",
        "a number",
        "`x`",
        NOT_A_NUMBER,
        4,
        "a",
    )
    yield refusal(
        "number-long-form.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,good\n",
        "a word in the long form",
        "a number",
        "`good`",
        NOT_A_NUMBER,
        3,
        "score",
    )
    yield refusal(
        "infinite-long-form.csv",
        "dataset,classifier,score\nd1,a,-inf\n",
        "infinite in the long form",
        "a finite number",
        "`-inf`",
        INFINITE,
        2,
        "score",
    )
    yield refusal(
        "number-columns-swapped.csv",
        "dataset,a,type\nd1,1,image\n",
        "a column of words is not a classifier",
        "a number",
        "`image`",
        NOT_A_NUMBER,
        2,
        "type",
    )


def missing() -> Iterator[dict[str, Any]]:
    def absent(
        file: str,
        text: str | None,
        why: str,
        n: int,
        dataset: str,
        classifier: str,
        line: int | None,
        column: str | None,
        **more: Any,
    ) -> dict[str, Any]:
        found = f"{n} missing, the first for dataset `{dataset}` and method `{classifier}`"
        return refusal(file, text, why, "every score", found, MISSING, line, column, **more)

    yield absent(
        "missing-one.csv", "dataset,a,b\nd1,1,2\nd2,3,\n", "one empty field", 1, "d2", "b", 3, "b"
    )
    yield absent(
        "missing-some.csv",
        "dataset,a,b\nd1,1,NA\nd2,nan,<NA>\n",
        "the first of three",
        3,
        "d1",
        "b",
        2,
        "b",
    )
    yield absent(
        "missing-long.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,\nd2,a,\nd2,b,2\n",
        "long form, empty fields",
        2,
        "d1",
        "b",
        3,
        "score",
    )
    yield absent(
        "missing-pair.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,2\nd2,a,3\n",
        "long form, a pair without a row",
        1,
        "d2",
        "b",
        None,
        None,
    )
    yield absent(
        "missing-table-order.csv",
        "dataset,classifier,score\nd1,a,1\nd2,b,\nd2,a,2\n",
        "the first in the order of the table, which has no row",
        2,
        "d1",
        "b",
        None,
        None,
    )
    yield absent(
        "missing-repeats.csv",
        "dataset,a\nd1,1\nd1,2\nd2,3\n",
        "unequal numbers of repeats",
        1,
        "d2",
        "a",
        None,
        None,
        repeats="mean",
    )
    yield absent(
        "missing-resample.csv",
        "dataset,classifier,resample,score\nd1,a,1,1\nd1,a,2,2\nd2,a,1,1\nd2,a,3,2\n",
        "the same number of repeats but other labels",
        2,
        "d1",
        "a",
        None,
        None,
        repeats="keep",
    )
    yield absent(
        "missing-resample-empty.csv",
        "dataset,resample,a\nd1,2,\nd1,1,2\nd2,1,\nd2,2,2\n",
        "an empty field in a repeat; order of the table",
        2,
        "d1",
        "a",
        2,
        "a",
        repeats="mean",
    )
    yield refusal(
        "missing-everywhere.csv",
        "dataset,a,b\nd1,,1\nd2,1,\n",
        "nothing is left",
        "at least one dataset without missing scores",
        "none",
        "Fill in the missing scores, or leave out a method.",
        missing="drop",
    )


def repeats() -> Iterator[dict[str, Any]]:
    wide = partial(refusal, expected="one row per dataset", hint=REPEATS)
    yield wide(
        "duplicate-dataset.csv",
        "dataset,a\nd1,1\nd2,2\nd1,3\n",
        "a dataset twice",
        found="several for `d1` (lines 2, 4)",
        line=4,
    )
    yield wide(
        "duplicate-same-row.csv",
        "dataset,a\nd1,1\nd1,1\n",
        "twice the same row",
        found="several for `d1` (lines 2, 3)",
        line=3,
    )
    yield wide(
        "duplicate-three.csv",
        "dataset,a\nx,1\ny,1\ny,1\nx,1\nx,1\n",
        "in order of first appearance",
        found="several for `x` (lines 2, 5, 6), `y` (lines 3, 4)",
        line=5,
    )
    yield wide(
        "duplicate-labelled.csv",
        "dataset,resample,a\nd1,1,1\nd1,2,1\n",
        "labels alone do not allow repeats",
        found="several for `d1` (lines 2, 3)",
        line=3,
    )
    yield wide(
        "duplicate-newline.csv",
        'dataset,a\n"d\n1",1\n"d\n1",1\n',
        "lines inside quotes count",
        found="several for `d 1` (lines 2, 4)",
        line=4,
    )
    yield wide(
        "duplicate-missing.csv",
        "dataset,a\nd1,\nd1,1\n",
        "a missing score does not hide a duplicate, nor does drop",
        found="several for `d1` (lines 2, 3)",
        line=3,
        missing="drop",
    )
    rows = "".join(f"d{i},1\n" for i in range(7)) * 6
    found = ", ".join(
        f"`d{i}` (lines {', '.join(str(2 + i + 7 * j) for j in range(5))}, ...)" for i in range(5)
    )
    yield wide(
        "duplicate-many.csv",
        "dataset,a\n" + rows,
        "five names and five lines are shown",
        found=f"several for {found} and 2 more",
        line=9,
    )
    pair = partial(refusal, expected="one row per dataset and method", hint=REPEATS)
    yield pair(
        "duplicate-pair.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,1\nd1,a,1\n",
        "a pair twice",
        found="several for `d1` and `a` (lines 2, 4)",
        line=4,
    )
    yield pair(
        "duplicate-pairs.csv",
        "dataset,classifier,score\nd1,b,1\nd1,a,1\nd1,a,1\nd1,b,1\n",
        "pairs in order of first appearance",
        found="several for `d1` and `b` (lines 2, 5), `d1` and `a` (lines 3, 4)",
        line=5,
    )
    same = partial(refusal, expected="every resample once", hint=SAME_RESAMPLE)
    text = "dataset,classifier,resample,score\nd1,a,1,1\nd1,a,2,1\nd1,a,2,2\nd1,a,1,2\n"
    found = "dataset `d1`, method `a`, resample `1` on lines 2, 5"
    for mode in ("error", "mean", "keep"):
        yield same(
            "duplicate-resample.csv",
            text,
            f"a resample twice, repeats={mode}",
            found=found,
            line=5,
            name=f"duplicate-resample-{mode}",
            repeats=mode,
        )
    yield same(
        "duplicate-resample-wide.csv",
        "dataset,resample,a\nd1,1,1\nd1,1,2\n",
        "a resample twice in the wide form",
        found="dataset `d1`, resample `1` on lines 2, 3",
        line=3,
        repeats="mean",
    )
    yield refusal(
        "mean-overflow.csv",
        "dataset,a\nd,1e308\nd,1e308\n",
        "the sum of the repeats overflows",
        "a mean within the range of doubles",
        "an overflow for dataset `d` and method `a`",
        "Rescale the scores.",
        repeats="mean",
    )


def told_apart() -> Iterator[dict[str, Any]]:
    rows = "".join(
        f"{dataset},{classifier},{metric},0.{i}\n"
        for i, (dataset, classifier, metric) in enumerate(
            (d, c, m) for d in "de" for c in "ab" for m in ("accuracy", "roc_auc")
        )
    )
    yield refusal(
        "repeats-metrics.csv",
        "dataset,classifier,.metric,score\n" + rows,
        "rows of two metrics are no repeats: nobody is advised to average them",
        "one row per dataset and method",
        "several for `d` and `a` (lines 2, 3), `d` and `b` (lines 4, 5), "
        "`e` and `a` (lines 6, 7), `e` and `b` (lines 8, 9)",
        "They differ in column `.metric` (`accuracy`, `roc_auc`): keep the rows of one metric, or, "
        "if it numbers repeats, name it as `resample`.",
        3,
    )


def names() -> Iterator[dict[str, Any]]:
    def alike(
        file: str, one: str, other: str, why: str, *, wide_header: bool = False
    ) -> dict[str, Any]:
        text = (
            f"dataset,{one},{other}\nd,1,2\n" if wide_header else f"dataset,a\n{one},1\n{other},2\n"
        )
        return refusal(
            file, text, why, "names that differ visibly", f"`{one}` and `{other}`", LOOK_ALIKE
        )

    yield alike("alike-dataset.csv", "caf\u00e9", "cafe\u0301", "NFC and NFD of one name")
    yield alike(
        "alike-classifier.csv",
        "e\u0301",
        "\u00e9",
        "NFD and NFC of one classifier",
        wide_header=True,
    )
    yield alike("alike-angstrom.csv", "\u212b", "\u00c5", "the sign and the letter")
    yield alike("alike-hangul.csv", "\ud55c", "\u1112\u1161\u11ab", "a syllable and its letters")
    yield alike("alike-order.csv", "q\u0307\u0323", "q\u0323\u0307", "marks in another order")
