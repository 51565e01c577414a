# One vector per dataset, against the definition.

features <- function(values, dataset) {
  pybench:::feature_table(
    dataset, rep("train", nrow(values)), rep("1", nrow(values)), seq_len(nrow(values)) - 1, values,
    paste("f", seq_len(ncol(values)))
  )
}

test_that("each aggregate is what R says column by column", {
  set.seed(1)
  values <- matrix(stats::rnorm(60), 20)
  dataset <- rep(c("e", "d"), c(13, 7))
  table <- features(values, dataset)
  own <- list(
    mean = mean, median = stats::median, min = min, max = max,
    std = function(x) sqrt(mean((x - mean(x))^2))
  )
  for (by in names(own)) {
    found <- pb_dataset_embedding(table, by)
    expect_identical(dim(found), c(2L, 3L))
    expect_identical(names(found), paste("f", 1:3))
    for (name in c("d", "e")) {
      expected <- apply(values[dataset == name, ], 2, own[[by]])
      expect_equal(unlist(found[name, ], use.names = FALSE), expected, tolerance = 1e-14)
    }
  }
  expect_identical(rownames(pb_dataset_embedding(table)), c("e", "d"))
  both <- pb_dataset_embedding(table, "mean+std")
  expect_identical(names(both), c(paste0("f ", 1:3, "__mean"), paste0("f ", 1:3, "__std")))
  expect_identical(unname(both[4:6]), unname(pb_dataset_embedding(table, "std")))
  expect_identical(pb_dataset_embedding(table, colMeans), pb_dataset_embedding(table))
})

test_that("a gap in one series is a gap in the vector", {
  found <- pb_dataset_embedding(features(cbind(c(1, NaN, 3), 1:3), c("d", "d", "e")), "mean+max")
  expect_identical(unname(as.matrix(found)), rbind(c(NaN, 1.5, NaN, 2), c(3, 3, 3, 3)))
})

test_that("bad arguments are refused", {
  table <- features(matrix(1:4, 2), c("d", "e"))
  expect_error(pb_dataset_embedding(1), "`features` must be a table of features, not 1")
  expect_error(pb_dataset_embedding(table, "mode"), "`by` must be one of", class = "pybench_error")
  expect_error(pb_dataset_embedding(table, ""), "`by` must be one of")
  expect_error(pb_dataset_embedding(table, sum), "`by` must return 2 numbers, one per feature")
})
