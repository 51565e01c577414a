# The figure of a map: what is drawn, names that do not overlap, refusals.

halves <- function(xdim, ydim) labelled(ifelse(rep(seq_len(xdim), ydim) > xdim / 2, 2, 1))

overlaps <- function(boxes) {
  boxes <- as.matrix(boxes[!is.na(boxes$x0), c("x0", "y0", "x1", "y1")])
  sum(vapply(seq_len(nrow(boxes)), function(i) {
    pybench:::covers(boxes[i, , drop = FALSE], boxes[-i, , drop = FALSE])
  }, NA))
}

test_that("units have the colours of their rows", {
  found <- drawn(untrained(3, 2, c(1, 1, 1, 5)))
  expect_identical(found$values, c(3, 0, 0, 0, 1, 0))
  expect_identical(found$empty, c(2L, 3L, 4L, 6L))
  expect_identical(found$colours[[1]], "#0072B2")
})

test_that("everything that can be shown is drawn, large and small", {
  for (size in list(c(1, 1), c(3, 3), c(1, 20), c(17, 6))) {
    map <- untrained(size[[1]], size[[2]], rep(1, 5))
    for (topology in c("hexagonal", "rectangular")) {
      map$grid$topology <- topology
      regions <- if (prod(size) > 1) halves(size[[1]], size[[2]])
      expect_silent(drawn(map, regions = regions, datasets = rep("d", 5), main = "A title"))
      expect_silent(drawn(map, 2, 2, show = "distances"))
      expect_silent(drawn(map, show = "codes", feature = "b"))
    }
  }
})

test_that("every region is named and outlined", {
  labels <- rep(1, 108)
  labels[[41]] <- 2
  labels[61:108] <- 3
  labels[[56]] <- 4
  found <- drawn(untrained(12, 9, 1:108), 7, 6, show = "regions", regions = labelled(labels))
  expect_setequal(found$regions$name, paste0("R", 1:4))
  expect_identical(overlaps(found$regions), 0L)
  grid <- untrained(12, 9, 1:108)$grid
  expect_identical(found$outlines, nrow(pybench:::unit_borders(grid, labels)))
})

test_that("datasets stand at the middle of their rows, names apart", {
  found <- drawn(untrained(9, 9, c(1, 3, 2, 81, 81)), datasets = c("l", "l", "l", "r", "r"))
  expect_identical(found$datasets$unit, c(2L, 81L))
  set.seed(5)
  units <- sample(625, 900, TRUE)
  found <- drawn(
    untrained(25, 25, units), 8, 8, datasets = paste("a dataset", seq_len(900) %% 90),
    regions = halves(25, 25)
  )
  expect_gt(sum(!is.na(found$datasets$x0)), 30)
  expect_identical(overlaps(rbind(found$regions, found$datasets)), 0L)
})

test_that("a landscape brings its regions and its scale", {
  land <- structure(
    list(
      som = untrained(6, 4, 1:24), regions = halves(6, 4), scaling = list(scale = "z"),
      reduction = "som"
    ),
    class = c("pb_landscape", "pb_result")
  )
  expect_gt(drawn(land)$outlines, 0)
  expect_silent(drawn(land, show = "codes", feature = "b", regions = NULL))
  land["som"] <- list(NULL)
  expect_error(drawn(land), "must be a landscape with a map")
})

test_that("strange names are text", {
  names <- c("$x_1$", "<b>", "a\nb", strrep("W", 200), "")
  expect_silent(drawn(untrained(6, 6, 1:5), datasets = names, main = "a\nb"))
})

test_that("bad arguments are refused by name", {
  map <- untrained(3, 3, 1:9)
  expect_error(drawn(map, show = "all"), "`show` must be one of")
  expect_error(drawn(map, main = 3), "`main` must be a string or NULL")
  expect_error(drawn(map, regions = "R1"), "`regions` must be a result of pb_regions")
  expect_error(drawn(map, regions = labelled(1:4)), "which has 9 units, not of a map with 4")
  expect_error(drawn(map, datasets = "a"), "one name for each of the map's 9 rows")
  expect_error(drawn(map, datasets = 1:9), "`datasets` must be")
})
