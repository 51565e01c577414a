"""Results as JSON: Python writes, R reads and writes again, Python reads the same."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.table import results_table

pytestmark = pytest.mark.r

RNG = np.random.default_rng(3)
NAMES = ["a", "NaN", 'q"uote \\ é', "d"]
TABLE = pb.read_results(
    (RNG.normal(size=(12, 4)) + np.arange(4) / 2).round(3), datasets=[f"d{i}" for i in range(12)],
    classifiers=NAMES, higher_is_better=True, metric="score",
)  # fmt: skip
CUBE = np.round(RNG.normal(size=(5, 3, 4)) + np.arange(3)[:, None], 2)
REPEATED = results_table(
    CUBE.mean(axis=2), list("vwxyz"), list("abc"), higher_is_better=True, by_repeat=CUBE
)
GAPS = pb.read_results(
    pd.DataFrame([("uvwxy"[i], "abc"[j], r, CUBE[i, j, r])
                  for i, j, r in np.ndindex(CUBE.shape) if (i, j) != (0, 0)],
                 columns=["dataset", "classifier", "repeat", "score"]),
    higher_is_better=True, missing="pairwise", repeats="keep",
)  # fmt: skip
PAIR = REPEATED.select(classifiers=["a", "c"])
RESULTS = {
    "friedman": lambda: pb.friedman(TABLE),
    "quade": lambda: pb.quade(TABLE),
    "nemenyi": lambda: pb.nemenyi(TABLE),
    "wilcoxon": lambda: pb.wilcoxon(TABLE),
    "control": lambda: pb.wilcoxon(TABLE, control="a"),
    "diagram": lambda: pb.critical_difference(TABLE, "wilcoxon"),
    "control diagram": lambda: pb.critical_difference(TABLE, "bonferroni-dunn", control="a"),
    "kendall": lambda: pb.kendall_w(TABLE, resamples=200),
    "intervals": lambda: pb.rank_intervals(TABLE, resamples=20),
    "effects": lambda: pb.effects(TABLE),
    "table": lambda: TABLE,
    "table of repeats": lambda: REPEATED,
    "table of repeats, some missing": lambda: GAPS,
    "matrix": lambda: pb.multi_comparison(TABLE, rope=0.1),
    "stability": lambda: pb.stability(TABLE, resamples=10),
    "bayesian": lambda: pb.bayesian_sign(TABLE, samples=200),
    "comparison": lambda: pb.compare(TABLE, engine="python"),
    "within datasets": lambda: pb.within_datasets(REPEATED, 0.2),
    "within datasets, one pair": lambda: pb.within_datasets(PAIR, 0.2),
    "comparison of repeats": lambda: pb.compare(REPEATED, rho=0.2, hierarchical=True, samples=40),
    "power": lambda: pb.datasets_needed(TABLE, sizes=[4, 9], repeats=20),
    "optimality": lambda: pb.optimality(["a-T1", "d-d6"], "LRT numerical", runs=2),
    "sweep": lambda: pb.optimal.sweep("constant", {"end": (1, 2)}, paths=9),
    "sweep with classifiers": lambda: pb.optimal.sweep(
        "particles", {"train": (20, 40)}, paths=9, classifiers="LRT numerical", runs=1
    ),
    "power of one": lambda: pb.datasets_needed(TABLE, sizes=[9], repeats=20, pairs=[NAMES[:2]]),
}


def r(source):
    """Run R code that uses functions of pybench."""
    return call(
        "bridge_eval", {"source": f"evalq({{{source}}}, new.env(parent = asNamespace('pybench')))"}
    )


@pytest.mark.parametrize("name", RESULTS)
def test_r_reads_what_python_wrote_and_writes_the_same(name, tmp_path):
    result = RESULTS[name]()
    there, back = tmp_path / "there.json", tmp_path / "back.json"
    there.write_text(json.dumps(result.to_dict()), encoding="utf-8")
    source = f'r <- pb_load_result("{there}"); pb_to_json(r, "{back}"); format(r)'
    said = r(source)
    written = json.loads(back.read_text("utf-8"))
    assert written == result.to_dict()
    again = pb.load_result(back)
    assert again.to_dict() == result.to_dict()
    assert str(again) == str(result)
    assert len(said) > 0


@pytest.mark.parametrize(
    "code",
    [
        "pb_friedman(t)", "pb_nemenyi(t)", 'pb_critical_difference(t, "wilcoxon")',
        'pb_wilcoxon(t, control = "a")', "pb_effects(t)", "pb_rank_intervals(t, resamples = 20)",
        "pb_compare(t)", "pb_compare(repeats, rho = 0.2)", "repeats",
        'pb_optimality("a-T1", c("LRT numerical", "LRT exact"), runs = 1)',
        'pb_optimal_sweep("constant", list(end = 1:2), paths = 9)',
        "pb_stability(t, resamples = 10)", "t", "pb_datasets_needed(t, sizes = 9, repeats = 20)",
    ],
)  # fmt: skip
def test_python_reads_what_r_wrote(code, tmp_path):
    """And R reads it again as the same object."""
    file = tmp_path / "r.json"
    scores = ", ".join(map(str, TABLE.scores.T.ravel()))
    source = f"""
        scores <- matrix(c({scores}), 12, dimnames = list(paste0("d", 1:12), letters[1:4]))
        t <- pb_read_results(scores, higher_is_better = TRUE, metric = "score")
        runs <- expand.grid(dataset = c("u", "v", "w"), classifier = c("a", "b"), "repeat" = 1:2)
        repeats <- pb_read_results(
          cbind(runs, score = sin(1:12)), higher_is_better = TRUE, repeats = "keep"
        )
        result <- {code}
        pb_to_json(result, "{file}")
        stopifnot(isTRUE(all.equal(unclass(pb_load_result("{file}")), unclass(result))))
        result$engine
    """
    engine = r(source)
    found = pb.load_result(file)
    assert getattr(found, "engine", None) == engine
    assert found.to_dict()["schema"] == json.loads(file.read_text("utf-8"))["schema"]


def test_every_kind_of_r_is_a_kind_of_python():
    pairs = r("result_schemas")
    from pybench.flow.load import CLASSES, _found

    for schema in pairs.values():
        name = schema.split("/")[0]
        assert _found(CLASSES[name]).schema == schema
