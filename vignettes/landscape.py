"""What does my benchmark cover?

The same story in R, with the same numbers, is vignettes/landscape.Rmd. It needs R, which trains the
maps. Run it from anywhere:

    python vignettes/landscape.py
"""

# %% [markdown]
# # Features in
# Six datasets of time series ship inside aeon. Here are the 22 features of catch22 for the first 30
# training series of each: a benchmark of 180 instances. Two features do not exist for the shortest
# series; the landscape leaves them out and says so.

# %%
from pathlib import Path

import pybench as pb
from pybench.suite.bundled import few_series

everything = pb.extract_features(few_series(30), "catch22", cache=False, filter=False)
print(everything)

# %% [markdown]
# One dataset is put aside: it will come back as a newcomer.

# %%
new = everything.dataset == "OSULeaf"
known = everything.values[~new]

import pandas as pd

frame = pd.DataFrame(known, columns=everything.names)
names = everything.dataset[~new].tolist()

# %% [markdown]
# # A map
# A self-organising map lays units on a grid so that neighbouring units have like codes, and puts
# every instance at the unit whose code is nearest. Which size? The search trains some, and shows two
# errors: how far instances are from their units (quantization error), and how often their two
# nearest units are no neighbours (topographic error). Explained variance follows from the first, so
# that the largest map nearly always wins: look at the front, and take the smallest map that is good
# enough for you.

# %%
search = pb.som_search(frame, (4, 5, 6, 7, 8), seeds=(1, 2), workers=1)
print(search)
front = pb.plot.pareto(search)

# %% [markdown]
# Settings are those of the paper whose way this is (`preset="paper"`); that features are scaled to
# variance 1 and where the codes start are inferred from it.

# %%
land = pb.map_landscape(frame, 7, seeds=1, dataset=names, workers=1)
print(land)
print(pb.map_quality(pb.scale_features(frame).values, land.som.codes, 7, 7))

# %% [markdown]
# # Regions
# Units are joined into regions by the angle between their codes. The silhouette says how well they
# are apart, purity how much of a region belongs to its largest dataset's kind; every number of
# regions is shown, and `k=` takes another one.

# %%
print(land.regions)
regions = pb.plot.landscape_map(land.som, show="counts", regions=land.regions, datasets=names)
distances = pb.plot.landscape_map(land.som, show="distances", regions=land.regions)

# %% [markdown]
# # Coverage, and what is redundant
# How much of each dataset lies where? Datasets in one region only, many of them in the same one, say
# the same thing several times. An almost empty region is where the benchmark lacks data.

# %%
print(land.coverage.percent.round(1))
heat = pb.plot.coverage(land.coverage)
print(land.redundancy)
crowds = pb.plot.redundancy(land.redundancy)

# %% [markdown]
# # Representatives
# A dataset stands for a region that holds at least 90 % of its instances. Five datasets are too few
# for portfolios of ten, and the result says so.

# %%
print(land.representatives(90))

# %% [markdown]
# # Does a new dataset add anything?
# Its instances are scaled as the others were and put at their nearest units. `adds` is no where
# another dataset is spread alike.

# %%
incoming = pd.DataFrame(everything.values[new], columns=everything.names)
arrived = land.newcomer(incoming, "OSULeaf")
print(arrived)

# %% [markdown]
# # Which classifier is best in my region?
# Published scores on datasets of a landscape answer this; here are Demšar's (2006, table 6), areas
# under the ROC curve of four variants of C4.5 on 14 datasets. We have no features of these, so that
# regions come from elsewhere: seven datasets are of medicine, seven are not. Wherever a landscape is
# wanted, such a mapping will do; with scores on datasets of your own, give `land` itself.

# %%
t = pb.read_results(
    Path(pb.__file__).parent / "data" / "demsar2006.csv", higher_is_better=True, metric="AUC"
)
fields = {
    "medicine": [
        "breast cancer", "breast cancer wisconsin", "cmc", "liver disorders", "lung cancer",
        "lymphography", "primary tumor", "rheum",
    ],
    "elsewhere": [
        "adult (sample)", "ionosphere", "iris", "mushroom", "voting", "wine",
    ],
}
best = pb.best_by_region(t, fields)
print(best)

# %% [markdown]
# The best overall is not the best in medicine. With seven datasets that is a description, no test.
#
# # Do conclusions hold?
# Portfolios with equally many datasets of each region are drawn again and again, and tested: how
# often is each pair not told apart? The same for random portfolios, which is how benchmarks are often
# chosen.

# %%
found = pb.bootstrap(t, fields, per_region=(5, 6), repeats=1000)
print(found)
print(found.counts[5])
votes = pb.plot.bootstrap(found, n=5)

# %% [markdown]
# # Wrong practice, made visible
# On five datasets of each field, one portfolio in four tells C4.5 and C4.5+m+cf apart; all 14
# datasets together do not. Whoever draws until a difference shows will find one. How often does a
# single choice contradict the majority, and how much more often one that looks at medicine alone?

# %%
alone = pb.bootstrap(t, {"medicine": fields["medicine"]}, per_region=6, repeats=1000)
single = found.dissent(5).loc["C4.5", "C4.5+m+cf"] / 10
drawn = found.contradictions(5).loc["C4.5", "C4.5+m+cf"] / 10
print(f"landscape {single:.1f} %, random {drawn:.1f} %")
