"""Suites that are passed on: bundles with signatures, and the files of OpenML (`openml`)."""
