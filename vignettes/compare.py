"""Which methods really differ?

The same story in R, with the same numbers, is vignettes/compare.Rmd. Run it from anywhere:

    python vignettes/compare.py
"""

# %% [markdown]
# # One table in
# Demšar (2006, table 6) lists the area under the ROC curve (AUC) of four variants of the decision
# tree C4.5 on 14 datasets. `C4.5` is not tuned. In the others, the minimal number of cases in a
# leaf (`+m`), the confidence factor of pruning (`+cf`), or both are tuned. pybench never guesses
# whether higher scores are better; you must say so.

# %%
from pathlib import Path

import pybench as pb

path = Path(pb.__file__).parent / "data" / "demsar2006.csv"
t = pb.read_results(path, higher_is_better=True, metric="AUC")
print(t)

# %% [markdown]
# # Do they differ at all?
# On each dataset the methods get ranks: 1 is best, and tied methods share the average rank. The
# Friedman test checks whether the mean ranks are further apart than chance would explain. Its
# chi-square is corrected for ties. The chi-square in the paper, 9.28, is not corrected. The
# convention of the package scmamp, which does not correct for ties either, gives 9.86 here. The
# remaining difference comes from the dataset `voting`: two of its scores are tied as printed in the
# paper, but the paper gives them different ranks.

# %%
print(pb.ranks(t).mean())
print(pb.friedman(t))
print(pb.friedman(t, method="iman-davenport"))
print(pb.friedman(t, convention="scmamp").statistic)

# %% [markdown]
# # Which ones differ?
# Two methods differ significantly if their mean ranks are at least the critical difference apart.
# In the diagram a bar joins methods that do not differ significantly.

# %%
pairs = pb.nemenyi(t, alpha=0.05)
print(pairs.critical_difference)
print(pairs.pvalues.round(3))
figure = pb.plot.critical_difference(pb.critical_difference(t))

# %% [markdown]
# Signed-rank tests with Holm's correction show a difference that Nemenyi's test does not: C4.5+m is
# better than C4.5. Nemenyi's test uses mean ranks, which depend on the other methods in the table.
# The other two variants take some of the ranks between these two methods, and the critical
# difference grows with the number of compared methods. The signed-rank test compares the two
# methods directly. C4.5+m is better on 10 datasets and worse on 2, and on these 2 datasets the
# difference is small. With Holm's correction, p is 0.044.
#
# C4.5+m+cf has a better mean rank than C4.5+m. But on one dataset C4.5+m+cf is worse than C4.5 by
# 0.03, and the difference between these two methods is not significant.

# %%
signed = pb.wilcoxon(t)
print(signed.pvalues.round(3))
pb.plot.critical_difference(pb.critical_difference(t, "wilcoxon"))

# %% [markdown]
# If you choose C4.5 as the baseline before you see the numbers, there are only three comparisons
# instead of six, and with the same data more of them may be significant. The Bonferroni-Dunn test
# makes these comparisons by mean ranks; signed-rank tests compare each pair directly.

# %%
control = pb.critical_difference(t, "bonferroni-dunn", control="C4.5")
print(control.critical_difference)
pb.plot.critical_difference(control)
print(pb.wilcoxon(t, control="C4.5").pvalues)

# %% [markdown]
# # How large are the differences?
# The Hodges-Lehmann difference is in units of the AUC: it is the median of the averages of any two
# of the 14 differences (including each with itself). Here each variant is compared with C4.5, with
# a 95 % interval for each difference. The multi-comparison matrix shows the mean difference,
# the wins, draws and losses, and the p-value of every pair. These p-values are not corrected for
# testing many pairs, so that no cell depends on which other methods are shown. With many pairs,
# some small p-values are therefore to be expected by chance.

# %%
sizes = pb.effects(t, control="C4.5")
for name in ("hodges_lehmann_low", "hodges_lehmann", "hodges_lehmann_high"):
    print(name, getattr(sizes, name)["C4.5"].round(4).to_dict())
pb.plot.multi_comparison(pb.multi_comparison(t))

# %% [markdown]
# # How likely is it that they do not matter?
# If a test finds no difference, this does not show that two methods are equivalent. The Bayesian
# signed-rank test can support such a claim: it computes the probabilities that the first method is
# better, that both are practically equivalent, and that the second is better. You decide what
# counts as equivalent: here an AUC that differs by up to 0.01. Each dot in the triangle is one draw
# from the posterior of a pair.

# %%
beliefs = pb.bayesian_signed_rank(t, rope=0.01)
print(beliefs)
pb.plot.simplex(pb.posterior(t, "C4.5", "C4.5+m+cf", rope=0.01))

# %% [markdown]
# # How stable are the verdicts?
# `pb.stability` repeats Nemenyi's test and the signed-rank tests with Holm's correction: with
# subsets of the methods, with each dataset left out in turn, and on resampled datasets. C4.5 and
# C4.5+m+cf differ significantly, by either test, in three of the four sets of methods that contain
# both, but not in the fourth, which is the whole table. So the verdict on these two methods depends
# on the other methods, too. Moreover, 14 datasets are few. If the true differences are as large as
# those found, how many datasets are needed to show them?

# %%
firm = pb.stability(t)
print(firm)
pb.plot.stability(firm)
planned = pb.datasets_needed(t)
for pair, needed in zip(planned.pairs, planned.needed, strict=True):
    print(" vs ".join(pair), needed)

# %% [markdown]
# # All of it, with caveats
# A result lists its caveats as keys in `notes`; the glossary defines each of them.

# %%
comparison = pb.compare(t)
print(comparison)

# %% [markdown]
# # What is refused
# A missing score is an error that says where it is. If you ask to drop datasets with missing
# scores, the result lists the dropped datasets.

# %%
scores = t.to_frame()
scores.iloc[2, scores.columns.get_loc("C4.5")] = None
try:
    pb.read_results(scores, higher_is_better=True)
except pb.ResultsTableError as error:
    print(error)
print(pb.read_results(scores, higher_is_better=True, missing="drop").dropped)

# %% [markdown]
# # And in R?
# `pb.validate(t)` computes in both languages everything that both can compute from a table, and
# shows the largest difference for each statistic. It needs R, so it is not run here.
