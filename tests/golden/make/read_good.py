"""Cases of the results reader that give a table, stated by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Rows = list[list[float]]


def case(
    file: str,
    data: bytes | str | None,
    why: str,
    expected: dict[str, Any],
    *,
    name: str | None = None,
    **arguments: Any,
) -> dict[str, Any]:
    """Return one case; the direction is "higher" where a case does not say otherwise."""
    return {
        "name": name or file.partition(".")[0],
        "why": why,
        "file": file,
        "arguments": {"higher_is_better": True, **arguments},
        "data": data.encode() if isinstance(data, str) else data,
        **expected,
    }


def table(
    datasets: list[str],
    classifiers: list[str],
    scores: Rows,
    *,
    higher: bool = True,
    metric: str | None = None,
    by_repeat: list[Rows] | None = None,
    dropped: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return the expected table."""
    return {
        "table": {
            "datasets": datasets,
            "classifiers": classifiers,
            "scores": scores,
            "higher_is_better": higher,
            "metric": metric,
            "by_repeat": by_repeat,
            "dropped": list(dropped),
        }
    }


def mean(*values: float) -> float:
    """Return the correctly rounded mean of doubles, by rational arithmetic: sum, round, divide."""
    return float(sum(map(Fraction, values))) / len(values)


PLAIN = table(["d1", "d2"], ["a", "b"], [[0.5, 0.25], [0.75, 0.125]])


def cases() -> Iterator[dict[str, Any]]:
    """Yield every good case."""
    yield from plain()
    yield from names()
    yield from numbers()
    yield from missing()
    yield from long_form()
    yield from repeats()


def plain() -> Iterator[dict[str, Any]]:
    text = "dataset,a,b\nd1,0.5,0.25\nd2,0.75,0.125\n"
    yield case("wide.csv", text, "the plain wide form", PLAIN)
    yield case("wide-unnamed.csv", text.replace("dataset", "", 1), "an index of names", PLAIN)
    yield case(
        "wide-counts.csv",
        "dataset,X,nr\nd1,3,1\nd2,1,2\nd3,4,3\n",
        "small whole scores are no row numbers",
        table(["d1", "d2", "d3"], ["X", "nr"], [[3, 1], [1, 2], [4, 3]]),
    )
    yield case(
        "wide.csv",
        text,
        "metric and direction are kept",
        table(["d1", "d2"], ["a", "b"], [[0.5, 0.25], [0.75, 0.125]], higher=False, metric="error"),
        name="wide-lower-is-better",
        higher_is_better=False,
        metric="error",
    )
    yield case(
        "wide.csv",
        text,
        "wide asked for by name",
        PLAIN,
        name="wide-by-name",
        layout="wide",
        delimiter=",",
        encoding="utf-8",
    )
    yield case("wide-tab.tsv", text.replace(",", "\t"), "tabs are found", PLAIN)
    yield case("wide-tab.tsv", None, "a tab is given", PLAIN, name="wide-tab-given", delimiter="\t")
    yield case("wide-semicolon.csv", text.replace(",", ";"), "semicolons are found", PLAIN)
    yield case("wide-bar.txt", text.replace(",", "|"), "bars are found, ending .txt", PLAIN)
    yield case("WIDE-UPPER.CSV", text, "an ending in capitals", PLAIN)
    yield case("wide-crlf.csv", text.replace("\n", "\r\n"), "CRLF line ends", PLAIN)
    yield case("wide-mixed-ends.csv", text.replace("\n", "\r\n", 1), "LF and CRLF mixed", PLAIN)
    yield case("wide-mark.csv", b"\xef\xbb\xbf" + text.encode(), "UTF-8 byte-order mark", PLAIN)
    yield case(
        "wide-mark.csv",
        None,
        "byte-order mark before a quoted header",
        PLAIN,
        name="wide-mark-again",
        delimiter=",",
    )
    yield case(
        "wide-mark-quoted.csv",
        b"\xef\xbb\xbf" + text.replace("dataset", '"dataset"').encode(),
        "byte-order mark before a quote",
        PLAIN,
    )
    yield case("wide-no-final-newline.csv", text[:-1], "no newline at the end", PLAIN)
    yield case("wide-blank-end.csv", text + "\n\r\n\n", "empty lines at the end", PLAIN)
    yield case(
        "wide-all-quoted.csv",
        '"dataset","a","b"\n"d1","0.5","0.25"\n"d2","0.75","0.125"',
        "every field quoted, numbers too, no newline at the end",
        PLAIN,
    )
    yield case(
        "wide-dataset-last.csv",
        "a,b,dataset\n0.5,0.25,d1\n0.75,0.125,d2\n",
        "the dataset column may stand anywhere",
        PLAIN,
    )
    yield case(
        "wide-named-dataset.csv",
        text.replace("dataset", "problem"),
        "the dataset column has another name",
        PLAIN,
        dataset="problem",
    )
    yield case(
        "wide-one-cell.csv",
        "dataset,a\nd,1\n",
        "one dataset, one classifier",
        table(["d"], ["a"], [[1.0]]),
    )
    yield case(
        "wide-not-long.csv",
        "dataset,classifier,b\nd1,0.5,0.25\nd2,0.75,0.125\n",
        "a method called method, when wide is asked for",
        table(["d1", "d2"], ["classifier", "b"], [[0.5, 0.25], [0.75, 0.125]]),
        layout="wide",
    )
    yield case(
        "delimiter-by-rows.csv",
        "dataset,a;1,b\nd1,0.5,0.25\nd2,0.75,0.125\n",
        "two delimiters in the header, only one fits every row",
        table(["d1", "d2"], ["a;1", "b"], [[0.5, 0.25], [0.75, 0.125]]),
    )
    yield case(
        "delimiter-by-rows-semicolon.csv",
        "dataset;a,1;b\nd1;0.5;0.25\n",
        "a comma within a name, semicolons between",
        table(["d1"], ["a,1", "b"], [[0.5, 0.25]]),
    )
    yield case(
        "delimiter-in-quotes.csv",
        '"dataset;|",a\nd1,0.5\n',
        "delimiters within quotes are none",
        table(["d1"], ["a"], [[0.5]]),
        dataset="dataset;|",
    )
    yield case(
        "delimiter-rows-differ.csv",
        "dataset,a;b\nd1;x,0.5\nd2,0.25\n",
        "the delimiter is given where the rows would decide too",
        table(["d1;x", "d2"], ["a;b"], [[0.5], [0.25]]),
        delimiter=",",
    )
    yield case(
        "latin-1.csv",
        "dataset,k\xe9\nZ\xfcrich,0.5\n".encode("latin-1"),
        "latin-1, told",
        table(["Z\xfcrich"], ["k\xe9"], [[0.5]]),
        encoding="latin-1",
    )
    yield case(
        "cp1252.csv",
        b"dataset,a\x80\nd\x93x\x94,0.5\n",
        "cp1252, told",
        table(["d\u201cx\u201d"], ["a\u20ac"], [[0.5]]),
        encoding="cp1252",
    )


