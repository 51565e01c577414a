# The verdicts on pairs: from a test by name, a finished test, or given p-values.
#
# Verdicts are a list of `test`, `adjust`, `control`, `convention`, `pvalues` (k x k in table order,
# 1 where a pair is not a hypothesis), `critical_difference` (or NULL), `notes` and `directions` (k
# x k as in a test of pairs; if omitted, by mean ranks).

# Tests that can decide the pairs of a diagram: besides the first two, functions pb_<name>(t,
# adjust, control, ...) that return a test of pairs.
critical_tests <- function() {
  c("nemenyi", "bonferroni-dunn", catalogue_functions("diagram"))
}

is_named_test <- function(test, names) {
  is_string(test) && test %in% names
}

# Refuses options that no test accepts.
check_verdict_request <- function(t, test, adjust, control) {
  check_control(t, control)
  if (is_string(test)) {
    check_choice("test", test, critical_tests())
  } else if (!inherits(test, "pb_pairs") && !is.matrix(test) && !is_sent(test)) {
    found <- describe_value(test)
    stop_argument(
      paste0(
        "`test` must be the name of a test, a test of pairs or a matrix of p-values, not ", found
      ),
      expected = "a name, a test of pairs or a matrix", found = found,
      hint = "Name rows and columns: dimnames(p) <- list(names, names)."
    )
  }
  if (is_named_test(test, c("nemenyi", "bonferroni-dunn"))) {
    check_own_family(test, adjust, control)
  } else if (!is.null(adjust)) {
    check_adjust(adjust, control, also = "single-step")
  }
}

# Nemenyi's and Dunn's tests include their corrections, and determine whether there is a control.
check_own_family <- function(test, adjust, control) {
  if (!is.null(adjust)) {
    stop_argument(
      paste0("`adjust` cannot be given with test \"", test, "\", which has its own adjustment"),
      expected = "NULL", found = describe_value(adjust)
    )
  }
  if (test == "nemenyi" && !is.null(control)) {
    stop_argument(
      "`control` cannot be given with test \"nemenyi\", which compares all pairs",
      expected = "NULL", found = describe_value(control), hint = "Use test \"bonferroni-dunn\"."
    )
  }
  if (test == "bonferroni-dunn" && is.null(control)) {
    stop_argument(
      paste(
        "`control` must be given with test \"bonferroni-dunn\", which compares every other method",
        "with it"
      ),
      expected = "a method", found = "NULL"
    )
  }
}

# Verdicts of any test except Nemenyi's.
critical_verdicts <- function(t, test, alpha, adjust, control, convention, tie_tol) {
  if (is_string(test) && test != "bonferroni-dunn") {
    return(named_verdicts(t, test, alpha, adjust, control, convention, tie_tol))
  }
  check_choice("convention", convention, "standard")
  if (is_string(test)) {
    return(dunn_verdicts(t, alpha, control, tie_tol))
  }
  if (is_sent(test)) {
    test <- received(test)
  }
  if (inherits(test, "pb_pairs")) {
    verdicts_of_pairs(t, test, alpha, adjust, control, tie_tol)
  } else {
    verdicts_of_pvalues(t, given_pvalues(t, test), alpha, adjust, control, tie_tol)
  }
}

# Verdicts of a test by its name.
named_verdicts <- function(t, test, alpha, adjust, control, convention, tie_tol) {
  answer <- function(tie_tol) call_pairwise(t, test, adjust, control, convention, tie_tol)
  takes <- "tie_tol" %in% names(formals(pairwise_home(test)))
  done <- if (takes) pairs_judged_at(alpha, tie_tol, answer) else answer(tie_tol)
  verdicts_of_pairs(t, done, alpha, NULL, control, tie_tol)
}

# The answer of `test`, a function of `tie_tol`, with the note `near-ties` for a given level: the
# test itself checks at its own level whether rounding noise decides. `verdict` extracts the
# verdicts.
judged_at <- function(alpha, tie_tol, test, verdict) {
  found <- test(tie_tol)
  if (alpha != verdict_level && by_equality(tie_tol)) {
    near <- any(verdict(found) != verdict(test("auto")))
    found$notes <- notes_amended(found$notes, "near-ties", near)
  }
  found
}

# The same for a test of pairs, with its verdicts at that level.
pairs_judged_at <- function(alpha, tie_tol, test) {
  verdict <- function(found) pairs_at_level(found, alpha)$verdicts
  pairs_at_level(judged_at(alpha, tie_tol, test, verdict), alpha)
}

pairwise_home <- function(test) {
  get(paste0("pb_", test), envir = topenv(), mode = "function")
}

# Calls pb_<test>() with those of the options that it accepts.
call_pairwise <- function(t, test, adjust, control, convention, tie_tol) {
  home <- pairwise_home(test)
  options <- list(adjust = adjust, control = control)
  if (!identical(convention, "standard")) {
    options$convention <- convention
  }
  options <- Filter(Negate(is.null), options)
  for (name in setdiff(names(options), names(formals(home)))) {
    stop_argument(
      paste0("test \"", test, "\" takes no `", name, "`"),
      expected = paste0("no `", name, "`"), found = describe_value(options[[name]])
    )
  }
  if ("tie_tol" %in% names(formals(home))) {
    options$tie_tol <- tie_tol
  }
  do.call(home, c(list(t), options))
}

