# Codes by k-means: those of stats::kmeans(), weights, what is refused.

kmeans_flowers <- function(...) {
  pb_map_landscape(
    datasets::iris[1:4],
    dataset = as.character(datasets::iris$Species), reduction = "k-means", k = 3, ...
  )
}

test_that("the codes are those of stats::kmeans()", {
  for (seed in 0:2) {
    land <- kmeans_flowers(sizes = 4, seeds = seed)
    rows <- pybench:::component_scores(
      land$components, pb_scale_features(datasets::iris[1:4])$values
    )
    start <- pybench:::kmeans_start(rows, 16, seed)
    other <- stats::kmeans(rows, start, iter.max = 100L, algorithm = "Lloyd")
    expect_identical(land$units, as.double(other$cluster))
    expect_equal(land$codes, unname(other$centers), tolerance = 1e-12)
    expect_equal(land$kmeans$quantization_error, other$tot.withinss / 150)
    expect_equal(land$kmeans$seed, seed)
    expect_true(land$kmeans$converged)
    expect_match(format(land), "16 codes by k-means, seed .: explained variance", all = FALSE)
  }
})

test_that("weights of rows are as many copies of them", {
  rows <- scale(as.matrix(datasets::iris[1:40, 1:4]), scale = FALSE)
  times <- rep(1:2, 20L)
  start <- rows[c(1L, 8L, 30L), ]
  axes <- pybench:::som_axes(rows)
  one <- pybench:::kmeans_moved(rows, start, axes, 50, times)
  other <- pybench:::kmeans_moved(rows[rep(1:40, times), ], start, axes, 50)
  expect_equal(one$codes, other$codes)
  expect_identical(rep(one$units, times), other$units)
  expect_equal(one$quantization_error, other$quantization_error)
})

test_that("there are at most as many codes as different rows", {
  expect_error(
    pb_map_landscape(
      datasets::iris[rep(1:10, 10L), 1:4], sizes = 5, reduction = "k-means",
      dataset = rep("a", 100L)
    ),
    "at most 10 units, the number of different rows, not 25", class = "pybench_error_argument"
  )
  expect_error(kmeans_flowers(sizes = list(c(1, 2))), "3 units or more")
})
