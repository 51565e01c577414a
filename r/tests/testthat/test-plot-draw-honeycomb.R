# The shape of a map: units that touch, neighbours, borders, parts, against brute force.

grid_of <- function(xdim, ydim, topology = "hexagonal", toroidal = FALSE) {
  list(
    xdim = xdim, ydim = ydim, topology = topology, toroidal = toroidal,
    coordinates = pybench:::grid_coordinates(xdim, ydim, topology)
  )
}

sizes <- list(c(1, 1), c(1, 5), c(5, 1), c(3, 3), c(4, 7), c(17, 6))

test_that("neighbours of hexagons are at grid distance 1", {
  for (size in sizes) {
    grid <- grid_of(size[[1]], size[[2]])
    apart <- round(pybench:::grid_distances(size[[1]], size[[2]], "hexagonal", FALSE), 3)
    beside <- pybench:::units_beside(grid)
    for (unit in seq_len(nrow(beside))) {
      expect_equal(sort(beside[unit, ]), which(apart[unit, ] == 1))
    }
  }
})

test_that("units touch without gaps", {
  for (topology in c("hexagonal", "rectangular")) {
    for (size in c(sizes, list(c(50, 50)))) {
      grid <- grid_of(size[[1]], size[[2]], topology)
      beside <- pybench:::units_beside(grid)
      n <- nrow(beside)
      inner <- which(!is.na(beside))
      sides <- ncol(beside)
      other <- beside[inner] + n * (((inner - 1) %/% n + sides / 2) %% sides) # the opposite side
      here <- pybench:::unit_sides(grid, inner)
      there <- pybench:::unit_sides(grid, other)
      # The same side seen from both units runs the other way round.
      if (length(inner) > 0) {
        expect_lt(max(abs(here - there[, c(3, 4, 1, 2)])), 1e-9)
      }
      expect_identical(nrow(pybench:::unit_rim(grid)), sum(is.na(beside)))
    }
  }
})

test_that("borders, parts and depths by hand", {
  grid <- grid_of(4, 3, "rectangular")
  labels <- c(1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1)
  expect_identical(nrow(pybench:::unit_borders(grid, labels)), 7L)
  parts <- list(c(1, 2, 5, 6, 10), c(3, 4, 7, 8, 11), 9, 12)
  expect_equal(pybench:::unit_parts(grid, labels), parts)
  square <- grid_of(5, 5, "rectangular")
  depths <- pybench:::unit_depths(square, rep(1, 25))
  expect_identical(depths[[13]], 3)
  hearts <- pybench:::unit_hearts(1:25, depths, square$coordinates)
  expect_identical(hearts[[1]], 13L)
})

test_that("differences by brute force", {
  set.seed(1)
  codes <- matrix(rnorm(60), 20)
  for (toroidal in c(FALSE, TRUE)) {
    found <- pybench:::code_differences(codes, grid_of(5, 4, "hexagonal", toroidal))
    apart <- round(pybench:::grid_distances(5, 4, "hexagonal", toroidal), 3)
    gaps <- as.matrix(dist(codes))
    expect_equal(found, vapply(1:20, function(u) mean(gaps[u, apart[u, ] == 1]), 0))
  }
  expect_identical(pybench:::code_differences(matrix(1, 1, 2), grid_of(1, 1)), NaN)
})

test_that("labels that touch have different colours", {
  grid <- grid_of(12, 12)
  labels <- rep(0:11, each = 12) * 4 + rep(0:11, 12) %/% 3 + 1
  tint <- pybench:::label_tints(grid, labels, 6)[labels]
  beside <- pybench:::units_beside(grid)
  apart <- which(labels[beside] != labels)
  expect_true(all(tint[beside[apart]] != tint[row(beside)[apart]]))
  expect_identical(pybench:::label_tints(grid, labels %% 6 + 1, 6), 1:6)
})
