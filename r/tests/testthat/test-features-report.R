# The report of missing and constant features, against counting one by one.

features <- function(values, dataset, names = paste0("f", seq_len(ncol(values)))) {
  pybench:::feature_table(
    dataset, rep("train", nrow(values)), rep("1", nrow(values)), seq_len(nrow(values)) - 1, values,
    names
  )
}

test_that("every cell is what counting says", {
  set.seed(2)
  values <- matrix(sample(c(0, 1, NaN, Inf), 2400, TRUE, c(0.8, 0.1, 0.05, 0.05)), 60)
  dataset <- sample(rep(c("d", "e", "f", "g"), c(40, 14, 5, 1)))
  report <- pb_feature_report(features(values, dataset))
  for (name in report$datasets) {
    rows <- values[dataset == name, , drop = FALSE]
    expect_identical(report$n_series[match(name, report$datasets)], nrow(rows))
    expect_identical(unname(report$missing[name, ]), colMeans(!is.finite(rows)))
    same <- apply(rows, 2, function(x) length(x) > 1 && all(is.finite(x)) && all(x == x[[1]]))
    expect_identical(unname(report$constant[name, ]), same)
  }
  expect_true(any(report$constant))
  expect_false(any(report$constant["g", ]))
  frame <- as.data.frame(report)
  at <- frame$dataset == "e" & frame$feature == "f3"
  expect_identical(frame$missing[at], report$missing[["e", "f3"]])
  expect_identical(nrow(frame), 160L)
})

test_that("the text is that of Python", {
  values <- rbind(c(1, NaN, 5, 2), c(1, 2, NaN, 3), c(1, NaN, 1, 4), c(1, NaN, 2, 4))
  report <- pb_feature_report(features(values, c("d", "d", "e", "e")))
  report$representation <- "mine"
  report$removed <- c(f4 = "why")
  expect_identical(format(report), c(
    "mine: 4 features on 2 datasets, 4 rows",
    "missing: 2 features without a value in some series, on 2 datasets; 1 on one dataset alone",
    "  d 2", "  e 1",
    paste(
      "constant: 2 features the same in all series of a dataset, on 2 datasets;",
      "1 on one dataset alone"
    ),
    "  e 2", "  d 1", "  on every dataset: 1 feature", "removed before: 1 feature"
  ))
})

test_that("lengths and groups come from names of tsfresh", {
  names <- c("value__length", "value__cid_ce__normalize_True", "own")
  values <- cbind(c(9, 7, 3), c(1, 2, NaN), 1:3)
  report <- pb_feature_report(features(values, c("d", "d", "e"), names))
  expect_identical(report$shortest, c(7, 3))
  expect_true("  e 1 (series of 3 values)" %in% format(report))
  groups <- c("statistical", "fractal")
  expect_identical(report$groups, stats::setNames(groups, names[1:2]))
  plain <- pb_feature_report(features(matrix(1:2, 2), c("d", "d")))
  expect_identical(plain$shortest, NaN)
  expect_length(plain$groups, 0L)
  expect_identical(format(plain)[2:3], c("missing: none", "constant: none"))
})

test_that("what is no table is refused", {
  expect_error(pb_feature_report(1), "`features` must be", class = "pybench_error_argument")
})
