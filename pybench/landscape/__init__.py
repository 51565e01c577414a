"""The landscape of a benchmark: its map, regions, coverage, representatives and portfolios."""
