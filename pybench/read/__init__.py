"""External files and frames, read strictly into pybench's own tables."""
