"""What do my datasets look like?

The same story in R, with the same numbers, is vignettes/features.Rmd. Run it from anywhere:

    python vignettes/features.py
"""

# %% [markdown]
# # Series in
# Six datasets ship inside aeon; here are the first three training series of each dataset.
# `pb.read_series(path)` reads your own: a file, a dataset, or a folder of datasets. Labels are kept
# byte for byte, and invalid input is refused with an error that names file, line and column.

# %%
import pybench as pb
from pybench.suite.bundled import few_series

series = few_series(3)
print(series)

# %% [markdown]
# Not every dataset can be compared by its features: datasets whose series have unequal lengths,
# have missing values or are too short are left out, and listed with the reason.

# %%
print(pb.eligible(series))

# %% [markdown]
# # Features out
# tsfresh turns each series into 783 numbers. pybench computes exactly the same values, in a
# fraction of the time. With `cache=True`, the default, finished work is stored, so that an
# interrupted run can be resumed.

# %%
everything = pb.extract_features(series, "tsfresh", cache=False, filter=False)
print(everything)

# %% [markdown]
# # Which features are dropped, and why?
# A filtered table keeps only the columns that have a number for every series. Which features are
# dropped, and because of which dataset? Of the 374 features that are missing somewhere, 370 are
# missing on ItalyPowerDemand, whose series have only 24 values. Most of these 370 features (348)
# are Fourier coefficients beyond the twelfth, which do not exist for 24 values.

# %%
report = pb.feature_report(everything)
print(report)
print(report.by_dataset())
pb.plot.features(report)
pb.plot.features(report, show="constant")

# %% [markdown]
# A feature that is constant on a dataset cannot separate the classes of this dataset. But it may
# distinguish the dataset from others.

# %% [markdown]
# # One vector per dataset
# Each dataset becomes one point. The coordinates of the point are the means of the features over
# the series of the dataset. The principal components of these points give a map, in which datasets
# with similar features are close to each other. By default, each value is replaced by its rank
# among the datasets. Otherwise, a single dataset with values in the millions would compress all
# others into one corner. With only three series per dataset, this map is only a rough example.

# %%
embedding = pb.dataset_embedding(everything, by="mean")
placed = pb.embedding_map(embedding)
print(placed)
pb.plot.embedding(placed)

# %% [markdown]
# # And in R?
# `pb.write_features(everything, "features.csv")` keeps every digit and every label;
# `pb_read_features("features.csv")` reads them back. Parquet and Arrow files also hold the groups
# of features, the reasons for dropped features and the versions of libraries.
