# What a comparison says in plain words; the same sentences in Python and in R.

# The wording, shared with Python through tests/golden/conclusions.json, which also says when each
# sentence is there.
conclusion_templates <- list(
  degenerate =
    "All {k} classifiers score the same on every dataset: there is nothing to tell apart.",
  omnibus_differ = paste(
    "The Friedman test finds that the {k} classifiers differ",
    "(chi-square = {statistic}, df = {df}, p {p})."
  ),
  omnibus_same = paste(
    "The Friedman test does not find that the {k} classifiers differ",
    "(chi-square = {statistic}, df = {df}, p {p})."
  ),
  other_differ = paste(
    "Iman and Davenport's F finds that they differ",
    "(F = {statistic}, df = {df1} and {df2}, p {p})."
  ),
  other_same = paste(
    "Iman and Davenport's F does not find that they differ",
    "(F = {statistic}, df = {df1} and {df2}, p {p})."
  ),
  best_one = "{name} is best by mean rank ({rank}).",
  best_several = "{names} share the best mean rank ({rank}).",
  beside_none = "Every other classifier differs from the best.",
  beside_some = "Not told apart from the best: {names}.",
  beside_all = "No other classifier is told apart from the best.",
  mean_best = "By mean score the best is {names}, not {others}.",
  two_differ = paste(
    "By Nemenyi's test the two differ at alpha = {alpha}",
    "(critical difference {critical_difference})."
  ),
  two_same = paste(
    "By Nemenyi's test the two are not told apart at alpha = {alpha}",
    "(critical difference {critical_difference})."
  ),
  pairs_none = paste(
    "By Nemenyi's test none of {pairs} pairs differs at alpha = {alpha}",
    "(critical difference {critical_difference})."
  ),
  pairs_one = paste(
    "By Nemenyi's test 1 of {pairs} pairs differs at alpha = {alpha}",
    "(critical difference {critical_difference})."
  ),
  pairs_many = paste(
    "By Nemenyi's test {differing} of {pairs} pairs differ at alpha = {alpha}",
    "(critical difference {critical_difference})."
  ),
  signed_two_differ = "By the Wilcoxon signed-rank test the two differ (p {p}).",
  signed_two_same = "By the Wilcoxon signed-rank test the two are not told apart (p {p}).",
  signed_none = paste(
    "By Wilcoxon signed-rank tests with Holm's correction none of {pairs} pairs differs."
  ),
  signed_one = paste(
    "By Wilcoxon signed-rank tests with Holm's correction 1 of {pairs} pairs differs."
  ),
  signed_many = paste(
    "By Wilcoxon signed-rank tests with Holm's correction {differing} of {pairs} pairs differ."
  ),
  disagree_one = "Nemenyi's test and the signed-rank tests disagree on 1 pair: {names}.",
  disagree_some = "Nemenyi's test and the signed-rank tests disagree on {count} pairs: {names}.",
  disagree_more = paste(
    "Nemenyi's test and the signed-rank tests disagree on {count} pairs:",
    "{names}; and {more} more."
  ),
  not_alike = paste(
    "Not told apart does not mean alike: a difference may go unseen on {datasets} datasets."
  ),
  unsupported = paste(
    "The Friedman test does not support a difference between pairs: do not quote it alone."
  ),
  convention =
    "These numbers follow the convention of {convention}, not the standard definition."
)

# So many pairs on which two tests disagree are named.
shown_pairs <- 5L

# What the tests say, one sentence an element. `best_scores` are the classifiers that have the best
# mean score.
conclusions <- function(friedman, iman_davenport, nemenyi, wilcoxon, best_scores) {
  if ("degenerate" %in% friedman$notes) {
    return(say("degenerate", k = friedman$n_classifiers))
  }
  c(
    say_omnibus(friedman, iman_davenport, nemenyi$alpha),
    say_best(nemenyi, best_scores),
    say_pairs(nemenyi),
    say_signed(nemenyi, wilcoxon),
    if (friedman$pvalue > nemenyi$alpha && any(significant_pairs(nemenyi))) say("unsupported"),
    if (nemenyi$convention != "standard") say("convention", convention = nemenyi$convention)
  )
}

say_omnibus <- function(friedman, iman_davenport, alpha) {
  verdict <- if (friedman$pvalue <= alpha) "differ" else "same"
  other <- if (iman_davenport$pvalue <= alpha) "differ" else "same"
  c(
    say(
      paste0("omnibus_", verdict),
      k = friedman$n_classifiers, statistic = sprintf("%.4g", friedman$statistic),
      df = friedman$df, p = format_p(friedman$pvalue)
    ),
    if (other != verdict) {
      say(
        paste0("other_", other),
        statistic = sprintf("%.4g", iman_davenport$statistic), df1 = iman_davenport$df[[1L]],
        df2 = iman_davenport$df[[2L]], p = format_p(iman_davenport$pvalue)
      )
    }
  )
}

