"""ARFF of series: read to the last bit and byte, or refused with line and column."""

from __future__ import annotations

import io
import math
from random import Random

import numpy as np
import pytest

from pybench.base.errors import SeriesError
from pybench.read import arff
from pybench.read.arff import read_arff
from pybench.seriesset.build import series_set

NAN = math.nan
HEAD = "@relation toy\n@attribute t0 numeric\n@attribute t1 numeric\n"


def toy(rows: str, levels: str = "{a,b}") -> str:
    """Return a file with the class in column 3 and its rows from line 6 on."""
    return f"{HEAD}@attribute class {levels}\n@data\n{rows}"


def nested(rows: str, points: int = 2) -> str:
    """Return a file with a relational attribute of some points."""
    inner = "".join(f"@attribute t{i} numeric\n" for i in range(points))
    head = f"@relation toy\n@attribute x relational\n{inner}@end x\n"
    return f"{head}@attribute class {{a,b}}\n@data\n{rows}"


# name -> (file, labels, series): one oddity each, which is no defect.
GOOD = {
    "plain": (toy("1,2,a\n3,4,b\n"), ["a", "b"], [[1, 2], [3, 4]]),
    "blanks": (toy(" 1 , 2 ,a \n"), ["a"], [[1, 2]]),
    "CRLF": (toy("1,2,a\n").replace("\n", "\r\n"), ["a"], [[1, 2]]),
    "comments and blank lines": (toy("% no\n\n1,2,a\n  % no\n"), ["a"], [[1, 2]]),
    "capitals": (toy("1,2,a\n").replace("@a", "@A").replace("num", "NUM"), ["a"], [[1, 2]]),
    "real and integer": (toy("1.5,2,a\n").replace("numeric", "real", 1), ["a"], [[1.5, 2]]),
    "missing": (toy("?,2,a\n"), ["a"], [[NAN, 2]]),
    "missing class": (toy("1,2,?\n"), [None], [[1, 2]]),
    "quoted question mark is a class": (toy("1,2,'?'\n", "{'?',b}"), ["?"], [[1, 2]]),
    "question mark inside a class": (toy("1,2,a?b\n", "{a?b}"), ["a?b"], [[1, 2]]),
    "quoted class with a blank": (toy("1,2,'a b'\n", "{'a b'}"), ["a b"], [[1, 2]]),
    "double quotes": (toy('1,2,"a,b"\n', "{'a,b'}"), ["a,b"], [[1, 2]]),
    "quotes here, none there": (toy("1,2,'a'\n", "{a}"), ["a"], [[1, 2]]),
    "no-break space": (toy("1,2,a\u00a0b\n", "{a\u00a0b}"), ["a\u00a0b"], [[1, 2]]),
    "control in quotes": (toy("1,2,'a\x0b'\n", "{'a\x0b'}"), ["a\x0b"], [[1, 2]]),
    "escaped quote": (toy("1,2,'it\\'s'\n", '{"it\'s"}'), ["it's"], [[1, 2]]),
    "escaped backslash": (toy("1,2,'a\\\\b'\n", "{'a\\\\b'}"), ["a\\b"], [[1, 2]]),
    "escaped unicode": (toy("1,2,'\\u00e9'\n", "{é}"), ["é"], [[1, 2]]),
    "braces in quotes": (toy("1,2,'{}'\n", "{'{}'}"), ["{}"], [[1, 2]]),
    "percent in quotes": (toy("1,2,'5%'\n", "{'5%'}"), ["5%"], [[1, 2]]),
    "classes that differ by case": (toy("1,2,A\n3,4,a\n", "{a,A}"), ["A", "a"], [[1, 2], [3, 4]]),
    "class first": (
        "@relation toy\n@attribute c {a}\n@attribute t0 real\n@attribute t1 real\n@data\na,1,2\n",
        ["a"],
        [[1, 2]],
    ),
    "class as text": (toy("1,2,'any thing'\n", "string"), ["any thing"], [[1, 2]]),
    "quoted name": (toy("1,2,a\n").replace("t0", "'t 0'"), ["a"], [[1, 2]]),
    "quoted relation": (toy("1,2,a\n").replace("toy", '"a b"'), ["a"], [[1, 2]]),
    "sparse": (toy("{0 1.5, 2 b}\n"), ["b"], [[1.5, 0]]),
    "sparse, first level": (toy("{1 2}\n"), ["a"], [[0, 2]]),
    "sparse, nothing": (toy("{}\n{ }\n"), ["a", "a"], [[0, 0], [0, 0]]),
    "sparse, missing and quoted": (toy("{0 ?,2 'b'}\n"), ["b"], [[NAN, 0]]),
    "usual and other rows": (
        toy("1,2,a\n{1 3}\n4,5,b\n6,7,'a'\n?,8,b\n9,1,b\n"),
        list("aababb"),
        [[1, 2], [0, 3], [4, 5], [6, 7], [NAN, 8], [9, 1]],
    ),
    "relational": (nested("'1,2\\n3,4',a\n"), ["a"], [[[1, 2], [3, 4]]]),
    "relational, one channel": (nested("'1,2',b\n"), ["b"], [[1, 2]]),
    "relational, missing": (nested("'?,2\\n3,4',a\n"), ["a"], [[[NAN, 2], [3, 4]]]),
    "relational, one point": (nested("'1\\n3',a\n", points=1), ["a"], [[[1], [3]]]),
}  # fmt: skip

