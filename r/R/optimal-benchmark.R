# The benchmark itself: simulate a setting, score its likelihood ratios.

#' How well the likelihood ratio separates the classes of a setting
#'
#' Simulates paths of the two classes of a setting (two diffusions and the times at which their
#' paths are observed), and measures how well likelihood ratios separate these classes. With the
#' same seed, the numbers are those of `pybench.optimal.lrt()` in Python.
#'
#' @param setting A setting of your own ([pb_optimal_own_setting()]), or the name of one of
#'   [pb_optimal_settings()] or of a variant. The variants `e-code-L10` to `e-code-L80` and
#'   `f-code-L10` to `f-code-L80` are the settings of the program that the authors of the paper
#'   (arXiv 2301.13112) ran.
#' @param paths Number of paths per class; `NULL`: the number in the paper (arXiv 2301.13112), which
#'   is 2500 for its figure 8c and 1000 otherwise.
#' @param seed A whole number.
#' @param workers As in [pb_simulate()].
#' @param observed `"quick"`: compute LRT observed only where this takes seconds at most. `"all"`:
#'   also where it takes longer: for noise that depends on the state, and, by random bridges, for
#'   particles.
#' @return A data frame with one row per method and statistic. Its columns include the `value`, its
#'   standard error `se`, the ends `lower` and `upper` of a 95 % interval, and the `threshold`. The
#'   interval is Wilson's interval for a proportion that has this value and this standard error.
#'
#'   The methods are:
#'   \itemize{
#'     \item `lrt_hidden` uses the fine path, with all simulated steps. If the steps are those of
#'       the Euler scheme, the score of `lrt_hidden` is an upper bound for every classifier.
#'     \item `lrt_numerical` uses the Euler scheme from one observed point to the next. Its score is
#'       not an upper bound: a classifier may score higher.
#'     \item `lrt_exact_transition`, for Ornstein-Uhlenbeck processes only, uses the transition
#'       densities of the process in continuous time.
#'     \item `lrt_exact_chain`, or LRT observed, uses the transition densities of the simulated
#'       scheme. It is the optimal classifier of the observed points. It is there for constant
#'       drift, Ornstein-Uhlenbeck processes and potentials, and for every process in one dimension,
#'       if the noise is given as numbers; with `observed = "all"`, also for particles and if the
#'       noise depends on the state.
#'   }
#'
#'   The statistics are:
#'   \itemize{
#'     \item `auc`: the area under the ROC curve, with DeLong's standard error.
#'     \item `acc_star`: the largest balanced accuracy over thresholds. It is slightly too high,
#'       because the threshold is chosen on the same paths: if both classes have the same
#'       distribution, its 95 % interval has a coverage of only 86 to 87 %.
#'     \item `acc_at_zero`: the accuracy at threshold 0, which is the best threshold if the ratio is
#'       exact. It does not have the bias of `acc_star`.
#'   }
#' @section Errors:
#' `pybench_error_argument` for a setting that does not exist, fewer than 2 paths, or paths that
#' become infinite or NaN.
#' @examples
#' pb_optimal_lrt("a-T1", paths = 100)
#' @family optimal
#' @export
pb_optimal_lrt <- function(setting, paths = NULL, seed = 0, workers = NULL, observed = "quick") {
  one <- as_setting(setting)
  paths <- check_count("paths", if (is.null(paths)) one$paths else paths, 2)
  check_room("paths", paths, 4)
  pair <- one$process
  known <- exact_transitions(pair, one$grid)
  names(known) <- if (length(known) > 0L) paste0("lrt_", names(known))
  keep <- length(known) == 0L && is_observed(pair, one$grid, check_observed(observed))
  made <- simulated_paths(
    pair, one$grid, paths, check_seed(seed), search_workers(workers), keep, known
  )
  if (keep) {
    found <- observed_line(pair, one$grid, made$paths, observed, check_seed(seed))
    made$ratios$lrt_exact_chain <- found$ratios
  }
  parts <- lapply(names(made$ratios), function(method) {
    ratio <- made$ratios[[method]]
    found <- score_rows(ratio[seq_len(paths)], ratio[paths + seq_len(paths)])
    limits <- score_limits(found[, 1L], found[, 2L], 2 * paths)
    data.frame(
      method = method, statistic = rownames(found), value = found[, 1L], se = found[, 2L],
      lower = limits$lower, upper = limits$upper,
      threshold = found[, 3L], row.names = NULL
    )
  })
  do.call(rbind, parts)
}
