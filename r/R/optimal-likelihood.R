# The log likelihood ratio of observed paths: Euler's, and the exact ones if they are known.

#' Log likelihood ratio of observed paths
#'
#' Returns \eqn{\log p(path | class 1) - \log p(path | class 0)} for each path. If this log
#' likelihood ratio is above 0, the path is more likely under class 1 than under class 0.
#'
#' @param process A pair of diffusions or a setting, or the name of one, as in [pb_simulate()].
#' @param paths Result of [pb_simulate()], or an array, paths x coordinates x times.
#' @param times Observed times, evenly spaced or not; not needed with a result of `pb_simulate()`,
#'   or with a setting.
#' @param substeps Number of fine steps per interval; needed only for `"exact_chain"` with an array
#'   of paths.
#' @param method `"numerical"`: transition densities of the Euler scheme between observed
#'   times. `"exact_transition"`: transition densities of the process in continuous time.
#'   `"exact_chain"`: transition densities of the simulated chain, that is, of the Euler scheme
#'   with its fine steps; they give the optimal classifier of the observed points of simulated
#'   paths. The last two are formulas for Ornstein-Uhlenbeck processes, and for constant drift,
#'   where all three are the same, with noise given as numbers. For other processes, both are
#'   computed by quadrature in one dimension, and for `"potentials"` in any dimension;
#'   `"exact_transition"` only if noise is given as numbers, `"exact_chain"` also for
#'   `"linear-nonlinear"`. All other processes whose noise is given as numbers or as a matrix, such
#'   as `"particles"`, have `"exact_chain"` by random bridges, with a standard error.
#' @param errors Whether to return estimates of the errors of the log ratios, too.
#' @param bridges Only for `"exact_chain"`: compute the ratio by this number of random bridges per
#'   interval, also where there is another way. `NULL`: bridges are used only where there is no
#'   other way; their number is then doubled from 64 to at most 1024, until the standard errors of
#'   nine paths in ten are at most 0.1.
#' @param seed Seed of the random bridges, a whole number. Those of a path depend only on the seed,
#'   the name of the process and the place of the path in `paths`.
#' @return A number per path; with `errors`, a list of `ratios` and `errors`, one number each per
#'   path. The errors are 0 if the ratio is a formula, and `NaN` for `"numerical"`. With random
#'   bridges, they are standard errors.
#' @details
#' By quadrature, the density of an observed point, given the one before, is an integral over the
#' states at the fine steps between them. It is computed on a grid of states, which is refined until
#' the log ratios of nine paths in ten change by at most 1e-8 of their size. The last change is the
#' estimate of the error. Paths that come close to 0, where `"linear-nonlinear"` has no noise, have
#' larger errors. `"exact_transition"` is the limit of more and more fine steps: their number is
#' doubled from 8 on, and the log ratios are extrapolated (Richardson), until those of nine paths in
#' ten change by at most 1e-6 of their size. The estimate of an error is the last change.
#'
#' By random bridges, the density is a mean over paths of the chain without drift between the two
#' points, weighted by the ratio of the densities with and without drift: importance sampling by the
#' modified diffusion bridge of Durham and Gallant (2002), Numerical techniques for maximum
#' likelihood estimation of continuous-time diffusion processes, Journal of Business and Economic
#' Statistics 20, 297-338. Both classes have the same bridges. The standard error is too small if a
#' few bridges have nearly all the weight: give more of them, or another `seed`, to see whether the
#' ratio changes by more than it says. `options(mc.cores = )` sets the number of processes.
#' @section Errors:
#' `pybench_error_argument` for a method that is not known for the process, an array whose shape
#' does not match, or ratios that are infinite or NaN.
#' @examples
#' seen <- pb_simulate("c-d1", 3)
#' pb_likelihood_ratio("c-d1", seen, method = "exact_chain")
#' @family optimal
#' @export
pb_likelihood_ratio <- function(process, paths, times = NULL, substeps = NULL,
                                method = "numerical", errors = FALSE, bridges = NULL, seed = 0) {
  method <- check_choice("method", method, c("numerical", "exact_transition", "exact_chain"))
  bridges <- if (!is.null(bridges)) check_bridges(bridges, method)
  seed <- check_seed(seed)
  pair <- pb_optimal_process(process)
  seen <- observed_paths(process, pair, paths, times, substeps, method)
  check_flag("errors", errors)
  found <- if (method == "numerical") {
    total <- summed_terms(numerical_terms(pair, seen$grid), seen$values)
    list(ratios = total, errors = rep(NaN, length(total)))
  } else {
    exact_ratios(pair, seen$grid, seen$values, method, bridges, seed)
  }
  total <- found$ratios
  lost <- sum(!is.finite(total))
  if (lost > 0L) {
    stop_argument(
      sprintf(
        "the likelihood ratios of %d of %d paths are infinite or NaN", lost, length(total)
      ),
      expected = "paths on which the squares of drifts and noise are finite numbers",
      found = sprintf("%d of %d that are not", lost, length(total)),
      hint = "Check the paths, drifts and noise for extreme values."
    )
  }
  if (errors) found else total
}

