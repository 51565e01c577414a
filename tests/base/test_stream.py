import ast
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pybench.base.errors import ArgumentError
from pybench.base.stream import integer, mersenne, stream, uniforms

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sorted((ROOT / "pybench").rglob("*.py"))


def test_the_same_names_give_the_same_numbers():
    assert stream(3, "a", 1).random(5).tolist() == stream(3, "a", 1).random(5).tolist()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((0, "a"), (1, "a")),
        ((0, "a", "b"), (0, "b", "a")),
        ((0, "ab"), (0, "a", "b")),
        ((0, "a", "b"), (0, 'a", "b')),
        ((0, "17"), (0, 17)),
        ((0, "a", 1, 2), (0, "a", 12)),
        ((0,), (0, "")),
        ((1, 2), (12,)),
        ((0, "é"), (0, "e\u0301")),
    ],
)
def test_other_names_give_other_numbers(one, other):
    assert integer(*one) != integer(*other)
    assert stream(*one).random() != stream(*other).random()


def test_numbers_are_those_of_another_process():
    # str.__hash__ differs from process to process; nothing here may depend on it.
    code = "from pybench.base.stream import integer; print(integer(-5, 'Ünï', 2))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert int(said.stdout) == integer(-5, "Ünï", 2)


def test_known_values():
    # Once published these numbers must stay: a result names its seed.
    assert integer(0, "fit", "random forest", "iris", 1) == 1096629425
    assert stream(0, "folds", "iris").integers(100, size=3).tolist() == [14, 60, 56]


def test_integers_fill_their_range_evenly():
    drawn = np.array([integer(0, "task", i) for i in range(4000)])
    assert drawn.min() >= 0
    assert drawn.max() < 2**31
    # Standard error of the mean of 4000 uniforms on [0, 1) is 0.0046; 4.5 of them.
    assert abs(drawn.mean() / 2**31 - 0.5) < 0.02


def test_numpy_integers_are_integers():
    assert integer(np.int64(4), "a", np.int32(2)) == integer(4, "a", 2)


@pytest.mark.parametrize("seed", [1.0, "1", None, True])
def test_a_seed_must_be_an_integer(seed):
    with pytest.raises(ArgumentError, match="`seed` must be an integer"):
        stream(seed, "a")


@pytest.mark.parametrize("name", [1.5, None, b"a", False])
def test_names_must_be_texts_or_integers(name):
    with pytest.raises(ArgumentError, match="`names` must be strings and integers"):
        integer(0, name)


def chance_taken(path: Path) -> list[str]:
    """Return uses of random generators that do not come from `stream`."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith(
            ("np.random.", "numpy.random.")
        ):
            found.append(f"{path.name}:{node.lineno} {ast.unparse(node)}")
        if isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names):
            found.append(f"{path.name}:{node.lineno} import random")
    return [item for item in found if "np.random.Generator" not in item]


def test_nobody_goes_round_this_door():
    others = [path for path in PYTHON if path.name != "stream.py"]
    assert [item for path in others for item in chance_taken(path)] == []
    assert chance_taken(ROOT / "pybench" / "base" / "stream.py") != []  # the search can find


GOLDEN = json.loads(
    Path(__file__).parents[1].joinpath("golden", "uniforms.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: f"{case['seed']}-{case['name']}")
def test_uniforms_are_the_upper_bits_of_philox(case):
    expected = [(int(word) >> 11) * 2.0**-53 for word in case["words"]]
    assert uniforms(case["seed"], case["name"], 0, 12).tolist() == expected
    for start in range(9):  # any part alone, whatever block it begins in
        assert (
            uniforms(case["seed"], case["name"], start, 3).tolist() == expected[start : start + 3]
        )


@pytest.mark.parametrize("seed", [2**53, -(2**53), 0.5, True, "1"])
def test_uniforms_refuse_a_seed_that_r_cannot_hold(seed):
    with pytest.raises(ArgumentError, match="`seed` must be"):
        uniforms(seed, "x", 0, 1)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, True, "1"])
def test_mersenne_refuses_a_seed_that_numpy_cannot_take(seed):
    with pytest.raises(ArgumentError, match="`seed` must be"):
        mersenne(seed)
