import json

import pytest

import pybench as pb
from pybench.cli.main import main
from pybench.reporting.numbers import document


@pytest.fixture
def file(tmp_path, make_table):
    table = make_table([[1, 2], [2, 1], [3, 1]])
    file = tmp_path / "friedman.json"
    file.write_bytes(document(pb.friedman(table).to_dict()))
    return file


def run(capsys, *arguments):
    code = main(["report", *map(str, arguments)])
    return code, capsys.readouterr()


def test_results_become_a_page(capsys, file, tmp_path):
    code, said = run(capsys, file, "--out", tmp_path / "x.html", "--title", "[bold]Mine")
    assert (code, said.out) == (0, f"Report: {tmp_path / 'x.html'}\n")
    assert "[bold]Mine" in (tmp_path / "x.html").read_text("utf-8")


def test_json_and_quiet(capsys, file, tmp_path):
    code, said = run(capsys, tmp_path, "--out", tmp_path / "out", "--json")
    assert code == 0
    assert json.loads(said.out) == {"files": [str(tmp_path / "out" / "index.html")]}
    assert run(capsys, file, "--out", tmp_path / "out", "--quiet")[1].out == ""


def test_what_is_no_result_is_refused(capsys, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    code, said = run(capsys, tmp_path / "x.json", "--out", tmp_path / "out")
    assert (code, (tmp_path / "out").exists()) == (5, False)
    assert "a result of pybench" in said.err
