"""Which few datasets may I run instead of all, and how sure am I?

The same story in R, with the same numbers, is vignettes/selection.Rmd. Run it from anywhere:

    python vignettes/selection.py
"""

# %% [markdown]
# # Results, and what the datasets look like
# The scores are those of eight methods on 15 small datasets, cross-validated three times by
# `pybench demo`. For each dataset there are also six numbers that are known before any method runs:
# the logarithms of the numbers of cases, features, classes, and cases per feature, the share of the
# largest class, and the entropy of the classes divided by its maximum. Fifteen datasets are few to
# choose from, as this tutorial will show, but with more datasets the steps would be the same.

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
# Farthest-first starts with the dataset that is most unlike all others, and then always takes the
# one that is farthest from those already chosen. The columns are standardised first. The result
# also says why each dataset was chosen, and which other datasets it represents.

# %%
chosen = pb.select(place, 5)
print(chosen)
print(chosen.to_frame())
where = pb.plot.selection(chosen, pb.embedding_map(place), labels=True)

# %% [markdown]
# Another strategy makes another choice. Farthest-first chooses unusual datasets; facility location
# chooses typical datasets, which are close to the others.

# %%
central = pb.select(place, 5, "facility-location")
print(central)

# %% [markdown]
# # Is the ranking kept?
# Although the chosen datasets differ from each other, they may not rank methods as all datasets
# together do. Past results can show whether they do. In each trial a random four fifths of the
# datasets are available. Every strategy chooses 2, 3, ..., 10 of them, and the ranking of the
# methods on the chosen datasets is compared with the ranking on all 15.

# %%
strategies = ("random", "k-means", "farthest-first/cosine", "farthest-first/euclidean")
found = pb.rank_preservation(t, {"looks": place}, strategies, range(2, 11), trials=200)
print(found)
print(found.auc[found.auc["metric"] == "spearman"])
curves = pb.plot.rank_preservation(found)

# %% [markdown]
# How many datasets suffice for a rank correlation of 0.9 with the full ranking? On average over the
# trials, eight datasets are enough if they are chosen well, for example by k-means. If 39 of 40
# trials must reach 0.9, even ten datasets are not enough: one dataset more or less changes the
# ranks of eight methods considerably. k-means is slightly better than a random choice.

# %%
enough = found.sufficient[found.sufficient["metric"] == "spearman"]
print(enough[["strategy", "by_mean", "conservative"]])
sizes = pb.plot.sufficient(found)
print(found.significance[found.significance["metric"] == "spearman"])

# %% [markdown]
# # Why it works, or does not
# A representation helps if datasets that are close in it rank the methods similarly. Two distances
# can be computed for each pair of datasets: the distance between the datasets in the
# representation, and the distance between their rankings of the methods. The Mantel test examines
# whether these two distances are correlated over all pairs: here it finds a correlation of 0.33.
#
# So datasets that are close to each other rank the methods only somewhat more similarly than others
# do. This agrees with the result above: the best choice by these numbers is better than a random
# choice, but only a little.

# %%
alike = pb.mantel(t, {"looks": place})
print(alike)
tenths = pb.plot.mantel(alike)

# %% [markdown]
# # What theory promises
# Two theorems support farthest-first (arXiv 2606.27997, section 4). They assume that the scores of
# each method are a Gaussian process over the datasets, in which datasets with a small cosine
# distance have similar scores.
#
# The first theorem bounds the *variance* that is left when scores on t chosen datasets predict
# those on all datasets. The bound is smaller if the covering radius is smaller. The covering radius
# of a choice is the largest distance of a dataset from its nearest chosen dataset. The covering
# radius of the choice by farthest-first can be computed. No choice of the same number of datasets
# has a covering radius below a quarter of this value.
#
# However, the theorem does not use the radius itself, but an upper bound on it (lemma A.3). Only
# with more than 3^p chosen datasets is this upper bound below the largest distance between two
# datasets, where p is the dimension of the space that the datasets span. Here p is 5, since one of
# the six numbers follows from two others, so at least 244 datasets would be needed. With 15
# datasets, the upper bound is above even the radius with a single chosen dataset, so it gives no
# information.

# %%
covered = pb.covering(place)
print(covered)
radius = pb.plot.covering(covered)

# %% [markdown]
# The second theorem bounds the share of *wrong signs*, that is, how often the predicted order of
# two methods on a dataset is wrong. The table below has one row for each number of chosen datasets,
# with these columns:
#
# * `variance`: the remaining variance, as a share of the variance without any chosen dataset;
# * `stated`: the bound of the first theorem on the remaining variance; a bound of 1 or more gives
#   no information;
# * `wrong`: the observed share of wrong signs;
# * `wrong_bound`: the share that the second theorem allows.
#
# If `wrong` is larger than `wrong_bound`, as here with five and with ten datasets, there are two
# possible reasons: chance, or that the scores are not a Gaussian process as the theorem assumes.

# %%
bounds = pb.ranking_bounds(t, place, (2, 5, 10))
print(bounds)
print(bounds.table[["size", "variance", "stated", "wrong", "wrong_bound"]])

# %% [markdown]
# So the theorems say why it may help to spread out the chosen datasets, but they do not say how
# many datasets suffice. To find that number, use the curves of the trials above.

# %% [markdown]
# # Your own choice
# Many papers pick well-known datasets. How good is such a choice, compared with random choices of
# the same size?

# %%
known = ["iris", "wine", "breast_cancer", "digits", "GunPoint"]
quality = pb.subset_quality(t, known)
print(quality)
standing = pb.plot.subset_quality(quality, title="Five that everybody knows")
print(pb.subset_quality(t, chosen.names))

# %% [markdown]
# The ranking of the methods on the five well-known datasets has a correlation of 0.90 with the full
# ranking, which is better than 74 % of random choices. For the five datasets chosen by
# farthest-first, the correlation is 0.93, better than 82 % of random choices. A single choice says
# little about the strategy behind it; the curves above, over many trials, say more.
#
# # A file for another laboratory
# `record_selection` adds to a selection the reason for each choice, the settings, and a hash of the
# input; `pybench select features.csv -k 5` writes such a record, `pb.load_result` reads it, and
# `pybench compare accuracy.csv --higher-is-better --only selection` compares methods on the
# selected datasets only.

# %%
record = pb.record_selection(place, 5)
print(record)
