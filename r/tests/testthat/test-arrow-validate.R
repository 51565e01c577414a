# Structures that no sound producer makes. Each must be an R error before its data are touched.

good_table <- function() {
  table_node(
    arrow_node("d", "g", 3, buffers = list(NULL, c(1, 2, 3))),
    arrow_node("s", "u", 3, buffers = text_buffers(c("a", "b", "c"))),
    arrow_node("f", "i", 3,
      buffers = list(NULL, c(0L, 1L, 0L)),
      dictionary = arrow_node("", "u", 2, buffers = text_buffers(c("x", "y")))
    ),
    length = 3
  )
}

broken <- function(field, value = 0, path = integer()) {
  break_field(array_of(good_table()), field, value, path)
}

with_column <- function(format, length, buffers, null_count = 0, ...) {
  stream_of(table_node(arrow_node("x", format, length, null_count, buffers, ...), length = length))
}

# A view of `length` bytes that starts with `prefix` in `buffer` at `offset`.
view <- function(length, prefix, buffer, offset) {
  c(int_bytes(length, 4L), charToRaw(prefix), int_bytes(c(buffer, offset), 4L))
}

with_view <- function(view, text = "thirteen byte", sizes = nchar(text)) {
  with_column("vu", 1, list(NULL, view, charToRaw(text), int_bytes(sizes, 8L)))
}

factor_of <- function(indices, format = "i", size = 4L, levels = c("x", "y")) {
  with_column(format, length(indices), list(NULL, int_bytes(indices, size)),
    dictionary = arrow_node("", "u", length(levels), buffers = text_buffers(levels))
  )
}

ragged <- function(...) {
  stream_of(table_node(arrow_node("x", "g", ..., buffers = list(NULL, c(1, 2))), length = 2))
}

