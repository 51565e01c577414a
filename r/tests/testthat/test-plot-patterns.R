# Patterns of verdicts.

# A result with six invented patterns.
pattern_result <- function() {
  set.seed(1)
  t <- table_of(matrix(stats::rnorm(320), 40))
  result <- pb_core_patterns(t, t$classifiers[5:8], 2)
  pairs <- colnames(result$patterns)[-1L]
  counts <- c(5, 40, 1, 17, 40, 2)
  values <- cbind(counts, matrix(sample(0:1, 6 * length(pairs), TRUE), 6))
  dimnames(values) <- list(1:6, colnames(result$patterns))
  result$patterns <- values
  result$n_sets <- sum(counts)
  result
}

test_that("rows are patterns, the most frequent on top", {
  result <- pattern_result()
  found <- expect_silent(drawn(result, main = "A title"))
  own <- as.data.frame(result)
  expect_false(is.unsorted(-found$sets))
  expect_identical(sort(found$sets), sort(own$sets))
  expect_equal(sum(found$share), 1)
  few <- expect_silent(drawn(result, 3.4, 3, most = 2))
  expect_identical(few, found[1:2, ])
  expect_match(
    pybench:::pattern_notes(result, 2), "105 sets of 2 other methods; 4 rarer patterns not shown"
  )
})

test_that("bad arguments are refused by name", {
  expect_error(drawn(pattern_result(), most = 0), "`most` must be a whole number >= 1, not 0")
  expect_error(drawn(pattern_result(), main = 1), "`main`")
})
