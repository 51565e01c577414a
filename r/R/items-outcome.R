# The result of a comparison item by item: its text, its data frame.

# Test -> its name in texts.
item_tests <- c(
  clustered_t = "t-test", mcnemar = "exact McNemar test", sign_flip = "sign-flip test"
)

#' @rdname pb_result
#' @export
format.pb_item_comparison <- function(x, ...) {
  check_dots(...)
  most <- 10L
  metric <- if (is.null(x$metric)) "scores" else one_line(x$metric)
  direction <- if (x$higher_is_better) "higher" else "lower"
  on <- if (is.null(x$dataset)) "" else paste(" of", one_line(x$dataset))
  parts <- c(
    paste0(counted(x$n_items, "item"), on),
    if (x$n_clusters < x$n_items) counted(x$n_clusters, "cluster"),
    if (x$n_runs > 1L) sprintf("means over %d runs", as.integer(x$n_runs))
  )
  c(
    paste0(
      "Comparison of ", counted(length(x$classifiers), "method"), ", item by item: ", metric, ", ",
      direction, " is better"
    ),
    paste0("  ", toString(parts), "; engine ", x$engine),
    paste0("  ", item_decision(x)),
    item_mean_lines(x, most),
    item_verdict_lines(x, most),
    if (x$least_pvalue > x$alpha) {
      sprintf(
        "  With these items no p can be below %.4g: this test cannot reject at %g.",
        x$least_pvalue, x$alpha
      )
    },
    if (length(x$pairs) > 1L) paste("  adjustment:", said(correction_controls(x$adjust)$text)),
    if (!is.null(x$rope)) item_probability_lines(x, most),
    format_notes(x$notes)
  )
}

item_decision <- function(x) {
  clustered <- x$n_clusters < x$n_items
  test <- if (x$test == "clustered_t") {
    sprintf("%spaired t-test, %s, df = %.4g", if (clustered) "clustered " else "", x$se, x$df)
  } else {
    of <- if (clustered && x$test == "sign_flip") " of clusters" else ""
    paste0(item_tests[[x$test]], of)
  }
  sprintf("%s, alpha = %g, adjustment %s", test, x$alpha, without_controls(x$adjust))
}

item_mean_lines <- function(x, most) {
  order <- utils::head(order(if (x$higher_is_better) -x$means else x$means), most)
  c(
    "  mean score, standard error:",
    sprintf(
      "    %s  %.4g, %.2g", one_line(x$classifiers[order]), x$means[order], x$mean_errors[order]
    ),
    if (length(x$means) > most) {
      paste("    and", counted(length(x$means) - most, "method"), "more")
    }
  )
}

# The pairs with the smallest p-values, by the digits that are shown: the others may depend on the
# engine.
item_order <- function(x, most) {
  utils::head(order(as.double(sprintf("%.4g", pmax(x$pvalues, p_floor)))), most)
}

item_verdict_lines <- function(x, most) {
  count <- sum(x$verdicts != 0L)
  total <- length(x$pairs)
  lines <- vapply(item_order(x, most), function(place) {
    names <- one_line(x$pairs[[place]])
    gap <- x$differences[[place]]
    ends <- c(x$lower[[place]], x$upper[[place]])
    if (gap < 0) {
      names <- rev(names)
      gap <- -gap
      ends <- -rev(ends)
    }
    verb <- if (x$verdicts[[place]] != 0L) "is better than" else "is not shown to differ from"
    p <- x$pvalues[[place]]
    interval <- sprintf(" [%.4g, %.4g]", ends[[1L]], ends[[2L]])
    sprintf(
      "    %s %s %s: %.4g%s  %s", names[[1L]], verb, names[[2L]], gap,
      if (is.nan(ends[[1L]])) ", no interval" else interval,
      if (is.nan(p)) "no t-test" else paste("p", format_p(p))
    )
  }, "")
  c(
    sprintf(
      "  %d of %s %s significantly (p <= %g); %s %g %% interval (%s) for the pair alone:",
      count, counted(total, "pair"), if (count == 1L) "differs" else "differ", x$alpha,
      "difference, its", 100 * (1 - x$alpha), x$se
    ),
    lines,
    if (total > most) {
      paste("    and", counted(total - most, "pair"), "more, see as.data.frame()")
    },
    if (count < total) {
      "  A pair that is not shown to differ may still differ: this is no proof."
    }
  )
}

item_probability_lines <- function(x, most) {
  lines <- vapply(item_order(x, most), function(place) {
    names <- one_line(x$pairs[[place]])
    shares <- c(x$better[[place]], x$worse[[place]])
    if (shares[[2L]] > shares[[1L]]) {
      names <- rev(names)
    }
    sprintf(
      "    %s against %s: %.4g, %.4g", names[[1L]], names[[2L]], max(shares), x$equal[[place]]
    )
  }, "")
  c(sprintf(
    "  posterior (%s), rope %g: P(better), P(equivalent):", x$posterior, x$rope
  ), lines)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_item_comparison <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  frame <- data.frame(
    classifier_1 = vapply(x$pairs, `[[`, "", 1L),
    classifier_2 = vapply(x$pairs, `[[`, "", 2L),
    difference = x$differences,
    standard_error = x$standard_errors,
    lower = x$lower,
    upper = x$upper,
    statistic = x$statistics,
    pvalue_raw = x$pvalues_raw,
    pvalue = x$pvalues,
    verdict = x$verdicts
  )
  if (!is.null(x$rope)) {
    frame <- cbind(frame, data.frame(better = x$better, equal = x$equal, worse = x$worse))
  }
  frame
}

item_comparison_sheet <- function(x, letters) {
  sheet_with_better(new_sheet(as.data.frame(x)), item_decision(x))
}
