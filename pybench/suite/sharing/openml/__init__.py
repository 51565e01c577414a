"""OpenML: suites, runs and studies as its files, and its server.

The rest of pybench uses only these names. Nothing here imports bundles, rules or the making of
suites, so this folder could become a separate package.

| files | what is in them |
|---|---|
| `xml`, `arff` | the two formats, read strictly, written as OpenML's server writes them |
| `documents`, `qualities` | documents: suite, study, task, dataset, qualities of a dataset |
| `rundocument`, `flows` | documents: run, flow, setup |
| `ids` | OpenML's ids if they are known, otherwise local ids |
| `files`, `datasets`, `suitefiles` | a suite -> a folder of files, and back |
| `writeruns`, `readruns` | folders of `pybench.run` -> files, and back |
| `server`, `online`, `listing` | fetching within limits, and lists of datasets |
| `publishsuite`, `publishruns`, `published` | publishing through openml-python, resumably |
| `problems` | errors of openml-python as errors of pybench |
"""

from pybench.suite.sharing.openml.datasets import Fetched as Fetched
from pybench.suite.sharing.openml.listing import list_datasets as list_datasets
from pybench.suite.sharing.openml.online import fetch_datasets as fetch_datasets
from pybench.suite.sharing.openml.online import fetch_suite as fetch_suite
from pybench.suite.sharing.openml.online import fetch_tasks as fetch_tasks
from pybench.suite.sharing.openml.publishruns import publish_runs as publish_runs
from pybench.suite.sharing.openml.publishsuite import publish_suite as publish_suite
from pybench.suite.sharing.openml.readruns import read_runs as read_runs
from pybench.suite.sharing.openml.suitefiles import read_openml as read_openml
from pybench.suite.sharing.openml.suitefiles import write_openml as write_openml
