# Rows of single items -> the arrays of an item table: items x methods x runs.

# Arranges rows as items x methods x runs.
tabulate_items <- function(rows, higher_is_better, metric, kind) {
  code <- match(rows$items, unique(rows$items))
  if (!is.null(rows$datasets)) {
    code <- (match(rows$datasets, unique(rows$datasets)) - 1) * max(code) + code
  }
  key <- match(code, unique(code))
  first <- match(unique(code), code)
  n <- length(first)
  k <- length(rows$classifiers)
  run <- item_run_numbers(rows)
  runs <- max(run)
  method <- if (is.null(rows$methods)) 1L else match(rows$methods, rows$classifiers)
  refuse_item_twice(rows, (key - 1) * runs * k + (run - 1) * k + method)
  cube <- array(NA_real_, c(n, k, runs))
  if (is.null(rows$methods)) {
    for (j in seq_len(k)) {
      cube[cbind(key, j, run)] <- rows$scores[, j]
    }
  } else {
    cube[cbind(key, method, run)] <- rows$scores[, 1L]
  }
  refuse_item_missing(rows, cube, key, first)
  weights <- of_item(rows, key, first, "weight", rows$weights)
  clusters <- of_item(rows, key, first, "cluster", rows$clusters)
  low <- which(is.na(weights) | weights <= 0)
  if (length(low) > 0L) {
    weight <- weights[[low[[1L]]]]
    refuse(
      "a weight above 0", if (is.na(weight)) "none" else sprintf("`%g`", weight),
      "Leave out items that must not count.",
      file = rows$file, line = rows$lines[first[low[[1L]]]]
    )
  }
  distinct_names("method", rows$classifiers, rows$file)
  check_look_alikes(unique(clusters), rows$file)
  check_look_alikes(unique(rows$datasets[first]), rows$file)
  slices <- lapply(seq_len(runs), function(one) matrix(cube[, , one], n, k) + 0)
  new_item_table(list(
    items = rows$items[first],
    classifiers = rows$classifiers,
    scores = Reduce(`+`, slices) / runs,
    higher_is_better = higher_is_better,
    metric = metric,
    by_run = if (runs > 1L) cube + 0,
    clusters = clusters,
    weights = weights,
    datasets = rows$datasets[first],
    source = rows$file,
    format = kind
  ))
}

# The number of the run of each row: by size if all labels are numbers, else by appearance.
item_run_numbers <- function(rows) {
  if (is.null(rows$runs)) {
    return(rep(1L, length(rows$items)))
  }
  match(rows$runs, ordered_labels(unique(rows$runs)))
}

refuse_item_twice <- function(rows, cell) {
  again <- anyDuplicated(cell)
  if (again == 0L) {
    return(invisible())
  }
  repeated <- min(cell[duplicated(cell)])
  here <- which(cell == repeated)
  row <- here[[1L]]
  refuse(
    "every score once",
    paste0(
      shown_item(rows, row),
      if (!is.null(rows$methods)) paste0(", method ", shown(rows$methods[[row]])),
      if (!is.null(rows$runs)) paste0(", run ", shown(rows$runs[[row]])),
      " on ", shown_rows(list(lines = rows$lines), here)
    ),
    "Remove one of the rows, or number them in a column of runs.",
    file = rows$file, line = rows$lines[here[2L]]
  )
}

shown_item <- function(rows, row) {
  paste0(
    "item ", shown(rows$items[[row]]),
    if (!is.null(rows$datasets)) paste0(" of dataset ", shown(rows$datasets[[row]]))
  )
}

refuse_item_missing <- function(rows, cube, key, first) {
  absent <- which(aperm(is.na(cube), 3:1)) # item by item, method by method
  if (length(absent) == 0L) {
    return(invisible())
  }
  size <- dim(cube)
  at <- absent[[1L]] - 1
  run <- at %% size[[3L]] + 1
  method <- (at %/% size[[3L]]) %% size[[2L]] + 1
  item <- at %/% (size[[3L]] * size[[2L]]) + 1
  own <- key == item
  if (!is.null(rows$methods)) {
    own <- own & rows$methods == rows$classifiers[[method]]
  }
  there <- which(own)
  refuse(
    "every score",
    paste0(
      format(length(absent), scientific = FALSE), " missing, the first for ",
      shown_item(rows, first[[item]]), " and method ", shown(rows$classifiers[[method]]),
      if (size[[3L]] > 1L) paste0(" in run ", run)
    ),
    "Leave out the item, or the method, that lacks a score.",
    file = rows$file, line = if (length(there) > 0L) rows$lines[there[1L]],
    column = if (length(there) > 0L) rows$columns[[if (is.null(rows$methods)) method else 1L]]
  )
}

# The cluster or the weight of each item; rows of one item that differ are refused.
of_item <- function(rows, key, first, role, values) {
  if (is.null(values)) {
    return(NULL)
  }
  own <- values[first]
  same <- own[key] == values | (is.na(own[key]) & is.na(values))
  other <- which(is.na(same) | !same)
  if (length(other) > 0L) {
    row <- other[[1L]]
    refuse(
      paste("one", role, "for each item"), paste("another for item", shown(rows$items[[row]])),
      "All rows of an item must agree.",
      file = rows$file, line = rows$lines[row]
    )
  }
  own
}
