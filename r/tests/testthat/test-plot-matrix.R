# The figure of a multi-comparison matrix.

three_by_three <- function(higher_is_better = TRUE, ...) {
  scores <- cbind(a = c(5, 6, 7, 8, 9, 10), b = c(4, 5, 6, 8, 8, 9), c = c(1, 2, 3, 4, 5, 6)) / 10
  pb_multi_comparison(table_of(scores, higher_is_better), ...)
}

drawn <- function(x, width = 7, height = 5, ...) {
  grDevices::pdf(NULL, width = width, height = height)
  on.exit(grDevices::dev.off())
  plot(x, ...)
}

test_that("texts of cells", {
  cells <- drawn(three_by_three())$cells
  expect_identical(cells$text[[2L]], "+0.0833\n5/1/0\n0.062")
  expect_identical(cells$text[[3L]], "+0.4000\n6/0/0\n0.031 row")
  expect_identical(cells$text[c(1L, 5L, 9L)], c("", "", ""))
  expect_identical(cells$bold, c(FALSE, FALSE, TRUE, FALSE, FALSE, TRUE, TRUE, TRUE, FALSE))
})

test_that("red is where the row is better, in either direction", {
  up <- drawn(three_by_three())$cells
  down <- drawn(three_by_three(FALSE))$cells
  expect_identical(up$colour[up$row == "a" & up$column == "c"], "#E8796B")
  expect_identical(down$colour[down$row == "a" & down$column == "c"], "#6AA5D8")
  expect_match(down$text[down$row == "a" & down$column == "c"], "^\\+0.4000")
  expect_identical(up$colour[up$row == up$column], rep(own_colour, 3L))
  plain <- drawn(three_by_three(), colours = "none")$cells
  expect_identical(unique(plain$colour), c(own_colour, scale_ends[["even"]]))
  faint <- drawn(three_by_three(), limit = 40)$cells
  expect_false("#E8796B" %in% faint$colour)
})

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

test_that("the caption says test, conventions and what p is not", {
  caption <- drawn(three_by_three(FALSE))$caption
  expect_match(caption, "over 6 datasets; score, lower is better")
  expect_match(caption, "two-sided Wilcoxon signed-rank test")
  expect_match(caption, "p is descriptive, not corrected for the 3 comparisons.", fixed = TRUE)
  adjusted <- drawn(three_by_three(adjust = "holm"))$caption
  expect_match(adjusted, "p is adjusted for the 3 comparisons by holm.", fixed = TRUE)
  expect_match(adjusted, "they change when classifiers are added or removed")
})

test_that("numbers depend on nothing but themselves", {
  expect_identical(
    plain_number(c(0.12344, 1, 12.5, 1234.5, 123456.7), 4L),
    c("0.1234", "1.0000", "12.500", "1234.5", "123457")
  )
  expect_identical(signed_number(c(0.5, -0.5, 0), 2), c("+0.50", "-0.50", "0.00"))
  expect_identical(
    short_p(c(1, 0.0005, 0.000499, 1e-12, 9.9e-13, 0)),
    c("1.000", "0.001", "5e-4", "1e-12", "<1e-12", "<1e-12")
  )
})

test_that("bad arguments", {
  x <- three_by_three()
  for (bad in list(list(colours = "red"), list(limit = 0), list(decimals = 13), list(main = 1))) {
    expect_error(do.call(drawn, c(list(x), bad)), class = "pybench_error_argument")
  }
})