check_bridges <- function(bridges, method) {
  if (method != "exact_chain") {
    stop_argument(
      "`bridges` has a meaning only for method = \"exact_chain\"",
      expected = "method = \"exact_chain\"", found = sprintf("method = \"%s\"", method)
    )
  }
  check_count("bridges", bridges, 4)
}

exact_ratios <- function(pair, grid, values, method, bridges, seed) {
  chain <- method == "exact_chain"
  if (chain && is.null(bridges) && is_observed_known(pair, grid)) {
    return(observed_ratios(pair, grid, values))
  }
  if (chain && is_bridged(pair)) {
    return(bridge_ratios(pair, grid, values, seed, bridges))
  }
  terms <- if (is_euler_exact(pair) && is.null(bridges)) {
    numerical_terms(pair, grid)
  } else {
    exact_transitions(pair, grid)[[method]]
  }
  if (!is.null(terms)) {
    total <- summed_terms(terms, values)
    return(list(ratios = total, errors = 0 * total))
  }
  if (!chain && !is.null(fixed_noise(pair)) && is_quadrature_known(pair, grid)) {
    return(continuous_ratios(pair, grid$times, values))
  }
  stop_argument(
    sprintf("no exact transition density of the process \"%s\" is known", pair$name),
    expected = paste(
      "method = \"numerical\"; or noise given as numbers; or, for method = \"exact_chain\", a",
      "process in one dimension, simulated by the Euler scheme"
    ),
    found = sprintf("method = \"%s\"", method),
    hint = "Use method = \"numerical\"."
  )
}

# Whether the likelihood ratio of the observed points of simulated paths is known by a formula or by
# quadrature.
is_observed_known <- function(pair, grid) {
  is_euler_exact(pair) || length(exact_transitions(pair, grid)) > 0L ||
    is_quadrature_known(pair, grid)
}

# Whether observed_line() computes that ratio: "quick" only where it takes seconds at most, that is,
# if noise is given as numbers; "all" also where it takes longer, and by random bridges.
is_observed <- function(pair, grid, which) {
  known <- is_observed_known(pair, grid)
  if (which == "quick") known && !is.null(fixed_noise(pair)) else known || is_bridged(pair)
}

check_observed <- function(observed) check_choice("observed", observed, c("quick", "all"))

# Log ratios of the observed points of simulated paths, and estimates of their errors, which are 0
# if there is a formula.
observed_ratios <- function(pair, grid, values) {
  terms <- if (is_euler_exact(pair)) {
    numerical_terms(pair, grid)
  } else {
    exact_transitions(pair, grid)$exact_chain
  }
  if (is.null(terms)) {
    return(quadrature_ratios(pair, grid, values))
  }
  total <- summed_terms(terms, values)
  list(ratios = total, errors = 0 * total)
}

# The log ratios and a number that nine in ten of their estimated errors do not exceed; NULL where
# they are not computed.
observed_line <- function(pair, grid, values, which, seed) {
  if (!is_observed(pair, grid, which)) {
    return(NULL)
  }
  found <- if (is_observed_known(pair, grid)) {
    tryCatch(observed_ratios(pair, grid, values), pybench_quad_too_fine = function(e) NULL)
  }
  if (is.null(found) && which == "all" && is_bridged(pair)) {
    found <- bridge_ratios(pair, grid, values, seed)
  }
  if (!is.null(found) && all(is.finite(found$ratios))) {
    list(ratios = found$ratios, error = sort(found$errors)[[ceiling(0.9 * length(found$errors))]])
  }
}

# Whether the Euler scheme is exact between any two times.
is_euler_exact <- function(pair) pair$name == "constant" && !pair$noise$varies

