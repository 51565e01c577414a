# The lines of a cell of a multi-comparison matrix.

said <- function(x, ...) matrix_content(x, ...)

test_that("a cell has the lines that are chosen, in this order, and is bold by what it shows", {
  x <- three_by_three(bayesian = TRUE, samples = 200, effect = "hodges_lehmann", alpha = 0.1)
  found <- said(x, cell = c("effect", "wins"))
  expect_identical(found$key, c("Hodges-Lehmann", "90 % interval", "win / tie / loss"))
  here <- x$effect_size["a", "c"]
  expect_identical(
    found$cells$text[[3L]],
    sprintf(
      "%+.4f\n[%+.4f, %+.4f]\n6/0/0", here, x$effect_size_low["a", "c"],
      x$effect_size_high["a", "c"]
    )
  )
  expect_false(any(found$cells$bold))
  expect_match(found$caption, "Hodges-Lehmann estimate of the difference with its 90 % interval")
  expect_false(grepl("Wilcoxon|descriptive", found$caption))
  found <- said(x, cell = "posterior")
  likely <- pmax(x$better, x$equal, x$worse) >= 0.9
  diag(likely) <- FALSE
  expect_identical(found$cells$bold, as.vector(t(likely)))
  expect_true(any(likely) && !all(likely))
  expect_match(found$caption, "bold where one of them is at least 90 %", fixed = TRUE)
  usual <- said(x, cell = c("difference", "wins", "p"))$key
  expect_identical(
    said(x)$key[c(1:4, 6)], c(usual, "P(better / alike / worse)", "90 % interval")
  )
})

test_that("lines that are not there are refused", {
  x <- three_by_three()
  for (bad in list("posterior", "effect", c("p", "p"), character(), "rank", 1)) {
    expect_error(said(x, cell = bad), "`cell`", class = "pybench_error_argument")
  }
  expect_match(pybench_error_of(said(x, cell = "posterior"))$hint, "bayesian = TRUE")
})

test_that("the caption names the zero method", {
  expect_match(said(three_by_three())$caption, "equal scores: wilcox, left out", fixed = TRUE)
  pratt <- said(three_by_three(zero_method = "pratt"))$caption
  expect_match(pratt, "equal scores: pratt, ranked, then left out", fixed = TRUE)
})
