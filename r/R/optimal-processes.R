# Pairs of diffusions to classify: two drifts, one noise. States are matrices, one path per row.

#' A pair of diffusions
#'
#' Creates a pair of diffusions, one per class: \eqn{dX = b(t, X) dt + \sigma(t, X) dB}, with
#' Brownian motion B. The two classes have different drifts b and the same noise
#' \eqn{\sigma}{sigma}. A pair is one of those of "Benchmarking optimality of time series
#' classification methods in distinguishing diffusions" (arXiv 2301.13112), or has drifts of your
#' own.
#'
#' @param name `"constant"` (drift theta), `"potentials"` (the drift is minus the slope of a
#'   polynomial), `"ornstein-uhlenbeck"` (drift theta X), `"particles"` (agents that attract one
#'   another), `"linear-nonlinear"` (whose noise is the state itself), or the name of a setting of
#'   [pb_optimal_settings()]. With `drifts`, any other name, such as `"own"`. Together with the
#'   seed, the name determines the random numbers: for one seed, processes with the same name and
#'   dimension get the same random numbers, in Python, too.
#' @param ... Parameters of the process:
#'   \itemize{
#'     \item `theta`, a list with one element per class: one number, or one number per coordinate,
#'       or three numbers for `"linear-nonlinear"`.
#'     \item `coefficients`, a list with the coefficients of the potential of each class.
#'     \item `drifts`, a list of two functions of (t, x), one per class. Here t is the time, and x
#'       holds the states of n paths, a matrix with one row per path and one column per coordinate;
#'       each function returns the drifts, a matrix of the same size.
#'     \item `dimension`, the number of coordinates.
#'     \item `diffusion`, the noise: a positive number for all coordinates; a vector of one number
#'       per coordinate; or a matrix, coordinates x independent sources of noise. With `drifts`,
#'       also a function of (t, x), which returns a matrix like x or, if `sources` is given, an
#'       array, paths x coordinates x sources. Coordinates with noise 0 must have the same drift in
#'       both classes.
#'     \item `sources`, with `drifts`: the number of independent sources of noise, if `diffusion`
#'       is a function that returns matrices.
#'     \item `initial`, with `drifts`: a function that turns a matrix of standard normal numbers,
#'       one row per path, into initial states. By default the normal numbers are the initial
#'       states.
#'     \item `agents`, the number of particles, and `space`, the number of coordinates per particle.
#'     \item `kernels`, the strength of the attraction of two particles at a distance: a list with
#'       one list per class. `edges` are two ascending distances, the same for both classes.
#'       `values` are the strengths below, between and above these distances.
#'     \item `clip`, the largest value of 1/sigma^2, for `"linear-nonlinear"` and with `drifts`. It
#'       is needed if sigma is a function whose values can be close to 0, or a matrix for which
#'       sigma sigma^T can be singular. For a matrix, the limit applies along each eigenvector of
#'       sigma sigma^T. Without `clip`, an error is raised if sigma sigma^T is singular, or if a
#'       function sigma is below 1e-5 at a state that a path reaches.
#'   }
#' @return An object of class `pb_process`, for [pb_simulate()], [pb_likelihood_ratio()] and
#'   [pb_optimal_own_setting()].
#' @section Errors:
#' `pybench_error_argument` for a name that does not exist, a parameter out of its range, or noise
#' that differs between the classes. [pb_simulate()] raises it if a function returns something else
#' than is needed, or if the noise is singular at a state.
#' @examples
#' pb_optimal_process("particles", agents = 3)
#' # Drifts and noise of one's own: a pendulum, with noise in the momentum only.
#' swing <- function(pull) function(t, x) cbind(x[, 2], -pull * sin(x[, 1]) - x[, 2])
#' pair <- pb_optimal_process(
#'   "pendulum", drifts = list(swing(1), swing(2)), dimension = 2, diffusion = c(0, 1)
#' )
#' pb_simulate(pair, 3, times = 0:5)
#' @family optimal
#' @export
pb_optimal_process <- function(name, ...) {
  if (inherits(name, "pb_process")) {
    check_parameters(name$name, names(list(...)), "none: it is built already")
    return(name)
  }
  if (inherits(name, "pb_setting") && ...length() == 0L) {
    return(name$process)
  }
  if (is_string(name) && name %in% optimal_settings()$setting && ...length() == 0L) {
    return(setting_process(find_setting(name)))
  }
  if ("drifts" %in% ...names() && is_string(name) && !name %in% process_names) {
    maker <- function(...) own_process(name, ...)
    known <- names(formals(own_process))[-1L]
  } else {
    maker <- switch(check_choice("name", name, process_names),
      "constant" = constant_process,
      "potentials" = potentials_process,
      "ornstein-uhlenbeck" = ou_process,
      "particles" = particles_process,
      "linear-nonlinear" = linear_process
    )
    known <- names(formals(maker))
  }
  check_parameters(name, names(list(...)), known)
  structure(maker(...), class = "pb_process")
}

