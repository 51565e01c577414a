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
  expect_match(found$caption, "posterior probabilities")
})

test_that("bad arguments", {
  x <- three_by_three()
  for (bad in list(list(colours = "red"), list(limit = 0), list(decimals = 13), list(main = 1))) {
    expect_error(do.call(drawn, c(list(x), bad)), class = "pybench_error_argument")
  }
})

test_that("every text has the asked size, in a device of the least size", {
  show <- function(width, height) {
    printed(function() {
      plot(three_by_three(), main = "T", font_size = 7, labels = c(a = "Ours"), highlight = "a")
    }, width, height)
  }
  refused <- pybench_error_of(show(1, 1))
  least <- as.numeric(strsplit(gsub("[^0-9. ]", "", refused$expected), " +")[[1L]][-1L])
  expect_error(show(least[[1L]] - 0.02, least[[2L]]), "least", class = "pybench_error_argument")
  expect_error(show(least[[1L]], least[[2L]] - 0.02), "least", class = "pybench_error_argument")
  for (size in list(least, c(7, 5))) {
    found <- show(size[[1L]], size[[2L]])
    expect_equal(found$points[found$texts != "T"], rep(7, length(found$points) - 1),
                 tolerance = 0.01)
    expect_identical(sum(found$texts == "Ours"), 2L)
    expect_true(all(found$x > 0 & found$x < 72 * size[[1L]]))
    expect_true(all(found$y > 0 & found$y < 72 * size[[2L]]))
  }
})

test_that("the numbers below the scale of colours stay apart", {
  scores <- cbind(a = 1:6 + 0.1234, b = 1:6 + 10002.5678)
  x <- pb_multi_comparison(table_of(scores), columns = "a")
  grDevices::pdf(NULL, 4, 4)
  on.exit(grDevices::dev.off())
  said <- matrix_content(x, "red-blue", "both", NULL, NULL, 4, NULL, 40)
  extent <- matrix_extent(said, NULL, 1, 1)
  numbers <- label_width(c(said$scale, "0"), 1)
  expect_gt(extent$scale / 2 - numbers[[3L]] / 2 - max(numbers[1:2]), 0.4 * text_line())
})

test_that("more columns than any paper holds need a font size", {
  scores <- table_of(matrix((1:306 * 37) %% 101, 6L, 51L))
  x <- pb_multi_comparison(scores)
  for (draw in list(drawn, if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot)) {
    if (is.null(draw)) next
    refused <- pybench_error_of(draw(x))
    expect_match(conditionMessage(refused), "more than 50 columns needs plot.. with .*: `x` has 51")
    expect_match(refused$hint, "pb_multi_comparison(t, columns = name)", fixed = TRUE)
  }
  one <- pb_multi_comparison(scores, columns = colnames(x$pvalues)[[1L]])
  expect_identical(sum(nzchar(drawn(one)$cells$text)), 50L)
  upper <- drawn(x, triangle = "upper") # 50 columns
  expect_identical(nrow(upper$cells), 1275L)
})
