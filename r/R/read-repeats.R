# Records (see read-layout.R) -> the arrays of a results table: repeats, missing scores, means.

tabulate_records <- function(records, repeats, missing) {
  datasets <- unique(records$dataset)
  groups <- group_rows(records, datasets)
  check_resamples(records, groups)
  if (repeats == "error") {
    check_single_rows(records, groups)
  }
  check_look_alikes(datasets, records$file)
  check_look_alikes(records$classifiers, records$file)
  cells <- cell_list(records, datasets, repeat_numbers(records, groups, repeats))
  needed <- if (repeats == "available") 1L else cells$size[[3L]]
  kept <- staying_datasets(records, cells, datasets, missing, needed)
  by_repeat <- cell_array(cells, kept)
  there <- rowSums(!is.na(by_repeat), dims = 2L)
  unequal <- repeats == "available" && any(there < dim(by_repeat)[[3L]])
  list(
    datasets = datasets[kept],
    classifiers = records$classifiers,
    scores = repeat_means(by_repeat, there * (there >= needed), datasets[kept], records),
    n_available = if (unequal) there,
    by_repeat = if (repeats == "keep") by_repeat,
    n_repeats = dim(by_repeat)[[3L]],
    dropped = datasets[!kept]
  )
}

# ---- repeats -------------------------------------------------------------------------------------

# Numbers the rows by what repeats, in order of first appearance: dataset (wide), or dataset and
# method (long).
group_rows <- function(records, datasets) {
  group <- match(records$dataset, datasets)
  if (!is.null(records$classifier)) {
    k <- length(records$classifiers)
    group <- (group - 1) * k + match(records$classifier, records$classifiers)
  }
  match(group, unique(group))
}

check_resamples <- function(records, groups) {
  if (is.null(records$label)) {
    return(invisible())
  }
  labels <- match(records$label, unique(records$label))
  keys <- (groups - 1) * max(labels) + labels
  rows <- which(keys %in% keys[duplicated(keys)])
  if (length(rows) > 0L) {
    rows <- rows[keys[rows] == keys[[rows[[1L]]]]]
    refuse(
      "every resample once",
      paste0(
        "dataset ", shown(records$dataset[[rows[[1L]]]]), ", ",
        if (!is.null(records$classifier)) {
          paste0("method ", shown(records$classifier[[rows[[1L]]]]), ", ")
        },
        "resample ", shown(records$label[[rows[[1L]]]]), " on ", shown_rows(records, rows)
      ),
      "Remove or rename one of the rows.",
      file = records$file, line = records$lines[rows[2L]]
    )
  }
}

check_single_rows <- function(records, groups) {
  repeated <- unique(groups[groups %in% groups[duplicated(groups)]])
  if (length(repeated) == 0L) {
    return(invisible())
  }
  found <- vapply(utils::head(repeated, 5L), function(group) {
    rows <- which(groups == group)
    paste0(shown_group(records, rows[[1L]]), " (", shown_rows(records, rows), ")")
  }, "")
  more <- length(repeated) - length(found)
  expected <- "one row per dataset"
  refuse(
    paste0(expected, if (!is.null(records$classifier)) " and method"),
    paste0("several for ", toString(found), if (more > 0L) paste0(" and ", more, " more")),
    repeats_hint(records, which(groups == repeated[[1L]])),
    file = records$file, line = records$lines[which(groups == repeated[[1L]])[2L]]
  )
}

# What to do about several rows: if they differ in a column without a role, such as a metric, choose
# one of its values. A column in which most rows differ, such as times, is not suggested.
repeats_hint <- function(records, rows) {
  for (name in if (is.null(records$label)) names(records$others)) {
    values <- texts_in(records$others[[name]])
    few <- !is.null(values) && 2 * length(unique(values)) <= length(values)
    here <- unique(values[rows])
    if (few && length(here) > 1L) {
      return(paste0(
        "They differ in column ", shown(name), " (", shown_names(here), "): keep the rows of one ",
        "metric, or, if it numbers repeats, name it as `resample`."
      ))
    }
  }
  "Use repeats=\"mean\" to average them, or repeats=\"keep\" to keep them too."
}

shown_group <- function(records, row) {
  pair <- c(records$dataset[[row]], if (!is.null(records$classifier)) records$classifier[[row]])
  paste(shown(pair), collapse = " and ")
}

# The number of the repeat of each row, from 1.
repeat_numbers <- function(records, groups, repeats) {
  if (repeats == "error") {
    rep_len(1L, length(groups))
  } else if (is.null(records$label)) {
    stats::ave(seq_along(groups), groups, FUN = seq_along)
  } else {
    match(records$label, ordered_labels(unique(records$label)))
  }
}

