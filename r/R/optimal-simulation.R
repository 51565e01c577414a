# Simulation on a fine grid, observed on a coarse one, with the likelihood ratios along the way. The
# numbers are the same as in Python.

path_numbers <- 2^21 # normal numbers that are held at once

#' Simulate paths of two classes
#'
#' Simulates paths by the Euler-Maruyama (or Milstein) scheme on a fine grid, and returns their
#' states at the observed times. With the same seed, the paths are those of Python's
#' `pybench.simulate()`, up to rounding.
#'
#' @param process A pair of diffusions ([pb_optimal_process()]) or its name; or a setting
#'   ([pb_optimal_own_setting()]) or the name of one of [pb_optimal_settings()], which has its own
#'   times, steps and scheme.
#' @param paths Number of paths per class; `NULL`: the number of the setting, or 1000 with `times`.
#' @param times Observed times, ascending, evenly spaced or not; needed unless `process` is a
#'   setting.
#' @param substeps Steps of the scheme between observed times: one number, or one per interval.
#'   `NULL` means 10. Accepted only together with `times`.
#' @param scheme `"euler"` (also for `NULL`) or `"milstein"`. Accepted only together with `times`.
#' @param seed Seed, a whole number. The random numbers of path m of a class depend only on the
#'   seed, the name of the process and m.
#' @param workers Number of processes, forked by [parallel::mclapply()]; `NULL`: the option
#'   `mc.cores`, or 1.
#' @return An object of class `pb_paths`, a list of
#'   \item{paths}{array, paths x coordinates x times, class 0 first}
#'   \item{times}{the observed times}
#'   \item{label}{0 or 1, one per path}
#'   \item{hidden}{log likelihood ratio of the fine path (with all simulated steps), one per path}
#'   \item{process}{its name}
#'   \item{substeps, scheme, seed}{the settings of the simulation}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, times that are missing, steps or a
#' scheme in addition to those of a setting, noise that is singular, functions of a process that
#' return something else than is needed, or paths that become infinite or NaN because the steps are
#' too coarse.
#' @examples
#' seen <- pb_simulate("a-T1", 5)
#' dim(seen$paths)
#' @family optimal
#' @export
pb_simulate <- function(process, paths = NULL, times = NULL, substeps = NULL, scheme = NULL,
                        seed = 0, workers = NULL) {
  asked <- asked_grid(process, times, substeps, scheme)
  paths <- check_count("paths", if (is.null(paths)) asked$paths else paths)
  seed <- check_seed(seed)
  pair <- pb_optimal_process(process)
  check_room("paths", paths, pair$dimension * length(asked$grid$times))
  made <- simulated_paths(pair, asked$grid, paths, seed, search_workers(workers), keep = TRUE)
  new_result("pb_paths", list(
    paths = made$paths, times = asked$grid$times, label = rep(c(0, 1), each = paths),
    hidden = made$ratios$lrt_hidden, process = pair$name, substeps = asked$grid$substeps,
    scheme = asked$grid$scheme, seed = seed
  ))
}

# The grid of a setting, or of the given times, and the default number of paths.
asked_grid <- function(process, times, substeps, scheme) {
  if (!is.null(scheme)) {
    check_choice("scheme", scheme, c("euler", "milstein"))
  }
  if (is_setting(process)) {
    if (is.null(times)) {
      one <- as_setting(process)
      refuse_beside(one$name, list(substeps = substeps, scheme = scheme))
      return(list(grid = one$grid, paths = one$paths))
    }
  } else if (is.null(times)) {
    stop_argument(
      "`times` are needed: a process alone does not say when it is observed",
      expected = "ascending times, or a setting", found = "NULL",
      hint = "For example times = seq(0, 2, 0.1)."
    )
  }
  substeps <- if (is.null(substeps)) 10 else substeps
  list(grid = check_grid(times, substeps, if (is.null(scheme)) "euler" else scheme), paths = 1000)
}

# Refuses arguments that a setting fixes.
refuse_beside <- function(setting, given) {
  for (name in names(Filter(Negate(is.null), given))) {
    stop_argument(
      sprintf(
        "`%s` cannot be given without `times` for the setting %s, which has its own `%s`",
        name, setting, name
      ),
      expected = sprintf("a setting alone, or `%s` with `times`", name),
      found = paste0(name, " = ", describe_value(given[[name]])),
      hint = sprintf(
        "Leave `%s` out, or give `times` too, which replace those of the setting.", name
      )
    )
  }
}

# Paths of both classes, class 0 first, and their ratios by method.
simulated_paths <- function(pair, grid, paths, seed, workers, keep, transitions = list()) {
  count <- pair$dimension + pair$noise$sources * sum(grid$substeps)
  width <- max(1, min(paths, floor(path_numbers / count)))
  jobs <- expand.grid(first = seq(0, paths - 1, by = width), label = 0:1)
  parts <- suppressWarnings(parallel::mclapply(seq_len(nrow(jobs)), function(job) {
    first <- jobs$first[[job]]
    label <- jobs$label[[job]]
    name <- sprintf("%s, class %d", pair$name, label)
    z <- path_normals(seed, name, first, min(width, paths - first), count)
    simulated_block(pair, grid, label, z, keep, transitions)
  }, mc.cores = min(workers, nrow(jobs))))
  require_parts(parts)
  refuse_lost(unlist(lapply(parts, function(part) part$sound)), grid$scheme)
  ratios <- lapply(stats::setNames(nm = names(parts[[1L]]$ratios)), function(name) {
    unlist(lapply(parts, function(part) part$ratios[[name]]))
  })
  list(paths = if (keep) bound_paths(lapply(parts, function(part) part$paths)), ratios = ratios)
}