def names() -> Iterator[dict[str, Any]]:
    def one_column(file: str, datasets: list[str], why: str, quote: bool = False) -> dict[str, Any]:
        def written(text: str) -> str:
            return '"' + text.replace('"', '""') + '"' if quote else text

        rows = "".join(f"{written(name)},{i}\n" for i, name in enumerate(datasets))
        return case(
            file,
            "dataset,a\n" + rows,
            why,
            table(datasets, ["a"], [[float(i)] for i in range(len(datasets))]),
        )

    yield one_column(
        "names-unicode.csv",
        [
            "Z\u00fcrich",
            "e\u0301t\u00e9",
            "\u05e9\u05dc\u05d5\u05dd",
            "\u0645\u0631\u062d\u0628\u0627",
            "\U0001f600",
            "a\u200bb",
            "\ufeffmark",
            "\u4e2d\u6587",
            "\u202edrow",
            "\U00010348",
        ],
        "scripts, NFD alone, right to left, emoji, zero width, a mark inside",
    )
    yield one_column(
        "names-spaces.csv",
        [" a", "a ", "a", "a b", "a  b", " ", "  ", "\u00a0a"],
        "spaces are part of a name",
    )
    yield one_column(
        "names-words.csv",
        [
            "NA",
            "NaN",
            "nan",
            "TRUE",
            "FALSE",
            "NULL",
            "None",
            "<NA>",
            "N/A",
            "inf",
            "",
            "1",
            "1.0",
            "01",
            "1e3",
            "-",
            "#d",
            "# d",
            "d.1",
            "../x",
            "CON",
            "if",
            "dataset",
        ],
        "words and numbers are names like any other, the empty one too",
    )
    yield one_column(
        "names-formula.csv",
        ["=1+1", "+a", "-b", "@c", "=cmd|' /C calc'!A0", "'d"],
        "leading = + - @",
    )
    yield one_column(
        "names-breaks.csv",
        [
            "a\u2028b",
            "a\u2029b",
            "a\u0085b",
            "a\x0bb",
            "a\x0cb",
            "a\x1cb",
            "a\x1eb",
            "a\x7fb",
            "a\x01",
        ],
        "characters that some take for line ends are none",
    )
    yield one_column(
        "names-quoted.csv",
        ['say "x"', '"', '""', "a,b", "two\nlines", "two\r\nlines", "\n", "", ";|\t", "x' y"],
        "quotes, delimiters and line ends inside quotes",
        quote=True,
    )
    yield one_column("names-long.csv", ["x" * 500, "x" * 501, "\u00e9" * 300], "500 characters")
    yield one_column(
        "names-case.csv",
        ["a", "A", "\u0131", "i", "I", "\u0130", "\u00df", "ss", "\ufb01", "fi"],
        "case and compatibility forms differ visibly enough",
    )
    yield one_column(
        "names-tab-inside.csv", ["a\tb", "a;b", "a|b"], "other delimiters in names of rows"
    )
    yield case(
        "names-header.csv",
        'dataset,"two\nlines","say ""x""","a,b",=1+1, s ,NA,1\nd1,1,2,3,4,5,6,7\n',
        "awkward names of methods",
        table(
            ["d1"],
            ["two\nlines", 'say "x"', "a,b", "=1+1", " s ", "NA", "1"],
            [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]],
        ),
    )


