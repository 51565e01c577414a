# External pointers to Arrow structures, and the objects that they keep alive.
#
# The pointers follow nanoarrow's conventions (class, address, an array's schema in its tag), so
# that pybench and users of nanoarrow and arrow can exchange them; see also src/arrow-pointers.h.

# An empty stream, for a producer in this process to fill at its address.
arrow_allocate_stream <- function() {
  .Call(C_pb_arrow_allocate_stream)
}

# The address of the C structure behind a pointer, as decimal text: no R integer is wide enough.
arrow_stream_address <- function(pointer) {
  address <- .Call(C_pb_arrow_address, pointer)
  if (is.null(address)) {
    stop_conversion(
      "expected a `nanoarrow_array_stream`, found another object or one from another session",
      expected = "a `nanoarrow_array_stream`"
    )
  }
  address
}

# How many exported streams, arrays and schemas, preserved tables, imports and owned structures are
# alive: all zero once everything has been released and collected.
arrow_live <- function() {
  .Call(C_pb_arrow_live)
}

# Turns an error report of the C code into a typed error; passes on anything else.
arrow_settle <- function(answer) {
  if (!inherits(answer, "pb_complaint")) {
    return(answer)
  }
  answer <- unclass(answer)
  halves <- regmatches(answer$message, regexec("^expected (.*), found (.*)$", answer$message))[[1L]]
  row <- if (!is.null(answer$row)) paste0("row ", format(answer$row, scientific = FALSE), ": ")
  stop_conversion(
    paste0(row, answer$message),
    column = if (is.null(answer$name)) format_position(answer$column) else answer$name,
    expected = if (length(halves) == 3L) halves[[2L]],
    found = if (length(halves) == 3L) halves[[3L]],
    hint = answer$hint
  )
}

format_position <- function(position) {
  if (!is.null(position)) format(position, scientific = FALSE)
}
