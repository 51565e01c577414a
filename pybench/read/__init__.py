"""Files and frames of others, read strictly into pybench's own tables."""
