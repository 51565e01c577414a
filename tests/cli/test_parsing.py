"""What is said on the command line about suites -> values."""

from __future__ import annotations

import pytest

from pybench.base.errors import ArgumentError, InputError
from pybench.cli.parsing import parse_keep, parse_range, read_about, read_rows, split_names


def test_words_for_yes_and_no(tmp_path):
    words = {"yes": True, "TRUE": True, "1": True, "no": False, "False": False, "0": False}
    (tmp_path / "f.csv").write_text("dataset,holds\n" + "".join(f"d,{word}\n" for word in words))
    assert [row["holds"] for row in read_rows(tmp_path / "f.csv")] == list(words.values())


def test_a_table_of_results_is_none_of_qualities(pybench, tmp_path):
    (tmp_path / "long.csv").write_text("dataset,classifier,score\na,x,1\na,y,2\nb,x,3\n")
    done = pybench("suite", "create", "long.csv", "s")
    assert done.returncode == 2
    assert "one row per dataset; these datasets have several: `a`" in done.stderr
    (tmp_path / "gap.csv").write_text("dataset,NumberOfInstances\na,1\n,2\n")
    done = pybench("suite", "create", "gap.csv", "s")
    assert done.returncode == 2
    assert "has a missing name" in done.stderr


def test_lists_and_ranges():
    assert split_names(" a, b ,,c ") == ["a", "b", "c"]
    assert split_names(None) == []
    assert split_names(' "a, b" ,c," d ","say ""e""",f"g') == ["a, b", "c", " d ", 'say "e"', 'f"g']
    found = parse_range("NumberOfClasses=2..")
    assert (found.quality, found.low, found.high) == ("NumberOfClasses", 2.0, None)
    for text in ("NumberOfClasses", "=1..2", "a=1", "a=x..2"):
        with pytest.raises(ArgumentError, match="QUALITY=LOW"):
            parse_range(text)


def test_what_is_said_of_datasets(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,licence,tags\none,CC0,x;y\ntwo,,\n")
    assert read_about(tmp_path / "a.csv") == {
        "one": {"licence": "CC0", "tags": ["x", "y"]},
        "two": {},
    }
    assert read_about(None) == {}


def test_names_or_the_result_of_a_file(tmp_path):
    assert parse_keep("a,b") == ["a", "b"]
    assert parse_keep(None) is None
    with pytest.raises(InputError):
        parse_keep(str(tmp_path / "none.json"))
