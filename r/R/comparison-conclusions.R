# The conclusions of a comparison in sentences, the same ones in Python and in R. The wording is in
# inst/shared/sentences.csv; tests/golden/sentences/README.md says when a sentence appears.

# A sentence names at most this many pairs.
shown_pairs <- 5L

# A posterior probability above this is no longer "undecided".
posterior_level <- 0.95

# A verdict that changes in a larger share of resamples is counted as unstable.
often <- 0.05

# The sentences of the parts of a comparison. `best_scores` are the methods with the best mean
# score.
conclusions <- function(parts, best_scores) {
  omnibus <- if (is.null(parts$omnibus)) parts$friedman else parts$omnibus
  if ("degenerate" %in% omnibus$notes) {
    return(say("degenerate", k = omnibus$n_classifiers))
  }
  several <- if (test_kind(pair_tests(parts)) == "sign") say("several_metrics")
  if (!is.null(parts$omnibus)) {
    return(c(several, conclusions_incomplete(parts)))
  }
  diagram <- parts$critical_difference
  ranks <- diagram$mean_ranks
  best <- diagram$classifiers[ranks == ranks[[1L]]]
  ranked <- list(
    test = "Nemenyi's test", Test = "Nemenyi's test",
    verdicts = parts$nemenyi$verdicts[diagram$classifiers, diagram$classifiers],
    least = parts$nemenyi$least_pvalue, ties = said_of_ties(parts$nemenyi),
    found = if (is.null(diagram$critical_difference)) { # p is then by permutation
      paste("exact p", format_p(parts$nemenyi$pvalues[[1L, 2L]]))
    } else {
      sprintf("critical difference %.2f", diagram$critical_difference)
    }
  )
  signed <- signed_rank_answer(pair_tests(parts), diagram$classifiers)
  alpha <- diagram$alpha
  c(
    several,
    say_omnibus(parts$friedman, parts$iman_davenport, alpha),
    say_best(best, sprintf("%.2f", ranks[[1L]]), best_scores),
    say_verdicts(ranked, best, alpha, diagram$n_datasets),
    say_verdicts(signed, best, alpha, diagram$n_datasets),
    say_differences(ranked, signed, alpha),
    if (!is.null(parts$bayesian)) say_bayes(parts$bayesian, diagram$classifiers),
    if (!is.null(parts$within)) say_within(parts$within),
    if (!is.null(parts$stability)) say_stability(parts$stability),
    if (any(one_a_pair(ranked) == 0L | one_a_pair(signed) == 0L)) {
      say("not_equal", datasets = diagram$n_datasets)
    },
    if (parts$friedman$pvalue > alpha && any(ranked$verdicts != 0L)) say("omnibus_against"),
    if (diagram$convention != "standard") say("convention", convention = diagram$convention)
  )
}

# The conclusions if scores are missing: no test that needs every score was done, and means of
# scores are over other datasets for each method.
conclusions_incomplete <- function(parts) {
  test <- pair_tests(parts)
  diagram <- pair_diagram(parts)
  best <- diagram$classifiers[diagram$mean_ranks == diagram$mean_ranks[[1L]]]
  signed <- signed_rank_answer(test, diagram$classifiers)
  common <- spread_text(test$n_common)
  c(
    say(
      "incomplete",
      missing = n_missing(test$n_datasets, test$n_common),
      scores = test$n_datasets * test$n_classifiers, omnibus = omnibus_name(parts$omnibus),
      common = common, datasets = test$n_datasets, signed = test_kind(test)
    ),
    say_omnibus(parts$omnibus, NULL, diagram$alpha),
    say_best_of_gaps(best, diagram, common == parts$omnibus$n_datasets),
    say_verdicts(signed, best, diagram$alpha, common),
    say_against(diagram, test_kind(test)),
    if (!is.null(parts$bayesian)) say_bayes(parts$bayesian, diagram$classifiers),
    if (!is.null(parts$within)) say_within(parts$within),
    if (any(one_a_pair(signed) == 0L)) say("not_equal", datasets = common)
  )
}

