# The figure of the bootstrap: counts, the majority's verdicts, pairs that change.

voted <- function(k = 7, repeats = 20) {
  set.seed(2)
  scores <- matrix(rnorm(30 * k), 30) + rep(seq_len(k) * 0.35, each = 30)
  dimnames(scores) <- list(paste0("d", 1:30), c(letters, LETTERS)[seq_len(k)])
  t <- pb_read_results(scores, higher_is_better = TRUE)
  pb_bootstrap(t, list(one = paste0("d", 1:15), two = paste0("d", 16:30)), c(3, 12), repeats)
}

test_that("cells hold the counts, dots the verdicts, outlines the pairs that change", {
  x <- voted()
  found <- expect_silent(drawn(x, 10, 5))
  expect_named(found, c("3", "12"))
  for (n in names(found)) {
    lower <- lower.tri(found[[n]]$counts)
    expect_identical(found[[n]]$counts[lower], x$counts[[n]][lower])
    expect_identical(found[[n]]$counts[upper.tri(lower)], x$random_counts[[n]][upper.tri(lower)])
    expect_identical(found[[n]]$different[lower], x$verdicts[[n]][lower])
    expect_identical(sum(found[[n]]$changing), length(x$changing))
    expect_false(any(found[[n]]$changing[!lower]))
  }
  expect_gt(length(x$changing), 0)
  expect_named(drawn(x, n = 12, main = "Twelve"), "12")
})

test_that("many portfolios are percentages", {
  expect_identical(pybench:::vote_text(c(30, 0, NA), 30), c("30", "0", ""))
  expect_identical(
    pybench:::vote_text(c(0, 1, 5000, 9999, 10000), 10000), c("0", "<1", "50", ">99", "100")
  )
  expect_silent(drawn(voted(2, 1000), 3, 2))
})

test_that("bad arguments are refused by name", {
  x <- voted(3)
  expect_error(drawn(x, n = 5), "`n` must be one of")
  expect_error(drawn(x, main = 3), "`main` must be a string or NULL")
})

test_that("sizes are names whatever options(scipen=) says", {
  x <- voted()
  x$per_region <- as.double(x$per_region)
  before <- options(scipen = -9)
  found <- vote_sizes(x, NULL)
  one <- vote_sizes(x, 12)
  options(before)
  expect_identical(found, c("3", "12"))
  expect_identical(one, "12")
})
