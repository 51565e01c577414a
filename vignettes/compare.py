"""Which classifiers really differ?

The same story in R, with the same numbers, is vignettes/compare.Rmd. Run it from anywhere:

    python vignettes/compare.py
"""

# %% [markdown]
# # One table in
# Demšar (2006, table 6) lists the area under the ROC curve of four variants of C4.5 on 14
# datasets. Which direction is better is never guessed; it must be said.

# %%
from pathlib import Path

import pybench as pb

path = Path(pb.__file__).parent / "data" / "demsar2006.csv"
t = pb.read_results(path, higher_is_better=True, metric="AUC")
print(t)

# %% [markdown]
# # Do they differ at all?
# Each dataset ranks the classifiers: 1 is best, ties share the average rank. The Friedman test
# asks whether the mean ranks are further apart than chance allows. Its chi-square is corrected
# for ties; the numbers in the paper are not, and come back by naming a convention.

# %%
print(pb.ranks(t).mean())
print(pb.friedman(t))
print(pb.friedman(t, method="iman-davenport"))
print(pb.friedman(t, convention="scmamp").statistic)

# %% [markdown]
# # Which ones differ?
# Two classifiers differ if their mean ranks are at least the critical difference apart. In the
# diagram a bar joins those that cannot be told apart.

# %%
pairs = pb.nemenyi(t, alpha=0.05)
print(pairs.critical_difference)
print(pairs.pvalues.round(3))
figure = pb.plot.critical_difference(pb.critical_difference(t))

# %% [markdown]
# # All of it, with its doubts
# A result carries its doubts as keys in `notes`; each is defined in the glossary.

# %%
comparison = pb.compare(t)
print(comparison)

# %% [markdown]
# # What is refused
# A missing score is an error that says where it is, unless you ask for the dataset to leave; then
# the result lists what left.

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
# `pb.validate(t)` runs every statistic in both languages and shows the largest difference of each.
# It needs R, so it is not run here.