# Labels in numeric order if all are numbers, or lists of them with commas between; else in the
# given order.
ordered_labels <- function(labels) {
  parts <- strsplit(paste0(labels, ", "), ", ", fixed = TRUE)
  numbers <- lapply(parts, function(part) parse_scores(part)$value)
  if (anyNA(unlist(numbers))) {
    return(labels)
  }
  columns <- lapply(seq_len(max(lengths(numbers))), function(at) {
    vapply(numbers, function(own) if (at <= length(own)) own[[at]] else -Inf, 0)
  })
  labels[do.call(order, c(columns, list(method = "radix")))]
}

# ---- cells ---------------------------------------------------------------------------------------

# Every score with its coordinates, from 1: vectors of one length, and the size of the whole table,
# which may have far more cells than there are scores.
cell_list <- function(records, datasets, repeat_number) {
  columns <- ncol(records$values)
  classifier <- if (is.null(records$classifier)) {
    rep(seq_len(columns), each = nrow(records$values))
  } else {
    match(records$classifier, records$classifiers)
  }
  list(
    dataset = rep(match(records$dataset, datasets), columns),
    classifier = classifier,
    repeat_number = rep(repeat_number, columns),
    row = rep(seq_along(records$dataset), columns),
    score = as.vector(records$values),
    size = c(length(datasets), length(records$classifiers), max(repeat_number))
  )
}

# The datasets to keep: all if missing scores are kept, else those with every score; the others are
# refused, or dropped if the caller asks for it. A score needs `needed` repeats: all or one.
staying_datasets <- function(records, cells, datasets, missing, needed) {
  if (missing == "keep") {
    return(rep(TRUE, length(datasets)))
  }
  there <- which(!is.na(cells$score))
  if (needed < cells$size[[3L]]) {
    pair <- as.double(cells$dataset[there]) * cells$size[[2L]] + cells$classifier[there]
    there <- there[!duplicated(pair)]
  }
  counts <- tabulate(cells$dataset[there], nbins = cells$size[[1L]])
  complete <- counts == prod(cells$size[[2L]], needed)
  if (missing == "error" && !all(complete)) {
    absent <- prod(cells$size[1:2]) * needed - sum(counts)
    refuse_missing(records, cells, datasets, match(FALSE, complete), absent, needed)
  }
  if (!any(complete)) {
    refuse(
      "at least one dataset without missing scores", "none",
      "Fill in the missing scores, or leave out a method.",
      file = records$file
    )
  }
  complete
}

# Refuses a table for the first missing score of a dataset; names its place if a row holds it.
refuse_missing <- function(records, cells, datasets, dataset, n_absent, needed) {
  here <- which(cells$dataset == dataset)
  present <- here[!is.na(cells$score[here])]
  classifier <- match(TRUE, tabulate(cells$classifier[present], cells$size[[2L]]) < needed)
  present <- sort(cells$repeat_number[present[cells$classifier[present] == classifier]])
  first <- match(FALSE, present == seq_along(present), nomatch = length(present) + 1L)
  row <- here[cells$classifier[here] == classifier & cells$repeat_number[here] == first]
  row <- cells$row[row[1L]]
  columns <- rep_len(records$score_columns, length(records$classifiers))
  refuse(
    "every score",
    paste0(
      format(n_absent, scientific = FALSE), " missing, the first for dataset ",
      shown(datasets[[dataset]]), " and method ", shown(records$classifiers[[classifier]])
    ),
    "Use missing=\"drop\" to leave out the datasets with missing scores.",
    file = records$file,
    line = if (!is.na(row)) records$lines[row],
    column = if (!is.na(row)) columns[[classifier]]
  )
}

# The scores of the datasets to keep: datasets x methods x repeats.
cell_array <- function(cells, kept) {
  used <- kept[cells$dataset]
  at <- cbind(cumsum(kept)[cells$dataset], cells$classifier, cells$repeat_number)
  values <- array(NA_real_, c(sum(kept), cells$size[-1L]))
  values[at[used, , drop = FALSE]] <- cells$score[used]
  values
}

# The mean over repeats: their exact sum, rounded once, divided by their number (`counts`).
repeat_means <- function(by_repeat, counts, datasets, records) {
  size <- dim(by_repeat)
  present <- counts > 0
  means <- array(NA_real_, size[1:2])
  scores <- matrix(by_repeat, ncol = size[[3L]])[as.vector(present), , drop = FALSE]
  scores[is.na(scores)] <- 0
  means[present] <- .Call(C_pb_exact_row_sums, scores, size[[3L]]) / counts[present]
  bad <- which(t(present & !is.finite(means)))
  if (length(bad) > 0L) {
    row <- (bad[[1L]] - 1L) %/% size[[2L]] + 1L
    column <- (bad[[1L]] - 1L) %% size[[2L]] + 1L
    refuse(
      "a mean within the range of doubles",
      paste0(
        "an overflow for dataset ", shown(datasets[[row]]),
        " and method ", shown(records$classifiers[[column]])
      ),
      "Rescale the scores.",
      file = records$file
    )
  }
  means
}
