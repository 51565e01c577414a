# One method against another: dots, counts and names.

two <- function(scores = rbind(c(0.9, 0.8), c(0.7, 0.75), c(0.6, 0.6), c(0.5, 0.4), c(0.3, 0.31)),
                higher = TRUE, ...) {
  dimnames(scores) <- list(paste0("d", seq_len(nrow(scores)) - 1L), c("a", "b"))
  pb_read_results(scores, higher_is_better = higher, ...)
}

scattered <- function(t, ..., width = 5, height = 6) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  expect_silent(pb_plot_scatter(t, ...))
}

test_that("each dataset has its scores and its better method", {
  found <- scattered(two(), "b", "a")
  expect_identical(found$dataset, paste0("d", 0:4))
  expect_identical(found$first, c(0.8, 0.75, 0.6, 0.4, 0.31))
  expect_identical(found$second, c(0.9, 0.7, 0.6, 0.5, 0.3))
  expect_identical(found$better, c(2L, 1L, 0L, 2L, 1L))
  expect_identical(scattered(two(higher = FALSE), "b", "a")$better, c(1L, 2L, 0L, 1L, 2L))
  expect_identical(scattered(two(), "a", "b", tie_tol = 0.06)$better, c(1L, 0L, 0L, 1L, 0L))
})

test_that("the corners count the sides of the line", {
  frame <- scattered(two(), "a", "b")
  expect_identical(
    pybench:::scatter_corners(frame, c("a", "b"), TRUE), c("b better: 2", "tied: 1", "a better: 2")
  )
  expect_identical(
    pybench:::scatter_corners(frame, c("a", "b"), FALSE), c("a better: 2", "tied: 1", "b better: 2")
  )
})

test_that("datasets are named on demand", {
  named <- function(labels) {
    found <- scattered(two(), "a", "b", labels = labels)
    found$dataset[!is.na(found$x0)]
  }
  expect_identical(named(FALSE), character())
  expect_identical(named(TRUE), paste0("d", 0:4))
  expect_identical(named(2), c("d0", "d3"))
  expect_identical(named(c("d4", "d1")), c("d1", "d4"))
})

test_that("names cover no other name, with groups, a title and many datasets", {
  set.seed(4)
  scores <- matrix(stats::runif(80), 80, 2) + stats::rnorm(160, sd = 0.05)
  t <- two(scores, metric = "accuracy")
  groups <- stats::setNames(rep(c("x", "y", "z"), length.out = 80), t$datasets)
  found <- scattered(t, "a", "b", labels = 20, groups = groups, main = "A title")
  expect_identical(sum(!is.na(found$x0)), 20L)
  found <- scattered(t, "a", "b", labels = TRUE, width = 2.5, height = 3.5)
  boxes <- found[!is.na(found$x0), ]
  expect_gt(nrow(boxes), 3)
  over <- outer(boxes$x0, boxes$x1, `<`) & outer(boxes$x1, boxes$x0, `>`) &
    outer(boxes$y0, boxes$y1, `<`) & outer(boxes$y1, boxes$y0, `>`)
  expect_identical(sum(over), nrow(boxes))
})

test_that("missing scores are left out, equal scores are drawn, settings are restored", {
  scores <- rbind(c(0.9, NA), c(0.7, 0.75), c(0.6, 0.6))
  found <- scattered(two(scores, missing = "keep"), "a", "b")
  expect_identical(found$dataset, c("d1", "d2"))
  expect_error(
    pb_plot_scatter(two(rbind(c(1, NA), c(NA, 1)), missing = "keep"), "a", "b"),
    "scores of both methods, found none", class = "pybench_error_results_table"
  )
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par(c("mar", "pty"))
  pb_plot_scatter(two(matrix(0.5, 3, 2)), "a", "b")
  expect_identical(graphics::par(c("mar", "pty")), before)
})

test_that("bad arguments are refused by name", {
  t <- two()
  refused <- function(message, ...) {
    expect_error(pb_plot_scatter(...), message, class = "pybench_error_argument")
  }
  refused("`second` must be a method of the table", t, "a", "c")
  refused("must be two different methods", t, "a", "a")
  refused("`labels` must be names of datasets.*no `d9`", t, "a", "b", labels = "d9")
  refused("`labels` must be a whole number >= 0, not -1", t, "a", "b", labels = -1)
  refused("`groups` must name the group of every dataset", t, "a", "b", groups = c(d0 = "x"))
  refused("`tie_tol` must be", t, "a", "b", tie_tol = -1)
  refused("`main`", t, "a", "b", main = 1)
  refused("`t` must be", 1, "a", "b")
})
