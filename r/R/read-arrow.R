# Reads Arrow and Parquet files into a data frame, with the package arrow, which validates the files
# it opens. The columns come in through pybench's own import, which refuses what R cannot hold
# exactly. nanoarrow opens Arrow streams too, but a damaged one can crash R: its reader trusts the
# length that a message claims (version 0.9.0: 20 crashes in 11,000 mutants; tools/fuzz).

read_arrow <- function(path, ending) {
  bytes <- read_bytes(path)
  parquet <- ending %in% c("parquet", "pq")
  if (!requireNamespace("arrow", quietly = TRUE)) {
    refuse_without_package(path, parquet, "none installed")
  }
  version <- utils::packageVersion("arrow")
  if (version < "17.0.0") {
    refuse_without_package(path, parquet, format(version))
  }
  imported(path, parquet, function() arrow_stream(bytes, parquet))
}

# Validate in full before anything is read: arrow trusts what it opens. `raw_metadata`: plain
# `metadata` unserializes what the file says R had, which in arrow before 17 could run code
# (CVE-2024-52338).
arrow_stream <- function(bytes, parquet) {
  table <- if (parquet) {
    arrow::read_parquet(bytes, as_data_frame = FALSE)
  } else if (is_arrow_file(bytes)) {
    arrow::read_ipc_file(bytes, as_data_frame = FALSE)
  } else {
    arrow::read_ipc_stream(bytes, as_data_frame = FALSE)
  }
  table$ValidateFull()
  stream <- arrow_allocate_stream()
  arrow::as_record_batch_reader(table)$export_to_c(arrow_stream_address(stream))
  structure(stream, pybench = table$schema$raw_metadata[["pybench"]])
}

is_arrow_file <- function(bytes) {
  starts_with(bytes, charToRaw("ARROW1"))
}

# The data frame of a stream; its attribute `pybench` holds the metadata under that key. Errors of
# the other packages become pybench errors.
imported <- function(path, parquet, open) {
  tryCatch(import_stream(open()), error = function(cause) {
    if (inherits(cause, "pybench_error")) {
      cause$file <- path
      stop(cause)
    }
    reason <- strsplit(utf8_text(conditionMessage(cause)), "\n", fixed = TRUE)[[1L]][[1L]]
    refuse(
      if (parquet) "a Parquet file" else "an Arrow IPC file", shown(reason),
      "The data may be damaged: write it again.",
      file = path
    )
  })
}

import_stream <- function(stream) {
  structure(pb_from_arrow(stream, to = "data.frame"), pybench = attr(stream, "pybench"))
}

refuse_without_package <- function(path, parquet, found) {
  expected <- paste(
    "the R package `arrow` 17 or newer to read", if (parquet) "a Parquet file" else "an Arrow file"
  )
  stop_r_package_missing(
    expected_found(expected, found),
    file = path, expected = expected, found = found,
    hint = "Run install.packages(\"arrow\"), or save the table as CSV."
  )
}