def numbers() -> Iterator[dict[str, Any]]:
    spelled = [
        "1",
        "+1",
        "-1",
        "1.",
        ".5",
        "-.5",
        "1e3",
        "1E3",
        "1e+3",
        "1e-3",
        "1.e1",
        ".5e1",
        "007",
        "  0.5",
        "0.5 ",
        "\t0.5\t",
        " 0.5 ",
        "-0",
        "-0.0",
        "0e5",
        "1e-400",
        "-1e-400",
        "0.1e1",
        "00.10",
    ]
    values = [
        1.0,
        1.0,
        -1.0,
        1.0,
        0.5,
        -0.5,
        1000.0,
        1000.0,
        1000.0,
        0.001,
        10.0,
        5.0,
        7.0,
        0.5,
        0.5,
        0.5,
        0.5,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        0.1,
    ]
    rows = "".join(f"d{i},{text}\n" for i, text in enumerate(spelled))
    yield case(
        "numbers-spelled.csv",
        "dataset,a\n" + rows,
        "every spelling of a number; -0 becomes 0",
        table([f"d{i}" for i in range(len(spelled))], ["a"], [[value] for value in values]),
    )
    # Each pair is a decimal text and its nearest double, as the shortest text of that double.
    nearest = [
        ("0.1", 0.1),
        ("0.30000000000000004", 0.30000000000000004),
        ("0.299999999999999988897769753748", 0.3),
        ("0.9128205128205129", 0.9128205128205129),
        ("9007199254740993", 9007199254740992.0),
        ("9007199254740993.0000000000000000000001", 9007199254740994.0),
        ("2.2250738585072011e-308", 2.225073858507201e-308),
        ("2.2250738585072014e-308", 2.2250738585072014e-308),
        ("4.9406564584124654e-324", 5e-324),
        ("2.4703282292062327e-324", 0.0),
        ("2.4703282292062329e-324", 5e-324),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("1.7976931348623158e308", 1.7976931348623157e308),
        ("1.00000000000000011102230246251565404236316680908203125", 1.0),
        ("1.00000000000000011102230246251565404236316680908203124", 1.0),
        ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
        ("6.02214076e23", 6.02214076e23),
        ("123456789012345678901234567890", 1.2345678901234568e29),
        ("0." + "0" * 400 + "1e401", 1.0),
        ("1" + "0" * 400 + "e-400", 1.0),
    ]
    rows = "".join(f"d{i},{text}\n" for i, (text, _) in enumerate(nearest))
    yield case(
        "numbers-rounding.csv",
        "dataset,a\n" + rows,
        "the nearest double, ties to even",
        table([f"d{i}" for i in range(len(nearest))], ["a"], [[value] for _, value in nearest]),
    )


