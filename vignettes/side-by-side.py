"""Python and R side by side

Calls that both languages have give the same numbers (docs/languages.md lists them). Here each
language runs in its own process, and the numbers are compared. Run it from anywhere:

    python vignettes/side-by-side.py
"""

# %%
import re
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb

data = Path(pb.__file__).parent / "data"


def r(code):
    """Run R code in a process of its own, show what it prints, and return its last numbers."""
    script = f"""
    suppressMessages(library(pybench))
    data <- "{data.as_posix()}"
    numbers <- withVisible({{{code}}})$value
    cat("numbers:", sprintf("%.17g", unlist(numbers)), "\\n")
    """
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", script], capture_output=True, text=True, check=True
    )
    said, _, numbers = done.stdout.rpartition("numbers:")
    print(said.rstrip())
    return np.array(re.sub(r"\bNA\b", "nan", numbers).split(), float)


largest = {}


def held(name, python, other):
    """Compare numbers of Python with those of R, in R's order: by columns."""
    python = np.asarray(python, float).ravel(order="F")
    assert python.shape == other.shape, (name, python.shape, other.shape)
    finite = np.isfinite(python)
    assert (finite == np.isfinite(other)).all(), name
    largest[name] = np.abs(python - other)[finite].max()


# %% [markdown]
# # A table in
# Only the prefix of a name differs: `pb.friedman()` is `pb_friedman()`. Arguments and fields of a
# result have the same names.

# %%
t = pb.read_results(data / "demsar2006.csv", higher_is_better=True, metric="AUC")
print(t)

# %%
found = r("""
  t <- pb_read_results(file.path(data, "demsar2006.csv"), higher_is_better = TRUE, metric = "AUC")
  print(t)
  t$scores
""")
held("scores", t.scores, found)

# %% [markdown]
# # Which methods differ?

# %%
overall = pb.friedman(t)
print(overall)

# %%
start = """
  t <- pb_read_results(file.path(data, "demsar2006.csv"), higher_is_better = TRUE, metric = "AUC")
"""
found = r(
    start
    + """
  overall <- pb_friedman(t)
  print(overall)
  c(overall$statistic, overall$pvalue)
"""
)
held("friedman", [overall.statistic, overall.pvalue], found)

# %%
pairs = pb.wilcoxon(t, adjust="holm")
print(pairs)

# %%
found = r(
    start
    + """
  pairs <- pb_wilcoxon(t, adjust = "holm")
  print(pairs)
  pairs$pvalues
"""
)
held("wilcoxon", pairs.pvalues, found)

# %% [markdown]
# Random draws are the same as well: both languages use one stream of random numbers, so that both
# compute the same posterior, including its Monte-Carlo error.

# %%
bayes = pb.bayesian_signed_rank(t, rope=0.01, seed=7)
print(bayes)

# %%
found = r(
    start
    + """
  bayes <- pb_bayesian_signed_rank(t, rope = 0.01, seed = 7)
  print(bayes)
  bayes$better
"""
)
held("bayesian_signed_rank", bayes.better, found)

# %% [markdown]
# # Which few datasets represent all?

# %%
place = pd.DataFrame({"height": [3, 8, 1, 9, 4, 7], "weight": [2, 7, 1, 1, 9, 4]}, list("abcdef"))
chosen = pb.select(place, 3)
print(chosen)

# %%
found = r("""
  place <- data.frame(height = c(3, 8, 1, 9, 4, 7), weight = c(2, 7, 1, 1, 9, 4),
                      row.names = letters[1:6])
  chosen <- pb_select(place, 3)
  print(chosen)
  match(chosen$names, letters)
""")
held("select", [1 + "abcdef".index(name) for name in chosen.names], found)

# %% [markdown]
# # How far from the best?

# %%
best = pb.optimal.lrt("a-T1", paths=2000, seed=5)
print(best)

# %%
found = r("""
  best <- pb_optimal_lrt("a-T1", paths = 2000, seed = 5)
  print(best)
  best$value
""")
held("lrt", best["value"], found)

# %% [markdown]
# # How large are the differences?
# They are only rounding errors. `pb.validate(t)` compares all tests that both languages have, on
# your own table; `pb.certify()` compares all functions that both have, in every module
# ([certificate](../docs/certificate.md)), and `engine="both"` any single call, with an error if the
# languages differ.

# %%
print(pd.Series(largest, name="largest difference").to_string())
assert max(largest.values()) < 1e-9
