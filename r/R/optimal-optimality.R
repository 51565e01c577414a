# The gap of classifiers to the optimal one, per setting, with intervals and a verdict.

#' How far are classifiers from the optimal one?
#'
#' Measures how far classifiers are from the likelihood ratio, the optimal classifier. Each run
#' simulates new paths, trains the classifiers on some of them, and tests on the others.
#'
#' @param settings One or several settings: names in [pb_optimal_settings()], settings of your own
#'   ([pb_optimal_own_setting()]), or a list of both.
#' @param classifiers A named list of classifiers, each a list of two functions. `fit` takes (x, y)
#'   and returns a model; `score` takes (model, x) and returns one number per path, higher for class
#'   1. Here x is a matrix with one row per path: all observed times of the first coordinate, then
#'   those of the second, and so on. y is 0 or 1 for each path. Instead of a list, the name of a
#'   built-in classifier: `"LRT numerical"`, the likelihood-ratio test with transition densities of
#'   the Euler scheme between observed points, or `"LRT exact"`, the likelihood-ratio test by the
#'   method `"exact_chain"` of [pb_likelihood_ratio()].
#' @param runs Number of runs. With fewer than 5 runs, no classifier is called optimal.
#' @param margin Largest difference from the optimal classifier that does not matter, in AUC or ACC*
#'   (the largest balanced accuracy over thresholds), a number between 0 and 0.5. A classifier's gap
#'   is the difference between its score and that of LRT observed, the exact likelihood ratio of the
#'   observed points; or, if this ratio is not computed, that of LRT hidden, the likelihood ratio
#'   of the whole path. A classifier is called optimal if the 95 % interval of this gap lies between
#'   `-margin` and `margin`.
#' @param seed Seed. The seed of each run is derived from this number, the setting and the number of
#'   the run, as in Python, so both languages simulate the same paths. The seed of each fit is
#'   derived from the same values and from the name of the classifier; afterwards the random state
#'   of the session is restored.
#' @param workers As in [pb_simulate()]: runs are made in parallel.
#' @param observed `"quick"`: compute LRT observed only where this takes seconds at most. `"all"`:
#'   also where it takes longer: for noise that depends on the state, and, by random bridges, for
#'   particles.
#' @return An object of class `pb_optimality`, with the same fields as in Python; [pb_load_result()]
#'   reads results of Python. A list of
#'   \item{verdicts}{a data frame with one row per setting, classifier and statistic: the mean
#'     `score` over the runs with its 95 % interval, the scores of the likelihood ratios (`hidden`,
#'     `observed`, `numerical`), the gaps to them with their intervals, the `verdict`, `runs_needed`
#'     to decide it, and `train`, the mean score on training paths}
#'   \item{runs}{one row per setting, run and classifier: scores on the test paths, and
#'     (`train_auc` and so on) on as many training paths, where a classifier that overfits is
#'     better; errors; seconds. Runs and paths are numbered from 0, as in Python}
#'   \item{lines}{one row per setting, run, likelihood ratio and statistic, on the test paths; nine
#'     in ten log ratios of LRT observed have an estimated error of at most `observed_error` (by
#'     random bridges, a standard error)}
#'   \item{scores}{the scores of the test paths of the first run}
#'   \item{rule}{how verdicts are determined}
#'   \item{settings, classifiers, n_runs, seed, margin}{as given}
#'
#'   `as.data.frame()` returns the verdicts.
#' @details
#' The procedure follows section 5 of "Benchmarking optimality of time series classification methods
#' in distinguishing diffusions" (arXiv 2301.13112), but each run simulates new paths. The interval
#' of a gap is Student's interval over the runs. The field `rule` explains the verdicts.
#' @section Errors:
#' `pybench_error_argument` if there is no such setting or classifier, if scores are not finite
#' numbers, or if paths become infinite or NaN; `pybench_error_tasks_failed` if a classifier fails.
#' @examples
#' linear <- list(
#'   fit = function(x, y) stats::lm.fit(cbind(1, x), y)$coefficients,
#'   score = function(model, x) cbind(1, x) %*% model
#' )
#' pair <- pb_optimal_process("constant")
#' small <- pb_optimal_own_setting("small", pair, 0:4 / 4, train = 200, test = 200)
#' found <- pb_optimality(small, list(linear = linear, LRT = "LRT numerical"), runs = 5)
#' found
#' pb_optimal_runs_needed(found, margin = 0.01)
#' @family optimal
#' @export
pb_optimality <- function(settings, classifiers, runs = 40, margin = 0.02, seed = 0,
                          workers = NULL, observed = "quick") {
  check_observed(observed)
  single <- inherits(settings, c("pb_setting", "pb_process"))
  asked <- if (single) list(settings) else as.list(settings)
  listed <- lapply(asked, as_setting)
  names <- vapply(listed, function(one) one$name, "")
  makers <- check_classifiers(classifiers)
  count <- check_count("runs", runs)
  near <- check_margin(margin)
  seed <- check_seed(seed)
  if (anyDuplicated(names) > 0L || length(names) == 0L) {
    stop_argument(
      "`settings` must be one or more settings with different names",
      expected = "one or more settings", found = toString(names)
    )
  }
  jobs <- expand.grid(run = seq_len(count) - 1L, setting = seq_along(listed))
  workers <- min(search_workers(workers), nrow(jobs))
  parts <- suppressWarnings(parallel::mclapply(seq_len(nrow(jobs)), function(job) {
    run_rows(listed[[jobs$setting[[job]]]], jobs$run[[job]], makers, seed, observed)
  }, mc.cores = workers))
  require_parts(parts)
  bound <- lapply(c(runs = "runs", lines = "lines", scores = "scores"), function(name) {
    found <- do.call(rbind, lapply(parts, `[[`, name))
    rownames(found) <- NULL
    found
  })
  classifiers <- names(makers)
  new_result("pb_optimality", list(
    verdicts = judged_runs(bound$runs, bound$lines, names, classifiers, near), runs = bound$runs,
    lines = bound$lines, scores = bound$scores, rule = verdict_rule, settings = names,
    classifiers = classifiers, n_runs = as.integer(count), seed = seed, margin = near
  ))
}

