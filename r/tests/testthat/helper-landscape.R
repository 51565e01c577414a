# Maps by kohonen and data that tie, for the tests of landscape-*.R.

# The golden maps: trained by kohonen, their figures by aweSOM; how each was asked for, what came.
som_cases <- function() {
  testthat::skip_if_not_installed("jsonlite")
  cases <- utils::read.csv(golden_path("som", "cases.csv"))
  maps <- jsonlite::fromJSON(
    file(golden_path("som", "maps.json.xz")), simplifyDataFrame = FALSE
  )
  testthat::expect_identical(cases$map, vapply(maps, `[[`, "", "map"))
  lapply(seq_along(maps), function(i) c(as.list(cases[i, -1]), maps[[i]]))
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

som_plan_of <- function(xdim, ydim, radius, rlen = 5, topology = "hexagonal", toroidal = FALSE,
                        mode = "online") {
  list(
    xdim = xdim, ydim = ydim, topology = topology, neighbourhood = "bubble",
    toroidal = toroidal, rlen = rlen, alpha = c(0.05, 0.01), radius = radius, mode = mode
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
    found <- pybench:::train_ours(
      values, values[rows, , drop = FALSE], apart, plan, width = width, axes = axes
    )
    found$state <- .Random.seed
    expect_true(identical(found, expected, num.eq = FALSE), label = paste("width", width))
  }
  invisible(drawn_since(seed, expected$state) - start_draws(seed, values, plan))
}

# Numbers drawn between a seed and a state of the generator.
drawn_since <- function(seed, state, most = 1e6) {
  set.seed(seed)
  drawn <- 0
  while (!identical(.Random.seed, state) && drawn < most) {
    stats::runif(1)
    drawn <- drawn + 1
  }
  drawn
}

# Those of the start, and in online mode one a row.
start_draws <- function(seed, values, plan) {
  set.seed(seed)
  pybench:::start_rows(values, plan$xdim, plan$ydim, "random")
  rows <- if (plan$mode == "online") plan$rlen * nrow(values) else 0
  drawn_since(seed, .Random.seed) + rows
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
    repeated = normal[rep(1:12, 10), ],
    constant = cbind(1, normal[rep(1:20, 6), ], 0),
    whole = matrix(as.double(sample(0:1, 120 * 5, TRUE)), 120),
    heavy = matrix(stats::rt(120 * 20, 1), 120),
    zeros = matrix(sample(c(-0, 0, 1, -1), 120 * 3, TRUE), 120),
    wide = matrix(stats::rnorm(120 * 70), 120) %*% diag(exp(-(1:70) / 12))
  )
}

# An empty folder that goes when the test ends.
temporary_folder <- function(frame = parent.frame()) {
  folder <- tempfile()
  dir.create(folder)
  do.call(on.exit, list(bquote(unlink(.(folder), recursive = TRUE)), add = TRUE), envir = frame)
  folder
}