# Extracts the verdicts from a test of pairs; adjusts its raw p-values anew if requested.
verdicts_of_pairs <- function(t, done, alpha, adjust, control, tie_tol) {
  require_fitting(t, done, control, tie_tol)
  against <- if (is.null(done$control)) control else done$control
  anew <- !is.null(adjust) || is.null(done$control) && !is.null(control)
  method <- if (is.null(adjust)) done$adjust else adjust
  if (anew) {
    check_adjust(method, against)
  }
  pvalues <- if (anew) done$pvalues_raw else done$pvalues
  if (is.null(against)) {
    pvalues <- pvalues[t$classifiers, t$classifiers]
    if (anew) {
      pvalues <- adjusted_pairs(pvalues, method)
    }
  } else {
    column <- pvalues[setdiff(t$classifiers, against), against]
    pvalues <- against_control(t, against, if (anew) adjusted(column, method) else column)
  }
  list(
    test = done$test, adjust = method, control = against, convention = done$convention,
    pvalues = pvalues, critical_difference = NULL,
    directions = square_directions(done, t$classifiers),
    notes = correction_noted(
      done$notes, method, ncol(t$scores) > 2L, disturbed(done$test, done$method, ncol(t$scores))
    )
  )
}

# The directions of a test for all pairs, k x k in the order of `classifiers`; 0 for pairs that were
# not tested.
square_directions <- function(done, classifiers) {
  if (is.null(done$control)) {
    return(done$directions[classifiers, classifiers])
  }
  square <- array(0L, rep(length(classifiers), 2L), list(classifiers, classifiers))
  square[rownames(done$directions), done$control] <- done$directions
  square - t(square)
}

# Refuses a test of another table, a one-sided one, and one against another control.
require_fitting <- function(t, done, control, tie_tol) {
  if (done$alternative != "two-sided") {
    stop_argument(
      paste0("`test` must be two-sided, not \"", done$alternative, "\""),
      expected = "a two-sided test", found = done$alternative
    )
  }
  if (!is.null(control) && !is.null(done$control) && done$control != control) {
    stop_argument(
      paste0(
        "`control` must be the control of the test, '", done$control, "', not '", control, "'"
      ),
      expected = done$control, found = control
    )
  }
  require_same_table(t, done, tie_tol)
}

require_same_table <- function(t, done, tie_tol) {
  same <- setequal(names(done$mean_ranks), t$classifiers) && done$n_datasets == nrow(t$scores)
  if (same) {
    ours <- mean_ranks(doubled_ranks(t$scores, t$higher_is_better, tie_tol))
    same <- all(abs(done$mean_ranks[names(ours)] - ours) <= 1e-9)
  }
  if (!same) {
    stop_argument(
      "`test` must be a test of the same table: methods, datasets or mean ranks differ",
      expected = "a test of the same table, with the same `tie_tol`", found = "another"
    )
  }
}

verdicts_of_pvalues <- function(t, raw, alpha, adjust, control, tie_tol) {
  method <- if (is.null(adjust)) "none" else check_adjust(adjust, control)
  pvalues <- if (is.null(control)) {
    adjusted_pairs(raw, method)
  } else {
    column <- raw[setdiff(t$classifiers, control), control]
    against_control(t, control, adjusted(column, method))
  }
  about_table <- table_notes(t, doubled_ranks(t$scores, t$higher_is_better, tie_tol), "standard")
  list(
    test = "p-values", adjust = method, control = control, convention = "standard",
    pvalues = pvalues, critical_difference = NULL,
    # The other notes on p-values and on Friedman's test do not apply to given numbers; p-values
    # given without a correction may be adjusted already.
    notes = correction_noted(
      c(
        notes_but(
          about_table, c("degenerate", "few-datasets", "two-classifiers", "pairwise-complete")
        ),
        "direction-by-mean-ranks", if (any(raw < p_floor)) "floor"
      ),
      method, method != "none" && ncol(t$scores) > 2L
    )
  )
}

# The k x k matrix in which only pairs with the control are hypotheses, with the given `pvalues`.
against_control <- function(t, control, pvalues) {
  matrix <- array(1, rep(length(t$classifiers), 2L), list(t$classifiers, t$classifiers))
  others <- setdiff(t$classifiers, control)
  matrix[others, control] <- matrix[control, others] <- pvalues
  matrix
}

