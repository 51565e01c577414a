"""Which few datasets keep the ranking of the whole benchmark? Strategies, and how to judge them.

Workflow: `select(embedding, k, strategy)` chooses k datasets; `record_selection` also says why each
was chosen. `rank_preservation(t, embeddings, strategies)` is the protocol that compares strategies.
It makes many trials, each on a random part of the datasets or models. In each trial, a strategy
chooses datasets, and the choice is scored by how well the mean ranks on the chosen datasets agree
with the mean ranks on all datasets.

Mathematics: an embedding X is standardised, and strategies use only the inner products G = XX' of
its rows. Farthest-first chooses the dataset that is farthest from those already chosen. With M =
X'X + ridge I for the chosen rows, A-optimal designs minimise tr M^-1, and D-optimal designs
maximise det M. k-means chooses the dataset nearest to each centre. Rankings are compared by
Kendall's tau, Spearman's rho and the error of mean ranks.

| idea | files |
|---|---|
| choose | `choose provenance strategies space pools` |
| strategies | `random farthest kmeans medoids designs regional oracle` |
| the protocol | `protocol trials scoring ranking preservation guidance` |
| which representation | `finding nested expected` |
| a compact suite | `compact` |
| what to run next; a new model | `nextdataset newmodel` |
| why it works, or not | `mantel covering bounds` |
| other protocols | `families scale subset synthetic synthetic_study` |
"""