# The name of a test of all methods, as "the ... test".
omnibus_name <- function(test) {
  if (inherits(test, "pb_friedman")) {
    return("Friedman")
  }
  c(skillings_mack = "Skillings-Mack", durbin = "Durbin")[[test$test]]
}

# The conclusions of a comparison, or of another result, with the user's word for what is compared.
# A comparison holds them with the word "method", the same in every language and session.
conclusions_told <- function(x) {
  if (noun() == "method" || !inherits(x, "pb_comparison")) {
    return(x$conclusions)
  }
  conclusions(x, if (is.null(x$omnibus)) best_by_mean(x$table))
}

# The kind of the tests of pairs of a comparison, as "signed-rank" or "sign" tests.
test_kind <- function(test) {
  if (test$test == "sign_test") "sign" else "signed-rank"
}

signed_rank_answer <- function(wilcoxon, order) {
  two <- length(order) == 2L
  kind <- test_kind(wilcoxon)
  name <- paste0("he ", kind, " test", if (!two) "s with Holm's correction")
  list(
    kind = kind,
    test = paste0("t", name), Test = paste0("T", name),
    verdicts = wilcoxon$verdicts[order, order], least = wilcoxon$least_pvalue,
    ties = said_of_ties(wilcoxon),
    found = paste(c(
      if (two) paste("p", format_p(wilcoxon$pvalues[[1L, 2L]])),
      if (!is.null(wilcoxon$n_common)) {
        paste0(spread_text(wilcoxon$n_common), " datasets", if (!two) " per pair")
      }
    ), collapse = ", ")
  )
}

said_of_ties <- function(test) {
  if (noted_ties(test$notes)) " with ties like these" else ""
}

# The verdict of a test on each pair once, better mean rank first: row by row.
one_a_pair <- function(answer) {
  t(answer$verdicts)[lower.tri(answer$verdicts)]
}

# `iman_davenport` is NULL if scores are missing.
say_omnibus <- function(friedman, iman_davenport, alpha) {
  found <- friedman$pvalue <= alpha
  key <- if (friedman$least_pvalue > alpha) {
    "omnibus_unable"
  } else if (!found) {
    "omnibus_same"
  } else if (friedman$n_classifiers == 2L) {
    "omnibus_two_differ"
  } else {
    "omnibus_differ"
  }
  level <- sprintf("%.4g", alpha)
  c(
    say(
      key,
      omnibus = omnibus_name(friedman), k = friedman$n_classifiers, alpha = level,
      datasets = friedman$n_datasets,
      ties = said_of_ties(friedman),
      least = sprintf("%.4g", friedman$least_pvalue), found = omnibus_found("chi-square", friedman)
    ),
    if (!is.null(iman_davenport) && (iman_davenport$pvalue <= alpha) != found) {
      say(
        if (found) "other_same" else "other_differ",
        alpha = level, found = omnibus_found("F", iman_davenport)
      )
    }
  )
}

omnibus_found <- function(name, test) {
  source <- if (test$reference == "limit") {
    paste("df =", paste(sprintf("%.0f", test$df), collapse = " and "))
  } else {
    test$reference
  }
  sprintf("%s = %.4g, %s, p %s", name, test$statistic, source, format_p(test$pvalue))
}

say_best <- function(best, rank, best_scores) {
  names <- toString(best)
  c(
    say(if (length(best) == 1L) "best_one" else "best_several", names = names, rank = rank),
    if (!any(best_scores %in% best)) {
      say("mean_best", names = toString(best_scores), others = names)
    }
  )
}

