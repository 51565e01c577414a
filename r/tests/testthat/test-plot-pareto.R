# The figure of a search: front, chosen map, sizes beside their dots.

searched <- function(n = 26, seeds = 1) {
  set.seed(3)
  size <- rep(24 + seq_len(n), each = seeds)
  table <- data.frame(
    xdim = size, ydim = size, seed = rep(seq_len(seeds), n),
    quantization_error = 80 - size + rnorm(length(size)),
    topographic_error = 0.2 + size / 400 + rnorm(length(size)) / 40
  )
  table$pareto <- pybench:::pareto_front(table$quantization_error, table$topographic_error)
  table$chosen <- seq_along(size) == max(which(table$pareto))
  structure(list(table = table), class = c("pb_som_search", "pb_result"))
}

test_that("sizes do not overlap and those of the front are all there", {
  for (x in list(searched(), searched(26, 3), searched(1), searched(2))) {
    for (size in list(c(7, 5), c(4, 3))) {
      found <- expect_silent(drawn(x, size[[1]], size[[2]], main = "Search"))
      boxes <- as.matrix(found[!is.na(found$x0), c("x0", "y0", "x1", "y1")])
      for (i in seq_len(nrow(boxes))) {
        expect_false(pybench:::covers(boxes[i, , drop = FALSE], boxes[-i, , drop = FALSE]))
      }
      if (size[[1]] == 7) {
        expect_false(anyNA(found$x0[found$pareto]))
      }
    }
  }
})

test_that("only the front is named where asked; seeds are named where they differ", {
  found <- drawn(searched(), labels = FALSE)
  expect_identical(is.na(found$x0), !found$pareto)
  expect_identical(drawn(searched(2, 2))$name[[2]], "25 x 25, seed 2")
})

test_that("a map without topographic error is left out", {
  x <- searched(3)
  x$table$topographic_error[[1]] <- NaN
  expect_identical(nrow(expect_silent(drawn(x))), 2L)
  x$table$topographic_error <- NaN
  expect_identical(nrow(expect_silent(drawn(x))), 0L)
})

test_that("bad arguments are refused by name", {
  expect_error(drawn(searched(2), labels = "all"), "`labels` must be TRUE or FALSE")
  expect_error(drawn(searched(2), main = 3), "`main` must be a string or NULL")
})
