# The positions of datasets: an embedding, standardised, and the quantities that strategies use.

selection_metrics <- c("cosine", "euclidean")
# Relative size of rounding noise: values that differ by less count as equal.
selection_noise <- 1e-9
# Columns that vary by less than this, relative to their largest value, are constant.
constant_share <- 1e-12
# Numbers of at most 1 minus their mean are set to 0 if they are below this.
rounded_size <- 1e-15
# Sizes of numbers whose inner products, and products of two of these, neither overflow nor vanish.
squared_sizes <- c(1e-70, 1e70)
# Points are equal if their squared distance, relative to the squared lengths, is below this.
same_share <- 1e-12
# Relative to the largest number; its square is the tolerance for equality.
least_apart <- 1e-6

# Checks an embedding and sorts its rows by name, so that the order of rows decides no tie. With
# `datasets`, these rows are taken, and all of them are required.
selection_space <- function(embedding, standardize, missing, datasets = NULL) {
  values <- named_embedding(embedding)
  if (!is.null(datasets)) {
    values <- values[require_embedded(rownames(values), datasets), , drop = FALSE]
  }
  values <- values[order(enc2utf8(rownames(values)), method = "radix"), , drop = FALSE]
  absent <- colSums(is.na(values)) > 0
  columns <- colnames(values)
  if (any(absent) && missing == "error") {
    column <- which(absent)[[1L]]
    stop_argument(
      sprintf(
        "`embedding` has missing values in %s, the first for dataset %s",
        counted(sum(absent), "column"), shown(rownames(values)[is.na(values[, column])][[1L]])
      ),
      column = columns[[column]],
      expected = "a number in every cell", found = "a missing value",
      hint = "Leave such columns out with missing=\"drop\"."
    )
  }
  if (all(absent)) {
    stop_argument(
      "every column of `embedding` has missing values",
      expected = "at least one complete column",
      found = paste(counted(length(columns), "column"), "with missing values")
    )
  }
  values <- values[, !absent, drop = FALSE]
  if (standardize == "none") {
    require_squares(values)
  }
  list(
    datasets = rownames(values), columns = columns[!absent], values = values,
    standardize = standardize, dropped = columns[absent],
    past = inherits(embedding, "pb_results_table") # the columns are mean ranks
  )
}

# Mean ranks of the models on each dataset of a results table, a matrix with names.
mean_rank_rows <- function(t) {
  require_comparable(t)
  results <- ranked_results(t)
  ranks <- results$sums / (2 * results$repeats)
  dimnames(ranks) <- list(results$datasets, t$classifiers)
  ranks
}

# How each embedding is standardised, from one way or a named vector or list of ways; embeddings
# without a name there have "all".
each_standardized <- function(given, embeddings) {
  ways <- c("all", "pool", "none")
  if (is.null(names(given))) {
    way <- check_choice("standardize", given, ways)
    return(rep(way, length(embeddings)))
  }
  for (name in names(given)) {
    check_choice("standardize", name, embeddings)
    check_choice("standardize", given[[name]], ways)
  }
  ifelse(embeddings %in% names(given), unlist(given)[embeddings], "all")
}

# Refuses numbers whose inner products would be infinite, all 0, or all equal.
require_squares <- function(values) {
  size <- max(abs(values))
  if (size > 0 && (size < squared_sizes[[1L]] || size > squared_sizes[[2L]])) {
    stop_argument(
      sprintf(
        "`embedding` has numbers up to %.3g, whose products are beyond double precision",
        size
      ),
      expected = sprintf(
        "numbers whose largest size is 0, or from %g to %g",
        squared_sizes[[1L]], squared_sizes[[2L]]
      ),
      found = sprintf("%.3g", size),
      hint = "Standardise the columns, or give them in another unit."
    )
  }
  apart <- max(abs(sweep(values, 2L, values[1L, ])))
  if (apart > 0 && apart < size * least_apart) {
    stop_argument(
      sprintf(
        paste(
          "`embedding` has numbers up to %.3g that differ by %.3g at most, a difference that",
          "rounding removes from their products"
        ),
        size, apart
      ),
      expected = sprintf(
        "datasets that are equal, or differ by at least %g of the largest size", least_apart
      ),
      found = sprintf("%.3g of it", apart / size),
      hint = "Standardise the columns, or subtract their means."
    )
  }
}

# An embedding as a numeric matrix whose rows are named: a matrix, a data frame named by its rows or
# by a column `dataset`, or the mean ranks of a results table.
named_embedding <- function(embedding) {
  if (inherits(embedding, "pb_results_table")) {
    return(mean_rank_rows(embedding))
  }
  if (is.data.frame(embedding)) {
    embedding <- frame_embedding(embedding)
  }
  if (!is.matrix(embedding) || !holds_numbers(embedding)) {
    found <- describe_value(embedding)
    stop_argument(
      paste("`embedding` must be a table of numbers with a row per dataset, not", found),
      expected = "a data frame or matrix named by dataset", found = found,
      hint = "Make one: pb_dataset_embedding(features)."
    )
  }
  if (!is.null(rownames(embedding))) {
    rownames(embedding) <- utf8_text(rownames(embedding))
  }
  check_embedding_names(embedding)
  names <- rownames(embedding)
  if (any(is.infinite(embedding))) {
    place <- which(is.infinite(embedding), arr.ind = TRUE)[1L, ]
    stop_argument(
      paste("`embedding` is infinite for dataset", shown(names[[place[[1L]]]])),
      column = if (is.null(colnames(embedding))) {
        sprintf("%d", place[[2L]])
      } else {
        colnames(embedding)[[place[[2L]]]]
      },
      expected = "finite numbers", found = "inf"
    )
  }
  storage.mode(embedding) <- "double"
  if (is.null(colnames(embedding))) {
    colnames(embedding) <- as.character(seq_len(ncol(embedding)))
  }
  embedding
}

