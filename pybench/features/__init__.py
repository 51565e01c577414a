"""What do datasets look like? Time series in, one vector of features per dataset out.

Workflow: `extract_features(series, representation=...)` gives a `FeatureTable` with one row per
series (or per dataset). The work is cached chunk by chunk and can be resumed. `feature_report` says
which features are missing or constant. `dataset_embedding` turns the table into one row per
dataset, for `selection`; `landscape` uses the table itself.

Mathematics: a representation is a function from a series (or a dataset) to p numbers, NaN where a
feature is not defined. The embedding of a dataset is the mean, or another summary, of the rows of
its series.

| idea | files |
|---|---|
| the concept of a representation | `representation libraries own eachseries` |
| representations | `tsfresh kernels catch22 minirocket landmarking simple summary metadata text` |
| beyond series | `described interactions tabular` |
| from series to a table | `extract extraction chunks filter groups` |
| the table and its files | `table file delimited` |
| fitness for use | `report eligibility` |
| one row per dataset | `embedding projection components` |
"""
