repeated <- function(k = 2L, repeats = 5L) {
  frame <- expand.grid(
    dataset = letters[21:26], classifier = letters[seq_len(k)], resample = seq_len(repeats)
  )
  i <- as.integer(frame$dataset)
  j <- as.integer(frame$classifier)
  frame$score <- 0.7 + 0.05 * j + ((7 * i + 5 * j + 3 * frame$resample) %% 11) / 200
  pb_read_results(frame, higher_is_better = TRUE, repeats = "keep")
}

test_that("the hierarchical model takes the place of the signed-rank test", {
  t <- repeated(2)
  found <- pb_compare(t, hierarchical = TRUE, bayesian = TRUE, seed = 3, mcm = FALSE)
  expect_identical(found$bayesian, pb_bayesian_hierarchical(t, seed = 3))
  expect_match(
    found$conclusions, "By the Bayesian hierarchical model of the repeats (rope 0.01)",
    fixed = TRUE, all = FALSE
  )
})

test_that("it needs repeats and every score", {
  expect_error(
    pb_compare(repeated(repeats = 1L), hierarchical = TRUE), "expected at least 2 repeats"
  )
  expect_error(pb_compare(repeated(), hierarchical = 1), "`hierarchical` must be")
  scores <- cbind(a = c(1, 2, NA), b = c(2, 1, 2))
  rownames(scores) <- c("x", "y", "z")
  t <- pb_read_results(scores, higher_is_better = TRUE, missing = "pairwise")
  expect_error(pb_compare(t, hierarchical = TRUE), "`hierarchical` needs every score")
})
