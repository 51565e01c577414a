"""The part of a page about stability."""

import numpy as np

import pybench as pb
from pybench.reporting.stability import most_flipped, reversed_pairs, sentences, view


def test_stability_part(page_of, separated):
    comparison = separated(stability=True)
    tree = page_of(comparison)
    (section,) = tree.xpath("//section[@aria-labelledby='stability']")
    result = comparison.stability
    counts = [
        [int(td.text) for td in row.findall("td")]
        for row in section.xpath("(.//table)[1]/tbody/tr")
    ]
    for row, question in zip(counts, ("order", "nemenyi", "wilcoxon-holm"), strict=True):
        kinds = ("sets", "datasets", "resamples")
        assert row[:3] == [int((result.flips(kind)[question] > 0).sum()) for kind in kinds]
        assert row[3] == 0  # nothing turns round
    rows = section.xpath("(.//table)[2]/tbody/tr")
    assert rows
    assert "the two alone" in rows[0].text_content()
    assert "11 sets of methods (all)" in section.text_content()


def test_verdicts_turned_round_are_told(page_of, make_table):
    """At a level so high that tests often find the opposite of what they found."""
    scores = np.random.default_rng(0).integers(0, 9, (6, 3)) + 0.0
    comparison = pb.compare(make_table(scores), 0.97, stability=True)
    result = comparison.stability
    kinds = ("sets", "datasets", "resamples")
    turned = np.max([result.reversals(kind)["nemenyi"] for kind in kinds], axis=0) > 0
    order = np.max([result.flips(kind)["order"] for kind in kinds], axis=0) > 0
    assert turned.sum() > 0
    rows = page_of(comparison).xpath("(//section[@aria-labelledby='stability']//table)[1]/tbody/tr")
    last = [int(row.findall("td")[-1].text) for row in rows]
    assert last[:2] == [order.sum(), turned.sum()]
    opposite = (
        f"In {turned.sum()} of them, the worse method is the better one in at least one "
        "other table."
    )
    assert sentences(result)[0].endswith(opposite)


def test_an_earlier_result_does_not_know_who_turned(make_table):
    result = pb.stability(make_table([[3, 2, 1], [1, 3, 2], [3, 1, 2]]), resamples=3)
    old = result.to_dict()
    old["schema"] = "pybench/stability/1"
    for name in ("full", "over_sets", "over_datasets", "over_resamples"):
        frame = old[name]
        old[name] = {
            **frame,
            "columns": frame["columns"][:5],
            "values": [row[:5] for row in frame["values"]],
        }
    again = pb.load_result(old)
    assert reversed_pairs(again) == {"nemenyi": None, "wilcoxon-holm": None}
    assert [row[2] for row in view(again)["counts"][1:]] == ["not known"] * 2
    assert "worse" not in " ".join(sentences(again))


def test_what_flips_most_comes_first_and_does_flip(separated):
    result = separated(stability=True).stability
    flips = most_flipped(result)
    for test, column in (("Nemenyi", "nemenyi"), ("signed ranks", "wilcoxon-holm")):
        shares = [flip.sets for flip in flips if flip.test == test]
        assert shares == sorted(shares, reverse=True)
        expected = sorted((x for x in result.flips("sets")[column] if x > 0), reverse=True)
        assert shares == expected[:8]
    for flip in flips:
        column = "nemenyi" if flip.test == "Nemenyi" else "wilcoxon-holm"
        found = result.example(flip.first, flip.second, column)
        assert {flip.first, flip.second, *flip.smallest} == set(found["smallest"])
        assert flip.alone == (not flip.smallest)


def test_one_sentence_for_each_test(separated):
    said = sentences(separated(stability=True).stability)
    assert len(said) == 2
    assert said[0].startswith("Of 6 verdicts of Nemenyi's test, ")
    assert said[1].startswith("Of 6 verdicts by signed ranks, ")
