# Chooses what trains a map: the kernel of pybench, or kohonen itself.

som_kernels <- c("auto", "exact", "warm", "batch", "kohonen")
fast_modes <- c(warm = "online", batch = "batch") # of the kernels that have not kohonen's bits
som_rotated <- 512L # variables

# NULL if our kernels apply, else the reason why not.
kernel_hindrance <- function(plan) {
  if (plan$neighbourhood != "bubble") {
    paste0("neighbourhood = \"", plan$neighbourhood, "\"")
  } else if (!exact_kernel_sound()) {
    "a compiler or processor whose rounding differs from the stored case"
  }
}

choose_kernel <- function(kernel, plan) {
  chosen <- unweighted_kernel(kernel, plan)
  if (!is.null(plan$weights) && (!chosen %in% c("exact", "warm") || plan$mode != "online")) {
    found <- sprintf("mode \"%s\", kernel \"%s\"", plan$mode, chosen)
    expected <- "mode \"online\" and kernel \"exact\" or \"warm\""
    stop_argument(
      paste0("`weights` needs ", expected, ", not ", found),
      expected = expected, found = found,
      hint = "These kernels need the neighbourhood \"bubble\"."
    )
  }
  chosen
}

unweighted_kernel <- function(kernel, plan) {
  if (kernel == "kohonen") {
    return(kernel)
  }
  hindrance <- kernel_hindrance(plan)
  if (is.null(hindrance)) {
    return(if (kernel == "auto") "exact" else require_mode(kernel, plan$mode))
  }
  if (kernel != "auto") {
    stop_argument(
      sprintf("`kernel` = \"%s\" cannot do %s", kernel, hindrance),
      expected = "neighbourhood = \"bubble\"", found = hindrance,
      hint = "Let kernel = \"auto\" hand it to the R package kohonen."
    )
  }
  "kohonen"
}

require_mode <- function(kernel, mode) {
  wanted <- if (kernel %in% names(fast_modes)) fast_modes[[kernel]] else mode
  if (mode != wanted) {
    stop_argument(
      sprintf("`kernel` = \"%s\" needs mode = \"%s\", not \"%s\"", kernel, wanted, mode),
      expected = sprintf("mode = \"%s\"", wanted), found = sprintf("mode = \"%s\"", mode)
    )
  }
  kernel
}

require_kohonen <- function(plan) {
  if (!requireNamespace("kohonen", quietly = TRUE)) {
    stop_r_package_missing(
      paste0(
        "training with kernel = \"kohonen\" (mode \"", plan$mode, "\", neighbourhood \"",
        plan$neighbourhood, "\") needs the R package kohonen, which is not installed"
      ),
      expected = "the R package kohonen", found = "not installed",
      hint = "Run install.packages(\"kohonen\")."
    )
  }
}

# Orthonormal axes, in rows, and rows of zeros, 16 or 32 ... in all; the kernel finds winners from
# the values on these axes. Any axes are correct; those with most variance first are fast. For many
# variables an order of the variables.
som_axes <- function(values) {
  p <- ncol(values)
  if (p > som_rotated) {
    return(order(colMeans(values)^2 - colMeans(values^2)))
  }
  rows <- unique(round(seq(1, nrow(values), length.out = min(nrow(values), 5000L))))
  sampled <- values[rows, , drop = FALSE]
  size <- max(abs(sampled))
  if (size > 0) sampled <- sampled / size
  sampled <- sweep(sampled, 2L, colMeans(sampled))
  axes <- t(eigen(crossprod(sampled), symmetric = TRUE)$vectors)
  rbind(axes, matrix(0, -p %% 16L, p))
}

