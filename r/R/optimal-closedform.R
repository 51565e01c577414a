# Scores of the likelihood ratio without simulation: constant drift, Ornstein-Uhlenbeck.

closed_small <- 1e-17 # eigenvalues this much smaller than the largest are rounding errors
closed_nodes <- 96L # quadrature nodes per interval
closed_negligible <- 1e-14
closed_sure <- 1e-9 # error of Imhof's integral
closed_away <- 6 # the best threshold lies within this many deviations of a law's mean
closed_tried <- 65L # thresholds tried in each of four ranges

#' AUC and accuracies of the likelihood ratio, without simulation
#'
#' Computes the AUC and the accuracies of a likelihood ratio exactly.
#'
#' @param setting A setting with constant drift (case a of the paper, arXiv 2301.13112) or with
#'   Ornstein-Uhlenbeck processes (case c), or its name, as in [pb_optimal_lrt()].
#' @return A data frame with the columns `method`, `statistic`, `value` and `threshold`, as in
#'   [pb_optimal_lrt()]. The values are exact, not estimates, so `acc_star` is not biased upwards.
#'   They are those of `pybench.optimal.exact()` in Python.
#' @details
#' Constant drift: with \eqn{D = |\theta_1 - \theta_0| \sqrt{T} / \sigma}{D = |theta_1 - theta_0|
#' sqrt(T) / sigma}, the log likelihood ratio is normal with standard deviation D, and with mean
#' \eqn{-D^2/2} in class 0 and \eqn{D^2/2} in class 1. So AUC is \eqn{\Phi(D / \sqrt 2)}{Phi(D /
#' sqrt(2))}, and the accuracy at threshold 0 is \eqn{\Phi(D / 2)}{Phi(D / 2)}. Ornstein-Uhlenbeck:
#' the log likelihood ratio is a quadratic form of normal variables. Its distribution function is
#' Imhof's integral (1961), which is computed to an accuracy of 1e-9. If both drifts are the same,
#' the log likelihood ratio is 0 on every path, and AUC and accuracies are 1/2.
#' @section Errors:
#' `pybench_error_argument` for any other process; or if a mean or variance of the transitions, or a
#' coefficient of the log likelihood ratio, overflows double precision.
#' @references Imhof, J. P. (1961). Computing the distribution of quadratic forms in normal
#'   variables. *Biometrika* 48, 419-426.
#' @examples
#' pb_optimal_exact("a-T1")
#' @family optimal
#' @export
pb_optimal_exact <- function(setting) {
  one <- as_setting(setting)
  laws <- closed_laws(one$process, one$grid)
  parts <- lapply(names(laws), function(method) {
    law <- laws[[method]]
    best <- law$best()
    data.frame(
      method = method, statistic = c("auc", "acc_star", "acc_at_zero"),
      value = c(law$auc(), law$accuracy(best), law$accuracy(0)), threshold = c(NaN, best, 0)
    )
  })
  do.call(rbind, parts)
}

# The law of each ratio: functions `auc` of nothing, `accuracy` of a threshold, `best` of nothing.
closed_laws <- function(pair, grid) {
  if (pair$name == "constant") {
    return(constant_laws(pair, grid))
  }
  if (length(exact_transitions(pair, grid)) == 0L) {
    stop_argument(
      sprintf(
        "the score of the likelihood ratio of \"%s\" is not known in closed form", pair$name
      ),
      expected = paste(
        "constant drift or an Ornstein-Uhlenbeck process, with noise given as numbers"
      ),
      found = pair$name, hint = "Simulate paths: pb_optimal_lrt(setting)."
    )
  }
  if (identical(pair$theta[[1L]], pair$theta[[2L]])) {
    names <- c("lrt_hidden", "lrt_numerical", "lrt_exact_transition", "lrt_exact_chain")
    return(stats::setNames(rep(list(normal_law(0)), 4L), names))
  }
  quadratic_laws(pair, grid)
}

# All ratios have the same law: the Euler scheme is exact here.
constant_laws <- function(pair, grid) {
  sigma <- pair$noise$numbers
  if (is.null(sigma)) {
    stop_argument(
      paste(
        "scores in closed form are known only for noise given as numbers, not as a matrix or a",
        "function"
      ),
      expected = "numbers", found = "a matrix or a function",
      hint = "Simulate paths: pb_optimal_lrt(setting)."
    )
  }
  shift <- (pair$theta[[2L]] - pair$theta[[1L]]) / sigma
  law <- normal_law(sqrt(sum(shift^2) * sum(diff(grid$times))))
  list(lrt_hidden = law, lrt_numerical = law, lrt_exact_chain = law)
}

