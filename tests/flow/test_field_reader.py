import pytest
import yaml

from pybench.base.errors import StudyError
from pybench.flow.document import Node, read_document
from pybench.flow.field import Field
from pybench.flow.field_reader import Reader, described


@pytest.fixture
def value(tmp_path):
    """Return a function: a field and what YAML says of it -> its value."""
    file = tmp_path / "s.yaml"

    def read(field, text):
        file.write_text(f"# a study\nx: {text}\n")
        return Reader(file).section(read_document(file), {"x": field}, "top")["x"]

    return read


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", 1.0), ("0.25", 0.25), ("1e-3", 1e-3), ("1.5E+2", 150.0), ("+2e0", 2.0), ("0", 0.0),
     ("1.e3", 1000.0)],
)  # fmt: skip
def test_numbers(value, text, found):
    read = value(Field("number", 7.0, "x.", low=0), text)
    assert (read, type(read)) == (found, float)


@pytest.mark.parametrize(
    "text",
    [".nan", ".inf", "-.inf", "1e999", "-1e-3", "'0.5'", "true", "1_e3", "2026-01-01",
             "1" + "0" * 400],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_what_is_no_number(value, text):
    with pytest.raises(StudyError, match="expected a number, at least 0") as caught:
        value(Field("number", 7.0, "x.", low=0), text)
    assert (caught.value.field, caught.value.line) == ("top.x", 2)


@pytest.mark.parametrize("text", [".nan", ".inf", "1e999"])
def test_a_number_without_limits_is_one_still(value, text):
    with pytest.raises(StudyError, match="expected a number, found"):
        value(Field("number", 7.0, "x."), text)


def test_spans_are_those_of_range(value):
    field = Field("wholes", None, "x.", low=2)
    for low in range(7):
        for high in range(7):
            text = f"{low} to {high}"
            if 2 <= low <= high:
                assert value(field, text) == [n for n in range(7) if low <= n <= high]
            else:
                with pytest.raises(StudyError, match="at least 2"):
                    value(field, text)
    assert value(field, "3to5") == [3, 4, 5]


def test_lists_of_numbers_are_sorted_and_single(value):
    field = Field("wholes", None, "x.", low=1, high=9)
    assert value(field, "[9, 1, 9, 4]") == [1, 4, 9]
    assert value(field, "5") == [5]
    for text in ("[1, 10]", "0", "8 to 10", "[[1]]", "1 to 2 to 3"):
        with pytest.raises(StudyError, match="from 1 to 9"):
            value(field, text)


def test_texts_are_lists_of_them(value):
    field = Field("texts", ["a"], "x.")
    assert value(field, "one") == ["one"]
    assert value(field, "[b, a, b]") == ["b", "a", "b"]
    for text in ("[a, '']", "' '", "''", "[a, 1]", "{a: b}"):
        with pytest.raises(StudyError):
            value(field, text)


def test_a_metric_is_a_text_or_that_of_each_dataset(value):
    field = Field("metric", None, "x.")
    assert value(field, "AUC") == "AUC"
    assert value(field, "{iris: AUC, wine: loss}") == {"iris": "AUC", "wine": "loss"}
    for text in ("{}", "{iris: 1}", "{iris: ''}", "[AUC]", "1", "{iris: {a: b}}"):
        with pytest.raises(StudyError):
            value(field, text)


def test_nothing_said_is_the_default(value):
    assert value(Field("whole", 4, "x.", low=9), "") == 4
    assert value(Field("flag", None, "x."), "~") is None


def test_a_field_that_must_be_there_and_is_nothing(value):
    with pytest.raises(StudyError) as caught:
        value(Field("text", ..., "What it is."), "")
    assert caught.value.field == "top.x"
    assert "What it is." in caught.value.hint


@pytest.mark.parametrize(
    ("text", "hint"), [("fastr", "Did you mean `faster`?"), ("zzz", "Choose one of them.")]
)
def test_near_choices(value, text, hint):
    field = Field("choice", "faster", "x.", ("faster", "slow"))
    assert value(field, "slow") == "slow"
    with pytest.raises(StudyError) as caught:
        value(field, text)
    assert caught.value.hint == hint


def test_paths_are_those_of_the_folder_of_the_study(tmp_path, value, monkeypatch):
    monkeypatch.chdir("/")
    field = Field("path", None, "x.")
    (tmp_path / "inner").mkdir()
    assert value(field, "inner") == tmp_path / "inner"
    assert value(field, "./inner/../s.yaml").read_text().startswith("# a study")
    assert str(value(field, "pybench:demsar2006.csv")) == "pybench:demsar2006.csv"
    with pytest.raises(StudyError, match="a file or folder that is there"):
        value(field, "tmp")


def test_datasets(tmp_path, value):
    field = Field("datasets", None, "x.")
    assert value(field, "bundled") == ["*"]
    assert value(field, "[iris]") == ["iris"]
    assert value(field, ".") == tmp_path


def test_lines_of_what_is_said_are_kept(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text("a: 1\n\nb:\n  e: {m: k.K}\n  f:\n    n: k.K\n")
    reader, root = Reader(file), read_document(file)
    form = {name: Field("estimators", None, "x.") for name in "ef"}
    assert reader.section(root.value["b"], form, "b") == {"e": {"m": "k.K"}, "f": {"n": "k.K"}}
    assert reader.lines == {"b.e": 4, "b.e.m": 4, "b.f": 5, "b.f.n": 6}


def test_what_a_document_says_in_words():
    def node(text):
        return Node(yaml.safe_load(text), 1, {})

    words = {"{}": "no names", "[]": "an empty list", "{a: 1}": "names with values",
             "[1]": "a list", "~": "nothing", "true": "`true`",
             "3": "the number `3`", "x": "the string `x`",
             "2026-01-02": "a date, `2026-01-02`"}  # fmt: skip
    assert {text: described(node(text)) for text in words} == words
    assert "\x1b" not in described(Node("\x1b[31m", 1, {}))