# Checks a matrix of p-values of all pairs; returns it in table order, with diagonal 1.
given_pvalues <- function(t, given) {
  classifiers <- t$classifiers
  for (found in list(rownames(given), colnames(given))) {
    if (length(found) != length(classifiers) || !setequal(found, classifiers)) {
      stop_other_names(classifiers, found)
    }
  }
  if (!is.numeric(given)) {
    stop_argument("`test` must hold numbers", expected = "p-values", found = "another type")
  }
  pvalues <- given[classifiers, classifiers]
  diag(pvalues) <- 1
  refuse_pvalue(pvalues, is.na(pvalues) | pvalues < 0 | pvalues > 1, "p-values in [0, 1]")
  refuse_pvalue(
    pvalues, abs(pvalues - t(pvalues)) > 1e-9, "the same p-value in both directions of a pair"
  )
  pmax(pvalues, t(pvalues))
}

stop_other_names <- function(classifiers, found) {
  missing <- setdiff(classifiers, found)
  strange <- setdiff(found, classifiers)
  parts <- c(
    if (length(missing) > 0L) paste0("missing: ", toString(missing)),
    if (length(strange) > 0L) paste0("not in the table: ", toString(strange))
  )
  what <- if (length(parts) > 0L) paste(parts, collapse = "; ") else "a name occurs twice"
  stop_argument(
    paste0(
      "`test` must have the methods of the table as rows and as columns, once each; ", what
    ),
    expected = toString(classifiers), found = toString(found)
  )
}

refuse_pvalue <- function(pvalues, bad, expected) {
  if (!any(bad)) {
    return(invisible())
  }
  cell <- which(t(bad), arr.ind = TRUE)[1L, 2:1] # the first, row by row
  value <- pvalues[cell[[1L]], cell[[2L]]]
  shown <- if (is.na(value)) "no number" else format(value, digits = 15L)
  if (startsWith(expected, "the same")) {
    other <- format(pvalues[cell[[2L]], cell[[1L]]], digits = 15L)
    shown <- paste0(shown, ", the other way round ", other)
  }
  stop_argument(
    paste0(
      "`test` must hold ", expected, "; row '", rownames(pvalues)[[cell[[1L]]]], "', column '",
      colnames(pvalues)[[cell[[2L]]]], "' has ", shown
    ),
    expected = expected, found = shown
  )
}

# A test or matrix as the Python side sends it: plain lists and matrices without names.
is_sent <- function(test) {
  is.list(test) && !is.object(test) && !is.null(test$pvalues) && !is.null(test$names)
}

received <- function(sent) {
  if (is.null(sent$rows)) {
    return(structure(sent$pvalues, dimnames = list(sent$names, sent$names)))
  }
  for (field in c("pvalues", "pvalues_raw", "directions", "verdicts")) {
    dimnames(sent[[field]]) <- list(sent$rows, sent$columns)
  }
  sent$mean_ranks <- stats::setNames(sent$mean_ranks, sent$names)
  sent$notes <- as.character(unlist(sent$notes))
  new_result("pb_pairs", sent)
}

# ---- Bonferroni-Dunn ----

dunn_verdicts <- function(t, alpha, control, tie_tol) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  pvalues <- dunn_pvalues(doubled, control)
  omnibus <- friedman_reference(doubled)$pvalue
  exchanged <- permuted("siegel", "auto", "standard", doubled)
  doubts <- table_notes(t, doubled, "standard")
  verdict <- function(ranks) {
    means <- mean_ranks(ranks)
    pvalues <- dunn_pvalues(ranks, control)
    sign(means[names(pvalues)] - means[[control]]) * (pvalues <= alpha)
  }
  list(
    test = "bonferroni-dunn", adjust = "bonferroni", control = control, convention = "standard",
    pvalues = against_control(t, control, pvalues),
    critical_difference = if (!exchanged) dunn_distance(nrow(doubled), ncol(doubled), alpha),
    notes = correction_noted(
      c(
        if (exchanged) notes_but(doubts, "few-datasets") else doubts,
        if (any(pvalues < p_floor)) "floor",
        if (near_ties_decide(t, tie_tol, verdict)) "near-ties",
        if (omnibus > alpha) "omnibus-not-significant"
      ),
      "bonferroni", ncol(doubled) > 2L, if (exchanged) "" else "bonferroni-dunn"
    )
  )
}

# p-values of the others against the control, in table order.
dunn_pvalues <- function(doubled, control) {
  ranks <- mean_ranks(doubled)
  if (permuted("siegel", "auto", "standard", doubled)) {
    p <- exchange_pairs(doubled)$pvalues[names(ranks) != control, control]
    return(stats::setNames(pmin(1, p * (length(ranks) - 1)), setdiff(names(ranks), control)))
  }
  gaps <- abs(ranks[names(ranks) != control] - ranks[[control]])
  z <- gaps / dunn_scale(nrow(doubled), ncol(doubled))
  stats::p.adjust(2 * stats::pnorm(z, lower.tail = FALSE), "bonferroni")
}

# The difference of mean ranks from which a method differs from the control at `alpha`.
dunn_distance <- function(n, k, alpha) {
  stats::qnorm(alpha / (2 * (k - 1)), lower.tail = FALSE) * dunn_scale(n, k)
}

# The standard error of a difference of two mean ranks.
dunn_scale <- function(n, k) {
  sqrt(k * (k + 1) / (6 * n))
}