# Refuses the missing part of a failed worker: its paths would be dropped without notice.
require_parts <- function(parts) {
  failed <- vapply(parts, inherits, logical(1), "try-error")
  if (any(failed)) {
    stop(attr(parts[[which(failed)[[1L]]]], "condition"))
  }
  lost <- sum(vapply(parts, is.null, NA))
  if (lost > 0L) {
    stop_environment(
      sprintf("a worker process ended before %s of paths were simulated", counted(lost, "block")),
      expected = "workers that live", found = "one that ended",
      hint = "Mostly this means too little memory: use fewer workers."
    )
  }
}

# Binds arrays of paths by rows.
bound_paths <- function(parts) {
  size <- dim(parts[[1L]])
  flat <- lapply(parts, function(part) matrix(part, nrow = dim(part)[[1L]]))
  array(do.call(rbind, flat), c(sum(vapply(flat, nrow, 1L)), size[-1L]))
}

# The paths of one block, from normal numbers z (numbers x paths).
simulated_block <- function(pair, grid, label, z, keep, transitions) {
  d <- pair$dimension
  sources <- pair$noise$sources
  place <- d
  x <- pair$start(t(z[seq_len(d), , drop = FALSE]))
  intervals <- length(grid$substeps)
  kept <- if (keep) array(0, c(nrow(x), d, intervals + 1L))
  ratios <- lapply(c(lrt_hidden = 0, lrt_numerical = 0, vapply(transitions, function(one) 0, 0)),
    rep, nrow(x)
  )
  for (interval in seq_len(intervals)) {
    if (keep) {
      kept[, , interval] <- x
    }
    before <- x
    dt <- grid$times[[interval + 1L]] - grid$times[[interval]]
    fine <- dt / grid$substeps[[interval]]
    for (step in seq_len(grid$substeps[[interval]])) {
      now <- grid$times[[interval]] + (step - 1) * fine
      drifts <- pair$drifts(now, x)
      noise <- pair$noise$at(now, x)
      if (step == 1L) {
        first <- list(drifts = drifts, noise = noise)
      }
      used <- if (grid$late) pair$drifts(now + fine, x) else drifts
      drawn <- t(z[place + seq_len(sources), , drop = FALSE])
      place <- place + sources
      move <- noise$move(drawn) * sqrt(fine) + used[[label + 1L]] * fine
      if (grid$scheme == "milstein") {
        move <- move + milstein_term(pair$noise, now, x, drawn, fine)
      }
      ratios$lrt_hidden <- ratios$lrt_hidden +
        noise$log_ratio(drifts[[1L]], drifts[[2L]], move, fine)
      x <- x + move
    }
    ratios$lrt_numerical <- ratios$lrt_numerical +
      first$noise$log_ratio(first$drifts[[1L]], first$drifts[[2L]], x - before, dt)
    for (name in names(transitions)) {
      ratios[[name]] <- ratios[[name]] + transitions[[name]](interval, before, x)
    }
  }
  if (keep) {
    kept[, , intervals + 1L] <- x
  }
  # A state that was infinite or NaN once still is at the end.
  states <- rowSums(!is.finite(x)) == 0
  list(
    paths = kept, ratios = ratios,
    sound = Reduce(`&`, lapply(unname(ratios), is.finite), states)
  )
}

# Refuses paths with infinite or NaN states or ratios: scores would be wrong.
refuse_lost <- function(sound, scheme) {
  lost <- sum(!sound)
  if (lost > 0L) {
    stop_argument(
      sprintf(
        paste0(
          "%d of %d paths are not finite (they or their likelihood ratios are infinite or NaN): ",
          "the %s steps are too coarse"
        ),
        lost, length(sound), c(euler = "Euler", milstein = "Milstein")[[scheme]]
      ),
      expected = "finite paths and likelihood ratios",
      found = sprintf("%d of %d that are not", lost, length(sound)),
      hint = "Increase `substeps` if drift and noise are finite in every state."
    )
  }
}

# What Milstein's scheme adds to Euler's: sigma sigma' (z^2 - 1) dt / 2, which is 0 for constant
# noise. The derivative is a central difference, exact for noise that is linear in the state.
milstein_term <- function(noise, t, x, drawn, dt) {
  if (noise$is_matrix) {
    stop_argument(
      "Milstein's scheme needs noise that is diagonal",
      expected = "a number, one per coordinate, or a function that returns a matrix like x",
      found = "a matrix", hint = "Use scheme=\"euler\"."
    )
  }
  if (!noise$varies) {
    return(0)
  }
  half <- 2^-20 * pmax(1, abs(x))
  above <- x + half
  below <- x - half
  slope <- (noise$sigma(t, above) - noise$sigma(t, below)) / (above - below)
  0.5 * dt * noise$sigma(t, x) * slope * (drawn^2 - 1)
}

#' @rdname pb_result
#' @export
format.pb_paths <- function(x, ...) {
  check_dots(...)
  size <- dim(x$paths)
  sprintf(
    paste0(
      "%d paths of %s: d = %d, %d points from %g to %g, %.0f of class 1 ",
      "(%s, %.0f fine steps, seed %.0f)"
    ),
    size[[1L]], x$process, size[[2L]], size[[3L]], x$times[[1L]], x$times[[size[[3L]]]],
    sum(x$label), x$scheme, sum(x$substeps), x$seed
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_paths <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  size <- dim(x$paths)
  place <- expand.grid(
    time = x$times, channel = seq_len(size[[2L]]), path = seq_len(size[[1L]])
  )
  data.frame(
    path = place$path, label = x$label[place$path], channel = place$channel, time = place$time,
    value = as.vector(aperm(x$paths))
  )
}
