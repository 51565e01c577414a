# What Python asks for a part of the rows.

test_that("the sums of parts are those of the whole, wherever rows were the last time", {
  values <- tied_data("plain")
  codes <- values[1:12, ]
  whole <- pybench:::bridge_partial(values, codes, NULL)
  nearest <- apply(values, 1, function(row) which.min(colSums((t(codes) - row)^2)))
  expect_identical(whole$units, nearest)
  expect_identical(whole$counts, as.double(tabulate(nearest, 12)))
  expect_equal(t(whole$sums), unname(rowsum(values, nearest)), tolerance = 1e-12)
  expect_equal(whole$change, sum((values - codes[nearest, ])^2), tolerance = 1e-12)
  expect_identical(pybench:::bridge_partial(values, codes, rep(12L, 120)), whole)
  halves <- lapply(list(1:60, 61:120), function(i) {
    pybench:::bridge_partial(values[i, ], codes, NULL)
  })
  expect_equal(halves[[1]]$sums + halves[[2]]$sums, whole$sums, tolerance = 1e-12)
})

test_that("rows are placed, and units have surroundings", {
  values <- tied_data("plain")
  placed <- pybench:::bridge_placed(values, values[1:12, ])
  expect_identical(placed$units[1:12], 1:12)
  expect_identical(placed$distances[1:12], double(12))
  expect_false(any(placed$units == placed$second))
  around <- pybench:::bridge_surroundings(3, 2, "hexagonal", FALSE)
  expect_identical(dim(around$apart), c(6L, 6L))
  expect_identical(around$radius, pybench:::default_radius(around$apart))
  expect_identical(dim(around$coordinates), c(6L, 2L))
})
