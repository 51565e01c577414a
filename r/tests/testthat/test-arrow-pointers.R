test_that("pointers carry nanoarrow's classes and conventions", {
  stream <- pb_to_arrow(data.frame(x = 1))
  expect_exact(typeof(stream), "externalptr")
  expect_exact(class(stream), "nanoarrow_array_stream")
  expect_exact(class(arrow_allocate_stream()), "nanoarrow_array_stream")
  array <- .Call(C_pb_arrow_next, stream)
  expect_exact(class(array), "nanoarrow_array")
})

test_that("the package nanoarrow reads our streams, and we read its", {
  skip_if_not_installed("nanoarrow")
  frame <- data.frame(dataset = c("d", "NA"), a = c(0.5, NA), n = c(1L, NA))
  expect_exact(as.data.frame(pb_to_arrow(frame)), frame)
  expect_exact(pb_from_arrow(nanoarrow::as_nanoarrow_array_stream(frame)), frame)
  file <- tempfile(fileext = ".arrows")
  on.exit(unlink(file))
  nanoarrow::write_nanoarrow(pb_to_arrow(frame), file)
  expect_exact(pb_from_arrow(nanoarrow::read_nanoarrow(file)), frame)
})

test_that("an address is decimal text", {
  stream <- arrow_allocate_stream()
  expect_match(arrow_stream_address(stream), "^[1-9][0-9]*$")
  expect_exact(arrow_stream_address(stream), arrow_stream_address(stream))
  expect_match(conversion_message(arrow_stream_address(1)), "nanoarrow_array_stream")
  restored <- unserialize(serialize(stream, NULL))
  expect_match(conversion_message(arrow_stream_address(restored)), "another session")
})

test_that("the living are counted", {
  expect_nothing_alive()
  stream <- pb_to_arrow(data.frame(x = 1, f = factor("a")))
  expect_exact(
    arrow_live(),
    c(streams = 1L, arrays = 0L, schemas = 0L, preserved = 1L, imports = 0L, pointers = 1L)
  )
  array <- .Call(C_pb_arrow_next, stream)
  rm(stream)
  gc()
  expect_exact(
    arrow_live(), # the table, two columns and a dictionary, each with its schema
    c(streams = 0L, arrays = 4L, schemas = 4L, preserved = 1L, imports = 0L, pointers = 2L)
  )
  expect_exact(pb_from_arrow(array), data.frame(x = 1, f = factor("a")))
  rm(array)
  expect_nothing_alive()
})

test_that("exported vectors live as long as an array needs them", {
  # Large vectors go back to the system when they are freed: a lost one would crash here.
  make <- function() {
    column <- arrow_node("x", "g", 5e5, buffers = list(NULL, as.double(seq_len(5e5)) * 2))
    array_of(table_node(column, length = 5e5))
  }
  array <- make()
  gc()
  others <- lapply(1:4, function(i) as.double(seq_len(5e5)) * i)
  gc()
  expect_identical(sum(pb_from_arrow(array)$x), 5e5 * (5e5 + 1))
  expect_length(others, 4L)
})

test_that("a stream that nobody takes is released with its pointer", {
  for (i in 1:20) pb_to_arrow(data.frame(x = as.double(1:1000)))
  expect_nothing_alive()
})

test_that("complaints become typed errors with their fields", {
  complaint <- structure(
    list(message = "expected a, found b", column = 2, name = "x", row = 3, hint = "Do c."),
    class = "pb_complaint"
  )
  error <- tryCatch(arrow_settle(complaint), error = identity)
  expect_exact(
    conditionMessage(error), "column 'x': row 3: expected a, found b. Do c."
  )
  expect_exact(error[c("expected", "found")], list(expected = "a", found = "b"))
  complaint["name"] <- list(NULL)
  expect_match(conversion_message(arrow_settle(complaint)), "^column '2': row 3")
  expect_exact(arrow_settle(1), 1)
})