# The best mean rank if scores are missing; `alike`: every ranked dataset has every score.
say_best_of_gaps <- function(best, diagram, alike) {
  rank <- sprintf("%.2f", diagram$mean_ranks[[1L]])
  if (alike) {
    return(say_best(best, rank, best))
  }
  say(
    if (length(best) == 1L) "best_one_gaps" else "best_several_gaps",
    names = toString(best), rank = rank, k = length(diagram$classifiers)
  )
}

# The pairs of which the significantly better method has no better mean rank.
say_against <- function(diagram, kind) {
  if (length(diagram$against) > 0L) {
    named <- vapply(diagram$against, paste, "", collapse = " better than ")
    level <- sprintf("%.4g", diagram$alpha)
    say("against_gaps", alpha = level, names = listed(named), signed = kind)
  }
}

# How many pairs differ by a test, and which methods are not significantly worse than the best.
say_verdicts <- function(answer, best, alpha, datasets) {
  names <- rownames(answer$verdicts)
  differing <- sum(answer$verdicts > 0L)
  two <- length(names) == 2L
  unable <- answer$least > alpha
  order <- if (answer$verdicts[1L, 2L] > 0L) names else rev(names)
  said <- function(key, ...) {
    say(
      key,
      test = answer$test, Test = answer$Test, alpha = sprintf("%.4g", alpha), datasets = datasets,
      ties = answer$ties,
      pairs = choose(length(names), 2), differing = differing,
      least = sprintf("%.4g", answer$least), better = order[[1L]], worse = order[[2L]],
      found = if (two || answer$found == "") answer$found else sprintf(" (%s)", answer$found), ...
    )
  }
  others <- setdiff(names, best)
  c(
    said(if (two) kind_of_two(differing, unable) else kind_of_pairs(differing, unable)),
    if (!two && differing > 0L && length(others) > 0L) {
      worse <- apply(answer$verdicts[best, others, drop = FALSE] > 0L, 2L, all)
      key <- if (all(worse)) "none" else if (any(worse)) "some" else "all"
      said(
        paste0("beside_", key),
        best = paste0(if (length(best) > 1L) "each of ", toString(best)),
        names = toString(others[!worse])
      )
    }
  )
}

kind_of_two <- function(differing, unable) {
  if (differing > 0L) "two_better" else if (unable) "two_unable" else "two_same"
}

kind_of_pairs <- function(differing, unable) {
  if (differing > 0L) {
    if (differing == 1L) "pairs_one" else "pairs_many"
  } else {
    if (unable) "pairs_unable" else "pairs_none"
  }
}

# The pairs on which the two tests find opposite directions, or one finds nothing. A test that
# cannot reject at all is reported elsewhere and disagrees with nothing.
say_differences <- function(ranked, signed, alpha) {
  names <- rownames(ranked$verdicts)
  cells <- which(upper.tri(ranked$verdicts), arr.ind = TRUE)
  cells <- cells[order(cells[, 1L], cells[, 2L]), , drop = FALSE]
  ours <- ranked$verdicts[cells]
  theirs <- signed$verdicts[cells]
  named <- function(verdicts, chosen) {
    first <- names[ifelse(verdicts > 0L, cells[, 1L], cells[, 2L])]
    second <- names[ifelse(verdicts > 0L, cells[, 2L], cells[, 1L])]
    paste(first, "better than", second)[chosen]
  }
  opposite <- named(ours, ours * theirs < 0L)
  only_ranked <- named(ours, ours != 0L & theirs == 0L)
  only_signed <- named(theirs, ours == 0L & theirs != 0L)
  level <- sprintf("%.4g", alpha)
  several <- length(names) > 2L
  c(
    if (length(opposite) > 0L) {
      key <- if (length(opposite) == 1L) "opposite_one" else "opposite_many"
      say(key, count = length(opposite), names = listed(opposite), signed = signed$kind)
    },
    if (several && length(only_ranked) > 0L && signed$least <= alpha) {
      say("nemenyi_only", alpha = level, names = listed(only_ranked))
    },
    if (several && length(only_signed) > 0L && ranked$least <= alpha) {
      say("signed_only", alpha = level, names = listed(only_signed), signed = signed$kind)
    }
  )
}