# Who is best, and who is not told apart from the best.
say_best <- function(nemenyi, best_scores) {
  ranks <- nemenyi$mean_ranks
  ranks <- ranks[rank_order(ranks, names(ranks))]
  best <- names(ranks)[ranks == ranks[[1L]]]
  rank <- sprintf("%.2f", ranks[[1L]])
  first <- if (length(best) == 1L) {
    say("best_one", name = best, rank = rank)
  } else {
    say("best_several", names = toString(best), rank = rank)
  }
  c(
    first,
    say_beside(best, setdiff(names(ranks), best), nemenyi),
    if (!any(best_scores %in% best)) {
      say("mean_best", names = toString(best_scores), others = toString(best))
    }
  )
}

say_beside <- function(best, others, nemenyi) {
  if (nemenyi$n_classifiers == 2L || length(others) == 0L) {
    return(NULL)
  }
  beside <- others[!significant_pairs(nemenyi)[best[[1L]], others]]
  if (length(beside) == 0L) {
    say("beside_none")
  } else if (length(beside) == length(others)) {
    say("beside_all")
  } else {
    say("beside_some", names = toString(beside))
  }
}

say_pairs <- function(nemenyi) {
  pairs <- choose(nemenyi$n_classifiers, 2)
  differing <- sum(significant_pairs(nemenyi)) %/% 2L
  key <- if (pairs == 1) {
    if (differing == 1L) "two_differ" else "two_same"
  } else {
    paste0("pairs_", c("none", "one", "many")[[min(differing, 2L) + 1L]])
  }
  say(
    key,
    pairs = pairs, differing = differing, alpha = sprintf("%.4g", nemenyi$alpha),
    critical_difference = sprintf("%.2f", nemenyi$critical_difference)
  )
}

# What the signed-rank tests found, where they contradict Nemenyi's, what nobody found.
say_signed <- function(nemenyi, wilcoxon) {
  by_rank <- rank_order(nemenyi$mean_ranks, names(nemenyi$mean_ranks))
  ranked <- names(nemenyi$mean_ranks)[by_rank]
  cells <- tested_cells(wilcoxon$pvalues, "two-sided")
  signed <- (wilcoxon$pvalues[ranked, ranked] <= nemenyi$alpha)[cells]
  mean_rank <- significant_pairs(nemenyi)[ranked, ranked][cells]
  apart <- cells[signed != mean_rank, , drop = FALSE]
  c(
    if (length(signed) == 1L) {
      verdict <- if (signed) "signed_two_differ" else "signed_two_same"
      say(verdict, p = format_p(wilcoxon$pvalues[[1L, 2L]]))
    } else {
      amount <- c("none", "one", "many")[[min(sum(signed), 2L) + 1L]]
      say(paste0("signed_", amount), differing = sum(signed), pairs = length(signed))
    },
    say_disagreement(paste(ranked[apart[, 1L]], "and", ranked[apart[, 2L]])[seq_len(nrow(apart))]),
    if (!all(signed) || !all(mean_rank)) say("not_alike", datasets = nemenyi$n_datasets)
  )
}

say_disagreement <- function(pairs) {
  count <- length(pairs)
  shown <- paste(utils::head(pairs, shown_pairs), collapse = "; ")
  if (count == 1L) {
    say("disagree_one", names = shown)
  } else if (count > shown_pairs) {
    say("disagree_more", count = count, names = shown, more = count - shown_pairs)
  } else if (count > 1L) {
    say("disagree_some", count = count, names = shown)
  }
}

# Fills the template of a sentence in one pass: braces in a value (a classifier's name) stay.
say <- function(sentence, ...) {
  # Not format() of texts: in the C locale it writes "<U+00C1>" for a letter of a name.
  values <- vapply(list(...), function(value) {
    if (is.character(value)) value else format(value, scientific = FALSE)
  }, "")
  template <- conclusion_templates[[sentence]]
  holes <- gregexpr("\\{[a-z0-9_]+\\}", template)
  wanted <- gsub("[{}]", "", regmatches(template, holes)[[1L]])
  texts <- regmatches(template, holes, invert = TRUE)[[1L]]
  paste0(texts, c(values[wanted], ""), collapse = "")
}
