# Draws on a device that writes nothing and returns the layout.
triangle <- function(x, width = 5, height = 5, ...) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  plot(x, ...)
}

pair <- function(names = c("a", "b"), samples = 500) {
  set.seed(5)
  scores <- matrix(rnorm(24, sd = 0.05), 12, dimnames = list(NULL, names))
  pb_posterior(table_of(scores), names[[1]], names[[2]], samples = samples)
}

test_that("corners bear names and shares, apart and inside, at any size", {
  long <- c(strrep("a long name ", 12), strrep("W", 200))
  for (names in list(c("a", "b"), long)) {
    x <- pair(names)
    for (size in list(c(5, 5), c(2, 2), c(8, 3), c(2, 6))) {
      layout <- triangle(x, size[[1]], size[[2]], main = "Title")
      labels <- layout$labels
      expect_identical(labels$share, sprintf("%.3f", c(x$better, x$equal, x$worse)))
      expect_lt(labels$width[[1]] + labels$width[[3]], size[[1]])
      expect_true(all(layout$corners[, 1] >= 0 & layout$corners[, 1] <= size[[1]]))
      expect_true(all(layout$corners[, 2] >= 0 & layout$corners[, 2] <= size[[2]]))
      expect_true(all(labels$y > 0 & labels$y < size[[2]]))
    }
  }
  said <- c("a better", "practically equivalent", "b better")
  expect_identical(triangle(pair())$labels$text, said)
})

test_that("every draw is in one cell, those on the grid, too", {
  set.seed(6)
  draws <- matrix(rexp(3000), 1000)
  draws <- rbind(draws / rowSums(draws), diag(3), c(0.5, 0.5, 0), rep(1 / 3, 3))
  counted <- pybench:::simplex_counts(draws, 7)
  expect_identical(sum(counted$count), 1005L)
  expect_true(all(rowSums(counted$floors) %in% c(5, 6)))
  expect_identical(anyDuplicated(counted$floors), 0L)
})

test_that("both kinds draw and unknown ones are refused", {
  for (kind in c("density", "points")) expect_silent(triangle(pair(), kind = kind))
  expect_error(triangle(pair(), kind = "hex"), "`kind`", class = "pybench_error_argument")
})
