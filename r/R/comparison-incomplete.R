# Missing scores: the datasets on which both methods of a pair have a score.

# How many datasets have scores of both methods, k x k, named.
common_counts <- function(scores) {
  counts <- crossprod(!is.na(scores))
  storage.mode(counts) <- "integer"
  counts
}

# Whether Durbin's test applies: all datasets have equally many scores, and all pairs of methods
# share equally many datasets.
is_balanced <- function(scores) {
  shared <- common_counts(scores)
  shared <- shared[upper.tri(shared)]
  length(unique(rowSums(!is.na(scores)))) == 1L && length(unique(shared)) == 1L && shared[[1L]] > 0L
}

# Computes something for pairs with equally many differences at a time. `gaps` is N x pairs, NA
# where a score is missing; `work(part, at)` takes an n x p matrix without NA, whose columns are the
# pairs `at`, and returns a list of vectors with p elements, or of lists of such vectors. Returns
# the same for all pairs.
by_size <- function(gaps, work) {
  sizes <- colSums(!is.na(gaps))
  if (all(sizes == nrow(gaps))) {
    return(work(gaps, seq_along(sizes)))
  }
  places <- unname(split(seq_along(sizes), sizes))
  parts <- lapply(places, function(at) {
    part <- gaps[, at, drop = FALSE]
    work(matrix(part[!is.na(part)], ncol = length(at)), at)
  })
  joined(parts, order(unlist(places)))
}

joined <- function(parts, order) {
  if (!is.list(parts[[1L]])) {
    return(unlist(parts)[order])
  }
  names <- names(parts[[1L]])
  stats::setNames(lapply(names, function(name) joined(lapply(parts, `[[`, name), order)), names)
}

# The numbers of datasets of the pairs, or NULL if no score is missing.
n_common <- function(t) {
  if (anyNA(t$scores)) common_counts(t$scores)
}

# How many scores are missing, from the numbers of datasets of all pairs of methods.
n_missing <- function(n, common) {
  sum(n - diag(common))
}

# Those of different methods.
of_pairs <- function(common) {
  common[outer(rownames(common), colnames(common), "!=")]
}

# The smallest and the largest number, as text.
spread_text <- function(common) {
  paste(unique(range(of_pairs(common))), collapse = " to ")
}

# The number of datasets, and those of the pairs if scores are missing, as text.
datasets_text <- function(n, common, all = counted(n, "dataset")) {
  if (is.null(common)) all else sprintf("%s (%s per pair)", all, spread_text(common))
}

# The largest number of datasets of a pair.
most_common <- function(n, common) {
  if (is.null(common)) n else max(of_pairs(common))
}

# A table of some methods, and of the datasets on which one of them has a score.
only_methods <- function(t, classifiers) {
  t[rowSums(!is.na(t$scores[, classifiers, drop = FALSE])) > 0, classifiers]
}
