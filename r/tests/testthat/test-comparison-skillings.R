gappy_table <- function(scores, higher_is_better = FALSE) {
  dimnames(scores) <- list(paste0("d", seq_len(nrow(scores))), paste0("c", seq_len(ncol(scores))))
  pb_read_results(scores, higher_is_better = higher_is_better, missing = "keep")
}

# Skillings and Mack (1981), Technometrics 23, page 173: assembly times, 9 assemblers, 4 methods.
# Statistic 15.493, p 0.0014, there and as the package Skillings.Mack prints them.
assembly <- matrix(
  c(
    3.2, 4.1, 3.8, 4.2,
    3.1, 3.9, 3.4, 4.0,
    4.3, 3.5, 4.6, 4.8,
    3.5, 3.6, 3.9, 4.0,
    3.6, 4.2, 3.7, 3.9,
    4.5, 4.7, 3.7, NA,
    NA, 4.2, 3.4, NA,
    4.3, 4.6, 4.4, 4.9,
    3.5, NA, 3.7, 3.9
  ),
  9, 4, byrow = TRUE
)

test_that("the published example is met", {
  result <- pb_skillings_mack(gappy_table(assembly))
  expect_absolute(result$statistic, 15.493049, 5e-7, "T")
  expect_relative(result$pvalue, 0.001440296302, 1e-9, "p")
  expect_identical(result$df, 3)
  expect_identical(c(result$n_datasets, result$n_classifiers), c(9L, 4L))
  expect_true("missing-scores" %in% result$notes)
})

test_that("without gaps and ties it is the Friedman test", {
  set.seed(1)
  for (size in list(c(2, 2), c(5, 3), c(12, 6), c(30, 15))) {
    t <- table_of(matrix(sample.int(prod(size)), size[[1L]]))
    ours <- pb_skillings_mack(t)
    expect_equal(ours$statistic, pb_friedman(t)$statistic, tolerance = 1e-9)
    expect_equal(ours$mean_ranks, pb_friedman(t)$mean_ranks, tolerance = 1e-12)
    expect_false("missing-scores" %in% ours$notes)
  }
})

test_that("any gaps: the printed formula with a pseudo-inverse", {
  set.seed(2)
  for (i in 1:20) {
    scores <- random_scores(sample(3:9, 1), sample(2:6, 1))
    scores[-1L, -1L][stats::runif(length(scores[-1L, -1L])) < 0.3] <- NA
    k <- ncol(scores)
    sums <- numeric(k)
    covariance <- matrix(0, k, k)
    for (row in asplit(scores, 1L)) {
      here <- which(!is.na(row))
      if (length(here) < 2L) next
      size <- length(here)
      sums[here] <- sums[here] + sqrt(12 / (size + 1)) * (rank(row[here]) - (size + 1) / 2)
      covariance[here, here] <- covariance[here, here] + size * diag(size) - 1
    }
    parts <- eigen(covariance, symmetric = TRUE)
    kept <- seq_len(k - 1L)
    expected <- sum(crossprod(parts$vectors[, kept], sums)^2 / parts$values[kept])
    expect_equal(pb_skillings_mack(gappy_table(scores))$statistic, expected, tolerance = 1e-9)
  }
})

test_that("simulation draws from the shuffles within datasets", {
  # Two tables of three methods and one of two: 6 * 6 * 2 = 72 equally likely tables.
  scores <- rbind(c(1, 2, 3), c(1, 3, 2), c(NA, 1, 2))
  orders <- rbind(1:3, c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), 3:1)
  found <- apply(expand.grid(1:6, 1:6, 1:2), 1L, function(at) {
    last <- if (at[[3L]] == 1L) c(NA, 1, 2) else c(NA, 2, 1)
    pb_skillings_mack(gappy_table(rbind(orders[at[[1L]], ], orders[at[[2L]], ], last)))$statistic
  })
  expect_equal(mean(found), 2, tolerance = 1e-12)
  observed <- pb_skillings_mack(gappy_table(scores), "simulation", samples = 4000, seed = 5)
  share <- mean(found >= observed$statistic * (1 - 1e-9))
  expect_absolute(observed$pvalue, share, 4 * sqrt(share * (1 - share) / 4000), "p")
})

test_that("simulation is repeatable and differs by seed", {
  ask <- function(seed) {
    pb_skillings_mack(gappy_table(assembly), "simulation", samples = 400, seed = seed)$pvalue
  }
  expect_identical(ask(1), ask(1))
  expect_gt(length(unique(vapply(1:6, ask, 0))), 1L)
})

test_that("datasets with one score are left out with a note", {
  result <- pb_skillings_mack(gappy_table(rbind(assembly, c(NA, NA, 1, NA))))
  expect_identical(result$statistic, pb_skillings_mack(gappy_table(assembly))$statistic)
  expect_identical(result$n_datasets, 9L)
  expect_true("single-scores" %in% result$notes)
})

test_that("groups that no dataset compares are refused", {
  apart <- rbind(c(1, 2, NA, NA), c(2, 1, NA, NA), c(NA, NA, 1, 2), c(NA, NA, 1, 2))
  expect_error(
    pb_skillings_mack(gappy_table(apart)),
    "`c1` with all other methods, directly or through further methods, found none with `c3`, `c4`",
    class = "pybench_error_results_table"
  )
  linked <- rbind(c(1, 2, NA, NA), c(NA, 1, 2, NA), c(NA, NA, 1, 2))
  expect_identical(pb_skillings_mack(gappy_table(linked))$n_datasets, 3L)
})

test_that("nothing varies: statistic 0, p 1 and the notes", {
  t <- gappy_table(rbind(c(1, 1, NA), c(2, 2, 2), c(NA, 3, 3)))
  for (method in c("chi-square", "simulation")) {
    result <- pb_skillings_mack(t, method, samples = 50)
    expect_identical(c(result$statistic, result$pvalue), c(0, 1))
    expect_true(all(c("degenerate", "ties") %in% result$notes))
  }
})

test_that("increasing transforms and the order of rows and columns change nothing", {
  set.seed(3)
  scores <- assembly[sample.int(9), sample.int(4)]
  moved <- pb_skillings_mack(gappy_table(exp(scores)))
  expect_equal(
    moved$statistic, pb_skillings_mack(gappy_table(assembly))$statistic, tolerance = 1e-9
  )
})

test_that("bad arguments and too few datasets are refused", {
  t <- gappy_table(assembly)
  expect_error(pb_skillings_mack(t, "exact"), "`method`", class = "pybench_error_argument")
  expect_error(pb_skillings_mack(t, samples = 0), "`samples` must be a whole number >= 1",
               class = "pybench_error_argument")
  expect_error(pb_skillings_mack(t, seed = 0.5), "`seed`", class = "pybench_error_argument")
  expect_error(
    pb_skillings_mack(gappy_table(rbind(c(1, 2), c(NA, 1), c(1, NA)))),
    "at least 2 datasets with two scores or more, found 1", class = "pybench_error_results_table"
  )
})
