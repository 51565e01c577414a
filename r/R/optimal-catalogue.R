# The named settings of the paper: table 2, figure 8, and what its authors' code ran instead.

#' The 36 settings of the optimality benchmark
#'
#' Returns the settings in table 2 and figure 8 of "Benchmarking optimality of time series
#' classification methods in distinguishing diffusions" (arXiv 2301.13112).
#'
#' @return A data frame with one row per setting; the row names are the names of the settings. The
#'   columns `setting`, `figure` and `case` name the setting, the figure or table of the paper, and
#'   the case there. The columns `process`, `d`, `agents` and `sigma` are the process, its
#'   dimension, the number of agents, and the noise (`"x"`: the noise is the state itself). The
#'   columns on time are `L` (number of intervals between observations), `t_L` (time of the last
#'   observation), `dt` (length of an interval), `substeps` (fine steps per interval) and `delta`
#'   (length of a fine step). The column `paths` is the number of paths per class. The columns
#'   `train` and `test` are the numbers of training paths and of test paths, for the two classes
#'   together.
#' @section Errors:
#' None.
#' @examples
#' pb_optimal_settings()["d-d24", "d"]
#' @family optimal
#' @export
pb_optimal_settings <- function() {
  every <- optimal_settings()
  listed <- every[every$listed, setdiff(names(every), c("listed", "scheme", "late"))]
  rownames(listed) <- listed$setting
  listed
}

optimal_settings <- function() {
  if (is.null(optimal_cache$settings)) {
    optimal_cache$settings <- do.call(rbind, c(table_2(), figure_8(), paper_variants()))
  }
  optimal_cache$settings
}

optimal_cache <- new.env(parent = emptyenv())

new_setting <- function(name, figure, case, process, d, end, length, agents = 0, sigma = "1.0",
                        paths = 1000, train = 1500, substeps = NULL, listed = TRUE,
                        scheme = "euler", late = FALSE) {
  dt <- end / length
  # The authors' rule: as many steps of 0.01 as fit, 2 of 0.0125 in 0.025.
  substeps <- if (is.null(substeps)) floor(100 * dt + 1e-9) else substeps
  data.frame(
    setting = name, figure = figure, case = case, process = process, d = d, agents = agents,
    L = length, t_L = end, dt = dt, substeps = substeps, delta = dt / substeps, sigma = sigma,
    paths = paths, train = train, test = 500, listed = listed, scheme = scheme, late = late
  )
}

table_2 <- function() {
  c(
    lapply(c(1, 2, 4, 8), function(end) {
      new_setting(sprintf("a-T%d", end), "table 2", "a", "constant", 1, end, 10 * end)
    }),
    lapply(c(2, 4, 8, 16), function(end) {
      new_setting(sprintf("b-T%d", end), "table 2", "b", "potentials", 1, end, 10 * end)
    }),
    lapply(c(1, 2, 4, 8), function(d) {
      new_setting(sprintf("c-d%d", d), "table 2", "c", "ornstein-uhlenbeck", d, 2, 20)
    }),
    lapply(c(3, 6, 12, 24), function(agents) {
      particle_setting(sprintf("d-d%d", 2 * agents), "table 2", "d", agents, 2, 20)
    }),
    lapply(c(5, 10, 20, 40), function(length) linear_setting(sprintf("e-L%d", length), length)),
    lapply(c(10, 20, 40, 80), function(length) {
      particle_setting(sprintf("f-L%d", length), "table 2", "f", 12, 4, length)
    })
  )
}

figure_8 <- function() {
  c(
    lapply(c(2, 4, 8, 16), function(end) {
      particle_setting(sprintf("fig8a-T%d", end), "figure 8", "8a", 6, end, 10 * end)
    }),
    lapply(c("0.8", "0.4", "0.2", "0.1"), function(sigma) {
      particle_setting(paste0("fig8b-s", sigma), "figure 8", "8b", 6, 2, 20, sigma = sigma)
    }),
    lapply(c(500, 1000, 2000, 4000), function(train) {
      particle_setting(
        sprintf("fig8c-m%d", train), "figure 8", "8c", 6, 2, 20,
        sigma = "0.4", paths = 2500, train = train
      )
    })
  )
}

paper_variants <- function() {
  c(
    list(linear_setting("e-L40-delta0.005", 40, substeps = 5, listed = FALSE)),
    lapply(c(10, 20, 40, 80), function(length) {
      name <- sprintf("f-code-L%d", length)
      particle_setting(name, "table 2", "f", 24, 4, length, listed = FALSE)
    }),
    lapply(c(10, 20, 40, 80), function(length) {
      linear_setting(
        sprintf("e-code-L%d", length), length,
        listed = FALSE, scheme = "milstein", late = TRUE
      )
    })
  )
}

