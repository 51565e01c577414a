# What becomes of missing scores: dropped, kept, filled in and marked.

holey <- function(missing, higher_is_better = TRUE, ...) {
  scores <- matrix(c(1, 4, 7, 3, 2, NA, 8, 2, 3, 6, NA, 1, 9, 5, NA, 4), 4)
  dimnames(scores) <- list(c("w", "x", "y", "z"), letters[1:4])
  pb_read_results(scores, higher_is_better, missing = missing, ...)
}

test_that("missing scores are filled in, and marked", {
  t <- holey("worst")
  expect_identical(t$scores[t$filled], c(4, 7, 7))
  expect_identical(holey("worst", FALSE)$scores[t$filled], c(6, 8, 8))
  expect_identical(t$filled, is.na(holey("keep")$scores))
  expect_identical(holey("impute:a")$scores[t$filled], c(4, 7, 7))
  expect_identical(holey("impute:a")$filled_by, "impute:a")
  said <- "3 of 16 scores, by the worst score of the dataset: `x, b`, `y, c`, `y, d`"
  expect_true(any(grepl(said, format(t), fixed = TRUE)))
  for (test in list(pb_friedman, pb_nemenyi, pb_wilcoxon, pb_effects, pb_bayesian_t)) {
    expect_true("filled-scores" %in% test(t)$notes)
    expect_true(any(grepl(said, format(test(t)), fixed = TRUE)))
  }
  expect_identical(unname(t[c("x", "z"), c("b", "a")]$filled), rbind(c(TRUE, FALSE), FALSE))
  expect_null(t["w", ]$filled)
  expect_null(t["w", ]$filled_by)
})

test_that("what cannot be filled in is refused", {
  expect_error(holey("impute:b"), "a score of `b` on every dataset that lacks one, found none on")
  expect_error(
    holey("impute:e"), "a method of the table after \"impute:\", not `e`",
    class = "pybench_error_argument"
  )
  expect_error(holey("best"), "\"error\", \"drop\"", class = "pybench_error_argument")
  expect_error(holey("worst", repeats = "keep"), "fills in means, not single repeats")
})

test_that("datasets are dropped, or kept", {
  expect_identical(holey("drop")$dropped, c("x", "y"))
  expect_identical(holey("pairwise"), holey("keep"))
  expect_identical(
    pybench:::settle_missing(holey("keep"), "drop")$scores, holey("drop")$scores
  )
})

test_that("captions tell what was filled in", {
  said <- "Filled in, not measured: 3 of 16 scores"
  expect_match(
    pybench:::matrix_caption(pb_multi_comparison(holey("worst")), "wins", "both", "red-blue"), said
  )
  expect_identical(
    pybench:::flag_sentences(pb_wilcoxon(holey("pairwise")[c(1, 2, 4), ])$notes),
    "Datasets per pair: 2 to 3 of 3."
  )
  expect_null(pybench:::flag_sentences("ties"))
})
