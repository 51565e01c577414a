# The best method of each region: ranks by brute force, tests by the public functions.

best_table <- function(k = 3) {
  set.seed(4)
  table_of(round(matrix(stats::rnorm(20 * k), 20) + rep(seq_len(k) / 2, each = 20), 1))
}

test_that("mean ranks, the best and its rivals by brute force", {
  t <- best_table()
  home <- list(one = paste0("d", 1:12), two = paste0("d", 13:16))
  found <- pb_best_by_region(t, home, alpha = 0.2)
  ranks <- pb_ranks(t)
  for (region in names(home)) {
    means <- colMeans(ranks[home[[region]], ])
    expect_equal(found$mean_ranks[region, ], means)
    expect_identical(found$best[[region]], names(means)[means == min(means)])
  }
  expect_equal(found$overall, colMeans(ranks))
  expect_named(found$friedman, "one")
  part <- table_of(t$scores[home$one, ])
  expect_identical(found$friedman$one$pvalue, pb_friedman(part)$pvalue)
  apart <- pb_nemenyi(part)$pvalues[, found$best$one, drop = FALSE] <= 0.2
  rivals <- setdiff(rownames(apart)[rowSums(!apart) > 0], found$best$one)
  expect_identical(found$rivals$one, if (pb_friedman(part)$pvalue <= 0.2) {
    rivals
  } else {
    setdiff(t$classifiers, found$best$one)
  })
  expect_identical(found$notes[length(found$notes)], "untested-regions")
  expect_match(format(found)[[3L]], "two \\(4 datasets\\): .* too few datasets for a test")
  expect_identical(dim(as.data.frame(found)), c(6L, 6L))
})

test_that("regions without scores, ties for the best, a dataset in two regions", {
  t <- table_of(matrix(c(1, 2, 2, 1, 0, 0), 2))
  found <- pb_best_by_region(t, list(a = c("d1", "d2"), b = "d1", c = "other", d = character()))
  expect_identical(found$best, list(a = c("c1", "c2"), b = "c2", c = character(), d = character()))
  expect_true(all(is.nan(found$mean_ranks[c("c", "d"), ])))
  expect_identical(found$unscored, "other")
  expect_identical(format(found)[[4L]], "  c (0 datasets): no representative has scores")
  expect_identical(nrow(as.data.frame(found)), 12L)
})

test_that("what cannot be is refused", {
  refused <- function(expr) expect_error(expr, class = "pybench_error_argument")
  t <- best_table()
  refused(pb_best_by_region(t, list()))
  refused(pb_best_by_region(t, list(a = "d1"), threshold = 0))
  refused(pb_best_by_region(t, list(a = "d1"), alpha = 0))
  expect_error(
    pb_best_by_region(best_table(1), list(a = "d1")), class = "pybench_error_results_table"
  )
})

test_that("a region may have the name of an argument of R's", {
  t <- pb_read_results(matrix(sin(1:40), 20, dimnames = list(letters[1:20], c("x", "y"))), TRUE)
  regions <- list(deparse.level = letters[1:3], row.names = letters[4:9])
  found <- pb_best_by_region(t, regions)
  expect_identical(rownames(found$mean_ranks), names(regions))
  expect_identical(unique(as.data.frame(found)$region), names(regions))
})
