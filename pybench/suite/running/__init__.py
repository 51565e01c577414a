"""Run estimators on a suite: a run can be interrupted and resumed, with the same bytes."""
