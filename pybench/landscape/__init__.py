"""What do my datasets cover, and which represent them? The landscape of a benchmark.

Workflow: `map_landscape(features)` scales the features, trains a self-organising map (in R), joins
its units to regions and counts where the series of each dataset lie: the coverage. Representatives
of each region follow; `bootstrap` draws portfolios with equally many datasets of each region and
asks on which share of them a verdict holds.

Mathematics: a map is a grid of units, each with a code (a vector); a row belongs to the unit with
the nearest code. Regions are clusters of codes by average linkage on cosine distances. A dataset's
coverage of a region is the percentage of its instances that lie there; from a threshold (90 %) on,
the dataset represents the region.

| idea | files |
|---|---|
| all of it | `map` |
| rows and their scale | `rows extended scaling components` |
| the map | `som quality search maps` |
| regions and coverage | `regions linkage coverage representatives redundancy newcomer` |
| portfolios and the bootstrap | `portfolios portfoliotests bootstrap thresholds best` |
"""
