# What raises the score of the optimal classifier: sweeps over time, sampling, noise and size.

sweep_fine <- 0.01 # longest fine step, as in the paper
sweep_usual <- list( # the values of figures 5 and 8 of the paper, which show its six particles
  end = c(2, 4, 8), dt = c(0.4, 0.2, 0.1, 0.05), diffusion = c(1, 0.8, 0.4)
)
sweep_lines <- c("hidden", "numerical", "observed")

#' What raises the best possible AUC?
#'
#' Varies one factor of a process at a time, such as time or noise, and reports what raises the AUC.
#'
#' The AUC of the exact likelihood ratio of the observed points measures how much information these
#' points contain. Only where this ratio is computed does the result say which of two changes helps
#' more: a path that is longer by some factor, or points that are denser by the same factor. See
#' `observed`.
#'
#' LRT numerical, the likelihood ratio by Euler steps between the observed points, does not measure
#' this information: its AUC also depends on the error of these steps, which is smaller if points
#' are denser.
#'
#' @param name A process, as [pb_optimal_process()] takes it.
#' @param over A named list of the values of each factor that is varied; `NULL`: the values of
#'   `end`, `dt` and `diffusion` in the figures of arXiv 2301.13112. A factor is `end` (length in
#'   time), `dt` (time between observations), `train` (number of training paths, both classes
#'   together; only for classifiers, because a likelihood ratio is not trained), or a parameter of
#'   the process that is one number: `diffusion`, `agents` or `dimension`.
#' @param end,dt Length of a path in time, and time between two observations, while another factor
#'   is varied.
#' @param train Number of training paths, while another factor is varied.
#' @param paths Number of paths per class for the likelihood ratios.
#' @param classifiers The classifiers to measure at every value, given as in [pb_optimality()];
#'   `NULL` for none.
#' @param runs Number of runs of the classifiers.
#' @param seed Seed. All values of a factor use the same random numbers, so differences between
#'   their AUCs are more precise than the standard errors of single AUCs suggest.
#' @param workers As in [pb_simulate()].
#' @param observed As in [pb_optimality()], for each value and, if there are classifiers, for each
#'   of their runs.
#' @param ... Parameters of the process that are not varied.
#' @return An object of class `pb_sweep`, with the same fields as in Python; [pb_load_result()]
#'   reads results of Python. A list of
#'   \item{table}{a data frame with one row per factor and value: `d`, the number of observed
#'     intervals `L`, and the AUCs of LRT hidden (the likelihood ratio of the whole path), of LRT
#'     numerical, and of the exact likelihood ratio of the observed points (`observed`; NaN if this
#'     ratio is not computed), with their standard errors; nine in ten of its log ratios have an
#'     estimated error of at most `observed_error` (by random bridges, a standard error)}
#'   \item{learners}{one row per factor, value and classifier: AUC, interval, verdict}
#'   \item{conclusions}{what raises the AUC, in sentences}
#'   \item{process, seed}{as given}
#'
#'   `as.data.frame()` returns the table.
#' @section Errors:
#' `pybench_error_argument` if there is no such process or parameter, for fewer than two values, if
#' `end` is not a multiple of `dt`, or for `train` without classifiers.
#' @examples
#' over <- list(end = c(1, 2), dt = c(0.1, 0.2))
#' pb_optimal_sweep("constant", over, end = 1, dt = 0.2, paths = 500)
#' @family optimal
#' @export
pb_optimal_sweep <- function(name = "particles", over = NULL, end = 2, dt = 0.1, train = 1500,
                             paths = 1000, classifiers = NULL, runs = 5, seed = 0, workers = NULL,
                             observed = "quick", ...) {
  check_observed(observed)
  factors <- check_factors(if (is.null(over)) sweep_usual else over, classifiers)
  seed <- check_seed(seed)
  rest <- list(end = end, dt = dt, train = train, ...)
  places <- utils::stack(factors)
  places <- data.frame(factor = as.character(places$ind), value = as.double(places$values))
  # Make all settings before computing the first, so errors in them come at once.
  made <- lapply(seq_len(nrow(places)), function(i) {
    given <- rest
    given[[places$factor[[i]]]] <- places$value[[i]]
    swept_setting(name, sprintf("%s = %g", places$factor[[i]], places$value[[i]]), given)
  })
  ratios <- lapply(made, swept_ratios, paths, seed, search_workers(workers), observed)
  lines <- do.call(rbind, Map(swept_row, made, ratios))
  fitted <- lapply(if (!is.null(classifiers)) seq_along(made), function(i) {
    found <- pb_optimality(
      made[[i]], classifiers, runs = runs, seed = seed, workers = workers, observed = observed
    )
    rows <- found$verdicts[found$verdicts$statistic == "auc", ]
    data.frame(
      places[i, ], classifier = rows$classifier, auc = rows$score, lower = rows$score_lower,
      upper = rows$score_upper, rows[c("verdict", "runs_needed", "fit_seconds")], row.names = NULL
    )
  })
  learners <- do.call(rbind, c(list(no_learners), fitted))
  new_result("pb_sweep", list(
    table = data.frame(places, lines), learners = learners,
    conclusions = swept_sentences(places, ratios, rest, learners),
    process = if (is_string(name)) name else name$name, seed = seed
  ))
}