check_margin <- function(margin) {
  check_number("margin", margin, "a number between 0 and 0.5", 0, 0.5)
}

# One run of a setting: rows of its classifiers, of the lines and, for the first run, of the paths.
run_rows <- function(one, run, makers, start, observed) {
  data <- drawn_run(one, run, start, observed)
  answers <- Map(function(name, maker) classifier_run(one, run, name, maker, data),
    names(makers), makers
  )
  place <- list(setting = one$name, run = as.integer(run))
  runs <- lapply(names(answers), function(name) {
    own <- answers[[name]]
    paired <- lapply(stats::setNames(run_lines, paste0("paired_", run_lines)), function(line) {
      ratio <- data$lines[[line]]
      if (is.null(ratio)) NaN else paired_error(data$test_label, own$values, ratio)
    })
    columns <- function(values, form) {
      stats::setNames(as.list(unname(values)), sprintf(form, score_names))
    }
    as.data.frame(c(
      place, list(classifier = name), columns(own$test[, 1L], "%s"),
      columns(own$test[, 2L], "%s_se"), columns(own$train[, 1L], "train_%s"),
      own[c("fit_seconds", "predict_seconds")], paired
    ))
  })
  lines <- lapply(names(data$lines), function(line) {
    found <- scored_labels(data$test_label, data$lines[[line]])
    data.frame(
      place, method = line, statistic = score_names, value = found[, 1L], se = found[, 2L],
      observed_error = if (line == "lrt_exact_chain") data$error else NaN, row.names = NULL
    )
  })
  told <- if (run == 0) c(lapply(answers, `[[`, "values"), data$lines)
  scores <- lapply(names(told), function(method) {
    data.frame(
      setting = one$name, method = method, path = seq_along(data$test_label) - 1L,
      label = data$test_label, score = told[[method]]
    )
  })
  lapply(list(runs = runs, lines = lines, scores = scores), function(part) do.call(rbind, part))
}

