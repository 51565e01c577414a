"""What do my datasets cover, and which represent them? The landscape of a benchmark.

Workflow: `map_landscape(features)` scales the features, trains a self-organising map (in R),
clusters its units into regions, and computes the coverage, that is, how many series of each dataset
lie in each region. From the coverage follow the representatives of each region. `bootstrap` draws
portfolios with equally many datasets of each region and computes on which share of the portfolios a
verdict holds.

Mathematics: a map is a grid of units, each with a code (a vector); a row belongs to the unit with
the nearest code. Regions are clusters of codes by average linkage on cosine distances. A dataset's
coverage of a region is the percentage of the dataset's instances that lie in the region. If this
percentage reaches a threshold (by default 90 %), the dataset represents the region.

| idea | files |
|---|---|
| all of it | `map` |
| rows and their scale | `rows weighting extended scaling components` |
| the map, or codes by k-means | `som quality search maps kmeans` |
| regions and coverage | `regions linkage coverage representatives redundancy newcomer` |
| rows in many files | `partitioned partitioned_landscape parts` |
| other maps, compared | `stability variations consensus partitions` |
| published ones, and new datasets on them | `published place` |
| portfolios and the bootstrap | `portfolios portfoliotests bootstrap thresholds best` |
"""
