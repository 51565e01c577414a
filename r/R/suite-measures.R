# Measures of one fold, the same numbers as in Python: pybench/suite/running/measures.py.

# Measure -> whether higher is better, in the order of the files.
suite_measures <- c(
  accuracy = TRUE, balanced_accuracy = TRUE, f1 = TRUE, f1_weighted = TRUE, kappa = TRUE,
  mcc = TRUE, auroc = TRUE, nll = FALSE, brier = FALSE
)

# A list of every measure; NULL if it is not defined. `truth` and `said` count classes from 1,
# `shares` is a matrix rows x classes or NULL.
measures_of <- function(truth, said, shares, n_classes) {
  counts <- matrix(as.double(tabulate((said - 1) * n_classes + truth, n_classes^2)), n_classes)
  rows <- rowSums(counts)
  columns <- colSums(counts)
  n <- sum(counts)
  there <- rows > 0
  both <- rows + columns
  f1 <- 2 * diag(counts) / ifelse(both > 0, both, 1)
  found <- list(
    accuracy = sum(diag(counts)) / n,
    balanced_accuracy = exact_mean((diag(counts) / rows)[there]),
    f1 = exact_mean(f1[both > 0]),
    f1_weighted = exact_sum(f1 * rows) / n,
    kappa = measure_kappa(counts, rows, columns, n),
    mcc = measure_mcc(counts, rows, columns, n)
  )
  c(found, if (is.null(shares)) {
    list(auroc = NULL, nll = NULL, brier = NULL)
  } else {
    measures_of_shares(truth, shares, rows)
  })
}

measure_kappa <- function(counts, rows, columns, n) {
  chance <- sum(rows * columns) / n^2
  if (chance == 1) NULL else (sum(diag(counts)) / n - chance) / (1 - chance)
}

measure_mcc <- function(counts, rows, columns, n) {
  spread <- (n^2 - sum(rows^2)) * (n^2 - sum(columns^2))
  if (spread == 0) 0 else (sum(diag(counts)) * n - sum(rows * columns)) / sqrt(spread)
}

measures_of_shares <- function(truth, shares, rows) {
  n <- length(truth)
  chosen <- shares[cbind(seq_len(n), truth)]
  distances <- as.vector(rowSums(shares^2)) - 2 * chosen + 1
  list(
    auroc = measure_auroc(truth, shares, rows),
    nll = exact_sum(-log(pmin(pmax(chosen, .Machine$double.eps), 1))) / n + 0,
    brier = exact_sum(distances) / n
  )
}

# The area under the curve of each class against the rest, averaged with the rows of the class as
# weights.
measure_auroc <- function(truth, shares, rows) {
  n <- length(truth)
  classes <- which(rows > 0 & rows < n)
  if (length(classes) == 0L) {
    return(NULL)
  }
  areas <- vapply(classes, function(class) {
    own <- rows[[class]]
    ranks <- rank(shares[, class])[truth == class]
    (exact_sum(ranks) - own * (own + 1) / 2) / (own * (n - own))
  }, 0)
  exact_sum(rows[classes] * areas) / exact_sum(rows[classes])
}

# Sums rounded once, as in Python's math.fsum.
exact_sum <- function(x) {
  .Call(C_pb_exact_row_sums, as.double(x), length(x))
}

exact_mean <- function(x) {
  exact_sum(x) / length(x)
}
