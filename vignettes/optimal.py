"""How far from the best?

The same story in R, with the same numbers where R has them, is vignettes/optimal.Rmd. Run it from
anywhere:

    python vignettes/optimal.py
"""

# %% [markdown]
# # Two processes, one question
# On real data nobody knows how well the best classifier could do. On simulated data we know it. We
# simulate paths of two classes. Each class is a diffusion: a random process dX = b(t, X) dt +
# sigma(t, X) dB with drift b and noise of size sigma, where B is Brownian motion.
#
# If only the drift differs between the classes, the likelihood ratio of a path separates them best:
# no other score has a higher AUC (area under the ROC curve). So we train classifiers on simulated
# paths, and measure how far their AUC is below that of the likelihood ratio.
#
# A particle moves in a double well (class 0) or in a flat single well (class 1), driven by noise.

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
# The wells look different, but the paths do not.
#
# # The best that is possible
# Each path was simulated in 200 fine steps, and 21 of its points are observed. The likelihood ratio
# of the fine path (LRT hidden; LRT stands for likelihood-ratio test) gives an upper bound: apart
# from chance, no classifier has a higher AUC.
#
# A likelihood ratio of the observed points alone needs the probability density of the transition
# from one point to the next. The Euler scheme gives this density only approximately (LRT
# numerical), so a classifier may have a higher AUC. For comparison we also use a simple score: how
# far a path stays from 0, since the double well keeps paths away from 0.

# %%
hidden = seen.hidden
numerical = pb.likelihood_ratio("b-T2", seen.paths)
own = -(seen.paths**2).mean(axis=(1, 2))
scores = {"minus mean square": own, "lrt_hidden": hidden, "lrt_numerical": numerical}
judged = pb.optimal.LikelihoodRatios(scores, seen.label, seen.process, seen.seed)
print(judged)
curves = pb.plot.roc(judged)

# %% [markdown]
# The AUC is 0.793 for the likelihood ratio of the whole path, 0.763 for the Euler scheme on the
# observed points, and 0.731 for the simple score, which is one line of code. So an AUC of 0.73 is
# good here, because even the best possible AUC is not much higher.
#
# For Ornstein-Uhlenbeck processes, the density of the transition from one observed point to the
# next is known exactly, and AUCs are known even without simulation. So the likelihood ratio of the
# observed points needs no approximation. There are two versions of it. `lrt_exact_chain` is exact
# for the paths as they are simulated, in fine steps, so it has the best possible AUC on the
# observed points. `lrt_exact_transition` is exact for the process in continuous time.

# %%
exact = pb.optimal.exact("c-d4")
print(exact[exact["statistic"] == "auc"])

# %% [markdown]
# # How many test paths?
# An error rate on m test paths is known up to about 2 * 0.5 / sqrt(m), two standard errors. With
# 500 test paths this is 0.045, so that smaller gaps cannot be distinguished from chance; a 95 %
# interval with a width of 0.02 needs thousands of paths.

# %%
needed = pb.optimal.paths_needed(0.02)
print(needed)

# %% [markdown]
# # What raises the best?
# A longer time of observation raises the best AUC (settings a-T1 to a-T8: constant drift, observed
# until time 1, 2, 4 and 8).
#
# In the settings e-L5 to e-L20, the same time is divided into more observed intervals: 5, 10 and
# 20. The simulated path stays the same, and so does the AUC of LRT hidden, but the AUC of LRT
# numerical rises. There are two possible reasons: more observed points contain more information,
# and the Euler scheme has a smaller error over shorter intervals.
#
# For the wells, the exact AUC of the observed points can be computed, too. This exact AUC shows
# that most of the rise for the wells comes from the smaller error of the Euler scheme, and only a
# small part from more information (docs/reproduction-optimal.md).

# %%
names = ["a-T1", "a-T2", "a-T4", "a-T8", "e-L5", "e-L10", "e-L20"]
parts = [pb.optimal.lrt(name, paths=500, seed=1).assign(setting=name) for name in names]
lines = pd.concat(parts)
lines = lines[lines["statistic"] == "auc"].pivot(index="setting", columns="method", values="value")
print(lines.loc[names].round(3))

# %% [markdown]
# `pb.optimal.sweep` varies these factors for any process, one at a time, and reports the effects in
# words. If the exact likelihood ratio of the observed points is known, as for the wells, its AUC
# shows whether a doubled time or a doubled number of points helps more. LRT numerical would not be
# suitable for this comparison, because denser points raise it mostly by a smaller Euler error.

# %%
over = {"end": (1.0, 2.0), "dt": (0.1, 0.05)}
sweep = pb.optimal.sweep("potentials", over, end=1.0, dt=0.1, paths=500)
print(sweep)
swept = pb.plot.sweep(sweep)

# %% [markdown]
# # Classifiers beside the likelihood ratios
# Each run simulates new paths, trains on 1500 and tests on 500. Anything with `fit` and
# `predict_proba` works; the paper's forest, ROCKET and ResNet are available by name. The verdict
# follows from the 95 % interval of the gap (the classifier's AUC minus that of the likelihood
# ratio) over the runs, by a rule that is printed with it: a classifier is optimal if the interval
# of its gap to the best lies between -0.02 and 0.02 (`margin` sets another margin than 0.02). The
# best is LRT observed, the exact likelihood ratio of the observed points, or LRT hidden where this
# ratio is not computed. This verdict needs at least five runs.

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
# For constant drifts the best score is linear in the path, and logistic regression is optimal
# within 0.02. For the wells the best score is not linear, and logistic regression is far below both
# likelihood ratios: no linear score can separate two classes that are symmetric about 0. The forest
# has no such weakness.
#
# The scores are a results table, so that everything else in pybench takes them:
# `pb.compare(found.results())`. On the command line, `pybench optimal a-T1 b-T2 --classifiers
# "random forest, ROCKET" --out out` writes a page.
#
# # A pair of your own
# You can use any drift function and any times, with every function above.

# %%
drifts = (lambda t, x: -x, lambda t, x: -x - x**3)
pair = pb.optimal.Diffusion(drifts, dimension=1)
mine = pb.optimal.own_setting("cubic", pair, [0, 0.1, 0.3, 0.6, 1, 2], substeps=50)
print(pb.optimal.lrt(mine, paths=500, seed=1)[["method", "statistic", "value", "se"]])
