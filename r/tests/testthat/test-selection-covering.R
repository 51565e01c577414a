# Covering radii, and bounds that hold.

test_that("no subset has a radius below the least", {
  place <- some_places("a", n = 8)
  for (metric in selection_metrics) {
    found <- pb_covering(place, metric)
    apart <- selection_distances(tcrossprod(standardized_columns(place)), metric)
    for (size in 1:4) {
      radius <- utils::combn(8, size, function(rows) {
        max(apply(apart[rows, , drop = FALSE], 2, min))
      })
      expect_lte(found$table$least[[size]], min(radius) + 1e-12)
      expect_gte(found$table$radius[[size]], min(radius) - 1e-12)
    }
    expect_identical(found$table$dataset[1:4], pb_select(place, 4, metric = metric)$names)
  }
})

test_that("the bound holds, and says something in one dimension", {
  line <- matrix((1:60)^1.5, dimnames = list(sprintf("d%02d", 1:60), "x"))
  found <- pb_covering(line, "euclidean")
  expect_equal(found$dimension, 1)
  expect_true(all(found$table$radius <= found$table$bound + 1e-12))
  expect_true(any(found$table$bound < found$table$radius[[1]]))
  expect_equal(found$table$radius[[60]], 0)
  expect_match(format(found)[[3]], "is below it from [0-9]+ datasets on")
})

test_that("dimensions and volumes", {
  expect_equal(flat_dimension(matrix(0, 4, 4)), 0)
  expect_equal(volume_bound(1, 1, 1:3), c(Inf, 2, 1))
  expect_equal(volume_bound(1, 0, 1:2), c(0, 0))
  # The specification: p = 64, t = 20 gives 20.9 half diameters.
  expect_equal(volume_bound(1, 64, 20) / 2, 20.87, tolerance = 1e-3)
  expect_match(format(pb_covering(some_places("a")))[[3]], "is never below it")
})
