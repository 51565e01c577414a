"""Two models, item by item

The same story in R, with the same numbers, is vignettes/items.Rmd. Run it from anywhere:

    python vignettes/items.py
"""

# %% [markdown]
# # One row per item
# A results table has one score per dataset. A language model is often tested on one set of
# questions only, and so is a classifier on one test set: then the items of this set are what can be
# compared. Two methods that answer the same items are compared in pairs. The difficulty of an item,
# which both share, then cancels.
#
# pybench contains no answers of language models, so two simple classifiers stand in for them. The
# items are the 150 flowers of Fisher's iris data. Each flower is classified once by its nearest
# neighbour among the other flowers, and once by the species with the nearest mean of the others.

# %%
import numpy as np
import pandas as pd
from sklearn.datasets import load_iris

import pybench as pb

iris = load_iris()
flowers, species = np.rint(10 * iris.data), iris.target
distances = ((flowers[:, None] - flowers) ** 2).sum(axis=2)
np.fill_diagonal(distances, np.inf)
neighbour = species[distances.argmin(axis=1)]

sums = np.array([flowers[species == s].sum(axis=0) for s in range(3)])
nearest = []
for flower, own in zip(flowers, species, strict=True):
    others = np.arange(3) == own
    means = (sums - others[:, None] * flower) / (50 - others)[:, None]
    nearest.append(((means - flower) ** 2).sum(axis=1).argmin())

rows = pd.DataFrame(
    {
        "item": [str(i + 1) for i in range(150)],
        "neighbour": (neighbour == species).astype(int),
        "mean": (np.array(nearest) == species).astype(int),
    }
)
items = pb.read_items(rows, higher_is_better=True, metric="accuracy")
print(items)

# %% [markdown]
# # Do the two differ?
# The mean difference has a standard error, because other items would give another difference. The
# default test divides one by the other. Without clusters, this is the paired t-test.

# %%
compared = pb.compare_items(items)
print(compared)

# %% [markdown]
# For right and wrong answers there is an exact test: McNemar's test asks only about the items that
# one method answers right and the other wrong. The sign-flip test does the same here.

# %%
exact = pb.compare_items(items, test="mcnemar")
flips = pb.compare_items(items, test="sign_flip")
print(exact.informative, exact.pvalues, flips.pvalues)

# %% [markdown]
# No test can show that two methods are equal. With a region of practical equivalence (ROPE), the
# result also says how probable a difference is that matters: here, of more than two percentage
# points.

# %%
probable = pb.compare_items(items, test="mcnemar", rope=0.02)
print(probable.to_frame()[["classifier_1", "classifier_2", "better", "equal", "worse"]])

# %% [markdown]
# # How many items are needed?
# From the variance of the differences follows the number of items that find a difference of, say,
# two percentage points with a probability of 0.8.

# %%
needed = pb.items_needed(items, difference=0.02)
print(needed)

# %% [markdown]
# # Language models
# Their files are read as they are: samples of lm-eval, and logs of inspect_ai. Epochs are runs, and
# the mean over runs is the score of an item. The standard error includes how runs vary.
#
# ```python
# items = pb.read_items("lm-eval-output", higher_is_better=True, metric="exact_match,strict-match")
# items = pb.read_items(["one.eval", "other.eval"], higher_is_better=True)
# ```
#
# Questions on one text are not independent. If a column `cluster` names the text of each question,
# the standard errors allow for this (Miller 2024, arXiv 2411.00640), and the sign-flip test flips
# whole clusters. `items.to_frame()` is a table to which such a column can be added; then
# `pb.read_items` reads it again. If the items come from several benchmarks, `items.to_results()` is
# a results table with one row per benchmark, for `pb.compare`.
