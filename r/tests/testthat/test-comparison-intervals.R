# Intervals of mean ranks, and how often each is first.

test_that("replicates are mean ranks of resampled tables", {
  set.seed(12)
  t <- table_of(random_scores(6, 4, 5))
  u <- pybench:::uniforms(5, "rank-intervals", 0, 240)
  rows <- matrix(floor(u * 6) + 1, 6)
  means <- apply(rows, 2, function(drawn) colMeans(as.matrix(pb_ranks(t))[drawn, ]))
  result <- pb_rank_intervals(t, 0.8, 40, 5)
  first <- means == rep(apply(means, 2, min), each = 4)
  expect_equal(unname(result$best), unname(rowMeans(sweep(first, 2, colSums(first), "/"))))
})

test_that("two methods are binomial", {
  t <- table_of(rbind(matrix(c(1, 0), 14, 2, byrow = TRUE), matrix(c(0, 1), 6, 2, byrow = TRUE)))
  result <- pb_rank_intervals(t, 0.9, 20000)
  chance <- stats::pbinom(10, 20, 0.7, FALSE) + stats::dbinom(10, 20, 0.7) / 2
  # Four Monte-Carlo standard errors.
  expect_absolute(result$better[["c1", "c2"]], chance, 4 * sqrt(chance / 20000), "better")
  expect_equal(result$best[["c1"]], result$better[["c1", "c2"]], tolerance = 1e-12)
  exact <- 2 - rev(stats::binom.test(14, 20, conf.level = 0.9)$conf.int[1:2])
  # Four Monte-Carlo standard errors of the level, about 0.006, in ranks.
  expect_absolute(c(result$low[["c1"]], result$high[["c1"]]), exact, 0.008, "Clopper and Pearson")
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
  expect_match(format(result)[[2]], "first in 100.0 % of resamples  c2", fixed = TRUE)
  result$best[] <- c(0.9997, 0.0003, 0)
  expect_match(format(result)[[4]], "first in >99.9 % of resamples  c1", fixed = TRUE)
  expect_match(format(result)[[2]], "first in  <0.1 % of resamples  c2", fixed = TRUE)
  expect_match(format(result)[[3]], "first in   0.0 % of resamples  c3", fixed = TRUE)
  one <- table_of(matrix(1:2, 1))
  expect_error(pb_rank_intervals(one), "2 datasets, found 1", class = "pybench_error_results_table")
})

test_that("agreement of all datasets is no certainty", {
  agree <- pb_rank_intervals(table_of(matrix(3:1, 20, 3, byrow = TRUE)))
  expect_identical(agree$low[["c1"]], 1)
  # Of two outcomes, first or last, 20 of 20 leave a chance of 1 - 0.025^(1/20) for the other.
  expect_absolute(agree$high[["c1"]], 1 + 2 * (1 - 0.025^(1 / 20)), 0.02, "all agree")
  # The audit: with two methods the true mean rank is 1 + q; q = 0.02 gave .36, .45, .62.
  held <- vapply(c(20, 30, 50), function(n) {
    high <- vapply(0:4, function(x) {
      scores <- cbind(rep(2:1, c(n - x, x)), rep(1:2, c(n - x, x)))
      unlist(pb_rank_intervals(table_of(scores), resamples = 2000)[c("low", "high")])[c(1, 3)]
    }, numeric(2))
    inside <- high[1, ] <= 1.02 & high[2, ] >= 1.02
    sum(stats::dbinom(0:4, n, 0.02)[inside])
  }, numeric(1))
  expect_true(all(held >= 0.93))
})

test_that("a method may have the name of an argument of R's", {
  scores <- matrix(sin(1:30), 10)
  ask <- function(names) {
    t <- pb_read_results(`dimnames<-`(scores, list(letters[1:10], names)), TRUE)
    unname(pb_rank_intervals(t, resamples = 50)$best)
  }
  expect_identical(ask(c("na.rm", "x", "y")), ask(c("w", "x", "y")))
})
