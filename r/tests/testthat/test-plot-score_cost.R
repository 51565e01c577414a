# Scores against costs.

cost_drawn <- function(t, costs, ..., width = 5, height = 4) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  expect_silent(pb_plot_score_cost(t, costs, ...))
}

cost_table <- function(k, n = 12, higher = TRUE) {
  set.seed(9)
  scores <- matrix(stats::rnorm(n * k), n, dimnames = list(NULL, paste("method", seq_len(k))))
  table_of(scores, higher)
}

test_that("values are means, and the front is that of brute force", {
  for (higher in c(TRUE, FALSE)) {
    t <- cost_table(9, higher = higher)
    costs <- stats::setNames(10^stats::runif(9, -1, 4), t$classifiers)
    for (of in c("scores", "ranks")) {
      found <- cost_drawn(t, costs, of = of, main = "A title", highlight = "method 2")
      values <- if (of == "scores") t$scores else as.matrix(pb_ranks(t))
      expect_equal(found$value, unname(colMeans(values)))
      loss <- if (of == "scores" && higher) -found$value else found$value
      own <- vapply(seq_len(9), function(i) {
        !any(costs <= costs[[i]] & loss <= loss[[i]] & (costs < costs[[i]] | loss < loss[[i]]))
      }, NA)
      expect_identical(found$front, own)
    }
  }
})

test_that("a table of costs counts on the datasets of both", {
  t <- cost_table(3, 4)
  times <- pb_read_results(
    matrix(
      c(1, 3, 100, 2, 4, 100, 30, 50, 100), 3,
      dimnames = list(c(t$datasets[c(2, 4)], "x"), t$classifiers)
    ),
    higher_is_better = FALSE
  )
  found <- cost_drawn(t, times, log = FALSE)
  expect_identical(found$cost, c(2, 3, 40))
  expect_equal(found$value, unname(colMeans(t$scores[c(2, 4), ])))
  expect_error(
    pb_plot_score_cost(t, times["x", ]), "datasets that have scores and costs, found none",
    class = "pybench_error_results_table"
  )
})

test_that("names cover no other name; equal costs are drawn", {
  t <- cost_table(30)
  costs <- stats::setNames(10^stats::runif(30, 0, 5), t$classifiers)
  boxes <- cost_drawn(t, costs, cost_name = "Time (s)")
  boxes <- boxes[!is.na(boxes$x0), ]
  over <- outer(boxes$x0, boxes$x1, `<`) & outer(boxes$x1, boxes$x0, `>`) &
    outer(boxes$y0, boxes$y1, `<`) & outer(boxes$y1, boxes$y0, `>`)
  expect_identical(sum(over), nrow(boxes))
  cost_drawn(t, replace(costs, TRUE, 5), width = 2.5, height = 2.5)
})

test_that("costs by name in any order and by place are the same", {
  t <- cost_table(3)
  costs <- stats::setNames(c(5, 1, 30), t$classifiers)
  expected <- cost_drawn(t, costs)
  expect_identical(cost_drawn(t, rev(costs)), expected)
  expect_identical(cost_drawn(t, unname(costs)), expected)
})

test_that("bad arguments are refused by name", {
  t <- cost_table(2)
  good <- c("method 1" = 1, "method 2" = 2)
  refused <- function(message, ...) {
    expect_error(pb_plot_score_cost(t, ...), message, class = "pybench_error_argument")
  }
  refused("`costs.*method 2.*` must be a number above 0, not NULL", good[1])
  refused("must be a number above 0, not 0", replace(good, 2, 0))
  refused("`costs` must be a results table, or a cost for each method", c(1, 2, 3))
  refused("`costs` must name methods of the table, each once", c(good, "method 3" = 3))
  refused("`costs` must name methods of the table, each once", c(good, good))
  refused("`costs.*method 2.*` must be a number above 0, not 0", c(1, 0))
  refused("`of` must be one of", good, of = "medians")
  refused("`log` must be TRUE or FALSE", good, log = 1)
  refused("`cost_name` must be a string", good, cost_name = 3)
  refused("does not have: 'z'", good, highlight = "z")
})
