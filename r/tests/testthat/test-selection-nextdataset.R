# What to run next: brute force on the joint normal distribution, ties, the stopping rule.

test_that("all numbers are those of the joint distribution", {
  apart <- unname(as.matrix(stats::dist(cbind(sin(1:9 * 2), cos(1:9 * 3)))))
  run <- c(2L, 5L, 7L, 8L)
  rest <- setdiff(1:9, run)
  ranks <- rbind(1:3, c(2, 1, 3), c(1, 3, 2), 3:1) + 0
  kernel <- 0.3 * exp(-apart) + diag(9)
  whole <- kernel + 1e6 # a level of huge variance
  gain <- whole[rest, run] %*% solve(whole[run, run])
  found <- kernel_posterior(kernel, run, rest, ranks)
  expect_equal(found$mean, 2 + gain %*% (ranks - 2), tolerance = 1e-4, ignore_attr = TRUE)
  covariance <- whole[rest, rest] - gain %*% whole[run, rest]
  expect_equal(found$covariance, covariance, tolerance = 1e-3, ignore_attr = TRUE)
  contrasts <- stats::contr.helmert(4)
  contrasts <- t(contrasts) / sqrt(colSums(contrasts^2))
  inner <- contrasts %*% kernel[run, run] %*% t(contrasts)
  seen <- contrasts %*% ranks
  expect_equal(found$noise, sum(seen * solve(inner, seen)) / 6)
  # One more result leaves the variance that conditioning on it leaves.
  total <- ranking_posterior(apart, run, rest[1], ranks)
  expect_equal(total$reduction, 1)
})

test_that("equal places gain equally, and costs divide gains", {
  place <- matrix(c(0, 1, 5, 5, 9, 9), 6, dimnames = list(letters[1:6], "x"))
  scores <- rbind(a = c(x = 1, y = 2, z = 3), b = c(3, 2, 1))
  t <- pb_read_results(scores, higher_is_better = TRUE)
  found <- pb_next_dataset(t, place)
  gains <- stats::setNames(found$table$gain, found$table$dataset)
  expect_equal(gains[["c"]], gains[["d"]])
  expect_lt(match("c", names(gains)), match("d", names(gains)))
  dear <- pb_next_dataset(t, place, list(c = 2, d = 4, e = 2, f = 2))
  expect_identical(dear$wrong, found$wrong)
  expect_equal(dear$table$gain[dear$table$dataset == "d"], gains[["d"]] / 4)
  expect_identical(as.data.frame(found), found$table)
})

test_that("the stopping rule", {
  place <- matrix(1:6 + 0, 6, dimnames = list(letters[1:6], "x"))
  scores <- rbind(a = c(x = 1, y = 2, z = 3), b = 1:3, c = 1:3)
  found <- pb_next_dataset(pb_read_results(scores, higher_is_better = TRUE), place)
  expect_true(found$enough)
  expect_equal(found$wrong, 0)
  expect_match(format(found)[[1L]], "the stopping rule is met: no further dataset is needed")
})

test_that("wrong tables and costs are refused", {
  place <- matrix(1:6 + 0, 6, dimnames = list(letters[1:6], "x"))
  scores <- rbind(a = c(x = 1, y = 2, z = 3), b = c(3, 2, 1))
  t <- pb_read_results(scores, higher_is_better = TRUE)
  refused <- function(...) expect_error(..., class = "pybench_error_argument")
  refused(pb_next_dataset(t, place[1:2, , drop = FALSE]), "have not been run")
  refused(pb_next_dataset(t, place[-1, , drop = FALSE]), "every dataset of the table")
  for (wrong in list(3, c(zz = 1), c(c = 1), c(c = 0, d = 1, e = 1, f = 1))) {
    refused(pb_next_dataset(t, place, wrong), "cost")
  }
})
