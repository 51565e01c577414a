"""Labelled time series in Arrow: the class, and what makes one."""
