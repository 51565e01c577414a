test_that("classifiers are ordered by (mean rank, name), and everything follows", {
  scores <- rbind(c(b = 1, z = 3, a = 1, m = 2), c(1, 3, 1, 2), c(2, 3, 2, 1))
  shown <- pb_critical_difference(table_of(scores))
  expect_identical(shown$classifiers, c("z", "m", "a", "b"))
  expect_false(is.unsorted(shown$mean_ranks))
  expect_null(names(shown$mean_ranks))
  expect_identical(dimnames(shown$significant), list(shown$classifiers, shown$classifiers))
  nemenyi <- pb_nemenyi(table_of(scores))
  expect_identical(shown$mean_ranks, unname(nemenyi$mean_ranks[shown$classifiers]))
  for (field in c("cliques", "critical_difference", "alpha", "convention", "notes")) {
    expect_identical(shown[[field]], nemenyi[[field]])
  }
})

test_that("every pair not told apart shares a bar, and no bar holds a pair that differs", {
  set.seed(13)
  for (n in c(2, 6, 10:30)) {
    t <- table_of(random_scores(n, sample(2:15, 1)))
    shown <- pb_critical_difference(t, alpha = runif(1, 0.01, 0.8))
    share <- array(FALSE, dim(shown$significant), dimnames(shown$significant))
    for (members in shown$cliques) share[members, members] <- TRUE
    diag(share) <- TRUE
    expect_identical(share, !shown$significant)
  }
})

test_that("direction and metric of the table are kept", {
  scores <- matrix(1:6 + 0, 2, dimnames = list(c("x", "y"), c("a", "b", "c")))
  t <- pb_read_results(scores, higher_is_better = FALSE, metric = "error")
  shown <- pb_critical_difference(t)
  expect_identical(shown$metric, "error")
  expect_identical(shown$higher_is_better, FALSE)
  expect_identical(shown$classifiers, c("a", "b", "c"))
})

test_that("the data frame numbers the bars", {
  t <- table_of(matrix(3:1, 3, 3, byrow = TRUE))
  expect_identical(as.data.frame(pb_critical_difference(t))$bars, c("1", "1, 2", "2"))
  expect_match(format(pb_critical_difference(t)), "no significant difference: c1, c2", all = FALSE)
})

test_that("an unknown test is refused by name", {
  t <- table_of(random_scores(3, 3))
  expect_error(pb_critical_difference(t, "tukey"), "`test`", class = "pybench_error_argument")
})

test_that("a result of Nemenyi's test is its test", {
  scores <- data.frame(
    dataset = c("x", "y", "z"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)
  )
  t <- pb_read_results(scores, higher_is_better = TRUE)
  given <- pb_nemenyi(t, convention = "scmamp")
  named <- pb_critical_difference(t, "nemenyi", 0.1, convention = "scmamp")
  expect_identical(pb_critical_difference(t, given, 0.1), named)
  other <- pb_read_results(scores[1:2, ], higher_is_better = TRUE)
  error <- pybench_error_of(pb_critical_difference(other, given))
  expect_s3_class(error, "pybench_error_argument")
})

test_that("a test that contradicts the mean ranks is told", {
  scores <- cbind(c0 = 0.7 + c(1:90, -(91:150)) * 1e-4, c1 = 0.7, c2 = 0.1)
  t <- table_of(scores)
  expect_identical(pb_critical_difference(t)$against, list())
  signed <- pb_critical_difference(t, "wilcoxon")
  expect_identical(unname(signed$verdicts), rbind(c(0L, -1L, 1L), c(1L, 0L, 1L), c(-1L, -1L, 0L)))
  expect_identical(signed$against, list(c("c1", "c0")))
  expect_true("against-mean-ranks" %in% signed$notes)
  expect_true("  against the mean ranks: c1 better than c0" %in% format(signed))
  control <- pb_critical_difference(t, pb_wilcoxon(t, control = "c1"))
  expect_identical(as.data.frame(control)$verdict, c(-1L, 0L, -1L))
  expect_true("  differ significantly from c1: c0 (worse), c2 (worse)" %in% format(control))
  given <- pb_critical_difference(t, pb_wilcoxon(t)$pvalues)
  expect_identical(given$against, list())
  expect_identical(given$verdicts[["c0", "c1"]], 1L)
  expect_true("direction-by-mean-ranks" %in% given$notes)
})