# The ratio is N(-D^2/2, D^2) in class 0 and N(D^2/2, D^2) in class 1.
normal_law <- function(d) {
  list(
    auc = function() stats::pnorm(d / sqrt(2)),
    accuracy = function(threshold) {
      if (d == 0) { # both classes lie on one side, or at the threshold, where half count
        return(0.5)
      }
      (stats::pnorm(d / 2 - threshold / d) + stats::pnorm(d / 2 + threshold / d)) / 2
    },
    best = function() 0
  )
}

# A weighted sum of squares of independent normal variables, `copies` of each weight: its mean, its
# standard deviation, and P(sum > x) as the function `above` of x. The distribution function is
# Imhof's integral, by Gauss and Legendre on intervals that double in length. Near 0 the integrand
# is smooth; with ten squares or more it is negligible where it oscillates faster than the nodes
# can follow.
sum_of_squares <- function(weights, copies = 1) {
  w <- weights[abs(weights) > closed_small * max(abs(weights))]
  size <- sqrt(sum(w^2) * copies)
  nodes <- legendre_nodes(closed_nodes)
  ends <- c(0, 2^(-3:23)) / size
  u <- swing <- share <- list()
  for (i in seq_len(length(ends) - 1L)) {
    width <- ends[[i + 1L]] - ends[[i]]
    at <- ends[[i]] + width * (nodes$place + 1) / 2
    turn <- outer(at, w)
    damped <- exp(-0.25 * copies * rowSums(log1p(turn^2))) / at
    u[[i]] <- at
    swing[[i]] <- 0.5 * copies * rowSums(atan(turn))
    share[[i]] <- damped * nodes$share * width / (2 * pi)
    if (max(damped) * ends[[i + 1L]] < closed_negligible) {
      break
    }
  }
  u <- unlist(u)
  swing <- unlist(swing)
  share <- unlist(share)
  list(
    mean = sum(w) * copies, deviation = sqrt(2) * size,
    above = function(x) 0.5 + sum(sin(swing - 0.5 * x * u) * share)
  )
}

# Nodes and weights of Gauss and Legendre on [-1, 1], by the eigenvalues of a matrix (Golub and
# Welsch 1969).
legendre_nodes <- function(count) {
  i <- seq_len(count - 1L)
  off <- i / sqrt(4 * i^2 - 1)
  jacobi <- matrix(0, count, count)
  jacobi[cbind(i, i + 1L)] <- jacobi[cbind(i + 1L, i)] <- off
  found <- eigen(jacobi, symmetric = TRUE)
  list(place = found$values, share = 2 * found$vectors[1L, ]^2)
}

# The ratio is a constant plus a weighted sum of squares of normal variables, per class.
quadratic_law <- function(constant, zero, one, copies) {
  laws <- list(sum_of_squares(zero, copies), sum_of_squares(one, copies))
  accuracy <- function(threshold) {
    above <- vapply(laws, function(law) law$above(threshold - constant), 0)
    (1 + above[[2L]] - above[[1L]]) / 2
  }
  list(
    auc = function() sum_of_squares(c(one, -zero), copies)$above(0), # the constants cancel
    accuracy = accuracy,
    best = function() {
      means <- constant + vapply(laws, `[[`, 0, "mean")
      best_threshold(accuracy, means, vapply(laws, `[[`, 0, "deviation"))
    }
  )
}

# The threshold of largest accuracy: 0 for an exact ratio, else anywhere. The Euler scheme at coarse
# times can be off by any amount, so the ranges of both laws are searched.
best_threshold <- function(accuracy, means, deviations) {
  spread <- function(from, to) seq(from, to, length.out = closed_tried)
  # One law may be much narrower than the other: search near the means and 0 at its scale.
  width <- closed_away * min(deviations)
  near <- lapply(c(0, means), function(centre) spread(centre - width, centre + width))
  far <- closed_away * deviations
  tried <- sort(unique(c(spread(min(means - far), max(means + far)), unlist(near))))
  values <- vapply(tried, accuracy, 0)
  # Of thresholds that are equally good up to rounding, take the one nearest to 0.
  alike <- which(values >= max(values) - closed_sure)
  best <- alike[[which.min(abs(tried[alike]))]]
  if (best %in% c(1L, length(tried))) {
    stop_argument(
      paste(
        "no threshold of the likelihood ratio is better than assigning all paths to one class"
      ),
      expected = "a best threshold inside the range of the likelihood ratio",
      found = sprintf("%g", tried[[best]])
    )
  }
  stats::optimize(accuracy, tried[best + c(-1L, 1L)], maximum = TRUE, tol = 1e-7)$maximum
}