# Codes, changes, units and distances. The kernel "exact" draws from R's generator as kohonen::som()
# does once the start is known.
train_ours <- function(values, codes, apart, plan, width = 0L, axes = som_axes(values),
                       kernel = "exact") {
  data <- t(values)
  tell <- epochs_told(plan$rlen)
  if (identical(plan$mode, "batch")) {
    schedule <- as.double(c(plan$rlen, plan$radius))
    trained <- if (kernel == "batch") {
      .Call(C_pb_som_sums, data, t(codes), apart, schedule, axes, width, tell)
    } else {
      .Call(C_pb_som_batch, data, t(codes), apart, schedule, axes, width, tell)
    }
    trained[[1L]] <- t(trained[[1L]])
  } else {
    schedule <- as.double(c(plan$rlen, plan$alpha, plan$radius))
    trained <- .Call(
      C_pb_som_train, data, t(codes), apart, schedule, axes, width, tell, plan$weights,
      kernel == "warm"
    )
  }
  placed <- .Call(C_pb_som_place, data, t(trained[[1L]]), axes, width)
  list(
    codes = trained[[1L]], changes = trained[[2L]], units = placed[[1L]], distances = placed[[2L]]
  )
}

# Reports how many epochs are done, twice a second; NULL if there is no progress function.
epochs_told <- function(epochs, text = "epochs of the map") {
  if (!is.function(getOption("pybench.progress"))) {
    return(NULL)
  }
  last <- -Inf
  function(done) {
    now <- proc.time()[["elapsed"]]
    if (now - last >= 0.5 || done == epochs) {
      last <<- now
      pb_progress(done, epochs, text)
    }
  }
}

train_kohonen <- function(values, codes, plan) {
  require_kohonen(plan)
  grid <- kohonen::somgrid(
    plan$xdim, plan$ydim, plan$topology,
    neighbourhood.fct = plan$neighbourhood,
    toroidal = plan$toroidal && plan$xdim * plan$ydim > 1 # kohonen fails on a torus of one unit
  )
  map <- kohonen::som(
    values,
    grid = grid, rlen = plan$rlen, alpha = plan$alpha, radius = plan$radius, init = codes,
    mode = plan$mode, keep.data = TRUE
  )
  list(
    codes = unname(map$codes[[1L]]), changes = as.vector(map$changes),
    units = as.integer(map$unit.classif), distances = unname(map$distances)
  )
}

som_check <- new.env(parent = emptyenv())

# Cases with ties and stored answers, from kohonen 3.0.11 on x86-64; checked once per session.
exact_kernel_sound <- function() {
  if (is.null(som_check$sound)) {
    found <- keeping_generator(lapply(self_check_modes, self_check_answer))
    som_check$sound <- identical(found, self_check_stored)
  }
  som_check$sound
}

self_check_modes <- c(online = "online", batch = "batch")

self_check_case <- function(mode) {
  values <- outer(1:30, 1:7, function(i, j) ((i * j * 7) %% 11) / 3 + (i %% 5) / 7)
  plan <- list(
    xdim = 3L, ydim = 6L, topology = "hexagonal", neighbourhood = "bubble", toroidal = FALSE,
    rlen = 3L, alpha = c(0.05, 0.01), radius = c(2.5, -1), mode = mode
  )
  list(values = values, plan = plan, codes = values[1:18 %/% 2 + 1, ])
}

self_check_answer <- function(mode, train = train_check_exact) {
  case <- self_check_case(mode)
  seed_generator(1)
  trained <- train(case)
  c(trained$changes, trained$distances[c(1L, 30L)], stats::runif(1L))
}

train_check_exact <- function(case) {
  apart <- grid_distances(3L, 6L, "hexagonal", FALSE)
  axes <- rbind(diag(7L), matrix(0, 9L, 7L))
  train_ours(case$values, case$codes, apart, case$plan, axes = axes)
}

# Changes, distances of the first and last row, the next number of the generator.
self_check_stored <- list(
  online = c(
    0x1.9fa7cf34d2d15p-4, 0x1.a96a69c7133f4p-4, 0x1.e23b96b493de4p-4,
    0x1.73630f9017cd6p-2, 0x1.da47dd4a60268p-1, 0x1.69ac8bbp-2
  ),
  batch = c(
    0x1.7508e6955b3a4p-4, 0x1.433c73ed8fd34p-3, 0x1.bf0d3c8cc2e23p-4,
    0x1.fefbefbefbefap+0, 0, 0x1.257cc438p-3
  )
)
