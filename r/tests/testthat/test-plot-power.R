# The power chart.

test_that("the named pairs are those whose power grows most", {
  set.seed(20)
  scores <- matrix(stats::rnorm(48, rep(0:3 / 3, each = 12)), 12)
  result <- pb_datasets_needed(table_of(scores), repeats = 50, sizes = c(5, 10, 40))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (curve in c("family", "single")) {
    drawn <- expect_silent(plot(result, main = "A title", curve = curve, labelled = 4))
    growth <- result[[curve]][, 3] - result[[curve]][, 1]
    expect_identical(nrow(drawn), 4L)
    pairs <- vapply(result$pairs, paste, "", collapse = " ")
    place <- match(paste(drawn$classifier_1, drawn$classifier_2), pairs)
    expect_true(min(growth[place]) >= max(growth[-place]))
    expect_identical(drawn$end, result[[curve]][place, 3])
  }
})

test_that("one pair, one size, no labels, long names", {
  set.seed(21)
  t <- table_of(matrix(stats::rnorm(8), 4, dimnames = list(NULL, c(strrep("name ", 30), "b"))))
  result <- pb_datasets_needed(t, repeats = 10, sizes = 5)
  grDevices::pdf(NULL, 6, 4)
  on.exit(grDevices::dev.off())
  expect_silent(plot(result))
  expect_identical(nrow(expect_silent(plot(result, labelled = 0))), 0L)
  expect_error(plot(result, curve = "both"), "`curve` must", class = "pybench_error_argument")
})
