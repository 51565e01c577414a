"""The name of a metric says its direction."""

import pytest

from pybench.base.metricname import higher_is_better_of


@pytest.mark.parametrize(
    ("metric", "higher"),
    [
        ("accuracy", True), ("Balanced accuracy (%)", True), ("ROC-AUC", True),
        ("F1 (macro)", True), ("f1_weighted", True), ("R\u00b2", True), ("R2", True),
        ("nDCG@10", True),
        ("error", False), ("Error rate", False), ("log loss", False), ("RMSE", False),
        ("mean_squared_error", False), ("neg_log_loss", True), ("neg_mean_squared_error", True),
        ("-RMSE", True), ("\u2212log loss", True), ("test error", False), ("top-5 error", False),
        ("1 - accuracy", None), ("score", None), ("", None), (None, None), ("my measure", None),
        ("mean", None), ("roc_auc error", None),
    ],
)  # fmt: skip
def test_the_name_of_a_metric_says_its_direction(metric, higher):
    assert higher_is_better_of(metric) is higher
