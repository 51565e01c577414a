test_that("neighbours are moved apart as little as possible", {
  spread <- pybench:::spread_apart
  expect_equal(spread(c(1, 5, 5, 9), 1, 0, 10), c(1, 4.5, 5.5, 9))
  expect_equal(spread(c(0, 0, 0), 1, 0, 10), c(0, 1, 2))
  expect_equal(spread(c(10, 10), 1, 0, 10), c(9, 10))
  expect_equal(spread(3, 1, 0, 10), 3)
  # Too little room: as far apart as it allows.
  expect_equal(spread(c(1, 1, 1), 4, 0, 2), c(0, 1, 2))
  set.seed(20)
  for (i in 1:50) {
    x <- sort(runif(sample(2:20, 1), 0, 30))
    moved <- spread(x, 0.4, -5, 35)
    expect_true(all(diff(moved) >= 0.4 - 1e-12))
    expect_equal(moved[c(TRUE, diff(x) > 2) & c(diff(x) > 2, TRUE)],
                 x[c(TRUE, diff(x) > 2) & c(diff(x) > 2, TRUE)], tolerance = 0.2)
  }
})

test_that("forty marks differ in colour or shape, forty curves in colour or line type", {
  marks <- paste(pybench:::mark_colour(1:40), pybench:::mark_shape(1:40))
  expect_identical(anyDuplicated(marks), 0L)
  curves <- paste(pybench:::mark_colour(1:40), pybench:::mark_type(1:40))
  expect_identical(anyDuplicated(curves), 0L)
  expect_identical(pybench:::mark_colour(NA), "black")
})

test_that("light colours get dark edges, and texts of marks are dark", {
  contrast <- function(colours) {
    parts <- grDevices::col2rgb(colours) / 255
    light <- ifelse(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055)^2.4)
    1.05 / (colSums(c(0.2126, 0.7152, 0.0722) * light) + 0.05)
  }
  colours <- pybench:::mark_colour(1:8)
  expect_true(all(contrast(pybench:::ink_of(colours)) >= 4.5))
  expect_identical(pybench:::edge_of(colours) != colours, unname(contrast(colours) < 2.5))
  expect_identical(pybench:::ink_of(c("black", "#8F8F8F")), c("black", "#8F8F8F"))
})

test_that("legend entries flow into rows and stay inside", {
  grDevices::pdf(NULL, 4, 3)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  entries <- pybench:::legend_entries(paste("classifier", 1:12), 4, 1)
  expect_gt(max(entries$row), 1)
  for (row in split(entries, entries$row)) {
    expect_true(all(diff(row$x) > 0))
    expect_lt(max(row$x), 4)
  }
  expect_identical(nrow(pybench:::legend_entries(character(), 4, 1)), 0L)
})
