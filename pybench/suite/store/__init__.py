"""Runs on disk as tables that can be queried in SQL."""
