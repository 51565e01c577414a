import json

import pytest

import pybench as pb

PYTHON = ("--engine", "python")
ROWS = "item,text,a,b\n" + "".join(
    f"q{i},t{i % 5},{int(i % 3 > 0)},{int(i % 4 == 0)}\n" for i in range(30)
)


@pytest.fixture
def answers(tmp_path):
    file = tmp_path / "answers.csv"
    file.write_text(ROWS, encoding="utf-8")
    return file


@pytest.mark.parametrize("cluster", [(), ("--cluster", "text")])
def test_compare_says_what_the_library_returns(pybench, answers, cluster):
    if not cluster:
        answers.write_text(ROWS.replace("text", "cluster"), encoding="utf-8")
    options = ("--higher-is-better", "--rope", "0.1", "--csv", "pairs.csv", *cluster, *PYTHON)
    done = pybench("items", "compare", answers, *options)
    assert (done.returncode, done.stderr) == (0, "")
    name = "text" if cluster else "cluster"
    items = pb.read_items(answers, higher_is_better=True, cluster=name)
    expected = pb.compare_items(items, rope=0.1)
    assert done.stdout == f"{expected}\nWritten: pairs.csv\n"
    text = (answers.parent / "pairs.csv").read_text(encoding="utf-8")
    assert text.splitlines()[0].startswith("classifier_1,")
    assert len(text.splitlines()) == 2


def test_json_is_the_result(pybench, answers):
    options = ("--lower-is-better", "--test", "sign_flip", "--alpha", "0.1", "--json", *PYTHON)
    done = pybench("items", "compare", answers, "--cluster", "text", *options)
    assert (done.returncode, done.stderr) == (0, "")
    items = pb.read_items(answers, higher_is_better=False, cluster="text")
    expected = pb.compare_items(items, "sign_flip", alpha=0.1)
    assert json.loads(done.stdout)["result"] == json.loads(json.dumps(expected.to_dict()))


def test_needed(pybench, answers):
    options = ("--higher-is-better", "--cluster", "text", "--difference", "0.1", *PYTHON)
    done = pybench("items", "needed", answers, *options)
    assert (done.returncode, done.stderr) == (0, "")
    items = pb.read_items(answers, higher_is_better=True, cluster="text")
    assert done.stdout == f"{pb.items_needed(items, 0.1)}\n"


def test_several_logs(pybench, tmp_path):
    for name, value in (("one", "C"), ("two", "I")):
        samples = [{"id": i, "epoch": 1, "scores": {"match": {"value": value}}} for i in range(3)]
        log = {"status": "success", "eval": {"task": "t", "model": name}, "samples": samples}
        (tmp_path / f"{name}.json").write_text(json.dumps(log), encoding="utf-8")
    done = pybench("items", "compare", "one.json", "two.json", "--higher-is-better", *PYTHON)
    assert done.returncode == 0
    assert "no interval  no t-test" in done.stdout  # the difference does not vary


@pytest.mark.parametrize(
    ("options", "code", "text"),
    [
        ((), 2, "--higher-is-better or --lower-is-better"),
        (("--higher-is-better", "--cluster", "x"), 5, "column `x`"),
        (("--higher-is-better", "--test", "mcnemar", "--cluster", "text"), 2, "not clusters"),
        (("--higher-is-better", "--cluster", "text", "--only", "x"), 2, "`dataset`"),
        (("--higher-is-better", "--test", "z"), 2, "mcnemar"),
    ],
)
def test_errors(pybench, answers, options, code, text):
    done = pybench("items", "compare", answers, *options, *PYTHON)
    assert done.returncode == code
    assert text in done.stderr.replace("\n", " ")


def test_names_with_markup_and_escapes_have_no_effect(pybench, tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("item,[red]a[/red],\x1b[31mb\nq,1,0\nr,0,1\ns,1,1\n", encoding="utf-8")
    done = pybench("items", "compare", file, "--higher-is-better", *PYTHON)
    assert done.returncode == 0
    assert "[red]a[/red]" in done.stdout
    assert "\x1b" not in done.stdout