no_learners <- data.frame(
  factor = character(), value = numeric(), classifier = character(), auc = numeric(),
  lower = numeric(), upper = numeric(), verdict = character(), runs_needed = numeric(),
  fit_seconds = numeric()
)

check_factors <- function(over, classifiers) {
  if (!is.list(over) || length(over) == 0L || is.null(names(over)) || !all(nzchar(names(over)))) {
    found <- describe_value(over)
    stop_argument(
      paste("`over` must be a named list of values, one vector for each factor, not", found),
      expected = "a named list of numbers", found = found
    )
  }
  for (factor in names(over)) {
    if (!are_numbers(over[[factor]])) {
      found <- describe_value(over[[factor]])
      stop_argument(
        paste("`over` must be finite numbers for each factor, not", found),
        expected = "finite numbers for each factor", found = found
      )
    }
    count <- length(over[[factor]])
    if (count < 2L) {
      stop_argument(
        sprintf("`over` must have at least two values of %s, not %d", factor, count),
        expected = "two or more", found = sprintf("%d", count)
      )
    }
  }
  if ("train" %in% names(over) && is.null(classifiers)) {
    stop_argument(
      paste(
        "`over` varies `train`, which affects only classifiers: likelihood ratios are not trained"
      ),
      expected = "classifiers", found = "none",
      hint = "Give `classifiers`, as in pb_optimality()."
    )
  }
  over
}

swept_setting <- function(name, called, given) {
  positive <- function(argument) {
    check_number(argument, given[[argument]], "a number > 0", 0, Inf)
  }
  end <- positive("end")
  dt <- positive("dt")
  train <- check_count("train", given$train, 2)
  length <- round(end / dt)
  if (length < 1 || !is_near(length * dt, end)) {
    stop_argument(
      sprintf("`end` must be a multiple of `dt` = %g, not %g", dt, end),
      expected = "a whole number of intervals", found = sprintf("%g", end / dt)
    )
  }
  given[c("end", "dt", "train")] <- NULL
  pair <- do.call(pb_optimal_process, c(list(name), given))
  steps <- max(1, ceiling(dt / sweep_fine - 1e-9))
  pb_optimal_own_setting(called, pair, (0:length) * dt, steps, train = train)
}

is_near <- function(a, b) abs(a - b) <= 1e-9 * max(abs(a), abs(b))

# The ratios of class 0, then of class 1, by each available line.
swept_ratios <- function(one, paths, seed, workers, observed) {
  known <- is_observed(one$process, one$grid, observed)
  count <- check_count("paths", paths, 2)
  each <- if (known) one$process$dimension * length(one$grid$times) else 4
  check_room("paths", count, each)
  made <- simulated_paths(one$process, one$grid, count, seed, workers, keep = known)
  found <- if (known) observed_line(one$process, one$grid, made$paths, observed, seed)
  list(
    hidden = made$ratios$lrt_hidden, numerical = made$ratios$lrt_numerical,
    observed = found$ratios, error = c(found$error, NaN)[[1L]]
  )
}

swept_row <- function(one, ratios) {
  row <- list(d = one$process$dimension, L = length(one$grid$substeps))
  for (line in sweep_lines) {
    score <- if (is.null(ratios[[line]])) c(NaN, NaN) else ratio_auc(ratios[[line]])
    row[paste0(line, c("", "_se"))] <- score[1:2]
  }
  as.data.frame(c(row, observed_error = ratios$error))
}

ratio_auc <- function(ratios) {
  half <- seq_len(length(ratios) / 2)
  auc_score(ratios[half], ratios[-half])
}

# Both AUCs and the error of their difference, on paths with the same random numbers.
ratio_change <- function(first, second) {
  label <- rep(0:1, each = length(first) / 2)
  list(
    first = ratio_auc(first)[[1L]], last = ratio_auc(second)[[1L]],
    error = paired_error(label, first, second)
  )
}

