# The Nemenyi test: laws, edge cases; numbers: test-comparison-cases.R, -studentized.R.
test_that("convention scmamp inherits qtukey's error for few degrees of freedom", {
  # k = 2, N = 2: q / sqrt(2) is Student's t with 2 degrees of freedom, 9.9248, which makes 7.0179;
  # R 4.2.2's qtukey() makes 6.9511. Python's scmamp convention integrates and gives 7.0179.
  t <- table_of(cbind(c(2, 2), c(1, 1)))
  right <- stats::qt(0.995, 2) * sqrt(1 / 2)
  expect_absolute(pb_nemenyi(t, 0.01, "scmamp")$critical_difference, right, 0.07, "qtukey")
})

test_that("a missing value leaves the dataset out, with a note", {
  result <- pb_nemenyi(original_table("na_k4_N20", missing = "drop"))
  expect_identical(result$n_datasets, 15L)
  expect_true("dropped-rows" %in% result$notes)
})

test_that("p is symmetric with diagonal 1, and identical methods have p = 1", {
  set.seed(6)
  scores <- random_scores(12, 5)
  scores[, 5] <- scores[, 2]
  for (convention in pybench:::conventions) {
    p <- pb_nemenyi(table_of(scores), convention = convention)$pvalues
    expect_identical(p, t(p))
    expect_identical(unname(diag(p)), rep(1, 5))
    expect_identical(p[["c5", "c2"]], 1)
    expect_true(all(p >= 0 & p <= 1))
  }
})

test_that("p <= alpha is the same as a difference of at least the critical difference", {
  set.seed(7)
  for (n in c(2, 6, 10:20, 30)) {
    t <- table_of(random_scores(n, sample(2:12, 1)))
    result <- pb_nemenyi(t, runif(1), reference = "limit")
    apart <- abs(outer(result$mean_ranks, result$mean_ranks, "-"))
    expect_identical(pybench:::significant_pairs(result), apart >= result$critical_difference)
  }
})

test_that("on the edge a pair differs: p equal to alpha, a gap equal to the critical difference", {
  t <- table_of(matrix(c(1, 2, 3, 1, 3, 2, 1, 2, 3, 2, 1, 3), 4, 3, byrow = TRUE))
  p <- pb_nemenyi(t)$pvalues
  result <- pb_nemenyi(t, alpha = p[["c1", "c3"]])
  expect_true(pybench:::significant_pairs(result)["c1", "c3"])
  edge <- pybench:::nemenyi_verdicts(NULL, c(1, 2), 1, 0.05, "scmamp")
  expect_identical(edge, matrix(c(0L, -1L, 1L, 0L), 2))
})

test_that("p in convention scmamp is that of Student's t for two methods", {
  # q = sqrt(2) |d| / sqrt(1/N) with 2 (N - 1) degrees of freedom; q / sqrt(2) is Student's |t|.
  for (n in c(4, 12)) {
    scores <- cbind(c(rep(2, n - 1), 0), 1)
    p <- pb_nemenyi(table_of(scores), convention = "scmamp")$pvalues[[1, 2]]
    right <- 2 * stats::pt(-abs(n - 2) / sqrt(n), 2 * (n - 1))
    # ptukey() with finitely many degrees of freedom has about ten digits.
    expect_absolute(p, right, 1e-8, paste("N =", n))
  }
})

test_that("notes follow alpha and the convention", {
  # Three datasets agree: p of Friedman's test is 1/4.
  t <- table_of(matrix(1:2, 3, 2, byrow = TRUE))
  expect_true("omnibus-not-significant" %in% pb_nemenyi(t, 0.24)$notes)
  expect_false("omnibus-not-significant" %in% pb_nemenyi(t, 0.26)$notes)
  far <- table_of(matrix(1:4, 200, 4, byrow = TRUE))
  expect_identical(pb_nemenyi(far)$notes, "mean-ranks")
  expect_identical(pb_nemenyi(far, convention = "pmcmr")$notes, c("convention", "mean-ranks"))
})

test_that("order of datasets, relabelling and direction change what they should, no more", {
  set.seed(8)
  for (n in c(2, 6, 10:15)) {
    scores <- random_scores(n, sample(2:8, 1))
    colnames(scores) <- sample(letters, ncol(scores))
    first <- pb_nemenyi(table_of(scores))
    moved <- sample.int(ncol(scores))
    other <- pb_nemenyi(table_of(log(scores[sample.int(nrow(scores)), moved] + 1)))
    expect_identical(other$pvalues, first$pvalues[moved, moved])
    expect_identical(other$mean_ranks, first$mean_ranks[moved])
    for (field in c("cliques", "critical_difference", "notes")) {
      expect_identical(other[[field]], first[[field]])
    }
    expect_identical(pb_nemenyi(table_of(-scores, FALSE))$pvalues, first$pvalues)
  }
})

test_that("nothing varies: all p are 1, one clique of all, no warning", {
  for (convention in pybench:::conventions) {
    result <- expect_silent(pb_nemenyi(table_of(matrix(0.5, 4, 3)), convention = convention))
    expect_true(all(result$pvalues == 1))
    # scmamp draws no bar over methods that share one mean rank.
    expected <- if (convention == "scmamp") list() else list(c("c1", "c2", "c3"))
    expect_identical(result$cliques, expected)
    expect_true(all(c("degenerate", "omnibus-not-significant") %in% result$notes))
  }
})

test_that("a level that qtukey cannot invert is refused, not answered with NaN", {
  t <- table_of(random_scores(10, 60, 1000))
  expect_error(
    expect_silent(pb_nemenyi(t, 0.5, "scmamp")), "qtukey", class = "pybench_error_argument"
  )
  expect_true(is.finite(pb_nemenyi(t, 0.5)$critical_difference))
})

test_that("bad levels are refused by name", {
  t <- table_of(random_scores(3, 3))
  for (bad in list(0, 1, -0.1, NA, "0.05", c(0.1, 0.2), NULL)) {
    expect_error(pb_nemenyi(t, bad), "`alpha`", class = "pybench_error_argument")
  }
})

test_that("the data frame has one row per pair and the text says the verdict", {
  result <- pb_nemenyi(table_of(matrix(1:3, 12, 3, byrow = TRUE)))
  frame <- as.data.frame(result)
  expect_identical(frame$classifier_1, c("c1", "c1", "c2"))
  expect_identical(frame$rank_difference, c(1, 2, 1))
  expect_identical(frame$significant, c(TRUE, TRUE, TRUE))
  expect_match(format(result)[[1]], "3 of 3 pairs differ")
  expect_match(format(result)[[3]], "1.000  c3")
})
