"""How to cite: what was done is named, what was not done is not."""

import pytest

from pybench.reporting.cite import methods_sentence

PARTS = {
    "mcm": "a multi-comparison matrix (Ismail-Fawaz et al. 2023)",
    "bayesian": "Bayesian signed-rank tests (Benavoli et al. 2017; region of practical "
    "equivalence ±0.02, 50000 draws, seed 5)",
    "stability": "the stability of these verdicts over 4 sets of methods",
}


@pytest.mark.parametrize("asked", [(), ("mcm",), ("bayesian", "stability"), tuple(PARTS)])
def test_what_was_done_is_named(make_comparison, asked):
    chosen = {name: name in asked for name in PARTS}
    said = methods_sentence(make_comparison(rope=0.02, seed=5, **chosen))
    assert "Friedman's test (chi-square = " in said
    assert "Wilcoxon signed-rank tests of all pairs with the correction of Holm (1979)" in said
    for name, words in PARTS.items():
        assert (words in said) == (name in asked), name
    assert ("We added" in said) == bool(asked)
