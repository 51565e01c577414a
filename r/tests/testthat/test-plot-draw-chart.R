# Charts of numbers: what their labels, keys and captions share.

test_that("labels part as little as it takes", {
  apart <- pybench:::spread_labels
  expect_equal(apart(c(0.9, 0.1, 0.5), 0.2, 0, 1), c(0.9, 0.1, 0.5))
  expect_equal(apart(c(0.5, 0.5, 0.5), 0.1, 0, 1), c(0.4, 0.5, 0.6))
  expect_equal(apart(c(1, 0.99, 0), 0.2, 0, 1), c(1, 0.8, 0))
  expect_identical(apart(numeric(), 0.2, 0, 1), numeric())
})

test_that("the key goes on in another row where there is no room", {
  grDevices::pdf(NULL, 4, 4)
  on.exit(grDevices::dev.off())
  key <- pybench:::line_key(strrep("name ", 4:7), rep("black", 4), 1:4)
  expect_identical(key$row, c(0, 1, 2, 3))
  expect_identical(pybench:::line_key(c("a", "b"), c("black", "black"), 1:2)$row, c(0, 0))
})

test_that("among several figures on a page captions begin at the left of their own", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file, width = 10, height = 5)
  on.exit(grDevices::dev.off())
  graphics::par(mfrow = c(1, 2))
  graphics::plot.new()
  expect_equal(graphics::grconvertX(pybench:::figure_left(), "user", "inches"), 0.12)
  graphics::plot.new()
  expect_equal(graphics::grconvertX(pybench:::figure_left(), "user", "inches"), 5.12)
})