# name -> (file, line, column, what the message says): one defect each.
BAD = {
    "empty": ("", None, None, "an empty file"),
    "no @relation": ("@attribute t0 numeric\n", 1, None, "@relation"),
    "no @data": (HEAD, 3, None, "@data"),
    "no series": (toy(""), None, None, "series after @data"),
    "comments alone": (toy("% 1,2,a\n"), None, None, "series after @data"),
    "two relations": ("@relation a\n@relation b\n", 2, None, "@attribute or @data"),
    "text before the header": ("1,2,a\n", 1, None, "@relation"),
    "unknown keyword": (HEAD + "@atribute c {a}\n", 4, None, "@attribute or @data"),
    "text after @data": (toy("1,2,a\n").replace("@data", "@data 1,2,a"), 5, None, "nothing after"),
    "no type": (HEAD + "@attribute c\n", 4, None, "no type"),
    "unknown type": (HEAD + "@attribute c float\n", 4, None, "`float`"),
    "date": (HEAD + '@attribute c date "yyyy"\n', 4, None, "Time stamps"),
    "attribute twice": (HEAD + "@attribute t0 numeric\n", 4, None, "`t0` twice"),
    "level twice": (toy("1,2,a\n", "{a,b,a}"), 4, None, "`a` twice"),
    "open braces": (toy("1,2,a\n", "{a,b"), 4, None, "a comma"),
    "text after braces": (toy("1,2,a\n", "{a,b} c"), 4, None, "nothing after `}`"),
    "no levels": (toy("1,2,a\n", "{}"), 4, None, "a value"),
    "level without comma": (toy("1,2,a\n", "{a b}"), 4, None, "a comma"),
    "missing as a level": (toy("1,2,a\n", "{a,?}"), 4, None, "in quotes"),
    "open quote in a level": (toy("1,2,a\n", "{a,'b}"), 4, None, "a closing quote"),
    "no class": (HEAD + "@data\n1,2\n", 4, None, "one class attribute"),
    "two classes": (toy("1,2,a\n").replace("t1 numeric", "t1 {1,2}"), 5, None, "`t1`, `class`"),
    "no series in a row": ("@relation r\n@attribute c {a}\n@data\na\n", 3, None, "series"),
    "undeclared level": (toy("1,2,a\n1,2,c\n"), 7, "3", "a declared class, found `c`"),
    "level of another case": (toy("1,2,A\n"), 6, "3", "`A`"),
    "undeclared level in quotes": (toy("1,2,'a '\n"), 6, "3", "`a `"),
    "quoted question mark, undeclared": (toy("1,2,'?'\n"), 6, "3", "`?`"),
    "quoted missing number": (toy("1,'?',a\n"), 6, "2", "quoted `?`"),
    "a word, then an undeclared level": (toy("1,x,a\n1,2,c\n"), 6, "2", "found `x`"),
    "a word, then another row": (toy("1,x,a\n{0 2}\n"), 6, "2", "found `x`"),
    "one value less": (toy("1,a\n"), 6, None, "expected 3 values, found 2"),
    "one value more": (toy("1,2,3,a\n"), 6, None, "found 4"),
    "comma at the end": (toy("1,2,a,\n"), 6, "4", "a value"),
    "empty value": (toy("1,,a\n"), 6, "2", "an empty field"),
    "blanks for commas": (toy("1 2 a\n"), 6, "1", "a comma"),
    "tabs for commas": (toy("1\t2\ta\n"), 6, "1", "a comma"),
    "a word": (toy("1,x,a\n"), 6, "2", "a number, found `x`"),
    "NaN": (toy("1,NaN,a\n"), 6, "2", "as ?"),
    "infinity": (toy("1,Infinity,a\n"), 6, "2", "a finite number"),
    "too large": (toy("-1e400,2,a\n"), 6, "1", "a finite number"),
    "open quote": (toy("1,2,'a\n"), 6, "3", "a closing quote"),
    "quote inside": (toy("1,2,a'b\n"), 6, "3", "a comma"),
    "text after a quote": (toy("1,2,'a'b\n"), 6, "3", "a comma"),
    "control without quotes": (toy("1,2,a\x0bb\n", "string"), 6, "3", "a comma"),
    "unknown escape": (toy("1,2,'\\q'\n"), 6, "3", "an escape"),
    "weight": (toy("1,2,a,{5}\n"), 6, "4", "Weights"),
    "sparse, place too large": (toy("{3 1}\n"), 6, None, "below 3"),
    "sparse, place twice": (toy("{0 1,0 2}\n"), 6, None, "rising places"),
    "sparse, places fall": (toy("{1 1,0 2}\n"), 6, None, "rising places"),
    "sparse, no value": (toy("{0}\n"), 6, None, "a position and a value"),
    "sparse, open": (toy("{0 1\n"), 6, "1", "a comma or `}`"),
    "sparse, weight": (toy("{0 1},{5}\n"), 6, None, "weights"),
    "sparse text": (toy("{0 1}\n", "string"), 6, "3", "Name it"),
    "NaN at the end": (toy("1,?,a\n"), 6, None, "trailing_nan"),
    "relational, unquoted": (nested("1,a\n"), 8, "1", "rows in quotes"),
    "relational, ragged": (nested("'1,2\\n3',a\n"), 8, "1", "1 in channel 2"),
    "relational, channel more": (nested("'1,2',a\n'1,2\\n3,4',a\n"), 9, None, "1 channel as in"),
    "relational, a word": (nested("'1,2\\n3,x',a\n"), 8, "1", "`x` at point 2 in channel 2"),
    "relational, not ended": (nested("").replace("@end x\n", ""), 5, None, "a numeric type"),
    "relational, other end": (nested("").replace("@end x", "@end y"), 5, None, "@end `x`"),
    "relational and more": (
        nested("").replace("@attribute class", "@attribute z real\n@attribute class"),
        8,
        None,
        "2 attributes",
    ),
    "relation in a relation": (
        "@relation r\n@attribute x relational\n@attribute y relational\n", 3, None, "relations"
    ),
}  # fmt: skip


