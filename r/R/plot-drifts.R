# Kernels, potentials or drifts of both classes of a process.

#' Draw the kernels, potentials or drifts of both classes of a process
#'
#' Draws one of three things for each class:
#' \itemize{
#'   \item Kernels of particles: the strength of the interaction against the distance between two
#'     particles.
#'   \item Potentials: minus the integral of the drift, taken from 0 to the state. If 0 is not
#'     between the limits, the integral starts at the state nearest to 0.
#'   \item Drifts.
#' }
#' Potentials and drifts are drawn along the first coordinate, with the other coordinates at 0. The
#' line of class 0 is solid, the line of class 1 dashed. The figure corresponds to the left-hand
#' sides of figures 1 to 3 of "Benchmarking optimality of time series classification methods in
#' distinguishing diffusions" (arXiv 2301.13112).
#'
#' @param x A process: [pb_optimal_process()].
#' @param main Title, a string, or `NULL` for none.
#' @param show `"kernel"`, `"potential"` or `"drift"`. `NULL`: the kernel for the process
#'   `"particles"`, the potential for the process `"potentials"`, and the drift for all other
#'   processes.
#' @param limits Lowest and highest distance or state shown; `NULL`: `c(0, 2.5)` for distances,
#'   `c(-2.5, 2.5)` for states.
#' @param time Time at which the drift or the potential is shown.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn: a data frame of `at`, `class_0`, `class_1`.
#' @section Errors:
#' `pybench_error_argument` for a kernel of a process without particles, or limits that do not
#' increase.
#' @examples
#' plot(pb_optimal_process("potentials"))
#' @family optimal
#' @export
plot.pb_process <- function(x, main = NULL, show = NULL, limits = NULL, time = 0, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  drawn <- force_curves(x, show, limits, time)
  frame <- drawn$frame
  key <- line_key(c("class 0", "class 1"), mark_colour(1:2), 1:2)
  notes <- chart_notes(drawn$captions)
  old <- open_lines(main, key, notes, range(frame$at), range(frame[-1L]))
  on.exit(graphics::par(old))
  for (i in 1:2) {
    graphics::lines(frame$at, frame[[i + 1L]], col = mark_colour(i), lty = i, lwd = 1.8)
  }
  close_lines(key, notes, main)
  invisible(frame)
}

# The curves of both classes, and the texts below the figure.
force_curves <- function(x, show, limits, time) {
  check_number("time", time, "a number", -Inf, Inf)
  usual <- switch(x$name, particles = "kernel", potentials = "potential", "drift")
  known <- c("kernel", "potential", "drift")
  show <- check_choice("show", if (is.null(show)) usual else show, known)
  if (show == "kernel" && is.null(x$kernels)) {
    stop_argument(
      sprintf("the process \"%s\" has no interaction kernel to show", x$name),
      expected = "interacting particles", found = x$name,
      hint = "Use show = \"drift\"."
    )
  }
  limits <- force_limits(limits, if (show == "kernel") 0 else -2.5)
  at <- seq(limits[[1L]], limits[[2L]], length.out = 601L)
  curves <- if (show == "kernel") {
    lapply(x$kernels, function(one) one$values[findInterval(at, one$edges) + 1L])
  } else {
    forces_along(x, at, time, show)
  }
  list(
    frame = data.frame(at = at, class_0 = curves[[1L]], class_1 = curves[[2L]]),
    captions = force_captions(x, show, time)
  )
}

force_limits <- function(limits, low) {
  if (is.null(limits)) {
    return(c(low, 2.5))
  }
  if (!is.numeric(limits) || length(limits) != 2L || !all(is.finite(limits)) ||
        limits[[1L]] >= limits[[2L]]) {
    stop_argument(
      "`limits` must be two finite numbers, the lower one first", expected = "c(low, high)",
      found = describe_value(limits)
    )
  }
  limits
}

# Drifts along the first coordinate, or potentials, 0 where the state is nearest to 0.
forces_along <- function(x, at, time, show) {
  states <- matrix(0, length(at), x$dimension)
  states[, 1L] <- at
  found <- lapply(x$drifts(time, states), function(drift) drift[, 1L])
  if (show == "drift") {
    return(found)
  }
  lapply(found, function(drift) {
    total <- c(0, cumsum(-(drift[-1L] + drift[-length(drift)]) / 2 * diff(at)))
    total - total[[which.min(abs(at))]]
  })
}

force_captions <- function(x, show, time) {
  along <- if (x$dimension > 1) "First coordinate, the others 0" else "State"
  switch(show,
    kernel = c(
      "Distance", sprintf("%s: kernels, how strongly two agents attract one another", x$name)
    ),
    potential = c(along, paste0(
      if (x$name == "potentials") "Potentials" else paste0(x$name, ": potentials"),
      "; the drift is minus their slope"
    )),
    drift = c(along, sprintf("%s: drifts at time %g", x$name, time))
  )
}
