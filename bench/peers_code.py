"""What a user writes for five tasks with six packages; bench/peers_picture.py runs and draws it.

Before the code of a cell, ``data`` is read: one row per dataset, one column per method. The code
saves a figure as cell.pdf, for one column of a paper, or for two if the task says so. The other
packages draw at their default size. A cell that is a reason, not code, says why there is no figure.
"""

from __future__ import annotations

#: Package: its imports, which are timed apart.
IMPORTS = {
    "pybench": "import pybench as pb",
    "autorank": "import matplotlib.pyplot as plt\n"
    "from autorank import autorank, plot_posterior_maps, plot_stats",
    "scikit-posthocs": "import matplotlib.pyplot as plt\nimport scikit_posthocs as sp",
    "aeon": "from aeon.visualisation import create_multi_comparison_matrix\n"
    "from aeon.visualisation import plot_critical_difference",
    "critdd": "from critdd import Diagram",
    "scmamp": "library(ggplot2)\nlibrary(scmamp)",
}

DIAGRAM = {
    "pybench": """
t = pb.read_results(data, higher_is_better=True)
found = pb.critical_difference(t)
figure = pb.plot.critical_difference(found, width=3.3, font_size=8)
figure.savefig("cell.pdf")
""",
    "autorank": """
plot_stats(autorank(data))
plt.savefig("cell.pdf", bbox_inches="tight")
""",
    "scikit-posthocs": """
ranks = data.rank(axis=1, ascending=False).mean()
p = sp.posthoc_nemenyi_friedman(data)
sp.critical_difference_diagram(ranks, p)
plt.savefig("cell.pdf", bbox_inches="tight")
""",
    "aeon": """
figure, _ = plot_critical_difference(data.to_numpy(), list(data.columns))
figure.savefig("cell.pdf", bbox_inches="tight")
""",
    "critdd": """
diagram = Diagram(
    data.to_numpy(), treatment_names=data.columns, maximize_outcome=True
)
diagram.to_file("./cell.pdf")
""",
    "scmamp": """
pdf("cell.pdf")
plotCD(data)
dev.off()
""",
}

PVALUES = {
    "pybench": """
t = pb.read_results(data, higher_is_better=True)
figure = pb.plot.pairwise_test(pb.wilcoxon(t), width=3.3, font_size=8)
figure.savefig("cell.pdf")
""",
    "autorank": "computes no p-values of pairs",
    "scikit-posthocs": """
long = data.melt(var_name="method", value_name="score")
p = sp.posthoc_wilcoxon(
    long, val_col="score", group_col="method", p_adjust="holm"
)
sp.sign_plot(p)
plt.savefig("cell.pdf", bbox_inches="tight")
""",
    "aeon": "has p-values, and a figure of them only in its matrix (task 5)",
    "critdd": "shows no p-values",
    "scmamp": """
test <- postHocTest(data, test = "wilcoxon", correct = "holm")
pdf("cell.pdf")
print(plotPvalues(test$corrected.pval))
dev.off()
""",
}

BAYESIAN = {
    "pybench": """
t = pb.read_results(data, higher_is_better=True)
pair = pb.posterior(t, "extra trees", "decision tree", rope=0.01)
pb.plot.simplex(pair, width=3.3, font_size=8).savefig("cell.pdf")
""",
    "autorank": """
pair = data[["extra trees", "decision tree"]]
found = autorank(pair, approach="bayesian", rope=0.01, rope_mode="absolute")
plot_posterior_maps(found)
plt.savefig("cell.pdf", bbox_inches="tight")
""",
    "scikit-posthocs": "has no Bayesian test",
    "aeon": "has no Bayesian test",
    "critdd": "has no Bayesian test",
    "scmamp": """
pair <- bSignedRankTest(
  data[["extra trees"]], data[["decision tree"]], rope = c(-0.01, 0.01)
)
pdf("cell.pdf")
print(plotSimplex(pair, A = "extra trees", B = "decision tree"))
dev.off()
""",
}

MATRIX = {
    "pybench": """
t = pb.read_results(data, higher_is_better=True)
found = pb.multi_comparison(t)
figure = pb.plot.multi_comparison(found, width=7, font_size=7)
figure.savefig("cell.pdf")
""",
    "autorank": "has no such matrix",
    "scikit-posthocs": "has no such matrix",
    "aeon": """
figure = create_multi_comparison_matrix(data)
figure.savefig("cell.pdf", bbox_inches="tight")
""",
    "critdd": "has no such matrix",
    "scmamp": "has no such matrix",
}

WIDE = "5. Multi-comparison matrix, across two columns"
#: Title of a task: the cells of its packages, and which data they get.
TASKS = {
    "1. Critical difference diagram, 8 methods": (DIAGRAM, "few"),
    "2. p-values of all pairs, signed-rank tests with Holm's correction": (PVALUES, "few"),
    "3. Bayesian signed-rank test of one pair, ROPE 0.01": (BAYESIAN, "few"),
    "4. Critical difference diagram, 35 methods": (DIAGRAM, "many"),
    WIDE: (MATRIX, "few"),
}