#' Judge the same runs again, and plan more
#'
#' `pb_optimal_judged()` gives the verdicts on the runs of an optimality result by another margin;
#' no classifier is fitted again. `pb_optimal_runs_needed()` says how many runs are needed to decide
#' each undecided verdict.
#'
#' @param x A result of [pb_optimality()], or one of Python, read by [pb_load_result()].
#' @param margin As in [pb_optimality()]; `NULL`: the margin of the result.
#' @param power Probability with which `runs` runs are to decide the verdict, a number between 0 and
#'   1. The mean and the standard deviation of the gaps in the runs made so far are taken as the
#'   true values; the probability then follows from the noncentral t distribution. A verdict can
#'   require two conditions, such as a gap above `-margin` and below `margin`; Bonferroni's
#'   inequality combines their probabilities. The fewer runs were made, the less accurate the result
#'   is.
#' @return `pb_optimal_judged()`: a result as that of [pb_optimality()]. `pb_optimal_runs_needed()`:
#'   a data frame with one row per undecided verdict: `setting`, `classifier`, `statistic` and
#'   `runs`, the total number of runs, including those made. `runs` is NaN after a single run,
#'   because one run has no standard deviation. It is infinite if more than about 100,000 runs are
#'   needed, for example if the mean gap is equal to the margin.
#' @section Errors:
#' `pybench_error_argument` for another kind of object, or a number out of its range.
#' @examples
#' found <- pb_optimality("a-T1", "LRT numerical", runs = 2)
#' pb_optimal_runs_needed(found)
#' @family optimal
#' @name pb_optimal_judged
NULL

#' @rdname pb_optimal_judged
#' @export
pb_optimal_judged <- function(x, margin = 0.02) {
  check_optimality(x)
  x$margin <- check_margin(margin)
  x$verdicts <- judged_runs(x$runs, x$lines, x$settings, x$classifiers, x$margin)
  x$rule <- verdict_rule
  x
}

#' @rdname pb_optimal_judged
#' @export
pb_optimal_runs_needed <- function(x, margin = NULL, power = 0.8) {
  check_optimality(x)
  level <- check_level("power", power)
  usual <- if (is.null(x$margin)) verdict_margin else x$margin
  near <- if (is.null(margin)) usual else check_margin(margin)
  found <- judged_runs(x$runs, x$lines, x$settings, x$classifiers, near, level)
  left <- found[found$verdict == "undecided", ]
  data.frame(left[c("setting", "classifier", "statistic")], runs = left$runs_needed,
    row.names = NULL
  )
}

check_optimality <- function(x) {
  if (!inherits(x, "pb_optimality")) {
    found <- describe_value(x)
    stop_argument(
      paste("`x` must be a result of pb_optimality(), not", found),
      expected = "a result of pb_optimality()", found = found
    )
  }
}

#' @rdname pb_result
#' @export
format.pb_optimality <- function(x, ...) {
  check_dots(...)
  rows <- vapply(seq_len(nrow(x$verdicts)), function(i) {
    row <- as.list(x$verdicts[i, ])
    lines <- Filter(function(line) is.finite(c(row[[line]], NaN)[[1L]]), names(verdict_lines))
    gaps <- vapply(lines, function(line) {
      sprintf("LRT %s %.3f, gap %s", line, row[[line]], gap_words(row, line))
    }, "")
    trained <- c(row$train, NaN)[[1L]]
    sprintf(
      "  %s, %s: %s %.3f%s; %s: %s%s", row$setting, row$classifier, row$statistic, row$score,
      if (is.nan(trained)) "" else sprintf(" (%.3f on training paths)", trained),
      paste(gaps, collapse = "; "), verdict_words(row, x$margin),
      if (row$crossed) "; the lines cross" else ""
    )
  }, "")
  errors <- observed_errors(x$lines)
  told <- sprintf(
    "  %s: nine in ten log ratios of LRT observed have an estimated error of at most %.2g",
    names(errors), errors
  )
  last <- if (is.null(x$margin)) {
    "Rule of an earlier version, which pb_optimal_judged() replaces: "
  } else {
    sprintf("Margin %g. Rule: ", x$margin)
  }
  first <- sprintf(
    "How far from the best: %s per setting, seed %.0f", counted(x$n_runs, "run"), x$seed
  )
  without_controls(c(first, rows, told, paste0(last, x$rule)))
}

# The largest error of LRT observed over the runs of each setting, where it matters.
observed_errors <- function(lines) {
  own <- lines[which(lines[["observed_error"]] > 1e-6), ]
  vapply(split(own$observed_error, own$setting), max, 0)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_optimality <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  x$verdicts
}
