# Bootstrapped mean ranks.

test_that("replicates are mean ranks of resampled tables", {
  set.seed(12)
  t <- table_of(random_scores(6, 4, 5))
  u <- pybench:::uniforms(5, "rank-intervals", 0, 240)
  rows <- matrix(floor(u * 6) + 1, 6)
  means <- apply(rows, 2, function(drawn) colMeans(as.matrix(pb_ranks(t))[drawn, ]))
  result <- pb_rank_intervals(t, 0.8, 40, 5)
  low <- apply(means, 1, stats::quantile, 0.1, names = FALSE)
  high <- apply(means, 1, stats::quantile, 0.9, names = FALSE)
  expect_equal(unname(result$low), unname(low), tolerance = 1e-12)
  expect_equal(unname(result$high), unname(high), tolerance = 1e-12)
})

test_that("two classifiers are binomial", {
  t <- table_of(rbind(matrix(c(1, 0), 14, 2, byrow = TRUE), matrix(c(0, 1), 6, 2, byrow = TRUE)))
  result <- pb_rank_intervals(t, 0.9, 20000)
  chance <- stats::pbinom(10, 20, 0.7, FALSE) + stats::dbinom(10, 20, 0.7) / 2
  # Four Monte-Carlo standard errors.
  expect_absolute(result$better[["c1", "c2"]], chance, 4 * sqrt(chance / 20000), "better")
  expect_equal(result$best[["c1"]], result$better[["c1", "c2"]], tolerance = 1e-12)
  expect_equal(2 - result$low[["c1"]], stats::qbinom(0.95, 20, 0.7) / 20, tolerance = 1e-12)
})

test_that("standings share ties", {
  found <- pybench:::standings(rbind(c(1, 1, 3), c(2, 1, 1), c(1, 2, 3), c(1, 1, 1)))
  expect_equal(found$best, c(1 / 2 + 1 + 1 / 3, 1 + 1 / 3, 1 / 2 + 1 / 3) / 4)
  expect_equal(
    unname(found$better), rbind(c(0.5, 0.5, 0.625), c(0.5, 0.5, 0.75), c(0.375, 0.25, 0.5))
  )
})

test_that("shares add up, intervals hold, direction does not matter", {
  set.seed(13)
  scores <- random_scores(9, 5, 10)
  result <- pb_rank_intervals(table_of(scores), resamples = 200)
  expect_equal(result$better + t(result$better), matrix(1, 5, 5), ignore_attr = TRUE)
  expect_equal(sum(result$best), 1)
  expect_true(all(result$low <= result$high & result$low >= 1 & result$high <= 5))
  expect_identical(pb_rank_intervals(table_of(-scores, FALSE), resamples = 200), result)
})

test_that("frame, text and refusals", {
  result <- pb_rank_intervals(table_of(matrix(c(1, 3, 2), 12, 3, byrow = TRUE)), resamples = 10)
  expect_identical(as.data.frame(result)$classifier, c("c2", "c3", "c1"))
  expect_match(format(result)[[2]], "    1.000    1.000 to   1.000  best 100.0 %  c2", fixed = TRUE)
  result$best[] <- c(0.9997, 0.0003, 0)
  expect_match(format(result)[[4]], "best >99.9 %  c1", fixed = TRUE)
  expect_match(format(result)[[2]], "best  <0.1 %  c2", fixed = TRUE)
  expect_match(format(result)[[3]], "best   0.0 %  c3", fixed = TRUE)
  one <- table_of(matrix(1:2, 1))
  expect_error(pb_rank_intervals(one), "2 datasets, found 1", class = "pybench_error_results_table")
})

test_that("few datasets to resample are noted", {
  for (n in 19:20) {
    frame <- data.frame(dataset = sprintf("d%d", 1:n), A = sin(1:n), B = cos(1:n))
    t <- pb_read_results(frame, higher_is_better = TRUE)
    expect_identical("few-resampled" %in% pb_rank_intervals(t, resamples = 10)$notes, n < 20)
  }
})

test_that("a classifier may have the name of an argument of R's", {
  scores <- matrix(sin(1:30), 10)
  ask <- function(names) {
    t <- pb_read_results(`dimnames<-`(scores, list(letters[1:10], names)), TRUE)
    unname(pb_rank_intervals(t, resamples = 50)$best)
  }
  expect_identical(ask(c("na.rm", "x", "y")), ask(c("w", "x", "y")))
})
