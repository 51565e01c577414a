# McNemar's test and sign flips, against enumeration.

enumerated_p <- function(sums) {
  signs <- as.matrix(expand.grid(rep(list(c(1, -1)), length(sums))))
  mean(abs(signs %*% sums) >= abs(sum(sums)) - 1e-9)
}

test_that("McNemar's test is the binomial test, and mcnemar.test() without correction is our t", {
  items <- made_items(1, n = 60, k = 2)
  one <- items$scores[, 1L] == 1
  other <- items$scores[, 2L] == 1
  binomial <- stats::binom.test(sum(one & !other), sum(one != other))
  expect_equal(
    pb_compare_items(items, "mcnemar")$pvalues_raw, binomial$p.value, tolerance = 1e-12
  )
  chi <- stats::mcnemar.test(table(one, other), correct = FALSE)$statistic
  t <- pb_compare_items(items)$statistics
  expect_equal(unname(chi), t^2 * 60 / (59 + t^2), tolerance = 1e-10)
})

test_that("flips of clusters are enumerated", {
  for (seed in 1:4) {
    items <- made_items(seed, n = 30, k = 2, clusters = 9, weighted = seed > 2, answers = seed %% 2)
    w <- if (is.null(items$weights)) 1 else items$weights
    gap <- w * (items$scores[, 1L] - items$scores[, 2L])
    sums <- tapply(gap, items$clusters, sum)
    result <- pb_compare_items(items, "sign_flip")
    expect_equal(result$pvalues_raw, enumerated_p(as.vector(sums)), tolerance = 1e-12)
  }
})

test_that("flips of answers are McNemar's test at any size; others are drawn", {
  items <- made_items(7, n = 300)
  flips <- pb_compare_items(items, "sign_flip")
  expect_identical(flips$pvalues, pb_compare_items(items, "mcnemar")$pvalues)
  scores <- made_items(8, n = 60, answers = FALSE)
  one <- pb_compare_items(scores, "sign_flip", samples = 99)
  expect_identical(one$least_pvalue, 0.03) # of three pairs
  expect_false(identical(one$pvalues, pb_compare_items(scores, "sign_flip", seed = 1)$pvalues))
})