@pytest.fixture(params=["at once", "one by one"])
def way(request, monkeypatch):
    """Read in blocks, or value by value."""
    if request.param == "one by one":
        monkeypatch.setattr(arff, "block", lambda *_: None)


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.usefixtures("way")
def test_read_exactly(name):
    text, labels, values = GOOD[name]
    n = np.atleast_2d(values[0]).shape[0]
    channels = ("value",) if n == 1 else tuple(f"channel_{i + 1}" for i in range(n))
    expected = series_set(values, dataset="d", split="train", label=labels, channels=channels)
    assert read_arff(text.encode(), dataset="d", split="train") == expected


@pytest.mark.parametrize("name", BAD)
@pytest.mark.usefixtures("way")
def test_refused_with_a_place(name):
    text, line, column, says = BAD[name]
    with pytest.raises(SeriesError) as caught:
        read_arff(text.encode(), dataset="d", file="d.arff")
    error = caught.value
    assert says in str(error)
    assert (error.file, error.line, error.column) == ("d.arff", line, column)
    assert error.hint


def test_there_are_enough_hostile_files():
    assert len(BAD) >= 30


def test_20000_levels_are_no_matter():
    names = [f"level {i}" for i in range(20_000)]
    quoted = [f"'{name}'" for name in names]
    rows = "".join(f"{i},1,{name}\n" for i, name in enumerate(quoted))
    found = read_arff(toy(rows, "{" + ",".join(quoted) + "}").encode(), dataset="d")
    assert found.label.tolist() == names


def test_padding_and_missing_values_look_alike():
    rows = toy("1,?,a\n1,2,b\n").encode()
    assert read_arff(rows, dataset="d", trailing_nan="padding").lengths.tolist() == [1, 2]
    assert read_arff(rows, dataset="d", trailing_nan="missing").lengths.tolist() == [2, 2]
    channels = nested("'1,?\\n2,?',a\n'1,?\\n2,3',a\n").encode()  # one channel alone: missing
    assert read_arff(channels, dataset="d", trailing_nan="padding").lengths.tolist() == [1, 2]


