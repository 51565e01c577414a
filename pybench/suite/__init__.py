"""Can others run exactly the same benchmark? Suites of tasks, runs on them, and sharing both.

Workflow: `Suite.create` makes a suite from a folder, from packaged datasets or from OpenML; rules
decide which candidates become tasks; `freeze` makes it final; `save` writes it. `pb.run` fits
estimators on all folds of all tasks and returns a results table, which `comparison` takes. `export`
writes one file for others, `write_openml` writes OpenML's files.

Principles: a task is a dataset, a target and stored train and test rows, which are never drawn
again. Every file is identified by its SHA-256, a suite by the SHA-256 of its canonical JSON. Runs
resume from what is on disk and produce the same bytes.

| idea | files |
|---|---|
| the class, and a suite as a value | `suite manifest task saving hashing jsonschema filenames` |
| making one | `candidates create rules qualities trivial runnable splits data bundled shipped` |
| before and after freezing | `editing screening healthcheck duplicates` |
| running estimators | `running` |
| results as tables to query in SQL | `store` |
| bundles, signatures, OpenML | `sharing` |
"""
