"""Run estimators on a suite: a run can be interrupted and resumed, with the same bytes.

Workflow: `run` (engine) plans one job per estimator, fold and task, skips the jobs whose results
are in the folder, runs the others, here or on Dask, and writes the tables of the run.

| idea | files |
|---|---|
| the plan, and what the folder holds | `engine plan folder` |
| one job | `jobs preparation predictions limits` |
| types of tasks and their measures | `tasktypes measures regression clustering scoring` |
| the tables: `results.csv`, `folds.csv`, `evaluations.csv`, ... | `tables lines fallback` |
| estimators from files of the user | `definitions modules trust` |
"""
