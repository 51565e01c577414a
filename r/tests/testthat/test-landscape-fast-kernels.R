# The kernels "warm" and "batch" against loops that a reader can check: the same bits.

plain_winner <- function(row, codes) {
  apart <- 0
  for (j in seq_along(row)) apart <- apart + (row[[j]] - codes[, j])^2
  list(unit = which.min(apart), distance = min(apart)) # the first of those that are equally near
}

plain_change <- function(distances, values) sqrt(distances / ncol(values)) / nrow(values)

plain_warm <- function(values, codes, apart, plan) {
  changes <- double(plan$rlen)
  for (step in seq_len(plan$rlen * nrow(values))) {
    done <- (step - 1) / (plan$rlen * nrow(values))
    row <- values[floor(nrow(values) * stats::runif(1)) + 1, ]
    found <- plain_winner(row, codes)
    radius <- plan$radius[[1]] - (plan$radius[[1]] - plan$radius[[2]]) * done
    near <- apart[found$unit, ] <= if (radius < 1) 0.5 else radius
    alpha <- plan$alpha[[1]] - (plan$alpha[[1]] - plan$alpha[[2]]) * done
    for (j in seq_along(row)) codes[near, j] <- codes[near, j] + alpha * (row[[j]] - codes[near, j])
    epoch <- (step - 1) %/% nrow(values) + 1
    changes[[epoch]] <- changes[[epoch]] + found$distance
  }
  list(codes = codes, changes = plain_change(changes, values))
}

plain_batch <- function(values, codes, apart, plan) {
  changes <- double(plan$rlen)
  for (epoch in seq_len(plan$rlen)) {
    sums <- matrix(0, nrow(codes), ncol(codes))
    counts <- double(nrow(codes))
    for (i in seq_len(nrow(values))) {
      found <- plain_winner(values[i, ], codes)
      sums[found$unit, ] <- sums[found$unit, ] + values[i, ]
      counts[[found$unit]] <- counts[[found$unit]] + 1
      changes[[epoch]] <- changes[[epoch]] + found$distance
    }
    done <- (epoch - 1) / plan$rlen
    radius <- max(plan$radius[[1]] - (plan$radius[[1]] - plan$radius[[2]]) * done, 1e-8)
    for (u in seq_len(nrow(codes))) {
      near <- which(apart[, u] <= radius & counts > 0)
      if (length(near) > 0) {
        total <- Reduce(`+`, asplit(sums[near, , drop = FALSE], 1), 0)
        codes[u, ] <- total / sum(counts[near])
      }
    }
  }
  list(codes = codes, changes = plain_change(changes, values))
}

expect_plain_bits <- function(values, plan, seed, axes = pybench:::som_axes(values)) {
  values <- unname(values)
  plain <- if (plan$mode == "batch") plain_batch else plain_warm
  apart <- pybench:::grid_distances(plan$xdim, plan$ydim, plan$topology, plan$toroidal)
  set.seed(seed)
  codes <- values[pybench:::start_rows(values, plan$xdim, plan$ydim, "random"), , drop = FALSE]
  started <- .Random.seed
  expected <- plain(values, codes, apart, plan)
  for (width in c(2L, 4L, 8L)) {
    assign(".Random.seed", started, globalenv())
    found <- pybench:::train_ours(
      values, codes, apart, plan, width = width, axes = axes,
      kernel = if (plan$mode == "batch") "batch" else "warm"
    )
    expect_identical(found[c("codes", "changes")], expected, label = paste("width", width))
  }
}

test_that("codes and changes are those of plain loops, where units tie too, by every width", {
  for (mode in c("online", "batch")) {
    for (kind in c("plain", "repeated", "constant", "whole", "heavy", "zeros", "wide")) {
      values <- tied_data(kind)
      unfiltered <- kind %in% c("plain", "whole")
      axes <- if (unfiltered) matrix(0, 0, ncol(values)) else pybench:::som_axes(values)
      for (radius in list(c(2.65, -2.65), c(4, 0))) {
        plan <- som_plan_of(7, 5, radius, rlen = 4, mode = mode)
        expect_plain_bits(values, plan, 1, axes)
      }
    }
    expect_plain_bits(tied_data("plain"), som_plan_of(1, 1, c(0, 0), mode = mode), 1)
    expect_plain_bits(tied_data("wide") * 1e-160, som_plan_of(5, 5, c(3, 0), mode = mode), 2)
    expect_plain_bits(tied_data("wide"), som_plan_of(17, 6, c(6, 0), rlen = 20, mode = mode), 3)
  }
})

test_that("without ties, the map is kohonen's", {
  set.seed(1)
  values <- matrix(stats::rnorm(200 * 5), 200)
  exact <- pb_som(values, 5, 4, rlen = 10, seed = 3)
  warm <- pb_som(values, 5, 4, rlen = 10, seed = 3, kernel = "warm")
  expect_identical(warm$kernel, "warm")
  warm$kernel <- exact$kernel
  expect_identical(warm, exact)
  exact <- pb_som(values, 5, 4, rlen = 10, seed = 3, mode = "batch")
  batch <- pb_som(values, 5, 4, rlen = 10, seed = 3, mode = "batch", kernel = "batch")
  expect_identical(batch$units, exact$units)
  expect_equal(batch$codes, exact$codes, tolerance = 1e-13) # sums in another order
})

test_that("the draw with weights is that of the exact kernel; each kernel has its mode", {
  set.seed(1)
  values <- matrix(stats::rnorm(200 * 5), 200)
  weights <- rep(c(1, 3), 100)
  exact <- pb_som(values, 5, 4, rlen = 5, seed = 3, weights = weights)
  warm <- pb_som(values, 5, 4, rlen = 5, seed = 3, weights = weights, kernel = "warm")
  expect_identical(warm$codes, exact$codes)
  refused <- function(text, ...) {
    expect_error(pb_som(values, 5, 4, seed = 3, ...), text, class = "pybench_error_argument")
  }
  refused("needs mode = \"online\", not \"batch\"", kernel = "warm", mode = "batch")
  refused("needs mode = \"batch\", not \"online\"", kernel = "batch")
  refused("`kernel` = \"warm\" cannot do", kernel = "warm", neighbourhood = "gaussian")
  found <- pb_som_search(values, 4, 1, rlen = 5, kernel = "batch")
  expect_identical(found$som[c("mode", "kernel")], list(mode = "batch", kernel = "batch"))
})
