# The figure of a multi-comparison matrix.

drawn <- function(x, width = 7, height = 5, ...) {
  grDevices::pdf(NULL, width = width, height = height)
  on.exit(grDevices::dev.off())
  plot(x, ...)
}

test_that("everything fits the device", {
  set.seed(6)
  names <- c(strrep("W", 60), "two\nlines", paste("classifier", 3:12))
  scores <- matrix(runif(12 * 9), 9, dimnames = list(NULL, names))
  x <- pb_multi_comparison(table_of(scores))
  for (size in list(c(7, 5), c(3, 9), c(20, 20))) {
    found <- drawn(x, size[[1L]], size[[2L]], main = "A title")
    expect_true(all(found$cells$x > 0 & found$cells$x < size[[1L]]))
    expect_true(all(found$cells$y > 0 & found$cells$y < size[[2L]]))
    expect_true(found$cex <= 1)
  }
  expect_identical(drawn(x, 20, 20)$cex, 1)
})

test_that("one row, one column, Bayesian columns", {
  expect_identical(nrow(drawn(three_by_three(rows = "a"))$cells), 2L)
  expect_identical(nrow(drawn(three_by_three(columns = "a"))$cells), 2L)
  found <- drawn(three_by_three(bayesian = TRUE, samples = 100))
  expect_match(found$cells$text[[2L]], "\n[01].[0-9]{2}/[01].[0-9]{2}/[01].[0-9]{2}$")
  expect_match(found$caption, "posterior probability")
})

test_that("bad arguments", {
  x <- three_by_three()
  for (bad in list(list(colours = "red"), list(limit = 0), list(decimals = 13), list(main = 1))) {
    expect_error(do.call(drawn, c(list(x), bad)), class = "pybench_error_argument")
  }
})
