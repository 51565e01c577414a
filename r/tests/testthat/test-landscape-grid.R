# Units and their distances, against kohonen's.

test_that("grid distances have the bits of kohonen's", {
  testthat::skip_if_not_installed("kohonen")
  for (topology in c("hexagonal", "rectangular")) for (toroidal in c(FALSE, TRUE)) {
    for (size in list(c(5, 4), c(7, 3), c(17, 6), c(1, 5))) {
      grid <- kohonen::somgrid(size[[1]], size[[2]], topology, toroidal = toroidal)
      found <- pybench:::grid_distances(size[[1]], size[[2]], topology, toroidal)
      expect_identical(found, unname(kohonen::unit.distances(grid)))
    }
  }
  radii <- c(11.790, 14.799, 20.809)
  for (i in 1:3) {
    apart <- pybench:::grid_distances(c(20, 25, 35)[[i]], c(20, 25, 35)[[i]], "hexagonal", FALSE)
    expect_equal(pybench:::default_radius(apart)[[1]], radii[[i]], tolerance = 1e-4)
  }
})
