"""Several metrics: each tested by itself, verdicts put together."""

from __future__ import annotations

import re

import numpy as np
import pytest

import pybench as pb


@pytest.fixture
def tables(make_table):
    """Return three metrics of four methods, each in its own order and direction."""
    rng = np.random.default_rng(4)
    made = {}
    means = {"accuracy": (0, 0.1, 2, 3), "error": (0, 0.1, -2, -3), "seconds": (0, 0.1, -3, 2)}
    for i, (name, mean) in enumerate(means.items()):
        order = rng.permutation(4)
        scores = rng.normal(size=(9 + i, 4)) + mean
        made[name] = make_table(scores[:, order], name == "accuracy", [f"c{j}" for j in order])
    return made


@pytest.mark.parametrize("test", ["wilcoxon", "sign_test"])
def test_each_metric_is_tested_by_itself(tables, test):
    found = pb.compare_metrics(tables, 0.1, test, "finner")
    for i, (name, t) in enumerate(tables.items()):
        alone = getattr(pb, test)(t, adjust="finner").at_level(0.1)
        for (one, other), p, verdict in zip(
            found.pairs, found.pvalues[:, i], found.verdicts[:, i], strict=True
        ):
            assert p == alone.pvalues.loc[one, other]
            assert verdict == alone.verdicts.loc[one, other]
        assert found.metrics[i] == name
        assert found.higher_is_better[i] == t.higher_is_better


def test_words_by_definition(tables):
    found = pb.compare_metrics(tables, 0.3, adjust="none")
    for verdicts, word in zip(found.verdicts.tolist(), found.agreement, strict=True):
        better, worse = 1 in verdicts, -1 in verdicts
        if better and worse:
            assert word == "opposite"
        elif not better and not worse:
            assert word == "none"
        else:
            assert word == ("some" if 0 in verdicts else "all")
    assert {"all", "opposite"} < set(found.agreement)


def test_a_metric_and_its_opposite(make_table):
    """Accuracy and error rate agree on all; accuracy and the same numbers as costs on none."""
    t = make_table([[3, 2, 1]] * 9)
    same = make_table([[-3, -2, -1]] * 9, False)
    turned = make_table([[3, 2, 1]] * 9, False)
    assert set(pb.compare_metrics({"a": t, "b": same}).agreement) == {"all"}
    assert set(pb.compare_metrics({"a": t, "b": turned}).agreement) == {"opposite"}
    assert set(pb.compare_metrics({"a": t}).agreement) == {"all"}


def test_over_all_is_one_family(tables):
    each = pb.compare_metrics(tables, adjust="holm")
    whole = pb.compare_metrics(tables, adjust="holm", over="all")
    raw = each.to_frame()["pvalue_raw"].to_numpy()
    np.testing.assert_array_equal(whole.pvalues.ravel(), pb.adjust(raw, "holm"))
    assert (whole.pvalues >= each.pvalues).all()
    assert "over all 18 tests of all metrics" in str(whole)
    assert 'over = "all" corrects that' in str(each).replace("\n", " ")
    with pytest.raises(pb.ArgumentError, match="`adjust`"):
        pb.compare_metrics(tables, adjust="shaffer", over="all")
    assert pb.compare_metrics(tables, adjust="shaffer").adjust == "shaffer"


def test_the_text_counts_and_names(tables):
    found = pb.compare_metrics(tables, 0.3, adjust="none")
    text = str(found)
    for key, count in zip(*np.unique(found.agreement, return_counts=True), strict=True):
        what = {"all": "in the same direction", "opposite": "in opposite directions",
                "some": "by some metrics", "none": "by no metric"}[key]  # fmt: skip
        line = next(line for line in text.splitlines() if what in line)
        assert line.split(": ")[1].split()[0] == str(count)
    row = found.agreement.index("opposite")
    one, other = found.pairs[row]
    first = [m for m, v in zip(found.metrics, found.verdicts[row], strict=True) if v == 1]
    said = f"{one} better than {other} ({', '.join(first)}); {other} better than {one} ("
    assert said in text
    assert "  Wilcoxon signed-rank test, alpha = 0.3, adjustment none\n" in text
    table = found.to_table()
    assert "accuracy: p" in table.header


def test_refusals(tables):
    with pytest.raises(pb.ResultsTableError, match="metric 'small' has no method 'c3'"):
        pb.compare_metrics(
            {**tables, "small": tables["error"].select(classifiers=["c0", "c1", "c2"])}
        )
    for wrong in ({}, None, [1], {1: tables["error"]}):
        with pytest.raises(pb.ArgumentError, match="`tables` must be named tables"):
            pb.compare_metrics(wrong)
    with pytest.raises(pb.ArgumentError, match="`over`"):
        pb.compare_metrics(tables, over="both")
    with pytest.raises(pb.ArgumentError, match="`test`"):
        pb.compare_metrics(tables, test="nemenyi")


