# The figure of redundancy: numbers and texts of the bars.

test_that("bars and texts", {
  dataset <- rep(c("a", "b", "c", "d"), c(100, 80, 40, 1))
  region <- rep(c(1, 2, 1, 2, 3), c(90, 10, 80, 40, 1))
  found <- drawn(pb_redundancy(pb_coverage(dataset, region)), main = "A title")
  expect_identical(found$many, c("2, 1 alone", "2, 1 alone", "1, 1 alone"))
  expect_identical(found$sparse, c(FALSE, FALSE, TRUE))
  expect_identical(found$part[[3]], "0.5 %, almost empty")
  expect_identical(pybench:::tenths_text(c(0, 0.04, 0.05, 100)), c("0", "<0.1", "0.1", "100.0"))
})

test_that("one region and twenty are drawn on small devices", {
  for (k in c(1, 20)) {
    x <- pb_redundancy(pb_coverage(rep(letters, 20), rep(seq_len(k), length.out = 520)))
    expect_identical(nrow(expect_silent(drawn(x, 3, 2))), as.integer(k))
  }
  expect_error(drawn(x, main = 3), "`main` must be a string or NULL")
})
