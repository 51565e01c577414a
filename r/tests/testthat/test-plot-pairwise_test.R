# The heat map of p-values and its letters.

heat_table <- function(k, n = 30) {
  set.seed(k)
  scores <- matrix(stats::rnorm(n * k), n) + rep(seq(0, 2, length.out = k), each = n)
  colnames(scores) <- paste("method", seq_len(k))
  table_of(scores)
}

test_that("methods share a letter exactly if they do not differ", {
  for (k in 3:8) {
    result <- pb_wilcoxon(heat_table(k))
    found <- expect_silent(drawn(result, main = "A title"))
    own <- strsplit(found$letters, "")
    share <- outer(seq_len(k), seq_len(k), Vectorize(function(i, j) {
      any(own[[i]] %in% own[[j]])
    }))
    names <- names(found$letters)
    expect_identical(share, unname(result$pvalues[names, names] > result$alpha))
    expect_identical(names, names(sort(result$mean_ranks)))
  }
})

test_that("one-sided tests and controls have no letters", {
  t <- heat_table(4)
  expect_null(drawn(pb_siegel(t, control = "method 2"))$letters)
  expect_null(drawn(pb_wilcoxon(t, alternative = "greater"))$letters)
  expect_null(drawn(pb_wilcoxon(t), letters = FALSE)$letters)
  expect_silent(drawn(pb_wilcoxon(heat_table(30)), 3.4, 5))
})

test_that("p-values and colours tell size and side", {
  expect_identical(
    pybench:::pvalue_text(c(0, 0.0004, 0.0005, 0.0312, 0.9994, 0.9996, 1)),
    c("<.001", "<.001", ".001", ".031", ".999", ">.999", "1")
  )
  expect_identical(
    pybench:::pvalue_colour(c(0.2, 0.001, 0.001), c(0, -1, 1)),
    unname(pybench:::scale_ends[c("even", "column", "row")])
  )
  expect_length(unique(pybench:::pvalue_colour(c(0.001, 0.002, 0.04, 0.3), rep(1, 4))), 3)
})

test_that("bad arguments are refused by name", {
  result <- pb_wilcoxon(heat_table(3))
  expect_error(drawn(result, letters = 1), "`letters` must be TRUE or FALSE")
  expect_error(drawn(result, main = 1), "`main`")
})

test_that("a refused heat map names the list of letters, which fits into a column", {
  k <- 30L
  scores <- outer(1:12, seq_len(k), function(i, j) (i * 37 + j * 53) %% 101 + 4 * j)
  colnames(scores) <- sprintf("Random forest of trees %d", seq_len(k))
  x <- pb_wilcoxon(table_of(scores))
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  refused <- pybench_error_of(pb_save_figure(x, file, width = 3.3, font_size = 8))
  expect_match(refused$hint, "cells = FALSE", fixed = TRUE)
  size <- pb_save_figure(x, file, width = 3.3, font_size = 8, cells = FALSE)
  expect_lt(size[["height"]], 9)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off(), add = TRUE)
  expect_identical(plot(x, cells = FALSE)$letters, plot(x)$letters)
  one <- pb_wilcoxon(table_of(scores), control = colnames(scores)[[1L]])
  expect_error(plot(one, cells = FALSE), "no letters", class = "pybench_error_argument")
})

test_that("the list says which verdicts its order does not show", {
  scores <- cbind(few = c(5 + 0:27, -0.01 * (1:32)), many = rep(0, 60L))
  x <- pb_wilcoxon(table_of(scores))
  looks <- method_looks(names(x$mean_ranks), NULL, NULL, NULL, 30L)
  said <- paste(pvalue_table(x, TRUE, looks, FALSE)$notes, collapse = " ")
  expect_match(said, paste(
    "In 1 pair that differs significantly, the method with the worse mean rank is better by the",
    "test."
  ), fixed = TRUE)
})