particle_setting <- function(name, figure, case, agents, end, length, ...) {
  new_setting(name, figure, case, "particles", 2 * agents, end, length, agents = agents, ...)
}

linear_setting <- function(name, length, ...) {
  new_setting(name, "table 2", "e", "linear-nonlinear", 1, 1, length, sigma = "x", ...)
}

find_setting <- function(name) {
  every <- optimal_settings()
  as.list(every[every$setting == check_choice("setting", name, every$setting), ])
}

#' A setting of your own
#'
#' A setting is a process, the times at which it is observed, and the numbers of paths. It can be
#' given wherever the name of a setting can.
#'
#' @param name Its name in tables and texts.
#' @param process A pair of diffusions ([pb_optimal_process()]), or its name.
#' @param times Observed times, ascending, evenly spaced or not.
#' @param substeps Number of steps of the Euler scheme from one observed time to the next.
#' @param paths Default number of paths per class.
#' @param train,test Numbers of training and of test paths in a run of [pb_optimality()], over both
#'   classes; half of the paths are from each class.
#' @return An object of class `pb_setting`, for [pb_simulate()], [pb_likelihood_ratio()],
#'   [pb_optimal_lrt()], [pb_optimal_exact()] and [pb_optimality()].
#' @section Errors:
#' `pybench_error_argument` for times that do not ascend, or a number out of range.
#' @examples
#' pair <- pb_optimal_process("potentials", diffusion = 0.5)
#' one <- pb_optimal_own_setting("quiet wells", pair, c(0, 0.1, 0.3, 0.6))
#' pb_optimal_lrt(one, paths = 20)
#' @family optimal
#' @export
pb_optimal_own_setting <- function(name, process, times, substeps = 10, paths = 1000, train = 1500,
                                   test = 500) {
  structure(list(
    name = check_string("name", name), process = pb_optimal_process(process),
    grid = check_grid(times, check_count("substeps", substeps), "euler"),
    paths = check_count("paths", paths, 2), train = check_count("train", train, 2),
    test = check_count("test", test, 2)
  ), class = "pb_setting")
}

#' @export
print.pb_setting <- function(x, ...) {
  check_dots(...)
  times <- x$grid$times
  cat(sprintf(
    "<setting \"%s\": %s, d = %.0f, %d points from %g to %g>\n", x$name, x$process$name,
    x$process$dimension, length(times), times[[1L]], times[[length(times)]]
  ))
  invisible(x)
}

# A setting of one's own, or one of the paper by its name.
as_setting <- function(given) {
  if (inherits(given, "pb_setting")) {
    return(given)
  }
  if (inherits(given, "pb_process")) {
    stop_argument(
      sprintf(
        "`setting` must be a setting, not only a process: \"%s\" has no observed times", given$name
      ),
      expected = "a setting", found = "a process",
      hint = "Make a setting: pb_optimal_own_setting(name, process, times)."
    )
  }
  one <- find_setting(given)
  structure(list(
    name = one$setting, process = setting_process(one), grid = setting_grid(one),
    paths = one$paths, train = one$train, test = one$test
  ), class = "pb_setting")
}

is_setting <- function(given) {
  inherits(given, "pb_setting") || (is_string(given) && given %in% optimal_settings()$setting)
}

setting_process <- function(one) {
  switch(one$process,
    "particles" = pb_optimal_process(
      "particles",
      agents = one$agents, diffusion = as.double(one$sigma)
    ),
    "ornstein-uhlenbeck" = pb_optimal_process("ornstein-uhlenbeck", dimension = one$d),
    pb_optimal_process(one$process)
  )
}

# Observed times and fine steps: a list of times, substeps (one per interval), scheme, late.
setting_grid <- function(one) {
  list(
    times = (0:one$L) * (one$t_L / one$L), substeps = rep(one$substeps, one$L),
    scheme = one$scheme, late = one$late
  )
}

check_grid <- function(times, substeps, scheme) {
  given <- times
  times <- if (is.numeric(given)) as.double(given)
  if (length(times) < 2L || !all(is.finite(times)) || !all(diff(times) > 0)) {
    stop_argument(
      "`times` must be two or more ascending numbers",
      expected = "t_0 < t_1 < ... < t_L", found = describe_value(given)
    )
  }
  steps <- vapply(substeps, function(one) check_count("substeps", one), numeric(1))
  if (!length(steps) %in% c(1L, length(times) - 1L)) {
    stop_argument(
      sprintf("`substeps` must be one number, or %d: one per interval", length(times) - 1L),
      expected = sprintf("1 or %d numbers", length(times) - 1L),
      found = sprintf("%d", length(steps))
    )
  }
  scheme <- check_choice("scheme", scheme, c("euler", "milstein"))
  list(
    times = times, substeps = rep_len(steps, length(times) - 1L), scheme = scheme, late = FALSE
  )
}
