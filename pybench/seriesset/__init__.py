"""Labelled time series in Arrow: the class and its constructors."""
