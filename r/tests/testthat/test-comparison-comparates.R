# Which methods a matrix compares, and in which order.

three <- function(higher_is_better = TRUE) {
  table_of(rbind(c(3, 1, 9), c(3, 2, 0), c(3, 5, 0)), higher_is_better)
}

sorted <- function(t, order) in_order(t$classifiers, check_order(t, order))

test_that("the mean is exact and rounded once, whatever stands beside it", {
  set <- c(1e16, 1, -1e16, 1, 3e-3)
  expect_identical(exact_means(rbind(set)), (2 + 3e-3) / 5)
  expect_identical(exact_means(rbind(set, rev(set))), rep((2 + 3e-3) / 5, 2))
  expect_identical(exact_means(matrix(1.7e308, 1, 7)), 1.7e308)
})

test_that("the best comes first in the direction of the metric, equals by name", {
  t <- three()
  expect_identical(sorted(t, "mean"), c("c1", "c3", "c2"))
  expect_identical(sorted(t, "median"), c("c1", "c2", "c3"))
  expect_identical(sorted(three(FALSE), "mean"), c("c2", "c1", "c3"))
  expect_identical(sorted(three(FALSE), "median"), c("c3", "c2", "c1"))
  expect_identical(in_order(c("c3", "c1"), check_order(t, "table")), c("c3", "c1"))
  even <- list(places = c(b = 0, a = 0, B = 0))
  expect_identical(in_order(c("b", "a", "B"), even), c("B", "a", "b"))
})

test_that("an order of one's own is a vector, smallest first, or a function, best first", {
  t <- three()
  expect_identical(sorted(t, c(c1 = 2, c2 = 0.5, c3 = 2, other = 0)), c("c2", "c1", "c3"))
  expect_identical(sorted(t, list(c3 = 1, c2 = 2, c1 = 3)), c("c3", "c2", "c1"))
  expect_identical(sorted(t, max), c("c3", "c2", "c1"))
  expect_identical(sorted(three(FALSE), max), c("c1", "c2", "c3"))
  expect_identical(check_order(t, max)$name, "own")
})

test_that("mean rank is refused with the reason", {
  for (order in c("mean-rank", "average-rank", "rank")) {
    expect_error(
      pb_multi_comparison(three(), order = order), "a mean rank depends on the other methods",
      class = "pybench_error_argument"
    )
  }
})

test_that("a bad order is refused", {
  refused <- function(order, said) {
    expect_error(
      pb_multi_comparison(three(), order = order), said, fixed = TRUE,
      class = "pybench_error_argument"
    )
  }
  refused("best", "must be one of \"mean\", \"median\", \"name\", \"table\"")
  refused(3, "must be the name of an order, a named vector or a function")
  refused(c(c1 = 1, c2 = 2), "not nothing for `c3`")
  refused(c(c1 = 1, c2 = 2, c3 = NA), "for `c3`")
  refused(function(scores) scores, "must give a finite number for every method")
})

test_that("rows and columns are chosen freely", {
  t <- three()
  chosen <- function(...) selected_comparates(t, ..., order = check_order(t, "table"))
  everyone <- c("c1", "c2", "c3")
  expect_identical(chosen(NULL, NULL), list(rows = everyone, columns = everyone))
  expect_identical(chosen("c2", NULL), list(rows = "c2", columns = c("c1", "c3")))
  expect_identical(chosen(NULL, "c3"), list(rows = c("c1", "c2"), columns = "c3"))
  expect_identical(chosen(c("c3", "c1"), NULL)$rows, c("c3", "c1"))
})

test_that("a bad choice is refused", {
  refused <- function(said, ...) {
    expect_error(
      pb_multi_comparison(three(), ...), said, fixed = TRUE, class = "pybench_error_argument"
    )
  }
  refused("two different methods", "c1", "c1")
  refused("`rows` must be methods of the table, not 'c4'", "c4")
  refused("`columns` must be methods of the table, not 1", columns = 1)
  refused("each once, not none", character())
  refused("each once, not a name twice", c("c1", "c2", "c1"))
})

test_that("noise of rounding changes no order that is blurred", {
  scores <- matrix(c(0.3, 0.7, 0.1 + 0.2, 0.7, 0.5, 0.5), 2L)
  noisy <- scores * (1 + 2e-16 * c(1, -1))
  for (scale in c(1, 1e-280, 1e300)) {
    found <- lapply(list(scores, noisy), function(x) blurred(colMeans(x) * scale, scale))
    expect_identical(found[[1L]], found[[2L]])
  }
  expect_identical(blurred(c(1, 2) * 1e-310, 2e-310), c(1, 2) * 1e-310)
  expect_identical(blurred(0, 0), 0)
  expect_gt(diff(blurred(c(0.7, 0.7 + 2e-12), 1)), 0)
})
