"""Which methods differ on the items of a benchmark? Scores per item in, paired comparisons out.

An item is one question, example or test case. Scores of two methods on the same items are paired:
their differences vary less than the scores themselves (Miller 2024, *Adding Error Bars to Evals*,
arXiv 2411.00640). Items that belong together, such as questions on one text, form a cluster; their
differences are not independent, and the standard error allows for this.

Mathematics: with weights w_i (1 by default) and S = sum w_i, the mean difference of a pair is
D = sum w_i d_i / S, where d_i is the difference of the two scores of item i, each the mean over
runs. This is the coefficient of a weighted regression on a constant, and the standard errors are
those of clusters in regression: with the residuals e_i = d_i - D,
SE^2 = sum_g (sum_{i in g} a_i e_i)^2 / S^2 over clusters g. For "CR1", a_i^2 = w_i^2 G / (G - 1)
with G clusters; for "CR2", a_i makes SE^2 unbiased if all d_i are independent with one variance;
for "CR3", a_i = w_i S / (S - S_g), with the weight S_g of the cluster.

| idea | files |
|---|---|
| the table, its readers | `table read arrange` |
| files of other tools, runs of pybench | `formats lmeval inspectai predictions` |
| standard errors of clusters, degrees of freedom | `clustered` |
| exact McNemar, sign flips of clusters | `exact` |
| posterior probabilities | `probabilities` |
| all of it for each pair; the result | `compare outcome` |
| how many items | `needed power` |
"""
