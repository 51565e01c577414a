import pytest

from pybench.bridge.agreement import Agreement
from pybench.reporting.languages import allowed, difference, largest, sentence, strain

SMALL = Agreement("nemenyi.pvalues", 5e-10, 1e-9, False, 0.5, 0.5)
WORSE = Agreement(
    "nemenyi.pvalues", 9e-7, 2e-6, False, 0.5, 0.5
)  # a larger number, less of its limit
STATISTIC = Agreement("friedman.statistic", 1e-12, 1e-10, True, 1.0, 1.0)
ZERO = Agreement("friedman.pvalue", 0.0, 1e-9, False, 0.1, 0.1)
EQUAL = Agreement.of_equal("friedman.df", (2,), (2,))
UNEQUAL = Agreement.of_equal("friedman.df", (2,), (3,))


def test_largest_is_by_share_of_the_tolerance():
    rows = (SMALL, WORSE, STATISTIC, EQUAL, UNEQUAL)
    assert largest(rows) == (SMALL, STATISTIC, UNEQUAL)
    assert largest(reversed(rows)) == (UNEQUAL, STATISTIC, SMALL)


def test_strain():
    assert strain(SMALL) == pytest.approx(0.5, rel=1e-12)
    assert strain(EQUAL) == 0
    assert strain(UNEQUAL) > 1


def test_words():
    rows = (SMALL, STATISTIC, ZERO, EQUAL, UNEQUAL)
    assert [*map(difference, rows)] == ["5.0e-10", "1.0e-12 relative", "0", "none", "not equal"]
    assert [*map(allowed, rows)] == ["1e-09", "1e-10", "1e-09", "none", "none"]


def test_sentence_names_what_is_nearest_to_its_limit():
    assert "nemenyi.pvalues: 5.00e-10" in sentence((STATISTIC, SMALL, EQUAL))
    assert sentence((EQUAL,)) == "Python and R agree."
