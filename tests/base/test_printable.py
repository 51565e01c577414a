"""Which columns, digits, bold cells and notes the table of a result has."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.tables import NONE
from tests.reporting.makers import MAKERS, SCORES

GOLDEN = Path(__file__).parents[1] / "golden"
MADE = runpy.run_path(str(GOLDEN / "make" / "tables.py"))


@pytest.mark.parametrize("case", MADE["CASES"], ids=lambda case: case["name"])
def test_tables_are_those_of_the_files(case):
    expected = (GOLDEN / "tables" / f"{case['name']}.txt").read_text(encoding="utf-8")
    assert MADE["text"](case) == expected, (
        "if the text is meant to change: python tests/golden/make/tables.py"
    )


def test_every_file_belongs_to_a_case():
    names = [case["name"] for case in MADE["CASES"]]
    assert sorted(path.stem for path in (GOLDEN / "tables").glob("*.txt")) == sorted(names)


QUICK = ["results-table", "study", "som", "suite-check", "swaps", "stability", "feature-table"]


@pytest.mark.parametrize("kind", QUICK)
def test_every_result_has_its_table_in_every_form(kind):
    table = MAKERS[kind]().to_table()
    lines = table.to_markdown().splitlines()
    assert lines[0].count(" | ") == len(table.header) - 1
    assert table.to_html().count("<tr>") == 1 + len(table.rows) + len(table.foot)
    assert table.to_excel()[:2] == b"PK"
    assert table.to_csv().count("\n") == 1 + len(table.rows)


def scores(values, **options):
    n, k = np.shape(values)
    names = [[f"{letter}{i}" for i in range(size)] for letter, size in (("d", n), ("m", k))]
    options = {"higher_is_better": True, **options}
    return pb.read_results(values, datasets=names[0], classifiers=names[1], **options)


def test_best_scores_ranks_and_means_are_bold_in_both_directions():
    values = [[0.5, 0.25, 0.5], [0.75, 0.125, 0.5]]
    high = scores(values).to_table()
    assert high.bold == {(0, 1), (0, 3), (1, 1), (2, 1), (3, 1)}
    low = scores(values, higher_is_better=False).to_table()
    assert low.bold == {(0, 2), (1, 2), (2, 2), (3, 2)}
    assert [row.cells for row in high.foot] == [
        ("mean", 0.625, 0.1875, 0.5),
        ("mean rank", 1.25, 3.0, 1.75),
    ]
    assert scores(values).to_table(bold=False).bold == frozenset()


def test_mean_ranks_are_those_of_ranks():
    ranks = pb.ranks(SCORES).mean()
    found = SCORES.to_table().foot[1].cells[1:]
    assert found == pytest.approx([ranks[name] for name in SCORES.classifiers], rel=1e-14)


def test_a_missing_score_is_a_dash_and_there_are_no_mean_ranks():
    table = scores([[0.5, np.nan], [0.75, 0.25]], missing="keep").to_table()
    assert list(table.texts()) == [("d0", "0.50", NONE), ("d1", "0.75", "0.25")]
    assert table.foot == ()
    assert any("no mean ranks" in note for note in table.notes)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.5, 0.25], ["0.50", "0.25"]),
        ([1 / 3, 123.456], ["0.3", "123.5"]),
        ([12345.678, 1.0], ["12346", "1"]),
        ([2e-5, 1e-7], ["2.0e-5", "1.0e-7"]),
        ([0.0, 0.0], ["0", "0"]),
        ([3.0, 1000000.0], ["3", "1000000"]),
    ],
)
def test_a_column_has_four_digits_of_its_largest_number(values, texts):
    table = scores([[value] for value in values]).to_table(notes=False)
    assert [row[1] for row in table.texts()][:2] == texts


def test_decimals_are_those_asked_for():
    test = pb.wilcoxon(SCORES)
    assert next(test.to_table(decimals=2).texts())[2:5] == ("6.50", "0.007", "0.044")
    assert next(test.to_table(decimals={"pvalue": 5}).texts())[2:5] == ("6.5", "0.007", "0.04395")
    with pytest.raises(pb.ArgumentError, match="`decimals` must name columns of the table"):
        test.to_table(decimals={"p": 5})
    with pytest.raises(pb.ArgumentError, match="`decimals` must be a whole number from 0 to 12"):
        pb.coverage(["a", "b"], [0, 1]).to_table(decimals=13)


def test_columns_are_chosen_ordered_and_renamed():
    test = pb.wilcoxon(SCORES)
    table = test.to_table({"pvalue": "$p$", "classifier_1": ""}, notes=False)
    assert table.header == ("$p$", "method")
    assert "{}\\$p\\$ & method" in table.to_latex()
    assert [at for at in table.bold if at[1] == 0] == [(0, 0)]
    for wrong in (["p"], [], ["pvalue", "w"]):
        with pytest.raises(pb.ArgumentError, match="`columns` must name columns of the table"):
            test.to_table(wrong)


def test_notes_are_about_the_columns_shown_and_what_is_bold():
    test = pb.wilcoxon(SCORES)
    assert [note[:4] for note in test.to_table().notes][:2] == ["Bold", "Bett"]
    assert not any(
        note.startswith(("Bold", "Better")) for note in test.to_table(["statistic"]).notes
    )
    assert test.to_table(notes=False).notes == ()


def test_a_table_of_some_methods_says_what_bold_and_ranks_compare():
    names = list(SCORES.classifiers)
    told = "2 of 4 methods are shown; best scores and ranks are among all 4."
    assert told in SCORES.to_table(["dataset", *names[:2]]).notes
    for whole in (SCORES.to_table(), SCORES.to_table(["dataset", *names[::-1]])):
        assert not any("are shown" in note for note in whole.notes)
    assert not any("are shown" in note for note in SCORES.to_table(["dataset"]).notes)


def test_letters_are_shared_exactly_by_those_that_do_not_differ():
    shown = pb.critical_difference(SCORES, test="wilcoxon")
    letters = shown.letters()
    for i, one in enumerate(letters):
        for j, other in enumerate(letters):
            if i != j:
                assert bool(set(one) & set(other)) != shown.significant[i, j]
    assert "letters" not in shown.to_table(letters=False).header
    whole = pb.compare(SCORES, mcm=False)
    diagram, table = whole.critical_difference, whole.to_table(["classifier", "letters"])
    assert dict(table.rows) == dict(zip(diagram.classifiers, diagram.letters(), strict=True))


def test_a_bar_of_another_convention_is_no_letter():
    t = scores([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
    shown = pb.critical_difference(t, convention="scmamp")
    if shown.letters() is None:
        assert any("Letters cannot" in note for note in shown.to_table().notes)
    else:
        assert set(shown.letters()) == {"a"}


def test_long_names_are_cut_alike_in_cells_and_headers():
    table = scores([[1.0, 2.0]]).to_table(max_label=3)
    assert table.header == ("dataset", "m0", "m1")
    test = pb.wilcoxon(SCORES).to_table(max_label=6)
    assert {row[1] for row in test.rows} >= {row[5] for row in test.rows} - {NONE}
    with pytest.raises(pb.ArgumentError, match="`max_label` must be a whole number from 3"):
        pb.wilcoxon(SCORES).to_table(max_label=2)


def test_columns_of_data_keep_their_names():
    assert "hodges lehmann low" in pb.effects(SCORES).to_table().header
    data = pd.DataFrame(np.eye(3), columns=["x_1", "x_2", "x_3"])
    frame = pb.scale_features(data, dataset=list("abc"))
    assert frame.to_table().header == ("dataset", "x_1", "x_2", "x_3")


def test_a_method_may_be_called_as_a_column():
    names = ["dataset", "classifier", "datasets"]
    t = pb.read_results(
        [[3.0, 2.0, 1.0]] * 3, higher_is_better=True, datasets=["x", "y", "z"], classifiers=names
    )
    assert t.to_table().header == ("dataset", *names)
    assert t.to_table().rows[0] == ("x", 3.0, 2.0, 1.0)
    assert pb.wilcoxon(t).to_table().header[:2] == ("method", "other method")


def test_a_result_without_a_table_says_so():
    with pytest.raises(TypeError, match="empty table"):
        MAKERS["validation"]().to_table()
