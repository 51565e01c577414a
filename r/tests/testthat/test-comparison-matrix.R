# The multi-comparison matrix: each cell by brute force, and by itself whoever takes part.

matrix_parts <- c("mean_difference", "wins", "draws", "losses", "pvalues_raw")

# Everything that the cells of some rows and columns show.
shown_cells <- function(x, rows, columns = rows) {
  lapply(x[matrix_parts], function(part) part[rows, columns])
}

test_that("adding or removing methods changes no cell and no order, bit for bit", {
  set.seed(1)
  for (round in 1:10) {
    k <- sample(3:8, 1)
    t <- table_of(
      random_scores(sample(2:25, 1), k, sample(c(3, 10, 1e6), 1)), sample(c(TRUE, FALSE), 1)
    )
    kept <- sample(t$classifiers, sample(2:k, 1))
    order <- sample(list("mean", "median", "name", max), 1)[[1L]]
    whole <- pb_multi_comparison(t, order = order)
    part <- pb_multi_comparison(t[, intersect(t$classifiers, kept)], order = order)
    expect_identical(part$rows, intersect(whole$rows, kept))
    expect_identical(part$mean_scores, whole$mean_scores[part$rows])
    expect_identical(shown_cells(part, kept), shown_cells(whole, kept))
    alone <- pb_multi_comparison(t, kept[[1L]])
    expect_identical(
      shown_cells(alone, alone$rows, alone$columns), shown_cells(whole, alone$rows, alone$columns)
    )
  }
})

test_that("Bayesian columns keep the law", {
  set.seed(2)
  t <- table_of(round(matrix(rnorm(60), 12), 1))
  ask <- function(t) pb_multi_comparison(t, bayesian = TRUE, samples = 500, rope = 0.1, seed = 3)
  whole <- ask(t)
  part <- ask(t[, c("c2", "c4")])
  for (name in c("better", "equal", "worse")) {
    expect_identical(part[[name]]["c2", "c4"], whole[[name]]["c2", "c4"])
  }
  expect_equal(unname(diag(whole$equal)), rep(1, 5))
  expect_equal(range(whole$better + whole$equal + whole$worse), c(1, 1), tolerance = 1e-12)
  expect_identical(whole$rope, 0.1)
})

test_that("cells by brute force", {
  set.seed(3)
  for (higher in c(TRUE, FALSE)) {
    t <- table_of(random_scores(13, 5, 8), higher)
    x <- pb_multi_comparison(t)
    sign <- if (higher) 1 else -1
    for (row in x$rows) for (column in x$columns) {
      gap <- t$scores[, row] - t$scores[, column]
      expect_equal(x$mean_difference[row, column], mean(gap), tolerance = 1e-14)
      expect_identical(x$wins[row, column], sum(sign * gap > 0))
      expect_equal(x$draws[row, column], sum(gap == 0))
      expect_identical(x$losses[row, column], sum(sign * gap < 0))
    }
    expect_identical(x$pvalues, t(x$pvalues)[x$rows, x$columns])
    expect_identical(x$mean_difference, -t(x$mean_difference) + 0)
  }
})

test_that("p is that of the Wilcoxon test, whatever the order of columns", {
  set.seed(4)
  t <- table_of(random_scores(20, 6, 9))
  x <- pb_multi_comparison(t)
  test <- pb_wilcoxon(t, adjust = "none")
  expect_identical(x$pvalues, test$pvalues_raw[x$rows, x$columns])
  expect_identical(x$method, test$method)
  turned <- pb_multi_comparison(t[, rev(t$classifiers)])
  expect_identical(shown_cells(turned, x$rows), shown_cells(x, x$rows))
  expect_identical(turned$rows, x$rows)
})

test_that("each pair counts once", {
  t <- table_of(random_scores(4, 6))
  expect_identical(pb_multi_comparison(t)$n_comparisons, 15L)
  expect_identical(pb_multi_comparison(t, c("c1", "c2"), c("c2", "c1", "c3"))$n_comparisons, 3L)
})

test_that("adjustment is over the pairs shown and says so", {
  set.seed(5)
  t <- table_of(matrix(rnorm(60), 12))
  sides <- list(c("c1", "c2"), c("c2", "c3", "c4"))
  plain <- pb_multi_comparison(t, sides[[1L]], sides[[2L]])
  expect_identical(plain$pvalues, plain$pvalues_raw)
  expect_false("invariance-lost" %in% plain$notes)
  x <- pb_multi_comparison(t, sides[[1L]], sides[[2L]], adjust = "holm")
  pairs <- cbind(c("c1", "c1", "c1", "c2", "c2"), c("c2", "c3", "c4", "c3", "c4"))
  expect_equal(x$pvalues[pairs], stats::p.adjust(plain$pvalues[pairs], "holm"), tolerance = 1e-14)
  expect_identical(x$pvalues_raw, plain$pvalues_raw)
  expect_true("invariance-lost" %in% x$notes)
  expect_match(format(x), "adjusted by holm", all = FALSE)
  full <- pb_multi_comparison(t, adjust = "shaffer")
  expect_equal(
    full$pvalues, pb_wilcoxon(t, "shaffer")$pvalues[full$rows, full$columns], tolerance = 1e-14
  )
  expect_error(
    pb_multi_comparison(t, "c1", adjust = "shaffer"), "needs all pairs",
    class = "pybench_error_argument"
  )
})

