# Scores and ranks over the datasets.

spread_table <- function(k, n = 25) {
  set.seed(8)
  scores <- matrix(stats::rnorm(n * k), n) + rep(seq(0, 1, length.out = k), each = n)
  colnames(scores) <- paste0(strrep("long name ", seq_len(k) %% 5), seq_len(k))
  table_of(scores)
}

scores_drawn <- function(t, ..., width = 6, height = 6) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  expect_silent(pb_plot_scores(t, ...))
}

test_that("rows have the box plots of the methods, best mean rank first", {
  t <- spread_table(6)
  for (of in c("scores", "ranks")) {
    found <- scores_drawn(t, of)
    means <- colMeans(as.matrix(pb_ranks(t)))
    means <- means[order(means, names(means), method = "radix")]
    expect_identical(found$classifier, names(means))
    expect_equal(found$mean_rank, unname(means))
    values <- if (of == "scores") t$scores else as.matrix(pb_ranks(t))
    for (row in found$row) {
      own <- values[, found$classifier[[row]]]
      expect_equal(
        unlist(found[row, c("first", "median", "third")], use.names = FALSE),
        unname(stats::quantile(own, 1:3 / 4))
      )
      reach <- 1.5 * (found$third[[row]] - found$first[[row]])
      inside <- own[own >= found$first[[row]] - reach & own <= found$third[[row]] + reach]
      expect_identical(c(found$low[[row]], found$high[[row]]), range(inside))
    }
  }
})

test_that("it draws on devices of any shape, and restores settings", {
  t <- spread_table(35)
  for (size in list(c(3.4, 9), c(10, 4), c(7, 12))) {
    found <- scores_drawn(
      t, highlight = t$classifiers[1:2], main = "A title", width = size[[1]], height = size[[2]]
    )
    expect_identical(found$row, 1:35)
  }
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par("mar")
  expect_silent(pb_plot_scores(table_of(matrix(1, 4, 2)), "ranks"))
  expect_silent(pb_plot_scores(table_of(matrix(1:2, 1, 2))))
  expect_identical(graphics::par("mar"), before)
})

test_that("bad arguments are refused by name", {
  t <- spread_table(3)
  refused <- function(message, ...) {
    expect_error(pb_plot_scores(...), message, class = "pybench_error_argument")
  }
  refused("`of` must be one of", t, "medians")
  refused("does not have: 'nobody'", t, highlight = "nobody")
  refused("`highlight` must be names of methods", t, highlight = 1)
  refused("`tie_tol`", t, tie_tol = -1)
  refused("`main`", t, main = 1)
  refused("`t` must be", 1)
})
