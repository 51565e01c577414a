import re

from pybench.flow.definition import read_definition
from pybench.flow.example import example
from pybench.flow.fields import DATA, METRIC, PARTS, RUN, TOP


def test_the_example_is_a_study_with_what_holds_without(tmp_path):
    file = tmp_path / "study.yaml"
    file.write_text(example())
    found = read_definition(file)
    assert found.source == "datasets"
    assert len(found.estimators) == 3
    assert found.parts == {
        name: {key: one.default for key, one in form.items()}
        for name, form in PARTS.items()
        if name not in ("metrics", "pareto", "items")  # their data are not given
    }


def test_every_field_is_in_the_example():
    text = example()
    sections = [TOP, DATA, RUN, METRIC, *PARTS.values()]
    for name in [name for form in sections for name in form] + list(PARTS):
        assert re.search(rf"(?m)^[# ]*{name}:", text), name


def test_with_every_comment_taken_away_it_still_reads(tmp_path):
    """All fields that belong to datasets, with the values that the example shows."""
    others = ("suite", "results", "higher_is_better", "metric", "missing", "series", "features",
              "target", "nominal", "format", "items", "item", "cluster")  # fmt: skip
    sections = [TOP, DATA, RUN, METRIC, PARTS, *PARTS.values()]
    known = {name for form in sections for name in form} | {
        "A published table",
        "forest",
        "seconds",
    }
    lines = []
    for line in example().splitlines()[4:]:
        if (said := re.match(r"^ *# *([\w. ]+):", line)) and said[1] in known:
            line = line.replace("# ", "", 1)
        if "parts:" in lines or not re.match(rf"^  ({'|'.join(others)}):", line):
            lines.append(line)
    (tmp_path / "theirs.csv").write_text("dataset,a,b\nx,1,2\ny,2,1\n")
    (tmp_path / "times.csv").write_text("dataset,a,b\nx,1,2\ny,2,1\n")
    file = tmp_path / "study.yaml"
    file.write_text("\n".join(lines))
    found = read_definition(file)
    assert found.asked
    assert list(found.parts) == list(PARTS)
    assert found.parts["protocol"]["sizes"] == list(range(2, 10))
    assert found.run["memory"] == "4G"
    assert list(found.published) == ["A published table"]