def missing() -> Iterator[dict[str, Any]]:
    tokens = ["", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>", '"NA"', '""']
    rows = "".join(f"m{i},0.5,{text}\n" for i, text in enumerate(tokens))
    yield case(
        "missing-tokens.csv",
        "dataset,a,b\n" + rows + "kept,0.5,0.25\n",
        "every missing token, dropped",
        table(
            ["kept"], ["a", "b"], [[0.5, 0.25]], dropped=tuple(f"m{i}" for i in range(len(tokens)))
        ),
        missing="drop",
    )
    yield case(
        "missing-order.csv",
        "dataset,a,b\nz,,1\nk,1,2\na,1,\nb,3,4\n",
        "dropped in the order of the table",
        table(["k", "b"], ["a", "b"], [[1.0, 2.0], [3.0, 4.0]], dropped=("z", "a")),
        missing="drop",
    )
    yield case(
        "wide.csv",
        None,
        "drop with nothing to drop",
        PLAIN,
        name="missing-drop-none",
        missing="drop",
    )


def long_form() -> Iterator[dict[str, Any]]:
    text = "dataset,classifier,score\nd1,a,0.5\nd1,b,0.25\nd2,b,0.125\nd2,a,0.75\n"
    yield case("long.csv", text, "the plain long form, rows in any order", PLAIN)
    yield case(
        "long.csv",
        text,
        "long asked for by name",
        PLAIN,
        name="long-by-name",
        layout="long",
        score="score",
    )
    yield case(
        "long-first-appearance.csv",
        "score,classifier,dataset\n1,b,z\n2,a,z\n3,a,k\n4,b,k\n",
        "order of first appearance, columns in any order",
        table(["z", "k"], ["b", "a"], [[1.0, 2.0], [4.0, 3.0]]),
    )
    extra = "dataset,classifier,seconds,accuracy,f1\nd1,a,x,0.5,0.1\nd1,b,,0.25,0.2\n"
    yield case(
        "long-extra.csv",
        extra,
        "the score is named like the metric, others are ignored",
        table(["d1"], ["a", "b"], [[0.5, 0.25]], metric="accuracy"),
        metric="accuracy",
    )
    yield case(
        "long-extra.csv",
        extra,
        "the score is named",
        table(["d1"], ["a", "b"], [[0.1, 0.2]]),
        name="long-score-named",
        score="f1",
    )
    yield case(
        "long-score-before-metric.csv",
        "dataset,classifier,accuracy,score\nd1,a,0.5,0.1\n",
        "a column score goes before one named like the metric",
        table(["d1"], ["a"], [[0.1]], metric="accuracy"),
        metric="accuracy",
    )
    yield case(
        "long-renamed.tsv",
        "problem\tmethod\tvalue\nd1\ta\t1\nd1\tb\t2\n",
        "every column has another name",
        table(["d1"], ["a", "b"], [[1.0, 2.0]]),
        dataset="problem",
        classifier="method",
        score="value",
    )
    yield case(
        "long-single-resamples.csv",
        "dataset,classifier,resample,score\nd1,a,7,1\nd2,a,8,2\n",
        "one row per pair: labels do not matter",
        table(["d1", "d2"], ["a"], [[1.0], [2.0]]),
    )
    yield case(
        "long-absent-drop.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,2\nd2,a,3\nd3,b,4\nd3,a,5\n",
        "an absent pair is a missing score",
        table(["d1", "d3"], ["a", "b"], [[1.0, 2.0], [5.0, 4.0]], dropped=("d2",)),
        missing="drop",
    )
    yield case(
        "long-names.csv",
        'dataset,classifier,score\n=d,NA,1\n=d,"x ""y""",2\n=d,,3\n=d,"l1\nl2",4\n',
        "awkward methods, the empty one too",
        table(["=d"], ["NA", 'x "y"', "", "l1\nl2"], [[1.0, 2.0, 3.0, 4.0]]),
    )


def repeats() -> Iterator[dict[str, Any]]:
    wide = "dataset,a,b\nd1,1,2\nd2,3,4\nd1,2,4\nd2,4,8\n"
    means = [[1.5, 3.0], [3.5, 6.0]]
    cube = [[[1.0, 2.0], [2.0, 4.0]], [[3.0, 4.0], [4.0, 8.0]]]
    yield case(
        "repeats-wide.csv",
        wide,
        "repeats without labels, averaged",
        table(["d1", "d2"], ["a", "b"], means),
        repeats="mean",
    )
    yield case(
        "repeats-wide.csv",
        None,
        "repeats without labels, kept in order of appearance",
        table(["d1", "d2"], ["a", "b"], means, by_repeat=cube),
        name="repeats-wide-keep",
        repeats="keep",
    )
    yield case(
        "repeats-wide-labels.csv",
        "dataset,resample,a\nd1,10,1\nd1,9,2\nd2,9,3\nd2,10,4\n",
        "numeric labels order the repeats",
        table(["d1", "d2"], ["a"], [[1.5], [3.5]], by_repeat=[[[2.0, 1.0]], [[3.0, 4.0]]]),
        repeats="keep",
    )
    yield case(
        "repeats-labels-text.csv",
        "dataset,resample,a\nd1,s10,1\nd1,s9,2\nd2,s9,3\nd2,s10,4\n",
        "other labels keep the order of first appearance",
        table(["d1", "d2"], ["a"], [[1.5], [3.5]], by_repeat=[[[1.0, 2.0]], [[4.0, 3.0]]]),
        repeats="keep",
    )
    yield case(
        "repeats-labels-equal.csv",
        "dataset,resample,a\nd1,1.0,1\nd1,-1,2\nd1,1,3\n",
        "labels equal as numbers differ as text and keep their order",
        table(["d1"], ["a"], [[2.0]], by_repeat=[[[2.0, 1.0, 3.0]]]),
        repeats="keep",
    )
    long = (
        "dataset,classifier,resample,score\n"
        "d1,a,2,1\nd1,a,1,2\nd1,a,10,4\nd1,b,1,8\nd1,b,2,16\nd1,b,10,32\n"
    )
    yield case(
        "repeats-long.csv",
        long,
        "long form with resamples, kept",
        table(
            ["d1"],
            ["a", "b"],
            [[mean(1, 2, 4), mean(8, 16, 32)]],
            by_repeat=[[[2.0, 1.0, 4.0], [8.0, 16.0, 32.0]]],
        ),
        repeats="keep",
    )
    yield case(
        "repeats-long.csv",
        None,
        "long form with resamples, averaged",
        table(["d1"], ["a", "b"], [[mean(1, 2, 4), mean(8, 16, 32)]]),
        name="repeats-long-mean",
        repeats="mean",
    )
    yield case(
        "repeats-long-unlabelled.csv",
        "dataset,classifier,score\nd1,a,1\nd1,b,2\nd1,b,3\nd1,a,5\n",
        "long form, repeats by order of appearance",
        table(["d1"], ["a", "b"], [[3.0, 2.5]], by_repeat=[[[1.0, 5.0], [2.0, 3.0]]]),
        repeats="keep",
    )
    yield case(
        "repeats-fold.csv",
        long.replace("resample", "fold"),
        "the label column has another name",
        table(["d1"], ["a", "b"], [[mean(1, 2, 4), mean(8, 16, 32)]]),
        repeats="mean",
        resample="fold",
    )
    yield case(
        "wide.csv",
        None,
        "keep where nothing repeats",
        table(
            ["d1", "d2"],
            ["a", "b"],
            [[0.5, 0.25], [0.75, 0.125]],
            by_repeat=[[[0.5], [0.25]], [[0.75], [0.125]]],
        ),
        name="repeats-keep-single",
        repeats="keep",
    )
    exact = [
        (1e16, 1.0, -1e16),
        (0.1,) * 10,
        (1e308, -1e308, 0.3),
        (0.1, 0.2, 0.3),
        (1.0, 1e-16, 1e-16),
        (0.7, 0.8, 0.9),
        (1.0, 2.0**-53, 2.0**-106),
    ]
    rows = "".join(
        f"d{i},{value!r}\n" for i, values in enumerate(exact[:1] + exact[2:]) for value in values
    )
    yield case(
        "repeats-exact-mean.csv",
        "dataset,a\n" + rows,
        "the sum is rounded once, then divided",
        table(
            [f"d{i}" for i in range(6)],
            ["a"],
            [[mean(*values)] for values in exact[:1] + exact[2:]],
        ),
        repeats="mean",
    )
    yield case(
        "repeats-tenths.csv",
        "dataset,a\n" + "d,0.1\n" * 10,
        "ten times 0.1 is 0.1 on average",
        table(["d"], ["a"], [[mean(*exact[1])]]),
        repeats="mean",
    )
    yield case(
        "repeats-negative-zero.csv",
        "dataset,a\nd,-0\nd,-0\n",
        "no negative zero leaves the reader",
        table(["d"], ["a"], [[0.0]], by_repeat=[[[0.0, 0.0]]]),
        repeats="keep",
    )
    yield case(
        "repeats-unequal-drop.csv",
        "dataset,a\nd1,1\nd1,3\nd2,5\n",
        "a repeat that is not there is missing",
        table(["d1"], ["a"], [[2.0]], by_repeat=[[[1.0, 3.0]]], dropped=("d2",)),
        repeats="keep",
        missing="drop",
    )
