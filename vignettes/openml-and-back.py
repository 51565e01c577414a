"""From OpenML, and back to it

The whole way: list datasets, apply rules, fetch the data, screen, freeze, publish, run, publish the
runs. Run it from a checkout of the repository; it asks a server on this machine, writes into a
temporary folder, and needs the package openml:

    python vignettes/openml-and-back.py
"""

# %% [markdown]
# # A server on this machine
# What is published on OpenML stays there and is public. So these pages do not ask OpenML, but a
# small server on this machine, which is part of pybench's tests. It sends one dataset (anneal) as
# OpenML has sent it, and five tables that ship inside scikit-learn and statsmodels. It takes what
# openml-python uploads, and makes its own splits, as OpenML does. To ask OpenML itself, leave this
# cell out, and tell openml-python the API key of your account (only publishing needs it).

# %%
import shutil
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from pathlib import Path

import openml

import pybench as pb

root = Path(pb.__file__).resolve().parents[1]
sys.path.insert(0, str(root / "tests" / "suite" / "sharing"))
from openml_server import serving

sys.path.pop(0)
work = Path(tempfile.mkdtemp())
with tarfile.open(root / "tests" / "golden" / "openml" / "recorded.tar.xz") as archive:
    for member in archive:
        if member.isfile() and member.name.startswith("datasets/"):
            path = work / "recorded" / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.extractfile(member).read())
tables = ["anes96", "iris", "modechoice", "spector", "wine"]
about = {name: {"licence": "CC0", "openml_id": 61 + i} for i, name in enumerate(tables)}
pb.Suite.create("Tables", tables, about=about).write_openml(work / "tables")
shutil.rmtree(work / "tables" / "tasks")  # the server has datasets, but no tasks on them

stack = ExitStack()
server = stack.enter_context(serving([work / "recorded", work / "tables"]))
openml.config.server = f"{server.url}/api/v1/xml"
openml.config.apikey = "0" * 32
openml.config.set_root_cache_directory(work / "cache")

# %% [markdown]
# # List
# OpenML filters its datasets by their qualities (OpenML's word for properties such as the number of
# rows). The list has further qualities, so that more rules can be applied before any data are
# fetched.

# %%
listed = pb.Suite.openml_candidates(number_instances=(100, 1000), number_classes=(2, 10))
print(listed[["openml_id", "NumberOfInstances", "NumberOfClasses", "MinorityToMajority"]])
rules = {"NumberOfInstances": (100, None), "MinorityToMajority": (0.1, None)}
chosen = pb.Suite.create("Listed", listed, constraints=rules, exclude=["sparse"])
print(chosen.verdicts().to_string())

# %% [markdown]
# # Fetch
# These datasets are fetched with their default targets, and split into ten stratified folds. Every
# quality that OpenML states is kept beside those that pybench measures. For anneal, OpenML states
# six classes, the smallest without rows: it counts the classes that the file declares. pybench
# counts those that occur.

# %%
pool = pb.Suite.from_openml(datasets=[2, *(one.dataset.openml_id for one in chosen.tasks)])
print(pool)
for name in ("NumberOfClasses", "MinorityClassSize"):
    print(name, pool.qualities["anneal"][name], pool.openml_qualities["anneal"][name])
print(len(pool.qualities["anneal"]), len(pool.openml_qualities["anneal"]))

# %% [markdown]
# # Apply the rules to the data, and screen
# Rules that need the data are applied now. Rules can also use qualities that only OpenML has.

# %%
suite = pb.Suite.create(
    "Small and balanced",
    pool,
    constraints=rules,
    exclude=["one attribute", "decision tree", "sparse"],
    alias="small-and-balanced",
    description="Tables of 100 to 1000 rows without rare classes.",
    created="2026-01-31T12:00:00Z",
)
print(suite.verdicts()[["dataset", "rule", "value", "verdict"]].to_string())
screening = suite.screen(work / "screening", workers=1)
print(screening)
print(suite.check(screening))

# %% [markdown]
# # Freeze and publish
# `data=True` also publishes the tasks that OpenML lacks, and the datasets that it lacks, if their
# licence allows anybody to redistribute them. The ids are kept in `openml.json` in the folder of
# the suite; after a failure, the same call continues.

# %%
frozen = suite.freeze().save(work / "suite")
number = frozen.publish_openml(data=True)
print((frozen.folder / "openml.json").read_text())
print([path for path in server.asked if path.startswith("POST")])

# %% [markdown]
# A table of your own is published in the same way, with its licence.

# %%
rows = "".join(f"{i % 7},{i % 5},{'yes' if i % 3 else 'no'}\n" for i in range(60))
(work / "mine.csv").write_text("x,z,answer\n" + rows)
mine = pb.Suite.create(
    "Mine",
    {"mine": work / "mine.csv"},
    target="answer",
    about={"mine": {"licence": "CC BY 4.0", "citation": "Nobody (2026)"}},
    alias="mine",
).save(work / "mine")
print(openml.study.get_suite(mine.publish_openml(data=True)))

# %% [markdown]
# # Run what was published
# OpenML takes no splits: it has made its own for the new tasks, so that the rows of the folds are
# not those of `frozen`. So fetch the published suite by its id, run that, and publish the runs.
# openml-python reads them as those of anybody else.

# %%
theirs = pb.Suite.from_openml(number).freeze().save(work / "theirs")
print(theirs)
estimators = {
    "Bayes": "sklearn.naive_bayes.GaussianNB",
    "majority": "sklearn.dummy.DummyClassifier",
}
results = pb.run(theirs, estimators, out=work / "runs", workers=1)
print(results)
study = theirs.publish_openml_runs(work / "runs", name="Two methods on small tables")
print(openml.study.get_study(study))

# %%
stack.close()
