"""Can somebody else run exactly this? Suites of tasks, runs on them, and how both are shared.

Workflow: `Suite.create` makes a suite of a folder, of packaged datasets or of OpenML's; rules
decide which candidates become tasks; `freeze` makes it final; `save` writes it. `pb.run` fits
estimators on all folds of all tasks and gives a results table, which `comparison` takes. `export`
writes one file for others, `write_openml` OpenML's files.

What holds it together: a task is a dataset, a target and stored train and test rows, never drawn
again. Every file is known by its SHA-256, a suite by the SHA-256 of its canonical JSON. Runs are
resumed from what is on the disk, and the same bytes come out.

| idea | files |
|---|---|
| the class, and a suite as a value | `suite manifest task saving hashing jsonschema filenames` |
| making one | `candidates create rules qualities trivial runnable splits data bundled shipped` |
| before and after freezing | `editing screening healthcheck duplicates` |
| running estimators | `running` |
| results as tables that SQL can ask | `store` |
| bundles, signatures, OpenML | `sharing` |
"""
