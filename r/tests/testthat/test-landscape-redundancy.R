# Redundancy of a benchmark.

test_that("redundancy says who lives alone and where data lack", {
  found <- pb_redundancy(pb_coverage(c("a", "a", "b", "b"), c(1, 2, 2, 2), k = 3))
  expect_identical(found$single, "b")
  expect_identical(unname(found$regions[, "datasets"]), c(1, 2, 0))
  expect_identical(unname(found$regions[, "alone"]), c(0, 1, 0))
  expect_identical(found$mean_datasets, 1)
  expect_identical(found$sparse_regions, "R3")
  expect_identical(found$notes, "sparse-region")
  expect_match(format(found)[[5L]], "R3: 0 datasets, 0 of them in no other; 0.00%.*almost empty")
})

test_that("what is no coverage and bounds out of range are refused", {
  refused <- function(expr) expect_error(expr, class = "pybench_error_argument")
  refused(pb_redundancy(1))
  for (sparse in list(0, 100, "1", NULL, NaN)) {
    refused(pb_redundancy(pb_coverage("a", 1), sparse))
  }
})
