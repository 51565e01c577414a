# Measured qualities of a table, under OpenML's names where the definition is the same.

# A list of doubles. `columns`: numbers, factors and texts by name, the target among them;
# `classes`: whether a class that is declared in the file but has no rows counts ("declared"), or
# not ("occurring").
table_qualities <- function(columns, target, ignore = NULL, classes = "occurring") {
  rows <- length(columns[[1L]])
  others <- columns[names(columns) != target]
  features <- others[!names(others) %in% ignore]
  missing <- vapply(columns, is.na, logical(rows))
  missing <- matrix(missing, rows)
  goal <- columns[[target]]
  levels <- if (classes == "declared" && is.factor(goal)) levels(goal)
  found <- list(
    NumberOfInstances = rows,
    NumberOfFeatures = length(columns),
    NumberOfNumericFeatures = sum(vapply(others, is.numeric, NA)),
    NumberOfSymbolicFeatures = sum(vapply(others, is.factor, NA)),
    NumberOfMissingValues = sum(missing),
    NumberOfInstancesWithMissingValues = sum(rowSums(missing) > 0),
    Dimensionality = length(columns) / rows
  )
  found <- c(found, class_qualities(class_texts(goal), levels), list(SparseFormat = 0))
  if (!any(vapply(features, is.character, NA))) {
    found$NumberOfOneHotFeatures <- sum(vapply(features, one_hot_columns, 0))
  }
  lapply(found, as.double)
}

# Qualities of the class sizes; without rows that have a class, only their number.
class_qualities <- function(labels, levels = NULL) {
  known <- union(levels, labels[!is.na(labels)])
  sizes <- sort(tabulate(match(labels, known), length(known)))
  if (!any(sizes > 0L)) {
    return(list(NumberOfClasses = length(sizes)))
  }
  rows <- length(labels)
  least <- sizes[[1L]]
  most <- sizes[[length(sizes)]]
  shares <- sizes[sizes > 0L] / rows
  list(
    NumberOfClasses = length(sizes),
    MinorityClassSize = least,
    MajorityClassSize = most,
    MinorityClassPercentage = 100 * least / rows,
    MajorityClassPercentage = 100 * most / rows,
    MinorityToMajority = least / most,
    ClassEntropy = -exact_sum(shares * log2(shares)) + 0
  )
}

# The number of columns after one-hot encoding: one for numbers, one per level that occurs.
one_hot_columns <- function(column) {
  if (is.numeric(column)) 1 else as.double(length(unique(column[!is.na(column)])))
}
