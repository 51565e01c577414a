import json
import re

import pytest

from pybench.base.errors import LanguagesDisagree
from pybench.bridge.agreement import Agreement
from pybench.cli import main, validate
from pybench.comparison.validation import Validation

GOOD = Agreement("nemenyi.pvalues", 2e-15, 1e-9, False, 0.1, 0.1)
BAD = Agreement("nemenyi.pvalues", 2e-5, 1e-9, False, 0.1, 0.10002)
UNEQUAL = Agreement.of_equal("nemenyi.cliques", 1, 2)


def found(*rows):
    refused = (("wilcoxon [bergmann]", "at most 9"), ("page [exact]", "at most 9"))
    return Validation(tuple(("standard", row) for row in rows), refused, 4, 3)


@pytest.fixture
def answer(monkeypatch):
    def set_answer(*rows):
        monkeypatch.setattr("pybench.comparison.validation.validate", lambda *_, **__: found(*rows))

    return set_answer


@pytest.mark.parametrize(("rows", "code"), [((GOOD,), 0), ((GOOD, BAD), 6), ((UNEQUAL,), 6)])
@pytest.mark.parametrize("flag", [[], ["--json"], ["--quiet"]])
def test_exit_code_says_whether_they_agree(table, answer, capsys, rows, code, flag):
    answer(*rows)
    assert main.main(["validate", str(table), "--higher-is-better", *flag]) == code
    said = capsys.readouterr()
    if flag == ["--json"]:
        document = json.loads(said.out)
        assert document["agrees"] == (code == 0)
        assert len(document["result"]["rows"]) == len(rows)
    elif flag == ["--quiet"]:
        assert said.out == ""
    else:
        assert "nemenyi" in said.out
        assert ("[standard]" in said.out) == ("DIFFERS" in said.out) == (code == 6)
        assert "not compared: wilcoxon [bergmann], page [exact]" in said.out
    assert ("disagree" in said.err) == (code == 6 and flag != ["--json"])


def test_disagreement_is_named():
    with pytest.raises(LanguagesDisagree, match=r"1 of 2 quantities: nemenyi.pvalues: 2.00e-05"):
        validate.require_agreement(found(GOOD, BAD))


def test_without_r_is_3(pybench, table, no_r):
    done = pybench("validate", table, "--higher-is-better", **no_r)
    assert done.returncode == 3
    assert "expected R, found none" in done.stderr


def test_direction_and_input(pybench, table):
    assert pybench("validate", table).returncode == 2
    assert pybench("validate", "absent.csv", "--lower-is-better").returncode == 5


@pytest.mark.r
def test_python_and_r_agree(pybench, table):
    done = pybench("validate", table, "--higher-is-better")
    assert done.returncode == 0, done.stdout + done.stderr
    for function in ("friedman", "wilcoxon", "bayesian_signed_rank", "stability", "compare"):
        assert f"\n{function} " in "\n" + done.stdout
    assert 'repeats = "keep"' in done.stdout
    assert "DIFFERS" not in done.stdout


def test_what_was_computed_is_shown_where_the_file_cannot_be_written(
    table, answer, capsys, tmp_path, monkeypatch
):
    answer(GOOD)
    (tmp_path / "taken.csv").mkdir()
    asked = ["validate", str(table), "--higher-is-better", "--out", str(tmp_path / "taken.csv")]
    assert main.main(asked) == 3  # before anything is computed
    assert capsys.readouterr().out == ""
    # What was well before may not be so after: the disk is full.
    monkeypatch.setattr("pybench.store.atomic.require_writable", lambda _: None)
    assert main.main(asked) != 0
    assert "nemenyi" in capsys.readouterr().out
    assert main.main([*asked, "--json"]) != 0
    assert "error" in json.loads(capsys.readouterr().out)  # one document


def printed(capsys, monkeypatch, table, *, terminal):
    """Return the lines of the table that is printed where there is room for 40 characters."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("rich.console.Console.is_terminal", terminal)
    main.main(["validate", str(table), "--higher-is-better"])
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().out)
    return plain[plain.index("func") :].partition("\nDIFFERS ")[0].splitlines()


def test_a_log_has_room_for_every_column(table, answer, capsys, monkeypatch):
    answer(GOOD, BAD)
    (row,) = printed(capsys, monkeypatch, table, terminal=False)[1:]
    assert row.split() == ["nemenyi", "1", "pvalues", "2.0e-05", "1e-09", "DIFFERS"]


def test_a_narrow_terminal_folds_and_loses_no_column(table, answer, capsys, monkeypatch):
    answer(GOOD, BAD)
    lines = printed(capsys, monkeypatch, table, terminal=True)
    assert max(map(len, lines)) <= 40
    row = next(place for place, line in enumerate(lines) if line.startswith("nemen"))
    told = "".join("".join(lines[row:]).split())  # each cell in two lines, none of it cut off
    assert sorted(told) == sorted("nemenyi1pvalues2.0e-051e-09DIFFERS")