# A data frame of numbers as a matrix.
frame_embedding <- function(embedding) {
  names <- own_row_names(embedding)
  rows <- nrow(embedding)
  if ("dataset" %in% names(embedding)) {
    names <- as.character(embedding[["dataset"]])
    embedding[["dataset"]] <- NULL
  }
  numeric <- vapply(embedding, function(column) {
    holds_numbers(column) && length(column) == rows
  }, TRUE)
  if (!all(numeric)) {
    column <- names(embedding)[!numeric][[1L]]
    stop_argument(
      paste("`embedding` must hold numbers, not", describe_value(embedding[[column]])),
      column = column, expected = "numbers", found = class(embedding[[column]])[[1L]],
      hint = "Leave the column out, or encode it as numbers: model.matrix()."
    )
  }
  matrix(
    as.double(unlist(embedding, use.names = FALSE)),
    nrow = rows, ncol = length(embedding), dimnames = list(names, names(embedding))
  )
}

# Refuses rows without names of datasets: positions match no names.
require_row_names <- function(names) {
  if (is.null(names) || anyNA(names)) {
    found <- if (is.null(names)) "rows without names" else "a missing name"
    stop_argument(
      paste("`embedding` must name the dataset of each row, but has", found),
      expected = "rows named by dataset, or a column `dataset`", found = found,
      hint = "Set the row names, or add the column."
    )
  }
}

check_embedding_names <- function(embedding) {
  names <- rownames(embedding)
  require_row_names(names)
  twice <- names[duplicated(names)]
  if (nrow(embedding) < 2L || ncol(embedding) < 1L || length(twice) > 0L) {
    found <- if (length(twice) > 0L) {
      paste(shown(twice[[1L]]), "twice")
    } else {
      sprintf("%d x %d", nrow(embedding), ncol(embedding))
    }
    stop_argument(
      paste(
        "`embedding` must have at least two datasets, of different names, and at least one column,",
        "not", found
      ),
      expected = "two rows or more of different names, and one column or more", found = found
    )
  }
}

require_embedded <- function(names, datasets) {
  absent <- sort(setdiff(datasets, names), method = "radix")
  if (length(absent) > 0L) {
    stop_argument(
      sprintf(
        "an embedding lacks %s of the table; the first is %s",
        counted(length(absent), "dataset"), shown(absent[[1L]])
      ),
      expected = "every dataset of the table", found = paste(length(absent), "missing"),
      hint = "Use the datasets that both have."
    )
  }
  datasets
}

# Each column with mean 0 and variance 1 (divisor n); a constant column becomes 0.
standardized_columns <- function(values) {
  scaled <- scaled_to_one(values)
  constant <- is_constant(scaled)
  centred <- sweep(scaled, 2L, colMeans(scaled))
  centred <- sweep(centred, 2L, colMeans(centred)) # the mean of a column far from 0 is rounded
  centred[abs(centred) <= rounded_size] <- 0 # a dataset at the mean has no direction
  spread <- sqrt(colMeans(centred^2))
  result <- sweep(centred, 2L, ifelse(constant, 1, spread), "/")
  result[, constant] <- 0
  result
}

# Squares of huge values overflow.
scaled_to_one <- function(values) {
  size <- apply(abs(values), 2L, max)
  sweep(values, 2L, ifelse(size > 0, size, 1), "/")
}

is_constant <- function(scaled) {
  apply(scaled, 2L, max) - apply(scaled, 2L, min) <= constant_share
}

# Standardised coordinates of all datasets, or of the rows of a pool.
space_coordinates <- function(space, rows = seq_along(space$datasets)) {
  switch(space$standardize,
    none = space$values[rows, , drop = FALSE],
    pool = standardized_columns(space$values[rows, , drop = FALSE]),
    all = standardized_columns(space$values)[rows, , drop = FALSE]
  )
}

# Distances from inner products: 1 - cosine, with a vector of length 0 at 1 from every other, or the
# length of the difference; exactly 0 if points are equal up to rounding.
selection_distances <- function(gram, metric) {
  squares <- diag(gram)
  if (metric == "cosine") {
    products <- outer(sqrt(squares), sqrt(squares))
    apart <- 1 - gram / ifelse(products == 0, 1, products)
    apart[apart <= same_share] <- 0
    apart[products == 0] <- 1
  } else {
    sums <- outer(squares, squares, "+")
    apart <- sums - 2 * gram
    apart[apart <= same_share * sums] <- 0
    apart <- sqrt(apart)
  }
  diag(apart) <- 0
  apart
}

# The place of the largest value; values within noise of it count as equal, and the first wins.
first_best <- function(values, scale, noise = selection_noise) {
  which(values >= max(values) - noise * scale)[[1L]]
}

# The least scale of first_best() for distances: cosines are rounded as 1 is.
least_scale <- function(metric) {
  if (metric == "cosine") same_share / selection_noise else 0
}

# The notes that apply to an embedding.
space_notes <- function(space) {
  gram <- tcrossprod(space_coordinates(space))
  apart <- selection_distances(gram, "euclidean")
  diag(apart) <- Inf
  c(
    if (any(is_constant(scaled_to_one(space$values)))) "constant-features",
    if (length(space$dropped) > 0L) "incomplete-features",
    if (any(diag(gram) == 0)) "zero-vectors",
    if (any(apart == 0)) "equal-datasets",
    if (space$past) "past-results"
  )
}
