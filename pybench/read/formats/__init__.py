"""Files of results as other tools write them: which tool, which scores, which direction.

A *format* is what one tool writes. It recognises its files by their content, never by their names
alone, and turns them into one long table: dataset, method, score, perhaps a resample. Nothing is
averaged, and nothing is guessed:

* A file that states the direction of its metric decides it, and contradicts a caller who says
  otherwise. A file that does not state it leaves it to the caller.
* If a file has several metrics, the caller names one.
* If one dataset or method occurs in several variants (configurations, constraints, subsets), the
  name of the variant becomes part of the name.

``file.py`` opens a file once, strictly: JSON without duplicate keys, the members of a zip archive,
a table. ``board.py`` has the common outcome of all formats and the choice of the metric.
``language.py`` reads JSON of evaluations of language models and embeddings; ``tables.py`` reads
tables of AutoML, forecasting and experiment tracking, ``tsml.py`` those of tsml-eval.
``registry.py`` lists the formats, finds the one of a file, and takes formats of the user's own.
"""
