# Names of datasets, methods and metrics: text, distinct, also visually.

# The metric of each dataset: texts.
check_metrics <- function(metrics, datasets, file = NULL) {
  if (!is.character(metrics) || anyNA(metrics)) {
    found <- if (is.character(metrics)) "NA" else type_name(metrics)
    refuse("names of metrics as text", found, "Convert the names first.", file = file)
  }
  if (length(metrics) != length(datasets)) {
    refuse(
      counted(length(datasets), "metric"), counted(length(metrics), "metric"),
      "Give one metric per dataset.", file = file
    )
  }
  utf8_text(unname(metrics))
}

# Names of datasets or methods: at least one; text; all different, also visibly.
distinct_names <- function(what, names, file = NULL) {
  if (length(names) == 0L) {
    refuse(paste("at least one", what), "none", "The table is empty.", file = file)
  }
  if (!is.character(names) || anyNA(names)) {
    found <- if (is.character(names)) "NA" else type_name(names)
    refuse(paste0("names of ", what, "s as text"), found, "Convert the names first.", file = file)
  }
  names <- utf8_names(names, file)
  counts <- tabulate(match(names, unique(names)))
  if (max(counts) > 1L) {
    found <- paste(shown(unique(names)[[which.max(counts)]]), max(counts), "times")
    refuse(paste("every", what, "once"), found, "Rename one of them.", file = file)
  }
  check_look_alikes(names, file)
  names
}

check_look_alikes <- function(names, file = NULL) {
  pair <- look_alikes(names)
  if (!is.null(pair)) {
    refuse(
      "names that differ visibly", paste(shown(names[pair]), collapse = " and "),
      "Write both in the same Unicode form (NFC), or rename one.",
      file = file
    )
  }
}
