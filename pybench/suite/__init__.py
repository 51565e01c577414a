"""Datasets and runs that anyone can repeat."""
