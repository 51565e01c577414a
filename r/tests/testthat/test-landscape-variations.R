test_that("each map is that of pb_map_landscape()", {
  species <- as.character(iris$Species)
  varied <- pb_landscape_stability(
    iris[1:4], 1:2, 4:5, "random", dataset = species, k = 3, rlen = 10
  )
  one <- function(size, seed) {
    pb_map_landscape(
      iris[1:4], size, seed, dataset = species, k = 3, rlen = 10, start = "random"
    )$region
  }
  alone <- pb_region_stability(cbind(one(4, 1), one(4, 2), one(5, 1)), species)
  expect_equal(varied$pairs$adjusted_rand, alone$pairs$adjusted_rand)
  expect_equal(varied$maps$size, c("4 x 4", "4 x 4", "5 x 5"))
  expect_error(
    pb_landscape_stability(iris[1:4], 1, 4, "random", dataset = species), "at least 2 maps"
  )
  expect_error(
    pb_landscape_stability(
      pb_scale_features(iris[1:4], dataset = species),
      representations = list(o = pb_scale_features(iris[1:4], dataset = rev(species)))
    ),
    "in the same order"
  )
})

test_that("codes by k-means are compared with maps", {
  species <- as.character(iris$Species)
  found <- pb_landscape_stability(
    iris[1:4], 0, 4,
    reductions = c("som", "k-means"), dataset = species, k = 3, rlen = 10
  )
  expect_identical(found$maps$reduction, c("som", "k-means", "som"))
  expect_identical(found$maps$start, c("pca.sample", "pca.sample", "random"))
  lands <- lapply(c("som", "k-means"), function(one) {
    pb_map_landscape(iris[1:4], 4, 0, one, species, k = 3, rlen = 10)
  })
  pair <- pb_region_stability(cbind(lands[[1L]]$region, lands[[2L]]$region), species)
  expect_identical(found$pairs$adjusted_rand[[1L]], pair$pairs$adjusted_rand[[1L]])
  expect_error(
    pb_landscape_stability(iris[1:4], reductions = "pca", dataset = species),
    "`reductions` must be one of", class = "pybench_error_argument"
  )
})
