# A dataset on a landscape. The numbers are compared with Python's in tests/landscape/test_place.py.

# Features that lie exactly on the units of a dataset's series.
features_of <- function(land, name) {
  codes <- land$codes[land$units[land$dataset == name], ]
  values <- sweep(sweep(codes, 2L, land$scaling$spread, "*"), 2L, land$scaling$center, "+")
  colnames(values) <- land$scaling$features
  values
}

test_that("a dataset of the landscape lands on itself", {
  ucr <- pb_published_landscape("ucr")
  found <- pb_place(features_of(ucr, "Beef"), ucr, name = "Beef")
  expect_identical(found$nearest$dataset[[1L]], "Beef")
  expect_equal(found$nearest$distance[[1L]], 0, tolerance = 1e-9)
  expect_identical(found$outside, 0)
  expect_true("in-landscape" %in% found$notes)
  expect_equal(found$newcomer$percent, ucr$coverage$percent["Beef", ])
  expect_equal(found$best, pb_best_by_region(ucr$scores, ucr))
  expect_identical(as.data.frame(found), found$nearest)
})

test_that("series far from all units, and without a feature, are counted", {
  ucr <- pb_published_landscape("ucr")
  values <- features_of(ucr, "Beef")
  far <- pb_place(sweep(values, 2L, 1e3 * ucr$scaling$spread, "+"), ucr)
  expect_identical(far$outside, 100)
  expect_true("outside-landscape" %in% far$notes)
  values[1:2, 3L] <- NaN
  found <- pb_place(values, ucr)
  expect_identical(found$n_unplaced, 2L)
  expect_true("unplaced-series" %in% found$notes)
  values[, 3L] <- NaN
  expect_error(pb_place(values, ucr), "with all features", class = "pybench_error_argument")
})

test_that("other features and landscapes are refused", {
  ucr <- pb_published_landscape("ucr")
  values <- features_of(ucr, "Beef")
  refused <- function(said, data, landscape = ucr) {
    expect_error(pb_place(data, landscape), said, class = "pybench_error_argument")
  }
  table <- new_result("pb_feature_table", list(
    dataset = rep("x", nrow(values)), values = values, representation = "catch22",
    versions = character()
  ))
  refused("not of `catch22`", table)
  table$representation <- "tsfresh"
  table$versions <- c(tsfresh = "0.1")
  refused("not of tsfresh 0[.]1", table)
  table$versions <- c(numpy = "0.1")
  expect_true("other-libraries" %in% pb_place(table, ucr)$notes)
  refused("`data` must have the", values[, -1L])
  table$dataset[[1L]] <- "y"
  refused("must be one dataset", table)
  refused("must be a Landscape", values, 3)
  small <- pb_map_landscape(diag(4), reduction = "none", dataset = c("a", "a", "b", "b"), k = 2)
  refused("self-organising map", values, small)
})
