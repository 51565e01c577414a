# What to expect from a representation: its Mantel correlation on the curve of synthetic ones.

#' What to expect from a representation
#'
#' Says what to expect from a representation, by its place on the curve of synthetic ones. In
#' synthetic benchmarks, the quality of a representation is known: its signal lambda (see
#' [pb_synthetic_study()]). A higher signal means a higher Mantel correlation, and a larger gain
#' over random choice. This function finds the signal at which synthetic representations have the
#' Mantel correlation of yours, and the gain there.
#'
#' Between two signals, signal and gain are interpolated linearly in the correlation. Where the
#' correlation of the study decreases, which is noise, the largest one so far is taken.
#'
#' The synthetic benchmarks are one generator: errors are squared distances of latent positions, so
#' that nearness decides all ranks. Nothing says that real benchmarks follow its curve. The error of
#' your correlation is not considered, either. The number is what would be plausible if your
#' benchmark were like these; [pb_find_representation()] measures what yours gains.
#'
#' @param test A result of [pb_mantel()] with `method = "spearman"`.
#' @param study A result of [pb_synthetic_study()] with two signals or more; best with as many
#'   datasets and models as yours. `NULL`: a curve that is part of pybench, of 112 datasets and 35
#'   models.
#' @return An object of class `pb_expected_gain`, a list of
#'   \item{table}{data frame, one row per representation, strategy and metric of the area:
#'     `representation`; `distance`, that of the strategy (`"euclidean"` for strategies without
#'     one); `correlation` and `pvalue` of the Mantel test with it; `signal`; `within`, whether the
#'     correlation is `"within"` the curve, or `"below"` or `"above"` all of it (then `signal` and
#'     `gain` are those of the end of the curve); `strategy`; `area`, the metric; `gain`, a fraction
#'     of random's area}
#'   \item{curve}{data frame of what is read off: `distance`, `signal`, `correlation`, `strategy`,
#'     `area`, `gain`}
#'   `as.data.frame()` gives the table.
#' @section Errors:
#' `pybench_error_argument` for a test or a study of another kind.
#' @examples
#' made <- pb_synthetic_benchmark(0, datasets = 40, models = 8, repeats = 1, signal = 0.5)
#' pb_expected_gain(pb_mantel(made$table, list(half = made$broken), 99))
#' @family selection
#' @export
pb_expected_gain <- function(test, study = NULL) {
  check_result("test", test, "pb_mantel", "pb_mantel")
  if (test$method != "spearman") {
    stop_argument(
      sprintf(
        "`test` must have the method \"spearman\", as the curve has, not \"%s\"", test$method
      ),
      expected = "pb_mantel(..., method = \"spearman\")", found = test$method
    )
  }
  curve <- if (is.null(study)) stored_curve() else study_curve(study)
  groups <- unique(curve[c("strategy", "area", "distance")])
  cells <- expand.grid(group = seq_len(nrow(groups)), row = seq_len(nrow(test$table)))
  cells <- cells[groups$distance[cells$group] == test$table$metric[cells$row], ]
  rows <- lapply(seq_len(nrow(cells)), function(i) {
    group <- groups[cells$group[[i]], ]
    given <- test$table[cells$row[[i]], ]
    part <- curve[curve$strategy == group$strategy & curve$area == group$area, ]
    place <- place_on_curve(given$correlation, part$correlation)
    data.frame(
      representation = given$representation, distance = group$distance,
      correlation = given$correlation, pvalue = given$pvalue,
      signal = read_curve(part$signal, place), within = place$within, strategy = group$strategy,
      area = group$area, gain = read_curve(part$gain, place)
    )
  })
  new_result("pb_expected_gain", list(table = do.call(rbind, rows), curve = curve))
}

check_result <- function(name, value, class, maker) {
  if (!inherits(value, class)) {
    stop_argument(
      sprintf("`%s` must be a result of %s(), not %s", name, maker, describe_value(value)),
      expected = sprintf("a result of %s()", maker), found = describe_value(value)
    )
  }
}

stored_curve <- function() {
  rows <- read_shared("synthetic-curve.csv")
  for (name in c("signal", "correlation", "gain")) {
    rows[[name]] <- as.double(rows[[name]])
  }
  rows
}

# The curve of a study: for each strategy the correlation by its distance.
study_curve <- function(study) {
  check_result("study", study, "pb_synthetic_study", "pb_synthetic_study")
  seen <- study$auc[study$auc$strategy != "random", ]
  views <- unique(seen$view)
  if (is.null(study$mantel) || length(views) < 2L) {
    stop_argument(
      "`study` must have two signals or more, and a strategy other than random",
      expected = "pb_synthetic_study(..., signals = c(0, 0.2, 0.5, 1, 2))",
      found = toString(sort(views))
    )
  }
  slash <- regexpr("/", seen$strategy, fixed = TRUE)
  distance <- ifelse(slash > 0L, substring(seen$strategy, slash + 1L), "euclidean")
  at <- match(paste(seen$view, distance), paste(study$mantel$view, study$mantel$metric))
  order <- order(seen$signal)
  data.frame(
    distance = distance, signal = seen$signal, correlation = study$mantel$correlation[at],
    strategy = seen$strategy, area = seen$metric, gain = seen$gain
  )[order, ]
}

# The place of a value on a curve: the point before it, and the share of the way to the next.
place_on_curve <- function(value, curve) {
  rising <- cummax(curve)
  last <- length(rising)
  if (value < rising[[1L]]) {
    return(list(at = 1L, share = 0, within = "below"))
  }
  if (value > rising[[last]]) {
    return(list(at = last, share = 0, within = "above"))
  }
  at <- max(which(rising <= value))
  share <- if (at == last) 0 else (value - rising[[at]]) / (rising[[at + 1L]] - rising[[at]])
  list(at = at, share = share, within = "within")
}

read_curve <- function(values, place) {
  following <- min(place$at + 1L, length(values))
  values[[place$at]] + place$share * (values[[following]] - values[[place$at]])
}

#' @rdname pb_result
#' @export
format.pb_expected_gain <- function(x, ...) {
  check_dots(...)
  rows <- x$table
  where <- ifelse(
    rows$within == "within", sprintf("at signal %.2g", rows$signal),
    ifelse(
      rows$within == "above", sprintf("above all signals up to %.2g", rows$signal),
      sprintf("below all signals from %.2g", rows$signal)
    )
  )
  lines <- c(
    "What synthetic representations with the same Mantel correlation gain over random:",
    sprintf(
      "  %s (%s): correlation %.3f%s: %s; %s gains %+.1f%% of the area of %s",
      rows$representation, rows$distance, rows$correlation,
      ifelse(
        rows$pvalue <= 0.05, "", " (not shown to be above 0 by the Mantel test at level 0.05)"
      ),
      where, rows$strategy,
      100 * rows$gain, rows$area
    ),
    paste(
      "  Synthetic benchmarks are one generator, in which nearness decides all ranks. Real ones",
      "differ from it:"
    ),
    paste(
      "  a representation with the same correlation may gain less, more or nothing. Measure it:",
      "find_representation."
    )
  )
  without_controls(lines)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_expected_gain <- function(x, row.names = NULL, # nolint: object_name_linter.
                                           optional = FALSE, ...) {
  check_dots(...)
  x$table
}
