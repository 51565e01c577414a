"""OpenML: suites, runs and studies as its files, and its server.

The rest of pybench uses only these six functions, which `Suite` calls. Nothing here imports
bundles, rules or the making of suites, so this folder could become a separate package.

| files | what is in them |
|---|---|
| `xml`, `arff` | the two formats, read strictly, written as OpenML's server writes them |
| `documents`, `rundocument`, `flows` | documents: suite, study, task, data, run, flow, setup |
| `ids` | OpenML's ids if they are known, otherwise local ids |
| `suitefiles` | a suite -> a folder of files, and back |
| `writeruns`, `readruns` | folders of `pybench.run` -> files, and back |
| `server`, `online` | fetching within limits, and publishing through openml-python |
"""

from pybench.suite.sharing.openml.online import fetch_suite as fetch_suite
from pybench.suite.sharing.openml.online import publish_runs as publish_runs
from pybench.suite.sharing.openml.online import publish_suite as publish_suite
from pybench.suite.sharing.openml.readruns import read_runs as read_runs
from pybench.suite.sharing.openml.suitefiles import read_openml as read_openml
from pybench.suite.sharing.openml.suitefiles import write_openml as write_openml
