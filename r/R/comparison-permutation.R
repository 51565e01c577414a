# p-values by rearranging scores within datasets: for few datasets, and if all datasets agree.
#
# Two null hypotheses, two ways. If no method differs, every order of a whole row is equally likely:
# this is for tests of all methods. If two methods do not differ, only their two columns can be
# exchanged, whatever the others do: this is for tests of pairs.

references <- c("auto", "limit", "permutation")

# Number of tables that are drawn if there are too many to enumerate.
permutation_samples <- 19999
most_arrangements <- 1e6

check_reference <- function(reference, convention, t) {
  check_choice("reference", reference, references)
  n <- nrow(t$scores)
  if (reference == "permutation" && convention != "standard") {
    stop_argument(
      sprintf(
        "`reference` \"permutation\" requires `convention` \"standard\", not \"%s\"", convention
      ),
      expected = "\"auto\" or \"limit\"", found = "\"permutation\""
    )
  }
  if (reference == "permutation" && n > exact_signs) {
    stop_argument(
      sprintf(
        "`reference` \"permutation\" takes at most %d datasets; the table has %d", exact_signs, n
      ),
      expected = sprintf("at most %d", exact_signs), found = sprintf("%d", n),
      hint = "Use reference = \"limit\"."
    )
  }
  reference
}

# Whether p comes from rearranging: "auto" rearranges below the number of datasets in
# few-datasets.csv and where the statistic is infinite; conventions of other packages use their
# limit.
permuted <- function(test, reference, convention, scores, infinite = FALSE) {
  if (reference != "auto") {
    return(reference == "permutation")
  }
  convention == "standard" && (infinite || nrow(scores) < few_datasets(test, ncol(scores)))
}

# The number of datasets below which a test of k methods rearranges.
few_datasets <- function(test, k) {
  bounds <- read_shared("few-datasets.csv")
  bounds <- bounds[bounds$test == test & as.integer(bounds$classifiers) <= k, ]
  as.integer(bounds$below[nrow(bounds)])
}

# Places the spread of the column sums of `scores` (N x k, whole numbers) among those of tables with
# rearranged rows: all of N - 1 rows up to a million, or up to `reach` datasets; else tables are
# drawn, the same as in Python. The largest spread comes from rows in one common order, whose chance
# is known directly. A list of `pvalue`, `least` and `reference`.
rearrange_rows <- function(scores, reach = 0) {
  n <- nrow(scores)
  k <- ncol(scores)
  dimnames(scores) <- NULL
  ordered <- t(apply(scores, 1L, sort))
  ordered <- ordered[do.call(order, as.data.frame(ordered)), ] # neither order of the table counts
  observed <- sum(colSums(scores)^2)
  least <- same_order_chance(ordered)
  found <- function(pvalue, reference = "permutation") {
    list(pvalue = pvalue, least = least, reference = reference)
  }
  if (observed == sum(colSums(ordered)^2)) {
    found(least)
  } else if (n <= reach || factorial(k)^(n - 1) <= most_arrangements) {
    # Differences from the middle of a row, times k: each row sums to 0.
    found(rearranged_tail(k * ordered - rowSums(ordered), k^2 * observed - k * sum(scores)^2))
  } else {
    reached <- unlist(shuffled_sums(
      as.vector(t(ordered)), matrix(TRUE, k, n), permutation_samples, 0, "permutation",
      function(sums) sum(colSums(sums^2) >= observed)
    ))
    found((1 + sum(reached)) / (1 + permutation_samples), "simulation")
  }
}

# The chance that all rows have one common order. Of the k! orders of all rows together, those that
# exchange equal columns coincide; likewise within a row.
same_order_chance <- function(ordered) {
  columns <- apply(ordered, 2L, paste, collapse = " ")
  together <- log_orders(table(columns))
  within <- apply(ordered, 1L, function(row) log_orders(table(row)))
  if (ncol(ordered) > 170L) {
    return(exp(together - sum(within)))
  }
  # Rounded to whole numbers, so that powers of 2 are exact.
  round(exp(together)) * prod(1 / round(exp(within)))
}

