"""Which few datasets may I run instead of all, and how sure am I?

The same story in R, with the same numbers, is vignettes/selection.Rmd. Run it from anywhere:

    python vignettes/selection.py
"""

# %% [markdown]
# # Results, and what the datasets look like
# Eight classifiers on 15 small datasets, cross-validated three times by `pybench demo`. Beside them
# six numbers that one knows before any classifier runs: how many cases, features and classes there
# are, and how even the classes. Fifteen are few to choose from, and the story will say so; it is the
# same with 112.

# %%
from pathlib import Path

import pandas as pd

import pybench as pb

data = Path(pb.__file__).parent / "data"
t = pb.read_results(
    data / "accuracy15.csv", higher_is_better=True, metric="accuracy", repeats="keep"
)
place = pd.read_csv(data / "datasets15.csv", index_col="dataset")
print(t)
print(place)

# %% [markdown]
# # Five that stand for all
# Farthest-first takes the dataset that is unlike all, then each time the one farthest from those it
# has. Columns are standardised first. Why each was chosen, and which others it stands for, comes
# with the names.

# %%
chosen = pb.select(place, 5)
print(chosen)
print(chosen.to_frame())
where = pb.plot.selection(chosen, pb.embedding_map(place), labels=True)

# %% [markdown]
# Another strategy, another choice. Farthest-first takes what is unusual; facility location takes
# what is usual: datasets to which the others are near.

# %%
central = pb.select(place, 5, "facility-location")
print(central)

# %% [markdown]
# # Is the ranking kept?
# That datasets differ does not mean that they rank classifiers as all datasets together would. Past
# results can tell. Again and again four fifths of the datasets are at hand; every strategy chooses
# 2, 3, ... of them, and the ranking on these is compared with that on all 15.

# %%
strategies = ("random", "k-means", "farthest-first/cosine", "farthest-first/euclidean")
found = pb.rank_preservation(t, {"looks": place}, strategies, range(2, 11), trials=200)
print(found)
print(found.auc[found.auc["metric"] == "spearman"])
curves = pb.plot.rank_preservation(found)

# %% [markdown]
# How many suffice for a correlation of 0.9? On the mean eight, and conservatively, in 39 of 40 draws,
# ten are not enough: a dataset more or less moves the ranks of eight classifiers much. k-means is
# better than a random choice, by little.

# %%
enough = found.sufficient[found.sufficient["metric"] == "spearman"]
print(enough[["strategy", "by_mean", "conservative"]])
sizes = pb.plot.sufficient(found)
print(found.significance[found.significance["metric"] == "spearman"])

# %% [markdown]
# # Why it works, or does not
# A representation helps where datasets that it puts close together rank the classifiers alike. The
# Mantel test asks this of all pairs: here a correlation of 0.33, which is why a choice by looks
# gains something, and why it gains no more.

# %%
alike = pb.mantel(t, {"looks": place})
print(alike)
tenths = pb.plot.mantel(alike)

# %% [markdown]
# # What theory promises
# Two theorems stand behind farthest-first (arXiv 2606.27997, section 4). They assume that the scores
# of each classifier are a Gaussian process over the datasets: near datasets, like scores, by the
# cosine.
#
# The first bounds the *variance* that is left when scores on t chosen datasets predict those on all:
# it shrinks with the covering radius, the distance of the dataset worst off from the nearest chosen.
# The radius can be seen, and no choice of as many datasets has less than a quarter of it. What the
# theorem puts in its place is a bound by volumes (lemma A.3), which falls below the diameter only
# from 3^p datasets on, with p the dimension: 5 here, since one of the six features follows from two
# others, so that it takes 244 datasets. With 15 it is above the first radius, and says nothing.

# %%
covered = pb.covering(place)
print(covered)
radius = pb.plot.covering(covered)

# %% [markdown]
# The second bounds the share of *wrong signs*: pairs of classifiers that are predicted in the wrong
# order on a dataset. `variance` is what is left, in units in which no dataset leaves 1; `stated` is
# what the first theorem says of it, where 1 or more says nothing. `wrong` is the share of wrong signs
# that come true, `wrong_bound` what the second theorem allows. Where `wrong` is the larger, as with
# five datasets and ten, it is by chance or because scores are not the process that it assumes.

# %%
bounds = pb.ranking_bounds(t, place, (2, 5, 10))
print(bounds)
print(bounds.table[["size", "variance", "stated", "wrong", "wrong_bound"]])

# %% [markdown]
# So the theorems say why spreading out may help, and nothing about how many datasets suffice: ask
# the curves.

# %% [markdown]
# # A choice of one's own
# Many papers pick datasets that everybody knows. Where does such a choice fall among all choices of
# as many?

# %%
known = ["iris", "wine", "breast_cancer", "digits", "GunPoint"]
quality = pb.subset_quality(t, known)
print(quality)
standing = pb.plot.subset_quality(quality, title="Five that everybody knows")
print(pb.subset_quality(t, chosen.names))

# %% [markdown]
# The five that everybody knows correlate 0.90 with the full ranking, better than 74 % of random
# choices; the five by farthest-first 0.93, better than 82 %. One choice proves nothing about the way
# it was made: the curves above, over many draws, do.
#
# # A file for another laboratory
# `record_selection` adds the reason for each choice, the settings, and a hash of what was read;
# `pybench select features.csv -k 5` writes it, `pb.load_result` reads it, and
# `pybench compare accuracy.csv --higher-is-better --only selection` compares on these datasets.

# %%
record = pb.record_selection(place, 5)
print(record)
