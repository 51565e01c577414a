"""How to cite a comparison: a sentence for a methods section, and its references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pybench.base.noun import nouns
from pybench.base.result import format_p
from pybench.reporting.formats import counted, joined, number, spread

if TYPE_CHECKING:
    from pybench.comparison.friedman import FriedmanResult
    from pybench.comparison.omnibus import OmnibusTest
    from pybench.comparison.summary import Comparison

#: References cited on pages, by year; text between asterisks is a title.
REFERENCES = {
    "friedman1937": (
        "Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in"
        " the analysis of variance. *Journal of the American Statistical Association* 32, "
        "675–701."
    ),
    "wilcoxon1945": (
        "Wilcoxon, F. (1945). Individual comparisons by ranking methods. *Biometrics Bulletin* "
        "1, 80–83."
    ),
    "nemenyi1963": (
        "Nemenyi, P. B. (1963). *Distribution-free multiple comparisons*. PhD thesis, Princeton"
        " University."
    ),
    "durbin1951": (
        "Durbin, J. (1951). Incomplete blocks in ranking experiments. *British Journal of "
        "Psychology, Statistical Section* 4, 85–90."
    ),
    "holm1979": (
        "Holm, S. (1979). A simple sequentially rejective multiple test procedure. "
        "*Scandinavian Journal of Statistics* 6, 65–70."
    ),
    "iman1980": (
        "Iman, R. L. and Davenport, J. M. (1980). Approximations of the critical region of the "
        "Friedman statistic. *Communications in Statistics – Theory and Methods* 9, 571–595."
    ),
    "skillings1981": (
        "Skillings, J. H. and Mack, G. A. (1981). On the use of a Friedman-type statistic in "
        "balanced and unbalanced block designs. *Technometrics* 23, 171–177."
    ),
    "rousseeuw1987": (
        "Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and "
        "validation of cluster analysis. *Journal of Computational and Applied Mathematics* 20,"
        " 53–65."
    ),
    "delong1988": (
        "DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas "
        "under two or more correlated receiver operating characteristic curves: a nonparametric"
        " approach. *Biometrics* 44, 837–845."
    ),
    "kohonen2001": "Kohonen, T. (2001). *Self-Organizing Maps*, third edition. Springer.",
    "nadeau2003": (
        "Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. *Machine "
        "Learning* 52, 239–281."
    ),
    "demsar2006": (
        "Demšar, J. (2006). Statistical comparisons of classifiers over multiple data sets. "
        "*Journal of Machine Learning Research* 7, 1–30."
    ),
    "benavoli2016": (
        "Benavoli, A., Corani, G. and Mangili, F. (2016). Should we really use post-hoc tests "
        "based on mean-ranks? *Journal of Machine Learning Research* 17(5), 1–10."
    ),
    "benavoli2017": (
        "Benavoli, A., Corani, G., Demšar, J. and Zaffalon, M. (2017). Time for a change: a "
        "tutorial for comparing multiple classifiers through Bayesian analysis. *Journal of "
        "Machine Learning Research* 18(77), 1–36."
    ),
    "corani2017": (
        "Corani, G., Benavoli, A., Demšar, J., Mangili, F. and Zaffalon, M. (2017). Statistical "
        "comparison of classifiers through Bayesian hierarchical modelling. *Machine Learning* "
        "106, 1817–1837."
    ),
    "wehrens2018": (
        "Wehrens, R. and Kruisselbrink, J. (2018). Flexible self-organizing maps in kohonen "
        "3.0. *Journal of Statistical Software* 87(7), 1–18."
    ),
    "hubert1985": (
        "Hubert, L. and Arabie, P. (1985). Comparing partitions. *Journal of Classification* 2, "
        "193–218."
    ),
    "meila2007": (
        "Meila, M. (2007). Comparing clusterings: an information based distance. *Journal of "
        "Multivariate Analysis* 98, 873–895."
    ),
    "less2022": (
        "Less is more: Selecting the right benchmarking set of data for time series "
        "classification. Submission to ICLR 2022."
    ),
    "bischl2021": (
        "Bischl, B., Casalicchio, G., Feurer, M., Gijsbers, P., Hutter, F., Lang, M., Mantovani, "
        "R. G., van Rijn, J. N. and Vanschoren, J. (2021). OpenML benchmarking suites. *NeurIPS "
        "Datasets and Benchmarks*, arXiv 1708.03731."
    ),
    "diffusions2023": (
        "Benchmarking optimality of time series classification methods in distinguishing "
        "diffusions. *arXiv* 2301.13112."
    ),
    "ismail2023": (
        "Ismail-Fawaz, A., Dempster, A., Tan, C. W., Herrmann, M., Miller, L., Schmidt, D. F., "
        "Berretti, S., Weber, J., Devanne, M., Forestier, G. and Webb, G. I. (2023). An "
        "approach to multiple comparison benchmark evaluations that is stable under "
        "manipulation of the comparate set. *arXiv* 2305.11921."
    ),
    "gusev2026": (
        "Gusev and Zaytsev (2026). Benchmarking on tasks that matter: dataset selection for "
        "preserving model rankings. *arXiv* 2606.27997."
    ),
}


NAMES = {"skillings_mack": "Skillings-Mack", "durbin": "Durbin"}


def size(comparison: Comparison) -> str:
    """Return the size of a comparison, in words."""
    table = comparison.table
    return f"{counted(table.n_classifiers, 'method')} on {table.n_datasets} datasets"


def methods_sentence(comparison: Comparison) -> str:
    """Return a description of the method, for a methods section."""
    level = f"alpha = {comparison.alpha:g}"
    more = list(_more(comparison))
    added = f" We added {joined(more)}." if more else ""
    return (
        f"We compared {size(comparison)}{_by_ranks(comparison, level)} "
        f"with the correction of Holm (1979) at {level}, which Benavoli, Corani and Mangili "
        f"(2016) recommend.{added} All with pybench {comparison.versions['pybench']}."
    )


def _by_ranks(comparison: Comparison, level: str) -> str:
    """Return the tests of all methods, and those of pairs up to their correction."""
    signs = comparison.pairs_by == "sign"
    pairs = f"by {'sign tests' if signs else 'Wilcoxon signed-rank tests'} of all pairs"
    if comparison.friedman is None or comparison.nemenyi is None:
        test, table = comparison.omnibus, comparison.table
        assert test is not None
        common = spread(comparison.pair_tests.to_frame()["n_common"])
        return (
            f" ({table.n_missing} of {table.scores.size} scores are missing) by the "
            f"{NAMES[test.test]} test {_statistic(test)}, and {pairs}, each on the datasets on "
            f"which both {nouns()} have a score ({common}),"
        )
    width = comparison.nemenyi.critical_difference
    ruler = "exact, by permutation," if width is None else f"critical difference {width:.2f}"
    return (
        f" by Friedman's test {_statistic(comparison.friedman)}, the post-hoc test of Nemenyi "
        f"({ruler} at {level}), following Demšar (2006), and {pairs}"
    )


def _more(comparison: Comparison) -> Iterator[str]:
    if comparison.multi_comparison is not None:
        yield "a multi-comparison matrix (Ismail-Fawaz et al. 2023)"
    if (test := comparison.bayesian) is not None:
        signed = "Bayesian signed-rank tests (Benavoli et al. 2017; "
        repeats = "the Bayesian hierarchical model of the repeats (Corani et al. 2017; "
        yield (
            f"{repeats if test.test == 'bayesian_hierarchical' else signed}region of practical "
            f"equivalence ±{test.rope:g}, {test.samples} draws, seed {test.seed})"
        )
    if (each := comparison.within) is not None:
        yield (
            "corrected t-tests over the repeats of each dataset (Nadeau and Bengio 2003; "
            f"rho = {each.rho:g}, Holm's correction over the datasets of each pair)"
        )
    if (firm := comparison.stability) is not None:
        yield (
            f"the stability of these verdicts over {firm.n_sets} sets of {nouns()} and "
            f"{firm.n_resamples} resamples of the datasets (seed {comparison.seed})"
        )


def _statistic(test: FriedmanResult | OmnibusTest) -> str:
    df = ", ".join(f"{value:g}" for value in test.df)
    return f"(chi-square = {number(test.statistic)}, df = {df}, p {format_p(test.pvalue)})"
