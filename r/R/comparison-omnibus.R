# The common result of tests of all methods at once, except Friedman's.

# Makes the result. `mean_ranks` are named by the methods; `notes` are the keys of the caveats that
# apply.
new_omnibus <- function(test, statistic, pvalue, df, n_datasets, mean_ranks, method, convention,
                        notes, reference = "limit", least = 0) {
  new_result("pb_omnibus", list(
    test = test,
    statistic = statistic,
    pvalue = pvalue,
    df = df,
    n_datasets = n_datasets,
    n_classifiers = length(mean_ranks),
    method = method,
    convention = convention,
    mean_ranks = mean_ranks,
    notes = notes_ordered(c(
      if (reference == "limit") notes else notes_but(notes, "few-datasets"),
      if (pvalue < p_floor) "floor"
    )),
    engine = "r",
    reference = reference,
    least_pvalue = least
  ))
}

# Whether the verdict changes if gaps of the size of rounding count as ties; `found` are p-values at
# `tie_tol`, `pvalues` is a function from a tie tolerance to p-values. A caller who has set the tie
# tolerance needs no warning.
noise_decides <- function(tie_tol, found, pvalues) {
  by_equality(tie_tol) && any((found <= verdict_level) != (pvalues("auto") <= verdict_level))
}

# Average ranks of a vector, 1 for the smallest; neighbours up to `tolerance` apart are tied.
chained_ranks <- function(values, tolerance) {
  if (tolerance > 0) {
    sorted <- sort(unique(values))
    chain <- cumsum(c(TRUE, diff(sorted) > tolerance))
    values <- chain[match(values, sorted)]
  }
  rank(values)
}

# The upper tail of chi-square (one df) or F (two); "scmamp" takes 1 - cdf, as that package does.
omnibus_tail <- function(statistic, df, convention) {
  cdf <- function(lower) {
    if (length(df) == 1L) {
      stats::pchisq(statistic, df, lower.tail = lower)
    } else {
      stats::pf(statistic, df[[1L]], df[[2L]], lower.tail = lower)
    }
  }
  if (convention == "scmamp") 1 - cdf(TRUE) else cdf(FALSE)
}

two_sided_normal <- function(z, convention) {
  if (convention == "scmamp") {
    2 * (1 - stats::pnorm(abs(z)))
  } else {
    2 * stats::pnorm(abs(z), lower.tail = FALSE)
  }
}

#' @rdname pb_result
#' @export
format.pb_omnibus <- function(x, ...) {
  check_dots(...)
  letter <- if (x$method == "F") "F" else "chi-square"
  source <- if (x$reference == "limit") {
    paste0("df = ", toString(sprintf("%.15g", x$df)))
  } else {
    paste("by", x$reference)
  }
  c(
    paste0(
      said("Test of all methods: "), x$test, " (", x$method, "): ", letter, " = ",
      sprintf("%.6g", x$statistic), ", ", source, ", p ", format_p(x$pvalue)
    ),
    sprintf(
      said("  %d methods on %d datasets; convention %s, engine %s"),
      x$n_classifiers, x$n_datasets, x$convention, x$engine
    ),
    unable(x$least_pvalue, verdict_level, x$n_datasets, x$notes),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_omnibus <- function(x, row.names = NULL, # nolint: object_name_linter.
                                     optional = FALSE, ...) {
  check_dots(...)
  data.frame(
    test = x$test, method = x$method, statistic = x$statistic, df1 = x$df[1L], df2 = x$df[2L],
    pvalue = x$pvalue, n_datasets = x$n_datasets, n_classifiers = x$n_classifiers,
    convention = x$convention
  )
}
