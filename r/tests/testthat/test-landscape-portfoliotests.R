# Verdicts on many portfolios at once are those of the public tests on each.

test_that("every portfolio is tested as a table of its own", {
  set.seed(1)
  t <- table_of(round(matrix(stats::rnorm(80), 20) + rep(1:4 / 2, each = 20), 1))
  rows <- t(replicate(15, sample(20, 9)))
  for (omnibus in c(TRUE, FALSE)) {
    study <- portfolio_study(t, 0.3, omnibus)
    found <- portfolio_verdicts(study, rows)
    for (i in seq_len(nrow(rows))) {
      part <- table_of(t$scores[rows[i, ], ])
      rejects <- pb_friedman(part, reference = "limit")$pvalue <= 0.3
      apart <- pb_nemenyi(part, reference = "limit")$pvalues[study$pairs] <= 0.3
      expect_identical(found$rejects[[i]], rejects)
      expect_identical(unname(found$apart[i, ]), unname(apart & (rejects | !omnibus)))
    }
  }
})

test_that("values of pairs stand on both sides of the diagonal", {
  study <- portfolio_study(table_of(matrix(1:6, 2)), 0.05, TRUE)
  cells <- pair_matrix(study, c(7, 8, 9), 0)
  expect_identical(unname(cells), matrix(c(0, 7, 8, 7, 0, 9, 8, 9, 0), 3))
  expect_identical(dimnames(cells), rep(list(c("c1", "c2", "c3")), 2))
})
