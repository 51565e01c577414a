"""The whole way as one study: datasets, runs, features, landscape, choice, tests, the optimum."""