@pytest.mark.parametrize("name", ["ArrowHead", "BasicMotions", "GunPoint"])
def test_equal_to_aeon_on_what_it_ships(name):
    loaders = pytest.importorskip("aeon.datasets._data_loaders")
    from pathlib import Path

    path = Path(loaders.MODULE, "data", name, f"{name}_TRAIN.arff")
    values, labels = loaders.load_from_arff_file(str(path))
    found = read_arff(path.read_bytes(), dataset=name, split="train")
    assert np.array_equal(found.to_numpy(), values)
    assert found.label.tolist() == labels.tolist()


SCIPY_IS_RIGHT = (
    "plain", "blanks", "real and integer", "missing",
    "quotes here, none there", "classes that differ by case", "class first",
)  # fmt: skip


@pytest.mark.parametrize("name", SCIPY_IS_RIGHT)
def test_equal_to_scipy_where_it_is_right(name):
    from scipy.io.arff import loadarff

    text = GOOD[name][0]
    rows, meta = loadarff(io.StringIO(text))
    kinds = meta.types()
    points = [n for n, kind in zip(meta.names(), kinds, strict=True) if kind == "numeric"]
    label = next(n for n, kind in zip(meta.names(), kinds, strict=True) if kind == "nominal")
    found = read_arff(text.encode(), dataset="d")
    assert np.array_equal(found.flat(), np.array([list(row) for row in rows[points]]).ravel(), True)
    assert found.label.tolist() == [name.decode() for name in rows[label]]


def test_scipy_cannot_tell_a_quoted_question_mark_from_a_missing_class():
    from scipy.io.arff import loadarff

    text = toy("1,2,'?'\n1,2,?\n", "{'?',b}")
    rows, _ = loadarff(io.StringIO(text))
    assert rows["class"].tolist() == [b"?", b"?"]
    assert read_arff(text.encode(), dataset="d").label.tolist() == ["?", None]


def test_an_escaped_quote_of_a_class_is_a_quote():
    text = toy("1,2,'it\\'s'\n", "{'it\\'s',b}")
    assert read_arff(text.encode(), dataset="d").label.tolist() == ["it's"]


def test_aeon_writes_nan_into_the_names_of_classes(tmp_path):
    from aeon.datasets import load_from_arff_file

    path = tmp_path / "toy.arff"
    path.write_text(toy("1,2,a?b\n", "{a?b}"), encoding="utf-8")
    assert load_from_arff_file(str(path))[1].tolist() == ["aNaNb"]
    assert read_arff(path.read_bytes(), dataset="d").label.tolist() == ["a?b"]


MARKS = (b"'", b'"', b"\\", b"{", b"}", b"@", b"%", b"\n", b"\0", b",", b" ", b"?")
PIECES = (*MARKS, b"\xff", b"nan", b"e")


def outcome(data: bytes):
    """Return the set or what is refused."""
    try:
        return read_arff(data, dataset="d", file="f")
    except SeriesError as error:
        return error.to_dict()


@pytest.mark.parametrize("n", [2000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_mutants_are_read_or_refused_alike_in_both_ways(n, monkeypatch):
    seeds = [text.encode() for text, *_ in GOOD.values()]
    random, refused = Random(n), 0
    for _ in range(n):
        data = bytearray(random.choice(seeds))
        for _ in range(random.randint(1, 3)):
            # half of them in the rows, behind the header
            at = random.randrange(random.choice([0, len(data) * 3 // 4]), len(data))
            data[at : at + random.randint(0, 2)] = random.choice(PIECES)
        found = outcome(bytes(data))
        with monkeypatch.context() as patched:
            patched.setattr(arff, "block", lambda *_: None)
            assert outcome(bytes(data)) == found
        if isinstance(found, dict):
            refused += 1
            assert found["line"] is not None or found["found"] in ("none", "an empty file")
    assert n / 10 < refused < n * 0.98


@pytest.mark.parametrize("size", [1, 40, 10_000])
def test_where_blocks_end_does_not_matter(size, monkeypatch):
    monkeypatch.setattr(arff, "BLOCK", size)
    rows = [f"{i / 7!r},{i},{'ab'[i % 2]}" if i % 9 else "{1 2}" for i in range(200)]
    whole = read_arff(toy("\n".join(rows)).encode(), dataset="d")
    assert whole.label.tolist() == ["ab"[i % 2] if i % 9 else "a" for i in range(200)]
    assert whole.to_numpy()[:, 0, 0].tolist() == [i / 7 if i % 9 else 0 for i in range(200)]
    rows[151] = "1,x,a"
    with pytest.raises(SeriesError, match="found `x`") as caught:
        read_arff(toy("\n".join(rows)).encode(), dataset="d")
    assert (caught.value.line, caught.value.column) == (157, "2")
