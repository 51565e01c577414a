"""Which methods differ significantly? A results table in, statistics out.

Workflow: a `ResultsTable` (one row per dataset, one column per method) goes into one function per
statistic; `compare` calls the usual ones and states the conclusions in sentences.

Mathematics: within each dataset the methods are ranked by their scores; rank 1 is best. The
Friedman statistic is chi2 = 12 N / (k (k + 1)) * sum_j (R_j - (k + 1) / 2)^2 with mean ranks R_j of
k methods on N datasets. By Nemenyi's test, methods i and j differ significantly if |R_i - R_j| >=
q_alpha sqrt(k (k + 1) / (6 N)), where q_alpha is the quantile of the studentized range divided by
sqrt(2). Tests of pairs look at paired differences; their p-values are adjusted for the number of
pairs. Bayesian comparisons give P(better), P(equivalent) and P(worse) for each pair.

| idea | files |
|---|---|
| ranks, scores, differences | `ranks scores decimals differences comparates incomplete doubts` |
| all at once | `omnibus friedman exact permutation quade aligned page kendall skillings durbin` |
| pairs by ranks | `nemenyi conover siegel miller eisinga ranksums studentized contrasts` |
| pairs by differences | `pairs wilcoxon signedrank signtest ttest` |
| pairs within each dataset | `within` |
| effect sizes | `effects biserial walsh noncentral` |
| corrections | `adjust corrections logical rom` |
| Bayesian | `bayesian dirichlet correlated hierarchical gibbs convergence posterior weights` |
| diagrams, matrices | `critical cliques benchmarks matrix cells verdicts` |
| how stable | `stability perturbed subsets replicates resampled bootstrap` |
| how certain ranks are | `intervals swaps patterns favourable` |
| several metrics, scores against costs | `metrics pareto` |
| missing scores: policies, any scores | `policies fills` |
| how many datasets | `power` |
| what figures of a table show | `views` |
| all in one; Python against R | `summary parts conclusions questions validation` |
"""
