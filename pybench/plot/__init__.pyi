from pybench.plot._bayesian_t import bayesian_t as bayesian_t
from pybench.plot._bootstrap import bootstrap as bootstrap
from pybench.plot._coverage import coverage as coverage
from pybench.plot._covering import covering as covering
from pybench.plot._critical_difference import critical_difference as critical_difference
from pybench.plot._critical_difference_tikz import (
    critical_difference_tikz as critical_difference_tikz,
)
from pybench.plot._critical_differences import critical_differences as critical_differences
from pybench.plot._critical_differences_tikz import (
    critical_differences_tikz as critical_differences_tikz,
)
from pybench.plot._drifts import drifts as drifts
from pybench.plot._effects import effects as effects
from pybench.plot._embedding import embedding as embedding
from pybench.plot._favourable_sets import favourable_sets as favourable_sets
from pybench.plot._features import features as features
from pybench.plot._landscape_map import landscape_map as landscape_map
from pybench.plot._landscape_stability import landscape_stability as landscape_stability
from pybench.plot._learning_curve import learning_curve as learning_curve
from pybench.plot._mantel import mantel as mantel
from pybench.plot._multi_comparison import multi_comparison as multi_comparison
from pybench.plot._multi_comparison_latex import multi_comparison_latex as multi_comparison_latex
from pybench.plot._optimality import optimality as optimality
from pybench.plot._pairwise_test import pairwise_test as pairwise_test
from pybench.plot._pareto import pareto as pareto
from pybench.plot._pareto_front import pareto_front as pareto_front
from pybench.plot._paths import paths as paths
from pybench.plot._patterns import patterns as patterns
from pybench.plot._power import power as power
from pybench.plot._qualities import qualities as qualities
from pybench.plot._rank_intervals import rank_intervals as rank_intervals
from pybench.plot._rank_preservation import rank_preservation as rank_preservation
from pybench.plot._rank_preservations import rank_preservations as rank_preservations
from pybench.plot._redundancy import redundancy as redundancy
from pybench.plot._roc import roc as roc
from pybench.plot._scatter import scatter as scatter
from pybench.plot._score_cost import score_cost as score_cost
from pybench.plot._scores import scores as scores
from pybench.plot._selection import selection as selection
from pybench.plot._simplex import simplex as simplex
from pybench.plot._stability import stability as stability
from pybench.plot._subset_quality import subset_quality as subset_quality
from pybench.plot._sufficient import sufficient as sufficient
from pybench.plot._swaps import swaps as swaps
from pybench.plot._sweep import sweep as sweep
from pybench.plot._synthetic_study import synthetic_study as synthetic_study

__all__: list[str]