listed <- function(pairs) {
  hidden <- length(pairs) - shown_pairs
  more <- if (hidden > 0L) sprintf("and %d more", hidden)
  paste(c(utils::head(pairs, shown_pairs), more), collapse = "; ")
}

# On how many datasets a pair differs, the pairs that differ on most datasets first.
say_within <- function(within) {
  counts <- within_counts(within)
  told <- function(key, ...) {
    say(
      key,
      rho = sprintf("%.4g", within$rho), alpha = sprintf("%.4g", within$alpha),
      pairs = nrow(counts), ...
    )
  }
  if (nrow(counts) == 1L) {
    return(told(
      "within_two",
      first = counts$first, second = counts$second, ahead = counts$better, behind = counts$worse,
      open = counts$not_shown, datasets = counts$better + counts$worse + counts$not_shown
    ))
  }
  apart <- counts[counts$better > 0L, ]
  named <- paste0(
    sprintf("%s better than %s on %d", apart$first, apart$second, apart$better),
    ifelse(apart$worse > 0L, sprintf(", worse on %d", apart$worse), "")
  )
  told(
    if (length(named) > 0L) "within_many" else "within_none",
    datasets = length(within$datasets), differing = length(named), names = listed(named)
  )
}

say_stability <- function(stability) {
  kinds <- c("sets", "datasets", "resamples")
  changed <- lapply(stats::setNames(nm = kinds), function(over) {
    flip_shares(stability, over)[, "wilcoxon-holm"]
  })
  turned <- vapply(kinds, function(over) {
    reversal_shares(stability, over)[, "wilcoxon-holm"] > 0
  }, logical(length(stability$pairs)))
  count <- sum(rowSums(matrix(turned, ncol = length(kinds))) > 0)
  say(
    "stability",
    pairs = counted(length(stability$pairs), "pair"), sets = sum(changed$sets > 0),
    single = sum(changed$datasets > 0), resamples = sum(changed$resamples > often),
    reversed = if (count > 0L) count else "none"
  )
}

say_bayes <- function(bayesian, order) {
  cells <- upper.tri(bayesian$better)
  better <- bayesian$better[order, order][cells]
  equal <- bayesian$equal[order, order][cells]
  worse <- bayesian$worse[order, order][cells]
  rope <- sprintf("%.4g", bayesian$rope)
  test <- if (bayesian$test == "bayesian_hierarchical") {
    "hierarchical model of the repeats"
  } else {
    "signed-rank test"
  }
  if (length(order) == 2L) {
    return(say(
      "bayes_two",
      bayes = test, rope = rope, first = order[[1L]], second = order[[2L]],
      better = sprintf("%.3f", better), equal = sprintf("%.3f", equal),
      worse = sprintf("%.3f", worse)
    ))
  }
  one <- sum(pmax(better, worse) > posterior_level)
  alike <- sum(equal > posterior_level)
  say(
    "bayes_many",
    bayes = test, rope = rope, pairs = length(better), better = one, equal = alike,
    open = length(better) - one - alike
  )
}

# Fills the template of a sentence in one pass: braces in a value (a method's name) are kept.
say <- function(sentence, ...) {
  # Not format() on text: in the C locale it writes "<U+00C1>" for a letter of a name.
  values <- vapply(list(...), function(value) {
    if (is.character(value)) value else format(value, scientific = FALSE)
  }, "")
  rows <- read_shared("sentences.csv")
  template <- said(rows$text[rows$key == sentence])
  holes <- gregexpr("\\{[A-Za-z0-9_]+\\}", template)
  wanted <- gsub("[{}]", "", regmatches(template, holes)[[1L]])
  texts <- regmatches(template, holes, invert = TRUE)[[1L]]
  paste0(texts, c(values[wanted], ""), collapse = "")
}
