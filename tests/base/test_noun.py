"""The user's word for what is compared."""

import pytest

import pybench as pb
from pybench.base.noun import noun, nouns, said, saying
from pybench.base.text import counted
from pybench.plot.critical_difference_text import diagram_texts
from pybench.reporting.comparison import part
from pybench.reporting.frame import page
from pybench.table import results_table

NAMES = ["our method", "b", "c", "methods"]


@pytest.fixture
def table():
    scores = [[1, 2, 3, 4 + i / 7] for i in range(12)]
    names = [f"d{i}" for i in range(12)]
    return results_table(scores, names, NAMES, higher_is_better=True)


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("model", "Methods differ; a method, the method's methods.", "Models differ; a model, the "
         "model's models."),
        ("algorithm", "A method and a Method", "An algorithm and an Algorithm"),
        ("class/classes", "other methods of one method", "other classes of one class"),
        ("model", 'use method = "exact" or the method', 'use method = "exact" or the model'),
        ("model", "methodical", "methodical"),
        ("method", "a method", "a method"),
    ],
)  # fmt: skip
def test_words_of_a_text(word, text, expected):
    with saying(word):
        assert said(text) == expected
    assert said(text) == text


def test_counts():
    with saying("class/classes"):
        assert counted(1, "method") == "1 class"
        assert counted(2, "other method") == "2 other classes"


def test_a_word_lasts_until_it_is_replaced_even_after_an_error():
    with saying("model"):
        assert (noun(), nouns()) == ("model", "models")
    with pytest.raises(ZeroDivisionError), saying("model"):
        1 / 0  # noqa: B018
    assert (noun(), nouns()) == ("method", "methods")
    try:
        pb.options.noun = "ox/oxen"
        assert nouns() == "oxen"
        assert pb.options.noun == "ox/oxen"
        with saying(None):
            assert nouns() == "oxen"
    finally:
        pb.options.noun = None
    assert pb.options.noun == "method"


@pytest.mark.parametrize("word", ["", "/", "a/b/c", "<b>", "2nd", "x" * 41, 3, "model\n"])
def test_other_words_are_refused(word):
    with pytest.raises(pb.ArgumentError, match="`noun` must be a word such as"):
        pb.options.noun = word
    assert noun() == "method"


def test_names_keep_their_words_and_results_their_conclusions(table):
    plain = pb.compare(table, engine="python")
    with saying("model"):
        found = pb.compare(table, engine="python")
        told, shown = found.told(), str(found)
        diagram = diagram_texts(found.critical_difference).footnote
        html, notebook = page(part(found)), found._repr_html_()
    assert "not all 4 models perform alike" in notebook
    assert "4 methods" not in notebook
    assert found.conclusions == plain.conclusions == plain.told()
    assert told != plain.conclusions
    assert "not all 4 models perform alike" in told[0]
    assert "our method" in "".join(told)
    assert shown.startswith("Comparison of 4 models on 12 datasets")
    assert "our method" in shown
    assert "model" in diagram
    assert "Which models differ?" in html
    for name in NAMES:
        html = html.replace(name, "")
    # What is left are names of sections, of arguments and in references.
    assert "methods differ" not in html


def test_every_printed_summary_and_table_has_the_word(table):
    table = table.select(classifiers=["b", "c", "our method"])
    results = [
        pb.friedman(table), pb.nemenyi(table), pb.wilcoxon(table), pb.effects(table),
        pb.kendall_w(table), pb.multi_comparison(table), pb.rank_intervals(table),
        pb.bayesian_sign(table), pb.quade(table), pb.contrasts(table),
        pb.pareto(table, [1, 2, 3], resamples=20), pb.compare_metrics({"m": table}),
        pb.favourable_sets(table, "b", "c"),
    ]  # fmt: skip
    with saying("system"):
        for result in results:
            text = str(result).replace("our method", "")
            assert "system" in text
            assert "methods" not in text
        text = pb.nemenyi(table).to_table().to_markdown()
        assert "two systems differ" in text
        assert "other system" in text