# Noise that is one nonzero number per coordinate; NULL for other noise.
fixed_noise <- function(pair) {
  numbers <- pair$noise$numbers
  if (!is.null(numbers) && all(numbers != 0)) abs(numbers)
}

summed_terms <- function(terms, values) {
  total <- 0
  for (interval in seq_len(dim(values)[[3L]] - 1L)) {
    before <- path_points(values, interval)
    total <- total + terms(interval, before, path_points(values, interval + 1L))
  }
  total
}

path_points <- function(values, point) {
  matrix(values[, , point], dim(values)[[1L]], dim(values)[[2L]])
}

# A function of (interval, states before, states after): the log ratio of each path's step, by the
# Euler scheme.
numerical_terms <- function(pair, grid) {
  function(interval, before, after) {
    now <- grid$times[[interval]]
    drifts <- pair$drifts(now, before)
    noise <- pair$noise$at(now, before)
    noise$log_ratio(drifts[[1L]], drifts[[2L]], after - before, grid$times[[interval + 1L]] - now)
  }
}

# Transitions of an Ornstein-Uhlenbeck pair by name, each a function as above; none for other
# processes.
exact_transitions <- function(pair, grid) {
  sigma <- fixed_noise(pair)
  if (pair$name != "ornstein-uhlenbeck" || is.null(sigma)) {
    return(list())
  }
  law <- function(exact) {
    function(interval, before, after) {
      dt <- grid$times[[interval + 1L]] - grid$times[[interval]]
      steps <- if (exact) 0 else grid$substeps[[interval]]
      logs <- lapply(pair$theta, function(theta) {
        ou_log_density(theta, sigma, dt, steps, before, after)
      })
      rowSums(logs[[2L]] - logs[[1L]])
    }
  }
  list(exact_transition = law(TRUE), exact_chain = law(FALSE))
}

# Log density of each coordinate's step, without a constant shared by both classes; `steps` of
# Euler's chain, 0 for the process itself.
ou_log_density <- function(theta, sigma, dt, steps, before, after) {
  law <- ou_moments(theta, sigma, dt, steps)
  wide <- function(value) matrix(value, nrow(before), ncol(before), byrow = TRUE)
  v <- wide(law$v)
  -0.5 * (log(v) + (after - wide(law$a) * before)^2 / v)
}

# Transitions x' ~ N(a x, v), coordinate by coordinate.
ou_moments <- function(theta, sigma, dt, steps) {
  if (steps == 0) {
    a <- exp(theta * dt)
    v <- ifelse(theta == 0, dt, expm1(2 * theta * dt) / (2 * theta))
  } else {
    a <- (1 + theta * dt / steps)^steps
    factor <- (1 + theta * dt / steps)^2
    v <- dt / steps * ifelse(factor == 1, steps, (factor^steps - 1) / (factor - 1))
  }
  list(a = a, v = sigma^2 * v)
}

# Values (paths x coordinates x times) and grid of the given paths.
observed_paths <- function(process, pair, paths, times, substeps, method) {
  if (inherits(paths, "pb_paths")) {
    grid <- list(times = paths$times, substeps = paths$substeps, scheme = paths$scheme)
    values <- paths$paths
  } else {
    grid <- observed_grid(process, times, substeps, method)
    values <- paths
  }
  wanted <- c(pair$dimension, length(grid$times))
  if (!is.numeric(values) || length(dim(values)) != 3L || any(dim(values)[-1L] != wanted) ||
        !all(is.finite(values))) {
    stop_argument(
      sprintf(
        "`paths` must be an array of finite numbers: paths x %.0f coordinates x %.0f times",
        wanted[[1L]], wanted[[2L]]
      ),
      expected = "an array of paths x coordinates x times, without the times as a channel",
      found = paste(dim(values), collapse = " x ")
    )
  }
  list(values = values, grid = grid)
}

observed_grid <- function(process, times, substeps, method) {
  if (is.null(times)) {
    if (is_setting(process)) {
      return(as_setting(process)$grid)
    }
    stop_argument(
      "`times` are needed, because an array of paths does not contain them",
      expected = "ascending times", found = "NULL",
      hint = "Give `times`, or give the object that pb_simulate() returned as `paths`."
    )
  }
  if (is.null(substeps) && method == "exact_chain") {
    stop_argument(
      "method = \"exact_chain\" needs `substeps`, the number of fine steps per interval",
      expected = "one number, or one per interval", found = "NULL"
    )
  }
  check_grid(times, if (is.null(substeps)) 1 else substeps, "euler")
}
