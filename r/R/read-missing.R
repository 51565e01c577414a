# What becomes of missing scores: the policies of pb_read_results().

missing_policies <- c("error", "drop", "pairwise", "keep", "worst")

# Refuses an unknown policy, and one that cannot fill in single repeats.
check_missing <- function(missing, repeats = "error") {
  if (!is_string(missing) || !startsWith(missing, "impute:")) {
    check_choice("missing", missing, c(missing_policies, "impute:<method>"))
  }
  if (repeats == "keep" && fills_in(missing)) {
    stop_argument(
      paste0(
        "`missing` \"", missing, "\" fills in means, not single repeats, so `repeats` cannot be ",
        "\"keep\""
      ),
      expected = "another `repeats`, such as \"mean\"", found = "\"keep\""
    )
  }
}

fills_in <- function(missing) {
  missing == "worst" || startsWith(missing, "impute:")
}

# A table whose missing scores are NA, by any policy but "error".
settle_missing <- function(t, missing) {
  substitute <- sub("^impute:", "", missing)
  if (startsWith(missing, "impute:") && !substitute %in% t$classifiers) {
    found <- describe_value(substitute)
    stop_argument(
      paste0(
        "`missing` must name a method of the table after \"impute:\", not ", shown(substitute)
      ),
      expected = paste0("one of: ", toString(t$classifiers)), found = found,
      hint = strangers(substitute, t$classifiers)
    )
  }
  absent <- is.na(t$scores)
  lacking <- rowSums(absent) > 0
  if (!any(absent) || missing %in% c("pairwise", "keep")) {
    return(t)
  }
  if (missing == "drop") {
    return(without_datasets(t, lacking))
  }
  values <- if (missing == "worst") {
    apply(t$scores, 1L, if (t$higher_is_better) min else max, na.rm = TRUE)
  } else {
    t$scores[, substitute]
  }
  if (anyNA(values[lacking])) {
    refuse(
      paste("a score of", shown(substitute), "on every dataset that lacks one"),
      paste("none on", shown_names(t$datasets[lacking & is.na(values)])),
      "Name a method that has a score on each dataset, or use missing=\"worst\"."
    )
  }
  scores <- t$scores
  scores[absent] <- values[row(scores)[absent]]
  counts <- t$n_available
  if (!is.null(counts)) counts[absent] <- t$n_repeats
  results_table(
    scores, t$datasets, t$classifiers, t$higher_is_better, t$metric,
    dropped = t$dropped, source = t$source, n_repeats = t$n_repeats, n_available = counts,
    filled = absent, filled_by = missing
  )
}

without_datasets <- function(t, lacking) {
  if (all(lacking)) {
    refuse(
      "at least one dataset without missing scores", "none",
      "Fill in the missing scores, or leave out a method."
    )
  }
  left <- t[!lacking, ]
  results_table(
    left$scores, left$datasets, left$classifiers, left$higher_is_better, left$metric,
    by_repeat = left$by_repeat, dropped = c(left$dropped, t$datasets[lacking]),
    source = left$source, n_repeats = left$n_repeats, n_available = left$n_available,
    filled = left$filled, filled_by = left$filled_by
  )
}