test_that("the frame has a row for each cell, the text the upper left corner", {
  t <- table_of(rbind(c(3, 1, 2), c(2, 2, 5)))
  frame <- as.data.frame(pb_multi_comparison(t, c("c1", "c2"), c("c1", "c3"), order = "table"))
  expect_identical(frame$classifier_1, c("c1", "c2", "c2"))
  expect_identical(frame$classifier_2, c("c3", "c1", "c3"))
  expect_identical(frame$mean_difference, c(-1, -1, -2))
  expect_identical(frame$mean_2, c(3.5, 2.5, 3.5))
  expect_identical(frame$losses, c(1L, 1L, 2L))
  wide <- pb_multi_comparison(table_of(matrix((0:29 %% 7) + 0, 3)))
  said <- format(wide)
  expect_match(said[[1L]], "45 comparisons of 10 methods on 3 datasets; score, higher")
  expect_match(said, "4 more rows and 4 more columns", all = FALSE, fixed = TRUE)
  expect_match(said, "p is descriptive: not corrected", all = FALSE)
  expect_identical(summary(wide), wide)
  expect_output(print(wide), "Multi-comparison matrix")
})

test_that("identical methods, few datasets and bad arguments", {
  same <- pb_multi_comparison(table_of(rbind(c(1, 1), c(2, 2))))
  expect_identical(same$pvalues[1L, 2L], 1)
  expect_identical(same$draws[1L, 2L], 2L)
  expect_true("no-difference" %in% same$notes)
  expect_error(pb_multi_comparison(table_of(t(1:2))), class = "pybench_error_results_table")
  t <- table_of(rbind(c(1, 2), c(2, 1)))
  expect_error(pb_multi_comparison(t, alpha = 0), class = "pybench_error_argument")
  expect_error(pb_multi_comparison(t, adjust = "some"), class = "pybench_error_argument")
  expect_error(pb_multi_comparison(t, bayesian = 1), class = "pybench_error_argument")
})

test_that("a tie tolerance makes draws of the matrix, whoever is shown", {
  set.seed(6)
  scores <- matrix(runif(56), 14)
  t <- table_of(scores)
  found <- pb_multi_comparison(t, order = "table", tie_tol = 0.2)
  gaps <- scores[, 1L] - scores[, 2L]
  expect_identical(found$draws[[1L, 2L]], sum(abs(gaps) <= 0.2))
  expect_identical(found$wins[[1L, 2L]], sum(gaps > 0.2))
  expect_identical(
    unname(found$pvalues), unname(pb_wilcoxon(t, adjust = "none", tie_tol = 0.2)$pvalues)
  )
  whole <- pb_compare(t, tie_tol = 0.2)$multi_comparison
  expect_identical(whole$draws["c1", "c2"], found$draws["c1", "c2"])
  wide <- table_of(cbind(1:12 + 0.5, 1:12 + 0.5 + 1e-9, 1:12 * 1e4))
  alone <- pb_multi_comparison(wide, c("c1", "c2"), tie_tol = "auto")
  expect_identical(alone$draws["c1", "c2"], 12L)
})

test_that("the zero method is that of the test", {
  scores <- cbind(a = c(1, 2, 3, 6, 7, 8, 9, 5), b = c(1, 2, 3, 4, 4, 4, 8, 8))
  t <- table_of(scores)
  for (method in c("wilcox", "pratt", "zsplit")) {
    found <- pb_multi_comparison(t, zero_method = method)
    expect_identical(found$zero_method, method)
    expect_equal(found$pvalues["a", "b"], pb_wilcoxon(t, "none", method)$pvalues["a", "b"])
    expect_match(format(found), paste0("equal scores: ", method), all = FALSE)
  }
  expect_error(pb_multi_comparison(t, zero_method = "no"), class = "pybench_error_argument")
})

test_that("an effect is that of pb_effects() with its interval", {
  set.seed(2)
  t <- table_of(matrix(runif(40), 10), higher_is_better = FALSE)
  for (effect in effect_names) {
    found <- pb_multi_comparison(t, rows = c("c2", "c1"), alpha = 0.1, effect = effect)
    whole <- pb_effects(t, confidence = 0.9)
    for (end in c("", "_low", "_high")) {
      expect_identical(
        found[[paste0("effect_size", end)]], whole[[paste0(effect, end)]][found$rows, found$columns]
      )
    }
  }
  expect_identical(utils::tail(names(as.data.frame(found)), 1L), "effect_size_high")
  expect_error(pb_multi_comparison(t, effect = "cohen"), class = "pybench_error_argument")
})
