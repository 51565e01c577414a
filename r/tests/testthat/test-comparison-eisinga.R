# The exact test of rank sums against full enumeration; PMCMRplus: test-comparison-cases.R.
test_that("full enumeration of two ranks on every dataset", {
  for (size in list(c(1, 4), c(2, 3), c(3, 3), c(4, 3), c(3, 4), c(5, 2), c(3, 5))) {
    n <- size[[1L]]
    k <- size[[2L]]
    two <- expand.grid(1:k, 1:k)
    one <- with(two[two[[1L]] != two[[2L]], ], Var1 - Var2)
    sums <- abs(rowSums(as.matrix(expand.grid(rep(list(one), n)))))
    expected <- vapply(0:(n * (k - 1)), function(d) mean(sums >= d), 0)
    expect_equal(pybench:::rank_difference_tail(n, k), expected, tolerance = 1e-14)
  }
})

test_that("two methods are a sign test, and the ends of the range", {
  t <- table_of(cbind(rep(2:1, c(9, 3)), rep(1:2, c(9, 3))))
  result <- pb_eisinga(t)
  expect_equal(result$pvalues[[1, 2]], stats::binom.test(9, 12)$p.value, tolerance = 1e-14)
  expect_identical(result$statistics[[1, 2]], 6)
  expect_true(all(pb_eisinga(table_of(matrix(1, 4, 3)))$pvalues == 1))
  apart <- pb_eisinga(table_of(matrix(3:1, 4, 3, byrow = TRUE)), "none")
  expect_equal(apart$pvalues[["c1", "c3"]], 2 / 6^4, tolerance = 1e-14)
  # The last, 2 of (k (k - 1))^N ways, is below the smallest double.
  tail <- pybench:::rank_difference_tail(300, 60)
  expect_identical(tail[[17701]], 0)
  expect_false(is.unsorted(-tail))
})

test_that("too large is refused by name", {
  expect_error(
    pb_eisinga(table_of(random_scores(502, 101))), "datasets and k methods, not 50200. Use siegel",
    class = "pybench_error_argument", fixed = TRUE
  )
})

test_that("an exact distribution is not rough on few datasets", {
  t <- table_of(rbind(c(1, 2, 3), c(3, 1, 2)))
  expect_identical(pb_eisinga(t)$notes, "mean-ranks")
  expect_identical(pb_siegel(t, reference = "limit")$notes, c("few-datasets", "mean-ranks"))
})
