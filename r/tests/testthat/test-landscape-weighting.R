# Each dataset counts alike: what changes, by the definition, and what must not.

sizes <- c(a = 8, b = 16, c = 64)
names <- rep(names(sizes), sizes)

weighted_rows <- function() {
  set.seed(3)
  matrix(stats::rnorm(3 * 88), 88) + rep(c(0, 4, 16), sizes)
}

test_that("each dataset weighs one", {
  weights <- pybench:::row_weights("dataset", names)
  expect_identical(weights[c(1, 9, 25)], c(1 / 8, 1 / 16, 1 / 64))
  expect_null(pybench:::row_weights("instance", names))
  expect_null(pybench:::row_weights("dataset", c("x", "y", "y", "x")))
  expect_error(
    pb_scale_features(weighted_rows(), weights = "dataset"), "needs a table with datasets",
    class = "pybench_error_argument"
  )
})

test_that("equal weights give the draws and the bits of no weights", {
  rows <- weighted_rows()
  plan <- list(rlen = 4, alpha = c(0.05, 0.01), radius = c(2, -1), mode = "online")
  apart <- pybench:::grid_distances(4, 3, "hexagonal", FALSE)
  trained <- lapply(list(NULL, rep(1, 88), rep(0.25, 88)), function(weights) {
    set.seed(1)
    plan$weights <- weights
    pybench:::train_ours(rows, rows[1:12, ], apart, plan)
  })
  expect_identical(trained[[2L]], trained[[1L]])
  expect_identical(trained[[3L]], trained[[1L]])
})

test_that("draws are the first rows whose sums of weights exceed a share of all", {
  rows <- matrix(as.double(1:5), 5)
  weights <- c(2, 0, 1, 0, 5)
  plan <- list(
    rlen = 1, alpha = c(1, 1), radius = c(0, 0), mode = "online", weights = weights
  )
  last <- vapply(1:200, function(seed) {
    set.seed(seed)
    pybench:::train_ours(rows, rows[1L, , drop = FALSE], matrix(0), plan)$codes[[1L]]
  }, 0)
  expected <- vapply(1:200, function(seed) {
    set.seed(seed)
    share <- stats::runif(5)[[5L]]
    as.double(which(cumsum(weights) > share * 8)[[1L]])
  }, 0)
  expect_identical(last, expected)
})

test_that("a landscape counts each dataset alike", {
  land <- pb_map_landscape(
    weighted_rows(), 4, dataset = names, k = 3, rlen = 10, weights = "dataset"
  )
  expect_identical(land$weights, "dataset")
  expect_equal(
    land$redundancy$regions[, "share"], colMeans(land$coverage$percent), tolerance = 1e-12
  )
  expect_match(format(land)[[1L]], "; each dataset counted alike$")
  expect_match(format(land)[[2L]], "variance 1; each dataset counted alike$")
  search <- pb_som_search(
    data.frame(dataset = names, weighted_rows()), 3:4, rlen = 5, weights = "dataset"
  )
  expect_match(format(search)[[1L]], "; each dataset counted alike$")
  expect_error(
    pb_som(weighted_rows(), 3, 3, mode = "batch", weights = rep(1, 88), seed = 1),
    "needs mode \"online\" and kernel \"exact\" or \"warm\"", class = "pybench_error_argument"
  )
  expect_error(
    pb_som(weighted_rows(), 3, 3, weights = 1:2, seed = 1), "88 finite numbers >= 0",
    class = "pybench_error_argument"
  )
})
