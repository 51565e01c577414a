"""What does my benchmark cover?

The same story in R, with the same numbers, is vignettes/landscape.Rmd. It needs R, which trains the
maps. Run it from anywhere:

    python vignettes/landscape.py
"""

# %% [markdown]
# # Features in
# Six datasets of time series ship inside aeon. Here are the 22 features of the feature set catch22
# for the first 30 training series of each: a benchmark of 180 instances (series). Two features do
# not exist for the shortest series; the landscape leaves these features out and reports this.

# %%
from pathlib import Path

import pandas as pd

import pybench as pb
from pybench.suite.bundled import few_series

everything = pb.extract_features(few_series(30), "catch22", cache=False, filter=False)
print(everything)

# %% [markdown]
# One dataset is set aside; later it is added as a new dataset.

# %%
frame = pd.DataFrame(everything.values, columns=everything.names)
new = everything.dataset == "OSULeaf"
frame, incoming = frame[~new], frame[new]
names = everything.dataset[~new].tolist()

# %% [markdown]
# # A map
# A self-organising map is a grid of units, each with a code, which is a vector of feature values.
# Training gives neighbouring units similar codes. Every instance is placed at the unit with the
# nearest code.
#
# Which size should the map have? The search trains maps of several sizes, and shows two errors of
# each map. The quantization error says how far instances are from the codes of their units. The
# topographic error says how often the two nearest units of an instance are not neighbours.
#
# The explained variance depends only on the quantization error, so the map with the highest
# explained variance is nearly always the largest. Look at the Pareto front of the two errors
# instead: the maps for which no other map is at least as good in both errors and better in one.
# Take the smallest map of the front that is good enough for you.

# %%
search = pb.som_search(frame, (4, 5, 6, 7, 8), seeds=(1, 2), workers=1)
print(search)
front = pb.plot.pareto(search)

# %% [markdown]
# By default (`preset="paper"`), the settings are those of the paper that describes this method,
# "Less is more" (ICLR 2022 submission). The paper states neither how features are scaled nor how
# the codes of a map are initialised; for these two, pybench uses what we inferred (features are
# scaled to variance 1).

# %%
land = pb.map_landscape(frame, 7, seeds=1, dataset=names, workers=1)
print(land)
quality = pb.map_quality(pb.scale_features(frame).values, land.som.codes, 7, 7)
print(quality)

# %% [markdown]
# # Regions
# Units are clustered into regions by the angle between their codes. The silhouette says how well
# the regions are separated, and the purity says how much of a dataset lies in a single region; for
# both, higher is better. The result shows these values for every number of regions that was tried;
# with `k=` you can choose another number.

# %%
print(land.regions)
regions = pb.plot.landscape_map(land.som, show="counts", regions=land.regions, datasets=names)
distances = pb.plot.landscape_map(land.som, show="distances", regions=land.regions)

# %% [markdown]
# # Coverage, and what is redundant
# How much of each dataset lies in which region? If many datasets lie completely in the same region,
# some of them are probably redundant. If a region is almost empty, the benchmark lacks data there.

# %%
print(land.coverage.percent.round(1))
heat = pb.plot.coverage(land.coverage)
print(land.redundancy)
crowds = pb.plot.redundancy(land.redundancy)

# %% [markdown]
# # Representatives
# A dataset represents a region if the region holds at least 90 % of the dataset's instances. A
# portfolio is a set of representatives, equally many from each region. The Friedman test requires
# portfolios of at least ten datasets. The five datasets here are too few, and the result reports
# this.

# %%
print(land.representatives(90))

# %% [markdown]
# # Does a new dataset add anything?
# The instances of the new dataset are scaled with the means and variances of the other datasets,
# and each is placed at its nearest unit of the map. Here all of them lie in one region, which is
# the region of ArrowHead: outlines of leaves and of arrowheads are similar series. So the new
# dataset would not extend the coverage of the benchmark.

# %%
arrived = land.newcomer(incoming, "OSULeaf")
print(arrived)

# %% [markdown]
# # Which method is best in my region?
# Published scores on the datasets of a landscape show which method is best in each region. Here we
# use the scores of Demšar (2006, table 6): areas under the ROC curve of four variants of C4.5 on 14
# datasets. We have no features of these datasets, so we define two regions by subject: eight
# datasets are medical, six are not. Such a mapping can be used wherever a landscape is expected;
# with scores on your own datasets, pass `land` itself.

# %%
t = pb.read_results(
    Path(pb.__file__).parent / "data" / "demsar2006.csv", higher_is_better=True, metric="AUC"
)
fields = {
    "medicine": [
        "breast cancer",
        "breast cancer wisconsin",
        "cmc",
        "liver disorders",
        "lung cancer",
        "lymphography",
        "primary tumor",
        "rheum",
    ],
    "elsewhere": [
        "adult (sample)",
        "ionosphere",
        "iris",
        "mushroom",
        "voting",
        "wine",
    ],
}
best = pb.best_by_region(t, fields)
print(best)

# %% [markdown]
# The same variant leads in both regions: C4.5+m+cf has the best mean rank in each. Each region has
# fewer than ten datasets, so pybench does not test whether this lead is significant.
#
# # Do conclusions hold?
# Many portfolios are drawn, each with equally many datasets from every region, and every pair of
# methods is tested on each portfolio. The result shows in how many portfolios the two methods of a
# pair do not differ significantly. The same is done for portfolios drawn at random from all
# datasets, since benchmarks are often chosen without regard to regions.

# %%
found = pb.bootstrap(t, fields, per_region=(5, 6), repeats=1000)
print(found)
print(found.counts[5])
votes = pb.plot.bootstrap(found, n=5)

# %% [markdown]
# # Wrong practice, made visible
# The test on all 14 datasets shows no significant difference between C4.5 and C4.5+m+cf. But one in
# five portfolios of ten datasets shows a significant difference between them. Anyone who draws
# portfolios until a difference is significant will probably find one. So draw many portfolios and
# report how often the difference is significant, as above.
#
# The majority verdict on a pair is the verdict of most portfolios that are drawn by region. How
# often does a single portfolio contradict this verdict? Here portfolios drawn at random contradict
# it about as often as portfolios drawn by region, because both regions rank the variants similarly.
# The UCR datasets have regions that rank methods differently. On the UCR datasets, portfolios drawn
# at random contradict the majority verdict more often (docs/reproduction-landscape.md).

# %%
single = found.dissent(5).loc["C4.5", "C4.5+m+cf"] / 10
drawn = found.contradictions(5).loc["C4.5", "C4.5+m+cf"] / 10
print(f"tell them apart: {single:.1f} % of landscape portfolios, {drawn:.1f} % of random ones")

# %% [markdown]
# # At full size
# `pybench features ARCHIVE --out features.parquet` computes the features of an archive, and
# `pb.map_landscape(pb.read_features("features.parquet"), out="maps")` searches maps of 25 x 25 to
# 50 x 50 units, as in the paper. Each finished map is stored in the folder `out`, so that an
# interrupted search can be resumed.