check_parameters <- function(name, given, known) {
  unknown <- setdiff(given, c(known, ""))
  if (length(unknown)) {
    stop_argument(
      sprintf(
        "the process \"%s\" has no parameter %s, but %s", name,
        paste(unknown, collapse = ", "), paste(known, collapse = ", ")
      ),
      expected = paste(known, collapse = ", "), found = paste(unknown, collapse = ", ")
    )
  }
}

process_names <- c("constant", "potentials", "ornstein-uhlenbeck", "particles", "linear-nonlinear")

#' @export
print.pb_process <- function(x, ...) {
  check_dots(...)
  cat(sprintf("<process \"%s\", d = %.0f>\n", x$name, x$dimension))
  invisible(x)
}

constant_process <- function(theta = list(1, 2), dimension = 1, diffusion = 1) {
  check_dimension(dimension)
  theta <- process_vectors("theta", theta, dimension)
  new_process("constant", dimension, diffusion, theta = theta, drifts = function(t, x) {
    lapply(theta, function(one) matrix(one, nrow(x), ncol(x), byrow = TRUE))
  })
}

ou_process <- function(theta = list(-1, -2), dimension = 1, diffusion = 1) {
  check_dimension(dimension)
  theta <- process_vectors("theta", theta, dimension)
  new_process("ornstein-uhlenbeck", dimension, diffusion, theta = theta, drifts = function(t, x) {
    lapply(theta, function(one) x * rep(one, each = nrow(x)))
  })
}

potentials_process <- function(coefficients = list(c(0.5, 0, -1, 0, 0.5), c(0, 0, 0, 0, 0.25)),
                               dimension = 1, diffusion = 1) {
  slopes <- lapply(process_numbers("coefficients", coefficients), function(one) {
    -(one * (seq_along(one) - 1))[-1L]
  })
  new_process("potentials", dimension, diffusion, drifts = function(t, x) {
    lapply(slopes, function(slope) Reduce(function(total, one) total * x + one, rev(slope), 0 * x))
  })
}

linear_process <- function(theta = list(c(-pi, 0, 1), c(-0.1, 1, 0)), dimension = 1, clip = 1e10) {
  theta <- process_numbers("theta", theta, 3L)
  drifts <- function(t, x) {
    lapply(theta, function(one) one[[1L]] * x + (one[[2L]] * cos(pi * x) + one[[3L]] * sin(pi * t)))
  }
  new_process("linear-nonlinear", dimension, function(t, x) x, drifts, clip = clip)
}

own_process <- function(name, drifts, dimension = 1, diffusion = 1, clip = NULL, sources = NULL,
                        initial = NULL) {
  drifts <- process_pair("drifts", drifts)
  for (i in 1:2) {
    check_function(sprintf("drifts[[%d]]", i), drifts[[i]])
  }
  if (!is.null(initial)) {
    check_function("initial", initial)
  }
  new_process(name, dimension, diffusion, function(t, x) {
    lapply(drifts, function(drift) as_state("drift", drift(t, x), x))
  }, clip = clip, sources = sources, initial = initial)
}

