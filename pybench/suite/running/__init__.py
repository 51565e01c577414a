"""Run estimators over a suite: kill it whenever you like, the same bytes come out."""
