import pytest

from pybench.base.errors import StudyError
from pybench.flow.document import MOST_NODES, read_document


def read(tmp_path, text):
    file = tmp_path / "s.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_document(file)


def test_values_know_their_lines(tmp_path):
    root = read(tmp_path, "a: 1\nb:\n  c: [x, 2.5]\n  d: true\n")
    assert root.plain() == {"a": 1, "b": {"c": ["x", 2.5], "d": True}}
    inner = root.value["b"]
    assert (root.keys, inner.keys) == ({"a": 1, "b": 2}, {"c": 3, "d": 4})
    assert [node.line for node in inner.value["c"]] == [3, 3]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "an empty file"),
        ("# nothing\n", 1, "an empty file"),
        ("a: 1\nb: [1, 2\n", 3, "expected ',' or ']'"),
        ("a: 1\n\tb: 2\n", 2, "cannot start any token"),
        ("a: 1\nb: 2\na: 3\n", 3, "`a` on lines 1 and 3"),
        ("a: 1\n? [x]\n: 2\n", 2, "a sequence"),
        ("a: !!python/object/apply:os.system [echo]\n", 1, "python/object/apply"),
        ("a: 1\nb: !!python/name:os.system x\n", 2, "python/name:os.system"),
        ("a: 2026-13-45\n", 1, "month must be in 1..12"),
        ("a: 1\n---\nb: 2\n", 2, "another document"),
        (b"a: \xff\n", None, "can't decode"),
    ],
)
def test_what_is_no_study_is_refused_where_it_is(tmp_path, text, line, said):
    with pytest.raises(StudyError) as caught:
        read(tmp_path, text)
    error = caught.value
    assert (error.file, error.line, error.exit_code) == (str(tmp_path / "s.yaml"), line, 5)
    assert said in error.found
    assert str(error).startswith(f"{error.file}:{'' if line is None else f'{line}:'} ")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(StudyError, match="none of that name"):
        read_document(tmp_path / "s.yaml")
    with pytest.raises(StudyError, match="a folder"):
        read_document(tmp_path)


def test_a_bomb_is_refused(tmp_path):
    """Ten names, each ten times the one before: 10^9 values in 400 bytes."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    with pytest.raises(StudyError, match=f"at most {MOST_NODES} values"):
        read(tmp_path, "\n".join(lines))
    with pytest.raises(StudyError, match="an anchor that contains itself"):
        read(tmp_path, "a: &a [*a]\n")
