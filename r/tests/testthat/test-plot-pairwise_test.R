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