# The logarithm of the number of orders of things, of which `counts` are alike.
log_orders <- function(counts) {
  lfactorial(sum(counts)) - sum(lfactorial(counts))
}

# A list of the results of `use` on the column sums of tables with shuffled rows, k x tables at a
# time. Uniforms go to cells method by method within dataset within table; none is used where
# `present` (k x N) says that a score is missing. The method with the smallest uniform gets the
# first of `ordered`: the values of the datasets, each in order, one after the other.
shuffled_sums <- function(ordered, present, samples, seed, name, use) {
  cells <- length(present)
  step <- max(1, uniforms_at_once %/% cells)
  lapply(seq(0, samples - 1, by = step), function(start) {
    size <- min(step, samples - start)
    drawn <- uniforms(seed, name, start * cells, size * cells)
    use(.Call(C_pb_shuffled_sums, drawn, present, as.double(ordered)))
  })
}

# p-values of all pairs by exchanging their two scores within datasets, k x k, and their smallest
# possible values. An exchange turns the sign of one difference: the difference of the column sums
# is distributed as a sum of signed weights, as for signed ranks; all other sums stay the same, and
# so does the sum of the two. In a pair the smaller column sum is the better one. A dataset is
# dropped where `present` (N x k) says that a score of the pair is missing.
exchange_pairs <- function(scores, alternative = "two-sided", present = NULL) {
  pairs <- all_pairs(ncol(scores))
  gaps <- scores[, pairs[, 2L], drop = FALSE] - scores[, pairs[, 1L], drop = FALSE]
  dimnames(gaps) <- NULL
  if (!is.null(present)) {
    gaps <- gaps * (present[, pairs[, 1L], drop = FALSE] & present[, pairs[, 2L], drop = FALSE])
  }
  ranks <- list(
    doubled = abs(gaps), plus = colSums(gaps * (gaps > 0)), minus = -colSums(gaps * (gaps < 0)),
    zeros = colSums(gaps == 0), sizes = rep(nrow(gaps), ncol(gaps)), split = FALSE
  )
  p <- signed_exact(ranks, alternative)
  pvalues <- least <- matrix(1, ncol(scores), ncol(scores))
  dimnames(pvalues) <- dimnames(least) <- list(colnames(scores), colnames(scores))
  pvalues[pairs] <- p$there
  pvalues[pairs[, 2:1, drop = FALSE]] <- p$back
  least[pairs] <- least[pairs[, 2:1, drop = FALSE]] <- least_signed(signs_of(ranks), alternative)
  list(pvalues = pvalues, least = least)
}

# The smallest p of this many fair signs: that of equal signs.
least_signed <- function(signed, alternative) {
  pmin(1, if (alternative == "two-sided") 2 * 0.5^signed else 0.5^signed)
}

# The result by the limit, a list of `statistics` and `pvalues`, or that by exchanging pairs.
exchanged <- function(test, limit, scores, reference, convention, alternative = "two-sided",
                      present = NULL) {
  infinite <- any(is.infinite(limit$statistics))
  if (!permuted(test, reference, convention, scores, infinite)) {
    return(c(limit, list(permuted = FALSE)))
  }
  c(limit["statistics"], exchange_pairs(scores, alternative, present), list(permuted = TRUE))
}

# The line of text that says that a test cannot reject, if it cannot.
unable <- function(least, alpha, n, notes) {
  if (least > alpha) {
    sprintf(
      "  With %s%s no p can be below %.4g: this test cannot reject at %g.",
      counted(n, "dataset"), if (noted_ties(notes)) " and ties like these" else "", least, alpha
    )
  }
}

# Whether scores tie, by the notes of a test: its smallest p is then that of tables with such ties.
noted_ties <- function(notes) {
  any(c("ties", "zero-differences") %in% notes)
}
