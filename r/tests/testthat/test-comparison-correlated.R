test_that("rho 0 and rope 0 is the one-sided paired t-test", {
  set.seed(1)
  scores <- matrix(rnorm(28), 14)
  p <- stats::t.test(scores[, 1], scores[, 2], paired = TRUE, alternative = "greater")$p.value
  expect_relative(pb_bayesian_t(table_of(scores), 0)$worse[[1, 2]], p, 1e-10, "p")
})

test_that("differences that do not vary have all probability at their mean", {
  t <- table_of(matrix(c(0.75, 0.5, 0.5), 4, 3, byrow = TRUE))
  expect_identical(pb_bayesian_t(t, 0.1)$better[["c1", "c2"]], 1)
  expect_identical(pb_bayesian_t(t, 0.25)$equal[["c1", "c2"]], 1)
  expect_identical(pb_bayesian_t(t, 0)$equal[["c2", "c3"]], 1)
})

test_that("repeats of one dataset are compared, and only kept ones", {
  set.seed(2)
  repeats <- array(rnorm(36), c(3, 2, 6))
  t <- pybench:::results_table(
    apply(repeats, 1:2, mean), c("d", "e", "f"), c("a", "b"), TRUE, by_repeat = repeats
  )
  result <- pb_bayesian_t(t, 0.1, 0.2, "e")
  rows <- pb_bayesian_t(table_of(t(repeats[2, , ])), 0.1, 0.2)
  expect_identical(unname(result$better), unname(rows$better))
  expect_identical(result$n_datasets, 1L)
  expect_identical(format(result)[[2L]], "  2 methods on the repeats of e; engine r")
  expect_false("mean-of-repeats" %in% result$notes)
  expect_true("mean-of-repeats" %in% pb_bayesian_t(t, 0.1, 0.2)$notes)
  expect_error(pb_bayesian_t(t, dataset = "x"), "`dataset`", class = "pybench_error_argument")
  expect_error(
    pb_bayesian_t(table_of(diag(2)), dataset = "d1"), "the scores of each repeat",
    class = "pybench_error_argument"
  )
})

test_that("the dataset may be the only one", {
  set.seed(3)
  repeats <- array(rnorm(20), c(1, 2, 10))
  t <- pybench:::results_table(
    apply(repeats, 1:2, mean), "iris", c("a", "b"), TRUE, by_repeat = repeats
  )
  result <- pb_bayesian_t(t, rho = 0.1, dataset = "iris")
  rows <- pb_bayesian_t(table_of(t(repeats[1, , ])), rho = 0.1)
  expect_identical(unname(result$better), unname(rows$better))
  found <- format(pb_corrected_t(t, 0.1, "iris"))
  expect_match(found[[2L]], "  2 methods on 1 dataset; adjustment", fixed = TRUE)
  expect_error(
    pb_bayesian_t(t), "at least 2 datasets, found 1", class = "pybench_error_results_table"
  )
})

test_that("bad correlations are refused", {
  for (bad in list(-0.1, 1, "0", NULL, NA)) {
    expect_error(
      pb_bayesian_t(table_of(diag(2)), rho = bad), "`rho` must be a number >= 0 and < 1",
      class = "pybench_error_argument"
    )
  }
})

test_that("rounding of equal differences decides nothing unsaid", {
  start <- c(0.1, 0.2, 0.3, 0.4, 0.3, 0.1, 0.2)
  t <- table_of(unname(cbind(start, start + 0.1, start + 0.2)))
  for (rope in c(0.1, 0.2)) {
    result <- pb_bayesian_t(t, rope)
    expect_true(all(c(result$better, result$equal, result$worse) %in% c(0, 1)))
    expect_identical(result$notes, "rope-edge")
  }
  away <- table_of(rbind(c(0.9, 0.8), c(0.8, 0.7), c(0.7, 0.6)))
  expect_identical(pb_bayesian_t(away, 0.05)$better[[1, 2]], 1)
  expect_length(c(pb_bayesian_t(away, 0.05)$notes, pb_bayesian_t(away, 0.15)$notes), 0)
})

test_that("differences whose squares vanish are equal", {
  t <- table_of(rbind(c(1e-200, 2e-200, 1), c(1e-200, 4e-200, 1)))
  expect_identical(pb_bayesian_t(t, 0)$worse[[1, 2]], 1)
})
