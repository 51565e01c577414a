"""Where datasets lie: map, regions, coverage, representatives, and what verdicts owe to them."""
