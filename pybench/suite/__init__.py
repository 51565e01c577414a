"""Can others run exactly the same benchmark? Suites of tasks, runs on them, and sharing both.

Workflow: `Suite.create` makes a suite from a folder, from packaged datasets or from OpenML. Rules
decide which candidates become tasks, `freeze` makes the suite final, and `save` writes it. `pb.run`
fits estimators on all folds of all tasks and returns a results table, which the functions of
`comparison` take. `export` writes a bundle (one file that can be passed on), and `write_openml`
writes files in OpenML's formats.

Principles: a task has a dataset, a target, and stored numbers of the train and test rows, which are
never drawn again. Every file is identified by its SHA-256, and a suite by the SHA-256 of its
canonical JSON. Runs resume from the results on the disk and produce the same bytes.

| purpose | files |
|---|---|
| the class `Suite` and its content | `suite manifest task saving hashing jsonschema filenames` |
| making | `candidates listed fetched create rules qualities trivial runnable` |
| suites and datasets that ship with packages | `shipped bundled` |
| what a task has: data, target, splits | `data targets splits` |
| flags from evidence | `suggestions overlap order` |
| before and after freezing | `editing compact screening healthcheck duplicates` |
| running estimators | `running` |
| results as tables to query in SQL | `store` |
| bundles, signatures, OpenML, Croissant | `sharing` |
"""
