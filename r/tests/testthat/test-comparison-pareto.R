# The Pareto front of scores and costs.

on_front <- function(scores, costs) {
  k <- length(scores)
  vapply(seq_len(k), function(j) {
    !any(scores >= scores[[j]] & costs <= costs[[j]] & (scores > scores[[j]] | costs < costs[[j]]))
  }, NA)
}

test_that("every front of few levels is that of the definition", {
  every <- as.matrix(expand.grid(rep(list(0:2), 6)))
  for (i in seq(1, nrow(every), by = 5)) {
    scores <- every[i, 1:3]
    costs <- every[i, 4:6]
    found <- pybench:::pareto_standing(rbind(-scores), rbind(costs), c(0, 0))
    expect_identical(found$front == 1, on_front(scores, costs))
    expect_identical(colSums(found$dominates) == 0, on_front(scores, costs))
  }
})

test_that("shares are those of resampled tables", {
  set.seed(4)
  t <- table_of(random_scores(6, 4, 5))
  costs <- matrix(sample(3, 24, TRUE), 6)
  times <- table_of(costs, FALSE)
  rows <- matrix(floor(pybench:::uniforms(5, "pareto", 0, 360) * 6) + 1, 6)
  for (of in c("scores", "ranks")) {
    good <- if (of == "scores") t$scores else -as.matrix(pb_ranks(t))
    fronts <- apply(rows, 2, function(drawn) {
      on_front(colSums(good[drawn, ]), colSums(costs[drawn, ]))
    })
    found <- pb_pareto(t, times, of, resamples = 60, seed = 5)
    expect_equal(unname(found$shares), rowMeans(fronts))
    expect_identical(unname(found$front), on_front(colSums(good), colSums(costs)))
    known <- pb_pareto(t, stats::setNames(costs[1, ], t$classifiers), of, resamples = 60, seed = 5)
    fronts <- apply(rows, 2, function(drawn) on_front(colSums(good[drawn, ]), costs[1, ]))
    expect_equal(unname(known$shares), rowMeans(fronts))
  }
})

test_that("verdicts hold at their limits", {
  expect_identical(
    pybench:::pareto_verdicts(c(1, 0.95, 0.9499, 0.0501, 0.05, 0), 0.95),
    rep(c("front", "ambiguous", "dominated"), each = 2)
  )
})

test_that("the frame, the text and the figure tell the same", {
  t <- table_of(rbind(c(9, 8, 7), c(8, 7, 6), c(9, 6, 7)))
  x <- pb_pareto(t, list(c1 = 60, c2 = 2, c3 = 5), resamples = 500)
  frame <- as.data.frame(x)
  expect_identical(frame$classifier, c("c2", "c3", "c1"))
  expect_identical(frame$verdict, c("front", "ambiguous", "front"))
  expect_identical(frame$dominated_by, c("", "c2", ""))
  expect_match(paste(format(x), collapse = " "), "costs taken as known", fixed = TRUE)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  drawn <- plot(x, highlight = "c3", main = "Three")
  expect_identical(drawn$classifier, frame$classifier)
  expect_error(plot(x, highlight = "z"), "z", class = "pybench_error_argument")
  expect_error(plot(x, log = 2), "`log`", class = "pybench_error_argument")
})

test_that("bad input is refused", {
  t <- table_of(rbind(c(1, 2), c(2, 1)))
  expect_error(pb_pareto(t, t), "lower costs are better", class = "pybench_error_argument")
  expect_error(pb_pareto(t, c(1, 2, 3)), "a cost for each method", class = "pybench_error_argument")
  for (cost in list(c(c1 = 1), c(c1 = 1, c2 = 0), c(c1 = 1, c2 = NaN), list(c1 = 1, c2 = "2"))) {
    expect_error(pb_pareto(t, cost), class = "pybench_error_argument")
  }
  for (confidence in list(0.5, 1, "a")) {
    expect_error(
      pb_pareto(t, c(c1 = 1, c2 = 2), confidence = confidence), "above 0.5 and below 1",
      class = "pybench_error_argument"
    )
  }
  expect_error(
    pb_pareto(t, table_of(rbind(c(1, 2), c(2, 1)), FALSE)["d1", ]), "2 datasets, found 1",
    class = "pybench_error_results_table"
  )
})

test_that("few datasets and equal scores have notes, and every cost is checked", {
  set.seed(6)
  scores <- matrix(stats::runif(20), 10)
  expect_identical(pb_pareto(table_of(scores[-1, ]), 1:2, resamples = 9)$notes, "few-for-front")
  ten <- pb_pareto(table_of(scores), 1:2, resamples = 9)
  expect_length(ten$notes, 0L)
  said <- paste(format(ten), collapse = "\n")
  expect_match(said, "not the probability that a method is on the front", fixed = TRUE)
  expect_identical(pb_pareto(table_of(matrix(1, 12, 2)), 1:2, resamples = 9)$notes, "cost-alone")
  t <- table_of(rbind(c(1, 2), c(2, 1)))
  expect_error(
    pb_pareto(t, table_of(rbind(c(5, 1), c(5, 0)), FALSE)),
    "`cost['d2', 'c2']` must be a number above 0", fixed = TRUE, class = "pybench_error_argument"
  )
})