far_and_near <- list(
  list(edges = c(sqrt(2), 2), values = c(0.2, 2, 0)),
  list(edges = c(sqrt(2), 2), values = c(2, 0.2, 0))
)

particles_process <- function(agents = 6, kernels = far_and_near, space = 2, diffusion = 1) {
  agents <- check_count("agents", agents)
  space <- check_count("space", space)
  kernels <- check_kernels(kernels)
  edges <- kernels[[1L]][["edges"]]
  values <- vapply(kernels, function(one) as.double(one$values), numeric(3))
  squares <- signif(edges^2, 15) # so that the square of sqrt(2) is 2
  drifts <- function(t, x) .Call(C_pb_attraction, x, as.integer(space), squares, values)
  new_process(
    "particles", agents * space, diffusion, drifts, agents = agents, kernels = kernels
  )
}

# Two lists of the same `edges`, two distances, and three `values` each.
check_kernels <- function(kernels) {
  kernels <- process_pair("kernels", kernels)
  steps <- all(vapply(kernels, is.list, NA))
  edges <- if (steps) kernels[[1L]][["edges"]]
  ascend <- are_numbers(edges, 2L) && all(diff(c(0, edges)) > 0)
  if (!ascend || !identical(edges, kernels[[2L]][["edges"]]) ||
        !all(vapply(kernels, function(one) are_numbers(one[["values"]], 3L), NA))) {
    stop_argument(
      "`kernels` must step at the same two distances, which ascend",
      expected = "list(edges = c(e1, e2), values = c(v1, v2, v3)) for each class",
      found = if (is.null(edges)) "no edges" else paste(edges, collapse = ", ")
    )
  }
  kernels
}

# A list of class pb_process: `drifts` is a function of (t, x), `start` one of normal numbers.
new_process <- function(name, dimension, diffusion, drifts, ..., clip = NULL, sources = NULL,
                        initial = NULL) {
  dimension <- check_dimension(dimension)
  start <- function(z) if (is.null(initial)) z else as_state("initial state", initial(z), z)
  list(
    name = name, dimension = dimension, noise = new_noise(diffusion, dimension, clip, sources),
    drifts = drifts, start = start, ...
  )
}

# The number of coordinates, limited by the memory.
check_dimension <- function(dimension) {
  dimension <- check_count("dimension", dimension)
  check_room("dimension", dimension, 4)
  dimension
}

# Finite numbers, `count` of them if it is given.
are_numbers <- function(value, count = NULL) {
  is.numeric(value) && all(is.finite(value)) && (is.null(count) || length(value) == count)
}

# A pair of vectors of finite numbers.
process_numbers <- function(name, value, count = NULL) {
  pair <- process_pair(name, value)
  wrong <- !vapply(pair, are_numbers, NA, count)
  if (any(wrong)) {
    many <- if (is.null(count)) "" else sprintf("%d ", count)
    stop_argument(
      sprintf("`%s` must hold %sfinite numbers for each class", name, many),
      expected = sprintf("%sfinite numbers per class", many),
      found = describe_value(pair[[which(wrong)[[1L]]]])
    )
  }
  pair
}

process_pair <- function(name, value) {
  if (length(value) != 2L) {
    stop_argument(
      sprintf("`%s` must be a pair, of class 0 and class 1", name),
      expected = "a pair: class 0, class 1", found = sprintf("%d", length(value))
    )
  }
  as.list(value)
}

process_vectors <- function(name, value, dimension) {
  lapply(process_pair(name, value), function(one) {
    if (!is.numeric(one) || !all(is.finite(one)) || !length(one) %in% c(1L, dimension)) {
      stop_argument(
        sprintf("`%s` must hold a number, or %.0f numbers, for each class", name, dimension),
        expected = sprintf("a number or %.0f numbers per class", dimension),
        found = describe_value(one)
      )
    }
    rep_len(as.double(one), dimension)
  })
}