# name = list(maker, what the message must say)
hostile <- list(
  "released array" = list(function() broken("release"), "empty or already used"),
  "released column" = list(function() broken("release", path = 1), "'d'.*found a released one"),
  "released dictionary" = list(
    function() broken("release", path = c(3, 0)), "'f'.*found a released one"
  ),
  "missing column" = list(function() broken("child", 1), "'s'.*expected an array, found none"),
  "no list of columns" = list(function() broken("children"), "found no list of children"),
  "too many columns" = list(function() broken("n_children", 4), "3 children, found 4"),
  "too few columns" = list(function() broken("n_children", 2), "3 children, found 2"),
  "negative columns" = list(function() broken("n_children", -1), "3 children, found -1"),
  "column with children" = list(function() broken("n_children", 1, 1), "'d'.*0 children, found 1"),
  "table with dictionary lost" = list(
    function() broken("dictionary", path = 3), "'f'.*expected a dictionary, found none"
  ),
  "negative length" = list(function() broken("length", -1), "length >= 0, found -1"),
  "negative column length" = list(function() broken("length", -3, 2), "'s'.*length >= 0, found -3"),
  "column shorter than the table" = list(
    function() broken("length", 2, 1), "'d'.*at least 3 rows, found 2"
  ),
  "table longer than its columns" = list(
    function() broken("length", 4), "at least 4 rows, found 3"
  ),
  "huge length" = list(function() broken("length", 2^62), "address space"),
  "huge column length" = list(function() broken("length", 2^62, 1), "'d'.*address space"),
  "negative offset" = list(function() broken("offset", -1), "offset >= 0, found -1"),
  "negative column offset" = list(function() broken("offset", -8, 1), "'d'.*offset >= 0, found -8"),
  "table offset beyond the columns" = list(function() broken("offset", 1), "at least 4 rows"),
  "offset that overflows" = list(function() broken("offset", 2^63 - 1024), "address space"),
  "column offset that overflows" = list(
    function() broken("offset", 2^63 - 1024, 1), "'d'.*address space"
  ),
  "offset that overflows in bytes" = list(
    function() broken("offset", 2^60, 2), "'s'.*address space"
  ),
  "null count below -1" = list(function() broken("null_count", -2), "null_count from -1 to 3"),
  "null count above length" = list(
    function() broken("null_count", 4, 1), "'d'.*null_count from -1 to 3, found 4"
  ),
  "nulls without a bitmap" = list(
    function() broken("null_count", 1, 1), "'d'.*validity bitmap for 1 nulls, found none"
  ),
  "null rows without a bitmap" = list(function() broken("null_count", 1), "bitmap for 1 nulls"),
  "null count unlike the bitmap" = list(
    function() with_column("g", 3, list(bit_bytes(c(TRUE, FALSE, FALSE)), c(1, 2, 3)), 1),
    "null_count = 2 as in the bitmap, found 1"
  ),
  "null count 0 over a bitmap with nulls" = list(
    function() with_column("g", 3, list(bit_bytes(c(TRUE, FALSE, TRUE)), c(1, 2, 3)), 0),
    "null_count = 1 as in the bitmap, found 0"
  ),
  "null column that is not all null" = list(
    function() with_column("n", 3, list(), 2), "null_count = 3, found 2"
  ),
  "table with two buffers" = list(function() broken("n_buffers", 2), "1 buffers, found 2"),
  "table without buffers" = list(function() broken("n_buffers", 0), "1 buffers, found 0"),
  "negative number of buffers" = list(
    function() broken("n_buffers", -1, 1), "'d'.*2 buffers, found -1"
  ),
  "string column with two buffers" = list(
    function() broken("n_buffers", 2, 2), "'s'.*3 buffers, found 2"
  ),
  "number column with three buffers" = list(
    function() broken("n_buffers", 3, 1), "'d'.*2 buffers, found 3"
  ),
  "no list of buffers" = list(function() broken("buffers", path = 1), "'d'.*no list of buffers"),
  "null column with two buffers" = list(
    function() with_column("n", 1, list(NULL, NULL), 1), "0 to 1 buffers, found 2"
  ),
  "no values" = list(
    function() with_column("g", 1, list(NULL, NULL)), "a buffer for 1 values, found none"
  ),
  "no bits" = list(function() with_column("b", 1, list(NULL, NULL)), "a buffer for 1 values"),
  "no indices" = list(
    function() {
      with_column("i", 1, list(NULL, NULL),
        dictionary = arrow_node("", "u", 1, buffers = text_buffers("x"))
      )
    }, "a buffer for 1 values"
  ),
  "no string offsets" = list(
    function() with_column("u", 1, list(NULL, NULL, charToRaw("a"))), "a buffer for 1 values"
  ),
  "no text" = list(
    function() with_column("u", 1, list(NULL, c(0L, 1L), NULL)), "1 bytes of text, found no buffer"
  ),
  "negative first offset" = list(
    function() with_column("u", 1, list(NULL, c(-1L, 1L), raw(2))), "string offsets >= 0, found -1"
  ),
  "negative offset in the middle" = list(
    function() with_column("u", 2, list(NULL, c(0L, -1L, 1L), raw(2))), "found -1 after 0"
  ),
  "falling offsets" = list(
    function() with_column("u", 3, list(NULL, c(0L, 3L, 1L, 4L), raw(4))), "found 1 after 3"
  ),
  "falling 64-bit offsets" = list(
    function() with_column("U", 2, list(NULL, int_bytes(c(0, 2, 1), 8L), raw(2))), "1 after 2"
  ),
  "negative 64-bit offset" = list(
    function() with_column("U", 1, list(NULL, int_bytes(c(-2, 1), 8L), raw(2))), "found -2"
  ),
  "a string of 2 GB" = list(
    function() with_column("U", 1, list(NULL, int_bytes(c(0, 2^31), 8L), raw(2))),
    "row 1: expected text of at most 2147483647 bytes, found 2147483648"
  ),
  "falling offsets in a dictionary" = list(
    function() {
      with_column("i", 1, list(NULL, 0L),
        dictionary = arrow_node("", "u", 2, buffers = list(NULL, c(0L, 3L, 1L), raw(4)))
      )
    }, "found 1 after 3"
  ),
  "text that is not UTF-8" = list(
    function() with_column("u", 2, list(NULL, c(0L, 1L, 2L), as.raw(c(0x61, 0xff)))),
    "row 2: expected text in UTF-8"
  ),
  "overlong UTF-8" = list(
    function() with_column("u", 1, list(NULL, c(0L, 2L), as.raw(c(0xc0, 0xaf)))), "in UTF-8"
  ),
  "UTF-8 surrogate" = list(
    function() with_column("u", 1, list(NULL, c(0L, 3L), as.raw(c(0xed, 0xa0, 0x80)))), "in UTF-8"
  ),
  "UTF-8 beyond U+10FFFF" = list(
    function() with_column("u", 1, list(NULL, c(0L, 4L), as.raw(c(0xf4, 0x90, 0x80, 0x80)))),
    "in UTF-8"
  ),
  "a lead byte that never occurs" = list(
    function() with_column("u", 1, list(NULL, c(0L, 4L), as.raw(c(0xc1, 0x80, 0x80, 0x80)))),
    "in UTF-8"
  ),
  "UTF-8 cut short" = list(
    function() with_column("u", 1, list(NULL, c(0L, 1L), as.raw(c(0xc3, 0xa9)))), "in UTF-8"
  ),
  "NUL in text" = list(
    function() with_column("u", 1, list(NULL, c(0L, 2L), as.raw(c(0x61, 0)))), "text without NUL"
  ),
  "text that is not UTF-8 in a dictionary" = list(
    function() {
      with_column("i", 1, list(NULL, 0L),
        dictionary = arrow_node("", "u", 1, buffers = list(NULL, c(0L, 1L), as.raw(0xff)))
      )
    }, "^column 'x': expected text in UTF-8"
  ),
  "view of negative length" = list(
    function() with_view(view(-1, "thir", 0, 0)), "row 1: .*a string of length >= 0, found -1"
  ),
  "view into no buffer" = list(
    function() with_view(view(13, "thir", 1, 0)), "into one of 1 buffers, found buffer 1"
  ),
  "view into a negative buffer" = list(
    function() with_view(view(13, "thir", -1, 0)), "found buffer -1"
  ),
  "view at a negative offset" = list(
    function() with_view(view(13, "thir", 0, -1)), "within 13 bytes, found -1 \\+ 13"
  ),
  "view beyond its buffer" = list(
    function() with_view(view(13, "thir", 0, 1)), "within 13 bytes, found 1 \\+ 13"
  ),
  "view at the far end of integers" = list(
    function() with_view(view(2147483647, "thir", 0, 2147483647)), "within 13 bytes"
  ),
  "view with another prefix" = list(function() with_view(view(13, "fake", 0, 0)), "text's prefix"),
  "negative size of a view's buffer" = list(
    function() with_view(view(13, "thir", 0, 0), sizes = -1), "buffer size >= 0, found -1"
  ),
  "views without sizes" = list(
    function() {
      with_column("vu", 1, list(NULL, view(13, "thir", 0, 0), charToRaw("thirteen byte"), NULL))
    }, "the sizes of 1 buffers, found none"
  ),
  "views without text" = list(
    function() with_column("vu", 1, list(NULL, view(13, "thir", 0, 0), NULL, int_bytes(13, 8L))),
    "13 bytes of text, found no buffer"
  ),
  "views with two buffers" = list(
    function() with_column("vu", 1, list(NULL, view(13, "thir", 0, 0))),
    "3 to 2147483647 buffers, found 2"
  ),
  "index beyond the dictionary" = list(
    function() factor_of(c(0, 2)), "row 2: expected an index into a dictionary of 2, found 2"
  ),
  "negative index" = list(function() factor_of(-1), "dictionary of 2, found -1"),
  "large unsigned index" = list(function() factor_of(255, "C", 1L), "dictionary of 2, found 255"),
  "64-bit index that would wrap" = list(
    function() factor_of(2^32, "l", 8L), "dictionary of 2, found 4294967296"
  ),
  "index into an empty dictionary" = list(
    function() factor_of(0, levels = character()), "dictionary of 0, found 0"
  ),
  "dictionary longer than it is" = list(
    function() broken("length", -2, c(3, 0)), "'f'.*length >= 0, found -2"
  ),
  "dictionary with null count" = list(
    function() broken("null_count", 3, c(3, 0)), "'f'.*from -1 to 2, found 3"
  ),
  "dictionary with two buffers" = list(
    function() broken("n_buffers", 2, c(3, 0)), "'f'.*3 buffers, found 2"
  ),
  "more than 2^31 - 1 rows" = list(
    function() stream_of(table_node(length = 2^31)), "at most 2147483647 rows, found 2147483648"
  ),
  "more than 2^31 - 1 rows in two batches" = list(
    function() stream_of(table_node(length = 2^31 - 1), table_node(length = 1)),
    "at most 2147483647 rows, found 2147483648"
  ),
  "second batch of another shape" = list(
    function() stream_of(good_table(), table_node(length = 1)), "3 children, found 0"
  ),
  "second batch of another type" = list(
    function() {
      text <- arrow_node("x", "u", 1, buffers = text_buffers("a"))
      stream_of(
        table_node(arrow_node("x", "g", 1, buffers = list(NULL, 1)), length = 1),
        table_node(text, length = 1)
      )
    }, "2 buffers, found 3"
  ),
  "released schema" = list(function() broken("schema release"), "found a released one"),
  "schema without format" = list(function() broken("schema format"), "with a format, found none"),
  "schema with too many columns" = list(
    function() broken("schema n_children", 2^31), "columns, found 2147483648"
  ),
  "schema with negative columns" = list(function() broken("schema n_children", -1), "found -1"),
  "schema without its columns" = list(
    function() broken("schema children"), "expected 3 columns, found none"
  ),
  "schema with a missing column" = list(
    function() broken("schema child", 1), "column '2': expected the schema of a column, found none"
  ),
  "released column schema" = list(
    function() broken("schema release", path = 2), "column '2'.*found a released one"
  ),
  "column schema without format" = list(
    function() broken("schema format", path = 2), "'s'.*with a format, found none"
  ),
  "column schema with children" = list(
    function() broken("schema n_children", 1, 1), "'d'.*0 children, found 1"
  ),
  "factor schema with children" = list(
    function() broken("schema n_children", 1, 3), "'f'.*0 children, found 1"
  ),
  "column schema without its dictionary" = list(
    function() broken("schema dictionary", path = 3), "'f'.*expected no dictionary, found one"
  ),
  "released dictionary schema" = list(
    function() broken("schema release", path = c(3, 0)), "'f'.*a dictionary, found a released one"
  ),
  "metadata with a negative count" = list(
    function() broken("schema metadata", path = 1), "'d'.*metadata with a count >= 0, found -1"
  ),
  "table metadata with a negative count" = list(
    function() broken("schema metadata"), "metadata with a count >= 0, found -1"
  ),
  "column name that is not UTF-8" = list(
    function() {
      stream_of(table_node(arrow_node("\xff", "g", 0, buffers = list(NULL, NULL)), length = 0))
    }, "^column '1': expected a column name in UTF-8"
  ),
  "empty format" = list(function() with_column("", 0, list(NULL)), "unknown format ''"),
  "empty format of a dictionary's index" = list(
    function() {
      with_column("", 0, list(NULL, NULL), dictionary = arrow_node("", "u", 0))
    }, "unknown format ''"
  ),
  "format with control characters" = list(
    function() with_column("g\033[2J", 0, list(NULL, NULL)), "unknown format 'g\\?\\[2J'"
  ),
  "format without end in sight" = list(
    function() with_column(strrep("+l", 5000L), 0, list(NULL)), "unknown format '(\\+l)+"
  ),
  "stream without get_schema" = list(
    function() break_field(stream_of(good_table()), "get_schema"), "with its functions, found none"
  ),
  "stream without get_next" = list(
    function() break_field(stream_of(good_table()), "get_next"), "with its functions, found none"
  ),
  "stream that gives no schema" = list(
    function() break_field(stream_of(good_table()), "no schema"), "a table, found a released one"
  ),
  "stream that fails" = list(
    function() break_field(stream_of(good_table()), "failure"), "error 5: broken \\? on purpose"
  ),
  "stream that fails without a word" = list(
    function() break_field(stream_of(good_table()), "silent failure"), "error 5: no reason given"
  )
)

