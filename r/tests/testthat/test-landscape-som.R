# Maps against kohonen itself: the same bits, and the same state of the generator afterwards.

som_case <- function(case, file) shared_file("oracle", "som", case, file)

som_json <- function(case) {
  testthat::skip_if_not_installed("jsonlite")
  jsonlite::fromJSON(som_case(case, "som.json"))
}

som_input <- function(name) {
  as.matrix(utils::read.csv(shared_file("oracle", "som", "inputs", paste0(name, ".csv"))))
}

# What kohonen gives with a start of its own, and how it leaves the generator.
kohonen_map <- function(values, plan, seed) {
  testthat::skip_if_not_installed("kohonen")
  grid <- kohonen::somgrid(
    plan$xdim, plan$ydim, plan$topology, plan$neighbourhood, toroidal = plan$toroidal
  )
  set.seed(seed)
  map <- kohonen::som(
    values, grid, rlen = plan$rlen, alpha = plan$alpha, radius = plan$radius, mode = plan$mode
  )
  list(
    codes = unname(map$codes[[1]]), changes = as.vector(map$changes),
    units = as.integer(map$unit.classif), distances = unname(map$distances),
    state = .Random.seed
  )
}

som_plan_of <- function(xdim, ydim, radius, rlen = 5, topology = "hexagonal", toroidal = FALSE) {
  list(
    xdim = xdim, ydim = ydim, topology = topology, neighbourhood = "bubble",
    toroidal = toroidal, rlen = rlen, alpha = c(0.05, 0.01), radius = radius, mode = "online"
  )
}

# Of each width of vector that this processor has (a wider one than it has is the narrowest).
expect_kohonen_bits <- function(values, plan, seed, axes = pybench:::som_axes(values),
                                widths = 0L) {
  values <- unname(values)
  expected <- kohonen_map(values, plan, seed)
  apart <- pybench:::grid_distances(plan$xdim, plan$ydim, plan$topology, plan$toroidal)
  for (width in widths) {
    set.seed(seed)
    rows <- pybench:::start_rows(values, plan$xdim, plan$ydim, "random")
    found <- pybench:::train_exact(
      values, values[rows, , drop = FALSE], apart, plan, width = width, axes = axes
    )
    found$state <- .Random.seed
    expect_true(identical(found, expected, num.eq = FALSE), label = paste("width", width))
  }
}

# Axes, 16 or a multiple of it, with the rows of zeros that fill them up.
principal_axes <- function(values) {
  vectors <- t(eigen(crossprod(values / max(abs(values))), symmetric = TRUE)$vectors)
  rbind(vectors, matrix(0, -nrow(vectors) %% 16, ncol(values)))
}

# Data that tie: repeated rows, few whole numbers, constant columns, heavy tails, negative zeros.
tied_data <- function(kind) {
  set.seed(11)
  normal <- matrix(stats::rnorm(120 * 9), 120)
  switch(kind,
    plain = normal,
    repeated = normal[rep(1:30, 4), ],
    constant = cbind(1, normal[rep(1:60, 2), ], 0),
    whole = matrix(as.double(sample(0:2, 120 * 5, TRUE)), 120),
    heavy = matrix(stats::rt(120 * 20, 1), 120),
    zeros = matrix(sample(c(-0, 0, 1, -1), 120 * 3, TRUE), 120),
    wide = matrix(stats::rnorm(120 * 70), 120) %*% diag(exp(-(1:70) / 12))
  )
}

test_that("the bits of kohonen on data that tie, by every width, with a filter and without", {
  for (kind in c("plain", "repeated", "constant", "whole", "heavy", "zeros", "wide")) {
    values <- tied_data(kind)
    for (size in list(c(17, 6), c(4, 4), c(7, 5))) {
      for (seed in 1:4) {
        radius <- if (seed %% 2 == 0) c(2.65, -2.65) else c(max(size) / 2, 0)
        plan <- som_plan_of(size[[1]], size[[2]], radius)
        axes <- if (seed > 2) principal_axes(values) else matrix(0, 0, ncol(values))
        expect_kohonen_bits(values, plan, seed, axes, widths = c(2L, 4L, 8L))
      }
    }
  }
})

test_that("many updates that wait, other grids, one unit, one column, extreme scales", {
  values <- tied_data("wide")
  long <- som_plan_of(9, 9, c(6, 0), rlen = 40)
  expect_kohonen_bits(values, long, 3)
  expect_kohonen_bits(values * 1e-90, long, 3)
  expect_kohonen_bits(values * 1e90, long, 3)
  expect_kohonen_bits(values * 1e-160, som_plan_of(5, 5, c(3, 0)), 3)
  for (topology in c("hexagonal", "rectangular")) {
    plan <- som_plan_of(6, 6, c(3, 0), topology = topology, toroidal = TRUE)
    expect_kohonen_bits(values, plan, 5)
  }
  expect_kohonen_bits(values, som_plan_of(1, 1, c(0, 0)), 1)
  expect_kohonen_bits(values[, 1, drop = FALSE], som_plan_of(3, 3, c(2, 0)), 1)
  far <- rbind(values, 1e7)
  expect_kohonen_bits(far, long, 2)
  no_step <- utils::modifyList(long, list(alpha = c(1, 0)))
  expect_kohonen_bits(values, no_step, 2)
})

test_that("axes that are not orthonormal are not trusted", {
  values <- tied_data("wide")
  plan <- som_plan_of(6, 6, c(3, 0))
  expect_kohonen_bits(values, plan, 1, axes = 3 * pybench:::som_axes(values))
})

