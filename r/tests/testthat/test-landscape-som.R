# Maps as the user gets them, against the oracle and kohonen.

test_that("a start that is given is taken, whatever the preset", {
  values <- as.matrix(iris[1:4])
  for (start in c("random", "pca.sample")) {
    found <- pb_som(values, 3, 2, preset = "paper", start = start, rlen = 2, seed = 1)
    expect_identical(found$start, start)
    land <- pb_map_landscape(
      values,
      sizes = 3, dataset = as.character(iris$Species), k = 2, rlen = 2, start = start, workers = 1
    )
    expect_identical(land$som$start, start)
  }
  expect_identical(pb_som(values, 3, 2, preset = "paper", rlen = 2, seed = 1)$start, "pca.sample")
})

test_that("a torus of one unit is one unit, and no landscape", {
  skip_if_not_installed("kohonen")
  values <- as.matrix(iris[1:4])
  said <- list(values, 1, 1, neighbourhood = "gaussian", rlen = 2, seed = 1)
  torus <- do.call(pb_som, c(said, toroidal = TRUE))
  expect_identical(torus$codes, do.call(pb_som, said)$codes)
  two <- list(values, sizes = list(c(1, 2)), dataset = as.character(iris$Species), rlen = 2)
  expect_error(do.call(pb_map_landscape, two), "`sizes` must give maps of 3 units or more")
})

test_that("the oracle's maps", {
  source(golden_path("som", "inputs.R"), local = TRUE)
  cases <- Filter(function(one) {
    one$mode != "pbatch" && !one$own_start && one$distance == "sumofsquares"
  }, som_cases())
  expect_length(cases, 42L)
  if (!requireNamespace("kohonen", quietly = TRUE)) {
    alone <- function(one) one$neighbourhood == "bubble" && one$input %in% carried
    cases <- Filter(alone, cases)
  }
  for (said in cases) {
    values <- som_input(golden_path("som"), said$input)
    map <- pb_som(
      values, said$xdim, said$ydim, said$topology, said$neighbourhood, said$toroidal,
      said$rlen, c(0.05, 0.01), if (!is.na(said$radius_from)) said$radius,
      mode = said$mode, seed = said$seed
    )
    kernel <- if (said$neighbourhood == "bubble") "exact" else "kohonen"
    expect_identical(map$kernel, kernel)
    expect_identical(map$units, said$units, label = said$map)
    # R's reader of numbers may be off by the last bit.
    expect_equal(unname(map$codes), said$codes, tolerance = 1e-14)
    expect_equal(map$distances, said$distances, tolerance = 1e-13)
    expect_equal(map$changes, said$changes, tolerance = 1e-14)
    expect_equal(map$quantization_error, said$awesom_err_quant, tolerance = 1e-13)
    expect_equal(map$explained_variance, said$awesom_err_varratio_unrounded, tolerance = 1e-13)
    if (!said$toroidal) {
      expect_equal(map$topographic_error, said$awesom_err_topo, label = said$map)
    }
  }
})

test_that("our kernel and kohonen give one result, and leave the session's generator alone", {
  testthat::skip_if_not_installed("kohonen")
  values <- scale(iris[1:4])
  set.seed(99)
  before <- .Random.seed
  ours <- pb_som(values, 5, 4, rlen = 10, seed = 3)
  theirs <- pb_som(values, 5, 4, rlen = 10, seed = 3, kernel = "kohonen")
  expect_identical(.Random.seed, before)
  expect_identical(ours$kernel, "exact")
  ours$kernel <- theirs$kernel
  expect_identical(ours, theirs)
})

test_that("new rows go where the rows of the training went", {
  for (preset in list(NULL, "paper")) {
    map <- pb_som(iris[1:4], 5, 5, rlen = 5, preset = preset, seed = 1)
    placed <- predict(map, iris[1:4])
    expect_identical(placed$distances, map$distances)
    values <- as.matrix(if (is.null(preset)) iris[1:4] else scale(iris[1:4]))
    apart <- outer(seq_len(150), 1:25, Vectorize(function(i, u) {
      sum((values[i, ] - map$codes[u, ])^2)
    }))
    expect_equal(placed$distances, apply(apart, 1, min), tolerance = 1e-12)
    total <- sum(apply(values, 2, stats::var) * 149 / 150)
    explained <- 100 - 100 * mean(placed$distances) / total
    expect_equal(map$explained_variance, explained, tolerance = 1e-12)
    orders <- apply(apart, 1, order)[2, ]
    expect_identical(pybench:::nearest_two(values, map$codes)[, 2], orders)
  }
  expect_error(predict(map, iris[1:3]), "4 columns of the map", class = "pybench_error_argument")
})

test_that("the preset of the paper", {
  map <- pb_som(iris[1:4], 6, 4, preset = "paper", rlen = 3, seed = 1)
  expect_identical(map$radius, c(2.65, -2.65))
  expect_identical(map$start, "pca.sample")
  expect_equal(map$center, colMeans(iris[1:4]))
  expect_error(
    pb_som(cbind(a = 1, iris[1:4]), 6, 4, preset = "paper", seed = 1), "never varies: a",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_som(cbind(a = 1, b = 2, iris[1:4]), 6, 4, preset = "paper", seed = 1),
    "2 columns never vary: a, b"
  )
  expect_identical(pb_som(cbind(a = 1, iris[1:4]), 2, 2, rlen = 1, seed = 1)$constant, "a")
})

test_that("text and table", {
  map <- pb_som(iris[1:4], 3, 2, rlen = 2, seed = 1)
  expect_match(format(map)[[1]], "3 x 2 units, hexagonal, 150 rows of 4 variables; kernel exact")
  table <- as.data.frame(map)
  expect_identical(sum(table$rows), 150L)
  expect_equal(sum(table$rows * table$mean_distance), sum(map$distances), tolerance = 1e-12)
})

test_that("the figures are those of pb_map_quality()", {
  map <- pb_som(iris[1:4], 6, 5, toroidal = TRUE, topology = "rectangular", rlen = 5, seed = 2)
  figures <- pb_map_quality(
    as.matrix(iris[1:4]), map$codes, 6, 5, map$units,
    topology = "rectangular", toroidal = TRUE
  )
  names <- c(
    "quantization_error", "topographic_error", "topographic_error_torus", "explained_variance"
  )
  expect_identical(map[names], unclass(figures)[names])
  expect_identical(map$root_quantization_error, figures$mean_distance)
  expect_lt(map$topographic_error_torus, map$topographic_error)
  expect_equal(map$quantization_error, mean(map$distances), tolerance = 1e-8)
})

test_that("progress is told at least once, whole epochs, and may end the training", {
  for (mode in c("online", "batch")) {
    told <- list()
    old <- options(pybench.progress = function(...) told[[length(told) + 1L]] <<- list(...))
    map <- pb_som(iris[1:4], 3, 3, rlen = 4, mode = mode, seed = 1)
    options(pybench.progress = function(...) stop("enough"))
    expect_error(pb_som(iris[1:4], 3, 3, rlen = 4, mode = mode, seed = 1), "enough")
    options(old)
    expect_identical(told[[length(told)]], list(4, 4, "epochs of the map"))
    expect_identical(map, pb_som(iris[1:4], 3, 3, rlen = 4, mode = mode, seed = 1))
  }
})

test_that("a map of one unit has no neighbours, data that never vary no variance", {
  map <- pb_som(cbind(c(1, 1, 1), 2), 1, 1, rlen = 2, seed = 1)
  expect_identical(map$topographic_error, NaN)
  expect_identical(map$explained_variance, NaN)
})