test_that("there are at least fifty hostile structures", {
  expect_gte(length(hostile), 50L)
})

test_that("the structures are sound before they are broken", {
  expected <- data.frame(
    d = c(1, 2, 3), s = c("a", "b", "c"), f = factor(c("x", "y", "x"))
  )
  expect_exact(pb_from_arrow(array_of(good_table())), expected)
  expect_exact(pb_from_arrow(with_view(view(13, "thir", 0, 0)))$x, "thirteen byte")
  expect_exact(as.character(pb_from_arrow(factor_of(c(1, 0)))$x), c("y", "x"))
})

for (name in names(hostile)) {
  test_that(paste("refused:", name), {
    for (to in c("data.frame", "matrix")) {
      pointer <- hostile[[name]][[1L]]()
      expect_match(conversion_message(pb_from_arrow(pointer, to)), hostile[[name]][[2L]])
    }
  })
}

test_that("a batch refused in the middle of a stream says the row of the table", {
  text <- function(bytes) {
    table_node(arrow_node("x", "u", 1, buffers = list(NULL, c(0L, 1L), as.raw(bytes))), length = 1)
  }
  stream <- stream_of(text(0x61), text(0x62), text(0xff))
  expect_match(conversion_message(pb_from_arrow(stream)), "row 3: expected text in UTF-8")
})

