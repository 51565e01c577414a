"""Which few datasets may I run instead of all, and how sure am I?

The same story in R, with the same numbers, is vignettes/selection.Rmd. Run it from anywhere:

    python vignettes/selection.py
"""

# %% [markdown]
# # Results, and what the datasets look like
# Eight methods on 15 small datasets, cross-validated three times by `pybench demo`. Beside them are
# six numbers that are known before any method runs: how many cases, features and classes there
# are, and how balanced the classes are. Fifteen are few to choose from, as the story will show; the
# steps are the same with 112.

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
# # Five that represent all
# Farthest-first takes the dataset that is most unlike all others, then each time the one farthest
# from those already chosen. Columns are standardised first. The result also says why each was
# chosen, and which others it represents.

# %%
chosen = pb.select(place, 5)
print(chosen)
print(chosen.to_frame())
where = pb.plot.selection(chosen, pb.embedding_map(place), labels=True)

# %% [markdown]
# Another strategy makes another choice. Farthest-first takes unusual datasets; facility location
# takes typical ones, to which the others are near.

# %%
central = pb.select(place, 5, "facility-location")
print(central)

# %% [markdown]
# # Is the ranking kept?
# That the chosen datasets differ does not mean that they rank methods as all datasets together
# would. Past results can show it. In each trial a random four fifths of the datasets are available;
# every strategy chooses 2, 3, ... of them, and the ranking on these is compared with that on all
# 15.

# %%
strategies = ("random", "k-means", "farthest-first/cosine", "farthest-first/euclidean")
found = pb.rank_preservation(t, {"looks": place}, strategies, range(2, 11), trials=200)
print(found)
print(found.auc[found.auc["metric"] == "spearman"])
curves = pb.plot.rank_preservation(found)

# %% [markdown]
# How many suffice for a correlation of 0.9? On the mean eight, and conservatively, in 39 of 40
# draws, ten are not enough: one dataset more or less changes the ranks of eight methods
# considerably. k-means is slightly better than a random choice.

# %%
enough = found.sufficient[found.sufficient["metric"] == "spearman"]
print(enough[["strategy", "by_mean", "conservative"]])
sizes = pb.plot.sufficient(found)
print(found.significance[found.significance["metric"] == "spearman"])

# %% [markdown]
# # Why it works, or does not
# A representation helps if datasets that it puts close together rank the methods alike. The Mantel
# test asks this of all pairs: here a correlation of 0.33, which is why a choice by these numbers
# gains something, and why it gains no more.

# %%
alike = pb.mantel(t, {"looks": place})
print(alike)
tenths = pb.plot.mantel(alike)

# %% [markdown]
# # What theory promises
# Two theorems support farthest-first (arXiv 2606.27997, section 4). They assume that the scores of
# each method are a Gaussian process over the datasets: near datasets have similar scores, by the
# cosine.
#
# The first bounds the *variance* that is left when scores on t chosen datasets predict those on
# all: it shrinks with the covering radius, the largest distance of a dataset from its nearest
# chosen one. The radius can be computed, and no choice of as many datasets has less than a quarter
# of it. The theorem replaces it by a bound from volumes (lemma A.3), which falls below the diameter
# only from 3^p datasets on, with p the dimension: 5 here, since one of the six features follows
# from two others, so that it takes 244 datasets. With 15 it is above the first radius, and says
# nothing.

# %%
covered = pb.covering(place)
print(covered)
radius = pb.plot.covering(covered)

# %% [markdown]
# The second bounds the share of *wrong signs*: pairs of methods that are predicted in the wrong
# order on a dataset. `variance` is the remaining variance, in units in which it is 1 with no
# dataset; `stated` is the bound of the first theorem, where 1 or more says nothing. `wrong` is the
# observed share of wrong signs, `wrong_bound` the share that the second theorem allows. Where
# `wrong` is the larger, as with five datasets and ten, this is by chance or because scores are not
# the process that it assumes.

# %%
bounds = pb.ranking_bounds(t, place, (2, 5, 10))
print(bounds)
print(bounds.table[["size", "variance", "stated", "wrong", "wrong_bound"]])

# %% [markdown]
# So the theorems say why spreading out may help, but nothing about how many datasets suffice: use
# the curves.

# %% [markdown]
# # Your own choice
# Many papers pick well-known datasets. Where does such a choice fall among all choices of the same
# size?

# %%
known = ["iris", "wine", "breast_cancer", "digits", "GunPoint"]
quality = pb.subset_quality(t, known)
print(quality)
standing = pb.plot.subset_quality(quality, title="Five that everybody knows")
print(pb.subset_quality(t, chosen.names))

# %% [markdown]
# The five well-known datasets correlate 0.90 with the full ranking, better than 74 % of random
# choices; the five by farthest-first 0.93, better than 82 %. A single choice proves nothing about
# the strategy behind it: the curves above, over many draws, do.
#
# # A file for another laboratory
# `record_selection` adds the reason for each choice, the settings, and a hash of what was read;
# `pybench select features.csv -k 5` writes it, `pb.load_result` reads it, and
# `pybench compare accuracy.csv --higher-is-better --only selection` compares on these datasets.

# %%
record = pb.record_selection(place, 5)
print(record)
