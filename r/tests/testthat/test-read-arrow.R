test_that("without arrow the error names it", {
  skip_if(requireNamespace("arrow", quietly = TRUE), "arrow is installed")
  error <- pybench_error_of(pb_read_results(file_of("PAR1", ".parquet"), TRUE))
  expect_s3_class(error, "pybench_error_r_package_missing")
  expect_s3_class(error, "pybench_error_environment")
  needed <- "the R package `arrow` 17 or newer to read a Parquet file"
  expect_match(error$message, needed, fixed = TRUE)
  error <- pybench_error_of(pb_read_results(file_of("ARROW1", ".feather"), TRUE))
  needed <- "the R package `arrow` 17 or newer to read an Arrow file"
  expect_match(error$message, needed, fixed = TRUE)
  expect_match(error$hint, "install.packages", fixed = TRUE)
})

test_that("a file that is not there is named first", {
  error <- pybench_error_of(pb_read_results(tempfile(fileext = ".parquet"), TRUE))
  expect_s3_class(error, "pybench_error_input")
})

test_that("a damaged file is refused, and a whole one read", {
  skip_if_not_installed("arrow")
  expect_error(
    pb_read_results(file_of("PAR1", ".parquet"), TRUE), class = "pybench_error_results_table"
  )
  frame <- data.frame(dataset = c("d", "NA"), a = c(0.5, 0.25))
  for (write in list(arrow::write_parquet, arrow::write_feather)) {
    path <- tempfile(fileext = if (identical(write, arrow::write_parquet)) ".pq" else ".feather")
    write(frame, path)
    t <- pb_read_results(path, TRUE)
    expect_identical(t$datasets, c("d", "NA"))
    expect_identical(t$source, path)
  }
})

test_that("a file that is damaged anywhere is read or refused by name", {
  skip_if_not_installed("arrow")
  frame <- data.frame(dataset = paste0("d", 1:40), a = (1:40) / 64, b = (40:1) / 64)
  for (write in list(arrow::write_parquet, arrow::write_feather, arrow::write_ipc_stream)) {
    ending <- if (identical(write, arrow::write_parquet)) ".pq" else ".arrow"
    path <- tempfile(fileext = ending)
    write(frame, path)
    bytes <- readBin(path, "raw", file.size(path))
    expect_identical(pb_read_results(path, TRUE)$datasets, frame$dataset)
    read <- function(damaged) {
      path <- file_of(damaged, ending)
      on.exit(unlink(path))
      tryCatch(
        inherits(pb_read_results(path, TRUE), "pb_results_table"),
        pybench_error = function(error) identical(error$file, path)
      )
    }
    for (at in unique(round(seq(1, length(bytes), length.out = 150)))) {
      flipped <- replace(bytes, at, xor(bytes[[at]], as.raw(0xA5)))
      expect_true(read(flipped))
      expect_true(read(bytes[seq_len(at - 1L)]))
    }
  }
})

test_that("what a file says that R had is not unserialized", {
  skip_if_not_installed("arrow")
  table <- arrow::arrow_table(dataset = c("d", "e"), a = c(0.5, 0.25))
  table$metadata <- list(r = "never read", pybench = "{}")
  path <- tempfile(fileext = ".pq")
  arrow::write_parquet(table, path)
  expect_no_warning(frame <- read_arrow(path, "pq"))
  expect_identical(attr(frame, "pybench"), "{}")
})

test_that("what another package says of a file becomes our error, with the file", {
  error <- pybench_error_of(imported("f.pq", TRUE, function() stop("bad magic\nsecond line")))
  expect_s3_class(error, "pybench_error_results_table")
  expect_identical(
    conditionMessage(error),
    "f.pq: expected a Parquet file, found `bad magic`. The data may be damaged: write it again."
  )
  error <- pybench_error_of(imported("f.arrow", FALSE, function() stop_conversion("m")))
  expect_s3_class(error, "pybench_error_conversion")
  expect_identical(conditionMessage(error), "f.arrow: m")
})

test_that("a stream that a package opened is imported", {
  frame <- data.frame(dataset = c("d", "NA"), a = c(0.5, NA))
  expect_identical(imported("f.arrow", FALSE, function() pb_to_arrow(frame)), frame)
})

test_that("the file format is told from the stream format", {
  expect_true(is_arrow_file(charToRaw("ARROW1  x")))
  expect_false(is_arrow_file(as.raw(c(0xFF, 0xFF, 0xFF, 0xFF))))
  expect_false(is_arrow_file(raw()))
})
