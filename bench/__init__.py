"""Speed of pybench and of its peers, measured in turn in one process. Run: make bench."""
