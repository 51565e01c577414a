"""Sharing suites: bundles with signatures, and the files of OpenML (`openml`)."""
