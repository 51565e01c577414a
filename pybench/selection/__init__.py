"""Which few datasets keep the ranking of the whole benchmark? Strategies, and how to judge them.

Workflow: `select(embedding, k, strategy)` chooses k datasets; `record_selection` also says why each
was chosen. `rank_preservation(t, embeddings, strategies)` is the protocol that compares strategies:
many trials, each on a random part of the datasets or models, each choice scored by how well mean
ranks on it agree with those on all.

Mathematics: an embedding is standardised, and strategies read the inner products G = XX' of its
rows. Farthest-first takes the dataset farthest from those chosen; A- and D-optimal designs minimise
tr M^-1 or maximise det M with M = X'X + ridge I of the chosen rows; k-means takes the dataset
nearest to each centre. Rankings are compared by Kendall's tau, Spearman's rho and the error of mean
ranks.

| idea | files |
|---|---|
| choose | `choose provenance strategies space pools` |
| strategies | `random farthest kmeans medoids designs regional oracle` |
| the protocol | `protocol trials scoring ranking preservation` |
| why it works, or not | `mantel covering bounds` |
| other protocols | `families scale subset synthetic` |
"""