test_that("the oracle's maps", {
  folders <- list.dirs(shared_file("oracle", "som"), full.names = FALSE, recursive = FALSE)
  folders <- folders[file.exists(vapply(folders, som_case, "", file = "som.json"))]
  compared <- 0
  for (case in folders) {
    said <- som_json(case)
    if (said$mode == "pbatch" || said$init_given || said$dist_fct != "sumofsquares") next
    values <- som_input(said$input)
    exact <- said$mode == "online" && said$neighbourhood == "bubble"
    if (!exact) testthat::skip_if_not_installed("kohonen")
    map <- pb_som(
      values, said$xdim, said$ydim, said$topo, said$neighbourhood, said$toroidal,
      said$rlen, said$alpha, if (!said$radius_default) said$radius,
      mode = said$mode, seed = said$seed
    )
    expect_identical(map$kernel, if (exact) "exact" else "kohonen")
    objects <- utils::read.csv(som_case(case, "objects.csv"))
    expect_identical(map$units, objects$unit_classif, label = case)
    # As text with 17 digits each double is itself; R's reader may be off by its last bit.
    codes <- unname(as.matrix(utils::read.csv(som_case(case, "codes.csv"))))
    codes <- codes[, ncol(codes) - rev(seq_len(ncol(values))) + 1]
    expect_equal(unname(map$codes), codes, tolerance = 1e-14)
    expect_equal(map$distances, objects$distance, tolerance = 1e-13)
    changes <- utils::read.csv(som_case(case, "changes.csv"))
    expect_equal(map$changes, changes[[ncol(changes)]], tolerance = 1e-14)
    expect_equal(map$quantization_error, said$quality$awesom_err_quant, tolerance = 1e-13)
    variance <- said$quality$awesom_err_varratio_unrounded
    expect_equal(map$explained_variance, variance, tolerance = 1e-13)
    if (!said$toroidal) {
      expect_equal(map$topographic_error, said$quality$awesom_err_topo, label = case)
    }
    compared <- compared + 1
  }
  expect_gte(compared, 36)
})

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

test_that("a self-check that fails hands the map to kohonen", {
  testthat::skip_if_not_installed("kohonen")
  checked <- pybench:::som_check
  sound <- checked$sound
  on.exit(checked$sound <- sound)
  checked$sound <- FALSE
  expect_identical(pb_som(iris[1:4], 3, 3, rlen = 2, seed = 1)$kernel, "kohonen")
  expect_error(
    pb_som(iris[1:4], 3, 3, kernel = "exact", seed = 1), "rounding differs",
    class = "pybench_error_argument"
  )
  checked$sound <- NULL
  expect_true(pybench:::exact_kernel_sound())
})

test_that("the stored answer of the self-check is kohonen's", {
  testthat::skip_if_not_installed("kohonen")
  by_kohonen <- function(case) pybench:::train_kohonen(case$values, case$codes, case$plan)
  answer <- pybench:::keeping_generator(pybench:::self_check_answer(by_kohonen))
  expect_identical(answer, pybench:::self_check_stored)
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
    expect_equal(map$explained_variance, 100 - 100 * mean(placed$distances) /
      sum(apply(values, 2, stats::var) * 149 / 150), tolerance = 1e-12)
    orders <- apply(apart, 1, order)[2, ]
    second <- .Call(
      pybench:::C_pb_som_second, t(unname(values)), t(unname(map$codes)), matrix(0, 0, 4), 0L
    )
    expect_identical(second, orders)
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
  expect_identical(pb_som(cbind(a = 1, iris[1:4]), 2, 2, rlen = 1, seed = 1)$constant, "a")
})

test_that("what no map can take is refused by name", {
  refused <- function(text, ..., x = iris[1:4], seed = 1) {
    expect_error(pb_som(x, ..., seed = seed), text, class = "pybench_error_argument", fixed = TRUE)
  }
  gap <- iris[1:4]
  gap[3, 2] <- NA
  refused("row 3, column 'Sepal.Width' is NA (1 such row in all)", 3, 3, x = gap)
  gap[3, 2] <- Inf
  refused("row 3, column 'Sepal.Width' is Inf", 3, 3, x = gap)
  refused("found 169 units (`xdim` x `ydim`) on 150 rows", 13, 13)
  refused("`topology` must be one of", 3, 3, topology = "round")
  refused("`neighbourhood` must be one of", 3, 3, neighbourhood = "cone")
  refused("`xdim` must be a whole number >= 1", 0, 3)
  refused("`rlen` must be a whole number >= 1", 3, 3, rlen = 0)
  refused("`alpha` must be two finite numbers in [0, 1]", 3, 3, alpha = 2)
  refused("`radius` must be two finite numbers", 3, 3, radius = c(1, NA))
  refused("`mode` must be one of", 3, 3, mode = "pbatch")
  refused("`start` must be one of", 3, 3, start = "zero")
  refused("`seed` must be a whole number", 3, 3, seed = 0.5)
  refused("`X` must be a matrix of numbers", 3, 3, x = iris)
  refused("cannot do mode = \"batch\"", 3, 3, kernel = "exact", mode = "batch")
  refused("less than 2^31", 3, 3, rlen = 2^30)
  expect_error(pb_som(iris[1:4], 2, 2), "`seed`", class = "pybench_error_argument")
})

test_that("text and table", {
  map <- pb_som(iris[1:4], 3, 2, rlen = 2, seed = 1)
  expect_match(format(map)[[1]], "3 x 2 units, hexagonal, 150 rows of 4 variables; kernel exact")
  table <- as.data.frame(map)
  expect_identical(sum(table$rows), 150L)
  expect_equal(sum(table$rows * table$mean_distance), sum(map$distances), tolerance = 1e-12)
})