# The law of each ratio over the paths simulated by the Euler scheme.
quadratic_laws <- function(pair, grid) {
  fine <- fine_grid(grid)
  chain <- chain_law(pair, grid, TRUE)
  steps <- chain_law(pair, fine, TRUE)
  list(
    lrt_hidden = form_law(euler_form(pair, fine), steps),
    lrt_numerical = form_law(euler_form(pair, grid), chain),
    lrt_exact_transition = form_law(gaussian_form(chain_law(pair, grid, FALSE)), chain),
    lrt_exact_chain = form_law(gaussian_form(chain), chain)
  )
}

# Transitions x' ~ N(a x, v) of each class: matrices, intervals x coordinates; of the simulated
# chain, or of the process in continuous time.
chain_law <- function(pair, grid, chain) {
  sigma <- fixed_noise(pair)
  dt <- diff(grid$times)
  steps <- if (chain) grid$substeps else 0 * dt
  lapply(pair$theta, function(theta) {
    parts <- Map(function(dt, steps) ou_moments(theta, sigma, dt, steps), dt, steps)
    list(a = do.call(rbind, lapply(parts, `[[`, "a")), v = do.call(rbind, lapply(parts, `[[`, "v")))
  })
}

# constant + the sum over intervals of a x^2 + 2 b x x' + c x'^2; a, b and c are matrices as above.
euler_form <- function(pair, grid) {
  sigma <- fixed_noise(pair)
  theta <- lapply(pair$theta, `/`, sigma)
  length <- length(grid$substeps)
  b <- matrix((theta[[2L]] - theta[[1L]]) / sigma / 2, length, pair$dimension, byrow = TRUE)
  a <- -2 * b - outer(diff(grid$times), theta[[2L]]^2 - theta[[1L]]^2) / 2
  list(constant = 0, a = a, b = b, c = 0 * b)
}

gaussian_form <- function(law) {
  zero <- law[[1L]]
  one <- law[[2L]]
  list(
    constant = 0.5 * sum(log(zero$v / one$v)), a = (zero$a^2 / zero$v - one$a^2 / one$v) / 2,
    b = (one$a / one$v - zero$a / zero$v) / 2, c = (1 / zero$v - 1 / one$v) / 2
  )
}

form_law <- function(form, law) {
  parts <- c(form[-1L], law[[1L]], law[[2L]])
  if (!all(is.finite(unlist(parts)), is.finite(form$constant))) {
    stop_argument(
      paste(
        "a mean or variance of the transitions, or a coefficient of the log likelihood ratio,",
        "overflows double precision"
      ),
      expected = "drifts and times for which these numbers are finite", found = "infinity",
      hint = "Check the drifts, the noise and the observed times for extreme values."
    )
  }
  width <- ncol(form$a)
  alike <- all(vapply(parts, function(part) all(part == part[, 1L]), NA))
  used <- if (alike) 1L else seq_len(width)
  weights <- lapply(law, function(own) {
    unlist(lapply(used, function(i) form_weights(form, own, i)))
  })
  quadratic_law(form$constant, weights[[1L]], weights[[2L]], width / length(used))
}

# The eigenvalues of the form of coordinate i in independent normal variables, by a class's law.
form_weights <- function(form, own, i) {
  length <- nrow(form$a)
  here <- seq_len(length)
  square <- root <- matrix(0, length + 1L, length + 1L)
  diag(square) <- c(form$a[, i], 0) + c(0, form$c[, i])
  square[cbind(here, here + 1L)] <- square[cbind(here + 1L, here)] <- form$b[, i]
  root[1L, 1L] <- 1
  for (l in here) {
    root[l + 1L, ] <- own$a[l, i] * root[l, ]
    root[l + 1L, l + 1L] <- sqrt(own$v[l, i])
  }
  eigen(crossprod(root, square %*% root), symmetric = TRUE, only.values = TRUE)$values
}

# The grid on which every fine step is observed.
fine_grid <- function(grid) {
  dt <- diff(grid$times)
  parts <- Map(
    function(now, dt, steps) now + (seq_len(steps) - 1) * (dt / steps),
    grid$times[-length(grid$times)], dt, grid$substeps
  )
  times <- c(unlist(parts), grid$times[[length(grid$times)]])
  list(times = times, substeps = rep(1, length(times) - 1L), scheme = "euler", late = FALSE)
}