@pytest.mark.r
@pytest.mark.parametrize("over", ["each", "all"])
def test_both_languages(tables, over):
    from pybench.bridge.call import call

    found = pb.compare_metrics(tables, 0.2, "wilcoxon", "holm", over, engine="both")
    assert found.engine == "both"
    theirs = call(
        "pb_compare_metrics", {"tables": tables, "alpha": 0.2, "adjust": "holm", "over": over}
    )
    assert list(theirs["agreement"]) == list(found.agreement)
    np.testing.assert_allclose(theirs["pvalues"]["values"], found.pvalues, rtol=1e-10)
    np.testing.assert_array_equal(theirs["verdicts"]["values"], found.verdicts)


def test_told_counts_every_word_and_names_the_better(tables):
    found = pb.compare_metrics(tables, 0.3, adjust="none")
    *told, rule = found.told()
    assert len(told) == len(set(found.agreement))
    counts = [int(re.search(r": (\d+) pair", sentence)[1]) for sentence in told]
    assert sum(counts) == len(found.pairs)
    one, other = found.pairs[found.agreement.index("opposite")]
    assert f"{one} better than {other} (" in " ".join(told)
    assert rule.startswith("The p-values are not corrected: at alpha = 0.3 each of 18 tests")


@pytest.mark.parametrize("test", ["wilcoxon", "sign_test"])
def test_a_metric_that_cannot_reject_says_so(make_table, test):
    """Four datasets: p of the clearest difference is 2 / 16; of twelve, 2 / 4096."""
    few, many = make_table([[2, 1]] * 4), make_table([[2, 1]] * 12)
    found = pb.compare_metrics({"few": few, "many": many}, test=test)
    said = "with 4 datasets no p can be below 0.125: no pair can differ significantly"
    assert str(found).replace("\n   ", "").count("no p can be below") == 1
    assert f"    {said}" in str(found)
    assert f"By few, {said} at alpha = 0.05." in found.told()
    assert "no p can be" not in str(pb.compare_metrics({"few": few}, 0.125, test))
    # Six datasets: 2 / 64 is enough for one test, 4 / 64 over two metrics is not.
    six = make_table([[2, 1]] * 6)
    each = pb.compare_metrics({"a": six, "b": six}, test=test)
    whole = pb.compare_metrics({"a": six, "b": six}, test=test, over="all")
    assert "no p can be" not in str(each)
    assert str(whole).count("with 6 datasets no p can be below 0.0625") == 2
    assert (whole.pvalues == 0.0625).all()


def test_what_the_correction_corrects(tables, make_table):
    def rule(adjust="holm", over="each", of=tables):
        found = pb.compare_metrics(of, adjust=adjust, over=over)
        return found.told()[-1], found.notes

    one = {"accuracy": tables["accuracy"]}
    assert rule()[0].endswith(
        "over all 3 metrics the chance of any false rejection can be higher; "
        'over = "all" corrects that.'
    )
    assert 'false discovery rate can be higher; over = "all" corrects' in rule("BH")[0]
    assert 'over = "all" and adjust = "holm" corrects that' in rule("shaffer")[0]
    assert rule(of=one)[0] == "The p-values are adjusted by holm over all 6 tests."
    for over in ("each", "all"):
        said, notes = rule("none", over)
        assert said.startswith("The p-values are not corrected: at alpha = 0.05 each of 18 tests")
        assert "no-control" in notes
    pair = {name: t.select(classifiers=["c0", "c1"]) for name, t in tables.items()}
    assert "no-control" in rule("none", of=pair)[1]
    assert "fdr-control" in rule("BH", "all", pair)[1]
    single = {"accuracy": pair["accuracy"]}
    assert rule(of=single)[0] == "The p-value is that of a single test, and needs no correction."


@pytest.mark.r
@pytest.mark.parametrize("over", ["each", "all"])
@pytest.mark.parametrize("adjust", ["none", "holm", "BH", "finner"])
def test_both_languages_say_the_same(make_table, over, adjust):
    from pybench.bridge.call import call
    from pybench.certificate.asked import texts

    rng = np.random.default_rng(3)
    tables = {"few": make_table(rng.random((4, 3))), "many": make_table(rng.random((11, 3)))}
    found = pb.compare_metrics(tables, adjust=adjust, over=over)
    theirs = call("pb_compare_metrics", {"tables": tables, "adjust": adjust, "over": over})
    assert tuple(texts(theirs["notes"])) == found.notes