test_that("garbage under a null is no fault", {
  buffers <- text_buffers(c("ok", "xx"))
  buffers[[3L]][3:4] <- as.raw(0xff)
  buffers[[1L]] <- bit_bytes(c(TRUE, FALSE))
  expect_exact(pb_from_arrow(with_column("u", 2, buffers, 1))$x, c("ok", NA))
  views <- c(view(2, "ok\1\1", 0, 0), view(-5, "fake", -7, -9))
  stream <- with_column("vu", 2, list(bit_bytes(c(TRUE, FALSE)), views, NULL), 1)
  expect_exact(pb_from_arrow(stream)$x, c("ok", NA))
})

test_that("buffers that are not aligned are read all the same", {
  shifted <- function(bytes) list(c(raw(1), bytes), 1)
  node <- function(name, format, bytes) {
    arrow_node(name, format, 2, buffers = list(NULL, shifted(bytes)))
  }
  stream <- stream_of(table_node(
    node("g", "g", writeBin(c(1.5, 2.5), raw())), node("f", "f", float_bytes(c(1.5, 2.5))),
    node("i", "i", int_bytes(c(1, -2), 4L)), node("l", "l", int_bytes(c(1, -2), 8L)),
    arrow_node("u", "u", 2, buffers = list(
      NULL, shifted(int_bytes(c(0, 1, 3), 4L)), charToRaw("abc")
    )),
    length = 2
  ))
  expect_exact(pb_from_arrow(stream), data.frame(
    g = c(1.5, 2.5), f = c(1.5, 2.5), i = c(1L, -2L), l = c(1, -2), u = c("a", "bc")
  ))
})

test_that("what has been refused is released at once", {
  expect_nothing_alive()
  stream <- with_column("tts", 0, list(NULL, NULL))
  conversion_message(pb_from_arrow(stream))
  expect_identical(sum(arrow_live()[c("streams", "arrays", "schemas", "preserved", "imports")]), 0L)
  rm(stream)
  expect_nothing_alive()
})
