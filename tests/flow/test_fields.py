import inspect

import pytest
import yaml

import pybench as pb
from pybench.base.errors import StudyError
from pybench.flow.document import read_document
from pybench.flow.field import SOME
from pybench.flow.field_reader import Reader
from pybench.flow.fields import DATA, PARTS, RUN, TABLE, TOP

SECTIONS = {"": TOP, "data": DATA, "run": RUN, "published.t": TABLE}
SECTIONS |= {f"parts.{name}": form for name, form in PARTS.items()}
FIELDS = [(place, name, one) for place, form in SECTIONS.items() for name, one in form.items()]
#: Kind -> values that are of another kind.
WRONG = {
    "text": [7, True, ["a"], {"a": 1}, "", " "],
    "metric": [7, True, ["a"], {}, "", " "],
    "texts": [7, [], [1], {"a": 1}, [["a"]], "", " "],
    "whole": ["3", 2.5, True, [3], {"a": 1}, -1],
    "wholes": ["3", "a to b", "9 to 2", [], [2.5], [True], {"a": 1}, -1, [-1]],
    "number": ["x", True, [1], {"a": 1}, -1, float("nan"), float("inf"), "1e999"],
    "flag": ["true", 1, 0, [True], {"a": True}],
    "choice": ["none of them", 7, ["auto"], {"a": 1}],
    "path": ["not there", 7, ["a"], {"a": 1}],
    "datasets": ["not there", 7, [], [1], {"a": 1}],
    "estimators": ["not there", 7, ["a"], {}],
    "section": [7, "a", ["a"]],
    "tables": [7, "a", ["a"]],
    "parts": [7, "a", ["a"]],
}


def read(folder, form, said, place=""):
    file = folder / "s.yaml"
    file.write_text(yaml.safe_dump(said))
    return Reader(file).section(read_document(file), form, place)


def needed(form):
    """Return values for what has to be there."""
    values = {"text": "a", "section": {"a": 1}, "path": "s.yaml", "flag": True}
    return {name: values[one.kind] for name, one in form.items() if one.default is SOME}


@pytest.mark.parametrize("place", [place for place, form in SECTIONS.items() if form])
def test_what_holds_without_could_have_been_said(tmp_path, place):
    """Every default, written into the file, is read as itself; so is a file that says nothing."""
    form = SECTIONS[place]
    usual = {name: one.default for name, one in form.items() if one.default is not SOME}
    plain = {name: value for name, value in usual.items() if value != {}}
    said = {**needed(form), **plain}
    without = read(tmp_path, form, needed(form) or {next(iter(usual)): None})
    written = read(tmp_path, form, said)
    assert {name: written[name] for name in plain} == plain
    assert {name: without[name] for name in usual} == usual


@pytest.mark.parametrize(
    ("place", "name", "one"), FIELDS, ids=[f"{place}.{name}" for place, name, _ in FIELDS]
)
def test_values_of_another_kind_are_refused_by_name(tmp_path, place, name, one):
    full = f"{place}.{name}" if place else name
    for wrong in WRONG[one.kind]:
        with pytest.raises(StudyError) as caught:
            read(tmp_path, SECTIONS[place], {**needed(SECTIONS[place]), name: wrong}, place)
        # Of estimators, and of lists, it may be said more closely.
        assert caught.value.field == full, wrong
        assert caught.value.line, wrong


@pytest.mark.parametrize(
    ("place", "name", "one"),
    [one for one in FIELDS if one[2].low is not None],
    ids=[f"{place}.{name}" for place, name, one in FIELDS if one.low is not None],
)
def test_limits_themselves_are_within_unless_it_says_otherwise(tmp_path, place, name, one):
    form, number = SECTIONS[place], one.kind == "number"
    step = 1e-9 if number else 1
    for limit, out in ((one.low, one.low - step), (one.high, (one.high or 0) + max(step, 1e-6))):
        if limit is None:
            continue
        given = limit if number else int(limit)
        if limit in one.outside:
            with pytest.raises(StudyError, match=f"without .*{limit:g}"):
                read(tmp_path, form, {**needed(form), name: given})
            given = limit + (1e-9 if limit == one.low else -1e-9)
        found = read(tmp_path, form, {**needed(form), name: given})[name]
        assert found in (given, [given])
        with pytest.raises(StudyError):
            read(tmp_path, form, {**needed(form), name: out if number else int(out)})


def test_settings_are_those_of_the_functions_that_take_them():
    def takes(function, *others):
        return set(inspect.signature(function).parameters) | set(others)

    assert set(PARTS["comparison"]) <= takes(pb.compare)
    assert set(RUN) - {"measures"} <= takes(pb.run)
    assert "measures" in takes(pb.run_tables)
    assert set(TABLE) <= takes(pb.read_results, "file")
    of_datasets = ("target", "nominal", "kind", "procedure", "folds", "repeats", "created")
    assert set(of_datasets) <= takes(pb.Suite.create) & set(DATA)
    for name in ("folds", "repeats", "kind", "procedure"):
        assert DATA[name].default == inspect.signature(pb.Suite.create).parameters[name].default
    assert set(PARTS["landscape"]) == {
        *("side", "reduction", "regions", "rlen", "threshold", "weights"),
        *("stability", "stability_sizes"),
    }
    usual = inspect.signature(pb.compare).parameters
    assert all(PARTS["comparison"][name].default == usual[name].default for name in
               ("alpha", "rope"))  # fmt: skip


def test_each_field_says_what_it_is():
    for place, name, one in FIELDS:
        assert one.about.endswith((".", "...")), (place, name)
        assert hasattr(Reader, f"_{one.kind}"), one.kind
        assert bool(one.choices) == (one.kind == "choice"), (place, name)
        assert len(set(one.choices)) == len(one.choices)