swept_sentences <- function(places, ratios, rest, learners) {
  moving <- setdiff(unique(places$factor), "train") # the lines are not trained
  lines <- vapply(moving, function(factor) swept_sentence(factor, places, ratios), "")
  groups <- unique(learners[c("factor", "classifier")])
  learned <- vapply(seq_len(nrow(groups)), function(i) {
    own <- learners$factor == groups$factor[[i]] & learners$classifier == groups$classifier[[i]]
    learned_sentence(learners[own, ])
  }, "")
  c(unname(lines), longer_or_denser(places, ratios, rest), learned)
}

swept_sentence <- function(factor, places, ratios) {
  own <- which(places$factor == factor)
  values <- places$value[own]
  ends <- ratios[own[c(which.min(values), which.max(values))]]
  exact <- !is.null(ends[[1L]]$observed) && !is.null(ends[[2L]]$observed)
  best <- if (exact) "observed" else "hidden"
  change <- ratio_change(ends[[1L]][[best]], ends[[2L]][[best]])
  span <- function(line) {
    auc <- vapply(ends, function(end) ratio_auc(end[[line]])[[1L]], 0)
    sprintf("%.3f to %.3f", auc[[1L]], auc[[2L]])
  }
  rest <- if (exact) {
    sprintf("of the whole path %s.", span("hidden"))
  } else {
    sprintf(paste(
      "LRT numerical %s, which includes Euler's error: the best AUC of what is observed is not",
      "computed."
    ), span("numerical"))
  }
  sprintf(
    "%s from %g to %g %s the best AUC of %s: %.3f to %.3f (standard error of the change %.3f); %s",
    factor, min(values), max(values), moved_word(change$last - change$first, change$error),
    if (exact) "what is observed" else "the whole path", change$first, change$last, change$error,
    rest
  )
}

moved_word <- function(change, error) {
  if (change == 0) {
    return("does not move")
  }
  if (abs(change) <= 2 * error) {
    return("is not shown to change")
  }
  if (change > 0) "raises" else "lowers"
}

# Compares a longer time with denser points, by the same factor and from the same setting.
longer_or_denser <- function(places, ratios, rest) {
  of <- function(factor, value) {
    found <- which(places$factor == factor & places$value == value)
    if (length(found) > 0L) ratios[[found[[length(found)]]]]$observed
  }
  pairs <- expand.grid(
    denser = places$value[places$factor == "dt"], longer = places$value[places$factor == "end"]
  )
  near <- mapply(is_near, pairs$longer / rest$end, rest$dt / pairs$denser)
  pairs <- pairs[pairs$longer > rest$end & near %in% TRUE, ]
  at <- any(places$factor == "end" & places$value == rest$end)
  base <- if (at) of("end", rest$end) else of("dt", rest$dt)
  if (nrow(pairs) == 0L || is.null(base)) {
    return(character())
  }
  pair <- pairs[order(-pairs$longer, -pairs$denser)[[1L]], ]
  longer <- of("end", pair$longer)
  denser <- of("dt", pair$denser)
  if (is.null(longer) || is.null(denser)) {
    return(character())
  }
  here <- ratio_auc(base)[[1L]]
  change <- ratio_change(longer, denser)
  verdict <- if (abs(change$first - change$last) <= 2 * change$error) {
    "which of the two adds more is undecided"
  } else if (change$first > change$last) {
    "longer adds more"
  } else {
    "denser adds more"
  }
  times <- pair$longer / rest$end
  sprintf(
    paste(
      "From end %g and dt %g, %g times the time adds %+.3f to the best AUC of what is observed,",
      "and %g times the points add %+.3f: %s (standard error of the difference %.3f)."
    ),
    rest$end, rest$dt, times, change$first - here, times, change$last - here, verdict, change$error
  )
}

learned_sentence <- function(part) {
  ordered <- part[order(part$value), ]
  low <- ordered[1L, ]
  high <- ordered[nrow(ordered), ]
  apart <- low$upper < high$lower || high$upper < low$lower
  scores <- vapply(list(low, high), function(one) {
    sprintf("%.3f, %s", one$auc, verdict_words(one, verdict_margin))
  }, "")
  sprintf(
    "%s from %g to %g %s the AUC of %s: %s.", low$factor, low$value, high$value,
    if (apart) "moves" else "is not shown to change", low$classifier,
    paste(scores, collapse = " to ")
  )
}

#' @rdname pb_result
#' @export
format.pb_sweep <- function(x, ...) {
  check_dots(...)
  first <- sprintf(
    paste(
      "What raises the best possible AUC for %s: a change is shown if it exceeds two standard",
      "errors"
    ),
    x$process
  )
  without_controls(c(first, x$conclusions))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_sweep <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  x$table
}
