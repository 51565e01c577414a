"""How far from the best?

The same story in R, with the same numbers where R has them, is vignettes/optimal.Rmd. Run it from
anywhere:

    python vignettes/optimal.py
"""

# %% [markdown]
# # Two processes, one question
# On real data nobody knows how well the best classifier could do. On simulated data it is known:
# when both classes are diffusions with the same noise, the likelihood ratio of a path is the best
# score there is. So simulate, let classifiers learn, and see how far they stay below it.
#
# Here is a particle in a double well (class 0) or in a flat one (class 1), kicked by noise.

# %%
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

import pybench as pb

wells = pb.plot.drifts("b-T2")
seen = pb.simulate("b-T2", 1000, seed=1)
print(seen)
trails = pb.plot.paths(seen)

# %% [markdown]
# The wells look different, the paths do not.
#
# # The best that is possible
# Each path was simulated in 200 fine steps, of which 21 points are observed. The likelihood ratio
# of the fine path (hidden) is a bound for every method. That of the observed points needs a
# formula; Euler's (numerical) is available, but is not a bound: it has an error from one point to
# the next. A simple score, for comparison: how far a path stays from 0, since the double well keeps
# it away.

# %%
hidden = seen.hidden
numerical = pb.likelihood_ratio("b-T2", seen.paths)
own = -(seen.paths**2).mean(axis=(1, 2))
scores = {"minus mean square": own, "lrt_hidden": hidden, "lrt_numerical": numerical}
judged = pb.optimal.LikelihoodRatios(scores, seen.label, seen.process, seen.seed)
print(judged)
curves = pb.plot.roc(judged)

# %% [markdown]
# Of the 0.793 that the whole path would give, 0.763 are left with Euler's formula on the observed
# points, and a score that a line of code computes has 0.731. An AUC of 0.73 is not bad here: the
# question is hard.
#
# For Ornstein-Uhlenbeck processes the transition from point to point is known, and with it the best
# score on the observed points (exact chain), even without simulation.

# %%
exact = pb.optimal.exact("c-d4")
print(exact[exact["statistic"] == "auc"])

# %% [markdown]
# # How many test paths?
# A rate on m paths is known to 2 * 0.5 / sqrt(m). With 500 test paths that is 0.045, and no smaller
# gap is worth mentioning; an interval of 0.02 from end to end takes thousands.

# %%
needed = pb.optimal.paths_needed(0.02)
print(needed)

# %% [markdown]
# # What raises the best?
# A longer time does (a). Sampling the same time more densely does not change the whole path (e);
# most of what it adds to LRT numerical is a smaller Euler error, and only a part is information in
# the points.

# %%
names = ["a-T1", "a-T2", "a-T4", "a-T8", "e-L5", "e-L10", "e-L20"]
parts = [pb.optimal.lrt(name, paths=500, seed=1).assign(setting=name) for name in names]
lines = pd.concat(parts)
lines = lines[lines["statistic"] == "auc"].pivot(index="setting", columns="method", values="value")
print(lines.loc[names].round(3))

# %% [markdown]
# `pb.optimal.sweep` does this for any process, one factor at a time, and reports it in words. If
# the exact ratio of the observed points is known, as for the wells, it compares twice the time with
# twice the points. LRT numerical would not be suitable: what denser points add to it is mostly a
# smaller Euler error.

# %%
over = {"end": (1.0, 2.0), "dt": (0.1, 0.05)}
sweep = pb.optimal.sweep("potentials", over, end=1.0, dt=0.1, paths=500)
print(sweep)
swept = pb.plot.sweep(sweep)

# %% [markdown]
# # Classifiers beside the lines
# Each run simulates new paths, trains on 1500 and tests on 500. Anything with `fit` and
# `predict_proba` works; the paper's forest, ROCKET and ResNet are available by name. The verdict
# follows from intervals of the gap over the runs, by a rule that is printed with it: optimal is
# within a margin of the best, 0.02 by default, and takes at least five runs.

# %%
learners = {
    "logistic regression": LogisticRegression(max_iter=1000),
    "forest": RandomForestClassifier(50, max_features=5),
    "LRT numerical": "LRT numerical",
}
found = pb.optimality(["a-T1", "b-T2"], learners, runs=5, seed=1)
print(found)
boxes = pb.plot.optimality(found)

# %% [markdown]
# Logistic regression is optimal within 0.02 for constant drifts, where the best score is linear in
# the path, and far below both lines for the wells, where it is not: no linear score can separate
# two classes that are symmetric about 0. The forest has no such blind spot.
#
# The scores are a results table, so that everything else in pybench takes them:
# `pb.compare(found.results())`. On the command line, `pybench optimal a-T1 b-T2 --classifiers
# "random forest, ROCKET" --out out` writes a page.
#
# # A pair of your own
# Any drift works, at any times, and every function above takes it.

# %%
drifts = (lambda t, x: -x, lambda t, x: -x - x**3)
pair = pb.optimal.Diffusion(drifts, dimension=1)
mine = pb.optimal.own_setting("cubic", pair, [0, 0.1, 0.3, 0.6, 1, 2], substeps=50)
print(pb.optimal.lrt(mine, paths=500, seed=1)[["method", "statistic", "value", "se"]])
