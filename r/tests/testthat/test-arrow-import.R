test_that("every supported type arrives exactly", {
  expect_exact(
    import_column(arrow_node("x", "g", 3, buffers = list(NULL, c(1.5, -Inf, NaN)))),
    c(1.5, -Inf, NaN)
  )
  expect_exact(
    import_column(arrow_node("x", "f", 3, buffers = list(NULL, float_bytes(c(0.1, NaN, 2))))),
    c(0.100000001490116119384765625, NaN, 2) # the float32 next to 0.1, widened exactly
  )
  expect_exact(
    import_column(arrow_node("x", "i", 2, buffers = list(NULL, c(-2147483647L, 7L)))),
    c(-2147483647L, 7L)
  )
  edges <- c(2^53, -2^53, 0, -1, 2^32)
  expect_exact(
    import_column(arrow_node("x", "l", 5, buffers = list(NULL, int_bytes(edges, 8L)))), edges
  )
  expect_exact(
    import_column(arrow_node("x", "b", 3, buffers = list(NULL, bit_bytes(c(TRUE, FALSE, TRUE))))),
    c(TRUE, FALSE, TRUE)
  )
  expect_exact(import_column(arrow_node("x", "n", 2, null_count = 2)), c(NA, NA))
  expect_exact(import_column(arrow_node("x", "n", 2, -1, list(NULL))), c(NA, NA)) # polars
})

test_that("integers of every width and dates arrive exactly", {
  node <- function(format, values, size, null_count = 0, valid = NULL) {
    buffers <- list(valid, int_bytes(values, size))
    arrow_node("x", format, length(values), null_count, buffers)
  }
  expect_exact(import_column(node("c", c(-128, 0, 127), 1L)), c(-128L, 0L, 127L))
  expect_exact(import_column(node("C", c(0, 128, 255), 1L)), c(0L, 128L, 255L))
  expect_exact(import_column(node("s", c(-32768, 32767), 2L)), c(-32768L, 32767L))
  expect_exact(import_column(node("S", c(0, 65535), 2L)), c(0L, 65535L))
  expect_exact(import_column(node("I", c(0, 2^32 - 1), 4L)), c(0, 2^32 - 1))
  expect_exact(import_column(node("L", c(0, 2^53), 8L)), c(0, 2^53))
  expect_match(
    conversion_message(import_column(node("L", c(0, 2^53 + 2), 8L))),
    "row 2: expected an integer within 2^53, found 9007199254740994", fixed = TRUE
  )
  days <- c(0, 19000, -1)
  expect_exact(import_column(node("tdD", days, 4L)), structure(days, class = "Date"))
  expect_exact(import_column(node("tdm", days * 86400000, 8L)), structure(days, class = "Date"))
  expect_match(
    conversion_message(import_column(node("tdm", 1, 8L))), "expected a date64 of whole days"
  )
  # What lies under a null is no value.
  valid <- bit_bytes(c(TRUE, FALSE))
  expect_exact(import_column(node("c", c(1, 2), 1L, 1, valid)), c(1L, NA))
  expect_exact(import_column(node("L", c(1, 2^60), 8L, 1, valid)), c(1, NA))
  expect_exact(
    import_column(node("tdm", c(0, 5), 8L, 1, valid)), structure(c(0, NA), class = "Date")
  )
  table <- table_node(node("s", c(-1, 2), 2L), node("L", c(3, 4), 8L), length = 2)
  expect_exact(unname(pb_from_arrow(stream_of(table), "matrix")), cbind(c(-1, 2), c(3, 4)))
  expect_match(
    conversion_message(
      pb_from_arrow(stream_of(table_node(node("tdD", 1, 4L), length = 1)), "matrix")
    ),
    "expected a column of numbers, found date32"
  )
})

test_that("strings arrive in every layout, marked as UTF-8", {
  texts <- c("", "NA", "h\u00e9h\u00e9", "exactly 12 b", "thirteen byte", "a longer text \U1F600")
  layouts <- list(
    u = text_buffers(texts), U = text_buffers(texts, 8L), vu = view_buffers(texts)
  )
  for (format in names(layouts)) {
    got <- import_column(arrow_node("x", format, 6, buffers = layouts[[format]]))
    expect_exact(got, texts)
    expect_exact(Encoding(got[[3L]]), "UTF-8")
  }
})

test_that("null becomes NA and NaN does not, whatever its bits", {
  valid <- bit_bytes(c(TRUE, FALSE, TRUE, TRUE))
  na_bits <- writeBin(NA_real_, raw()) # a producer's NaN may have the bits of R's NA
  values <- c(writeBin(c(1, 2, NaN), raw()), na_bits)
  got <- import_column(arrow_node("x", "g", 4, 1, list(valid, values)))
  expect_exact(is.na(got) & !is.nan(got), c(FALSE, TRUE, FALSE, FALSE))
  expect_exact(is.nan(got), c(FALSE, FALSE, TRUE, TRUE))

  numbers <- list(valid, int_bytes(c(1, 2^60, 3, 4), 8L)) # 2^60 lies under a null
  expect_exact(import_column(arrow_node("x", "l", 4, 1, numbers)), c(1, NA, 3, 4))
  expect_exact(
    import_column(arrow_node("x", "i", 4, 1, list(valid, c(1L, NA, 3L, 4L)))), c(1L, NA, 3L, 4L)
  )
  bools <- list(valid, bit_bytes(c(TRUE, TRUE, FALSE, TRUE)))
  expect_exact(import_column(arrow_node("x", "b", 4, -1, bools)), c(TRUE, NA, FALSE, TRUE))
  texts <- text_buffers(c("a", "b", "c", "d"))
  texts[[1L]] <- valid
  expect_exact(import_column(arrow_node("x", "u", 4, 1, texts)), c("a", NA, "c", "d"))
})

test_that("an unknown null count with all rows valid is no obstacle", {
  valid <- bit_bytes(rep(TRUE, 70L))
  expect_exact(
    import_column(arrow_node("x", "g", 70, -1, list(valid, as.double(1:70)))), as.double(1:70)
  )
})

test_that("offsets of the table and of the column are added", {
  valid <- bit_bytes(c(TRUE, TRUE, TRUE, FALSE, TRUE, TRUE))
  column <- arrow_node("x", "g", 5, 1, list(valid, c(10, 20, 30, 40, 50, 60)), offset = 1)
  stream <- stream_of(table_node(column, length = 3, offset = 1))
  expect_exact(pb_from_arrow(stream)$x, c(30, NA, 50))

  texts <- text_buffers(c("zero", "one", "two", "three"))
  column <- arrow_node("x", "u", 3, 0, texts, offset = 1)
  stream <- stream_of(table_node(column, length = 2, offset = 1))
  expect_exact(pb_from_arrow(stream)$x, c("two", "three"))

  bools <- arrow_node("x", "b", 10, 0, list(NULL, bit_bytes(rep(c(TRUE, FALSE), 6L))), offset = 2)
  stream <- stream_of(table_node(bools, length = 3, offset = 7))
  expect_exact(pb_from_arrow(stream)$x, c(FALSE, TRUE, FALSE))
})

test_that("a null row of the table is NA in every column", {
  node <- function(name, format, values) arrow_node(name, format, 3, 0, c(list(NULL), values))
  stream <- stream_of(table_node(
    node("d", "g", list(c(1, 2, 3))),
    node("i", "i", list(1:3)),
    node("b", "b", list(bit_bytes(c(TRUE, TRUE, TRUE)))),
    node("s", "u", text_buffers(c("a", "b", "c"))[-1L]),
    length = 2, offset = 1, null_count = 1, valid = bit_bytes(c(TRUE, FALSE, TRUE))
  ))
  expected <- data.frame(d = c(NA, 3), i = c(NA, 3L), b = c(NA, TRUE), s = c(NA, "c"))
  expect_exact(pb_from_arrow(stream), expected)
})

test_that("dictionaries become factors for every type of index", {
  types <- list(
    c = c(1L, 1L), C = c(1L, 0L), s = c(2L, 1L), S = c(2L, 0L), i = c(4L, 1L), I = c(4L, 0L),
    l = c(8L, 1L)
  )
  levels <- arrow_node("", "u", 3, buffers = text_buffers(c("x", "y", "z")))
  for (format in names(types)) {
    size <- types[[format]][[1L]]
    indices <- list(bit_bytes(c(TRUE, TRUE, FALSE)), int_bytes(c(2, 0, 99), size))
    got <- import_column(arrow_node("f", format, 3, 1, indices, dictionary = levels))
    expect_exact(got, factor(c("z", "x", NA), levels = c("x", "y", "z")))
  }
})

test_that("unsigned indices use all their bits", {
  many <- sprintf("level %03d", 0:199)
  levels <- arrow_node("", "vu", 200, buffers = view_buffers(many))
  indices <- list(NULL, as.raw(c(199, 128)))
  got <- import_column(arrow_node("f", "C", 2, 0, indices, dictionary = levels))
  expect_exact(as.character(got), c("level 199", "level 128"))
})

factor_batch <- function(codes, texts, valid = NULL, flags = 2) {
  dictionary <- text_buffers(texts)
  dictionary[1L] <- list(valid)
  nulls <- if (is.null(valid)) 0 else -1
  levels <- arrow_node("", "u", length(texts), nulls, dictionary)
  column <- arrow_node("f", "i", length(codes), 0, list(NULL, as.integer(codes)),
    dictionary = levels, flags = flags
  )
  table_node(column, length = length(codes))
}

test_that("dictionaries that differ between batches are joined in order of appearance", {
  stream <- stream_of(
    factor_batch(c(1, 0), c("b", "a")),
    factor_batch(c(0, 1, 2), c("a", "c", "c")), # a level twice
    factor_batch(c(1, 0), c("d", ""), valid = bit_bytes(c(FALSE, TRUE)))
  )
  expect_exact(
    pb_from_arrow(stream)$f,
    factor(c("a", "b", "a", "c", "c", "", NA), levels = c("b", "a", "c", ""))
  )
})

test_that("ordered dictionaries stay ordered and must agree", {
  agreeing <- stream_of(
    factor_batch(0, c("lo", "hi"), flags = 3), factor_batch(1, c("lo", "hi"), flags = 3)
  )
  expect_exact(
    pb_from_arrow(agreeing)$f, factor(c("lo", "hi"), levels = c("lo", "hi"), ordered = TRUE)
  )
  differing <- stream_of(
    factor_batch(0, c("lo", "hi"), flags = 3), factor_batch(1, c("hi", "lo"), flags = 3)
  )
  expect_match(conversion_message(pb_from_arrow(differing)), "column 'f': expected one order")
})

test_that("tables without rows, columns or batches keep their shape", {
  empty <- stream_of(table_node(
    arrow_node("g", "g", 0, buffers = list(NULL, NULL)),
    arrow_node("u", "u", 0, buffers = list(NULL, NULL, NULL)),
    arrow_node("f", "i", 0,
      buffers = list(NULL, NULL),
      dictionary = arrow_node("", "u", 0, buffers = list(NULL, NULL, NULL))
    ),
    length = 0
  ))
  expected <- data.frame(g = double(), u = character(), f = factor(character()))
  expect_exact(pb_from_arrow(empty), expected)
  expect_exact(dim(pb_from_arrow(stream_of(table_node(length = 5)))), c(5L, 0L))
  expect_exact(dim(pb_from_arrow(stream_of(table_node(length = 5)), "matrix")), c(5L, 0L))
})

test_that("numeric columns of any width fill one matrix over several batches", {
  batch <- function(rows) {
    table_node(
      arrow_node("a", "g", 2, buffers = list(NULL, c(0.5, rows))),
      arrow_node("b", "f", 2, buffers = list(NULL, float_bytes(c(0.25, rows)))),
      arrow_node("c", "i", 2, 1, list(bit_bytes(c(TRUE, FALSE)), c(NA, 1L))),
      arrow_node("d", "l", 2, buffers = list(NULL, int_bytes(c(-2^53, rows), 8L))),
      arrow_node("e", "n", 2, 2),
      length = 2
    )
  }
  got <- pb_from_arrow(stream_of(batch(3), batch(4)), to = "matrix")
  expected <- cbind(
    a = c(0.5, 3, 0.5, 4), b = c(0.25, 3, 0.25, 4), c = c(-2147483648, NA, -2147483648, NA),
    d = c(-2^53, 3, -2^53, 4), e = NA_real_
  )
  expect_exact(got, expected)
})

test_that("what a matrix cannot hold is refused, even without a batch of rows", {
  text <- arrow_node("s", "u", 0, buffers = list(NULL, NULL, NULL))
  expect_match(
    conversion_message(pb_from_arrow(stream_of(table_node(text, length = 0)), "matrix")),
    "^column 's': expected a column of numbers, found utf8"
  )
})

test_that("a value that R cannot hold is refused with column and row", {
  big <- arrow_node("n", "l", 3, buffers = list(NULL, int_bytes(c(0, 1, 2^53 + 2), 8L)))
  expect_exact(
    conversion_message(import_column(big)),
    "column 'n': row 3: expected an integer within +-2^53, found 9007199254740994"
  )
  expect_match(
    conversion_message(pb_from_arrow(stream_of(table_node(big, length = 3)), "matrix")), "row 3"
  )
  smallest <- arrow_node("n", "i", 2, buffers = list(NULL, c(1L, NA)))
  expect_match(
    conversion_message(import_column(smallest)),
    "^column 'n': row 2: expected an integer above -2147483648, found -2147483648"
  )
  second <- stream_of(table_node(smallest, length = 1), table_node(smallest, length = 2))
  expect_match(conversion_message(pb_from_arrow(second)), "row 3")
})

test_that("an integer too far below zero is refused like one too far above", {
  far <- arrow_node("n", "l", 1, buffers = list(NULL, int_bytes(-2^53 - 2, 8L)))
  expect_match(conversion_message(import_column(far)), "found -9007199254740994")
})

test_that("batches without rows may stand anywhere", {
  batch <- function(values) {
    n <- length(values)
    table_node(arrow_node("x", "i", n, buffers = list(NULL, as.integer(values))), length = n)
  }
  batches <- lapply(list(NULL, 1:3, NULL, NULL, 4:5, NULL), batch)
  expect_exact(pb_from_arrow(do.call(stream_of, batches)), data.frame(x = 1:5))
  got <- pb_from_arrow(do.call(stream_of, batches), to = "matrix")
  expect_exact(got, cbind(x = as.double(1:5)))
})

test_that("every other type is refused by name, with the list of supported ones", {
  formats <- c(
    e = "float16", z = "binary", Z = "large_binary", vz = "binary_view",
    "w:16" = "fixed_size_binary (w:16)", "d:38,10" = "decimal (d:38,10)", tts = "time (tts)",
    "tsu:UTC" = "timestamp (tsu:UTC)",
    tDs = "duration (tDs)", tiM = "interval (tiM)", "+l" = "list", "+L" = "large_list",
    "+vl" = "list_view", "+w:3" = "fixed_size_list (+w:3)", "+s" = "struct", "+m" = "map",
    "+ud:0" = "dense_union (+ud:0)", "+us:0" = "sparse_union (+us:0)", "+r" = "run_end_encoded",
    "%%" = "the unknown format '%%'", " " = "the unknown format ' '"
  )
  for (format in names(formats)) {
    message <- conversion_message(import_column(arrow_node("x", format, 0, buffers = list(NULL))))
    expect_match(
      message,
      paste0("column 'x': expected a type that R can hold exactly, found ", formats[[format]]),
      fixed = TRUE
    )
    expect_match(message, "Supported: float64, float32")
  }
})

test_that("dictionaries of anything but strings, and odd indices, are refused by name", {
  numbers <- arrow_node("", "l", 0, buffers = list(NULL, NULL))
  of_numbers <- arrow_node("x", "i", 0, buffers = list(NULL, NULL), dictionary = numbers)
  expect_match(conversion_message(import_column(of_numbers)), "found a dictionary of int64")
  texts <- arrow_node("", "u", 0, buffers = list(NULL, NULL, NULL))
  wide <- arrow_node("x", "L", 0, buffers = list(NULL, NULL), dictionary = texts)
  expect_match(
    conversion_message(import_column(wide)), "found a dictionary with indices of type uint64"
  )
  texts[[9L]] <- texts
  nested <- arrow_node("x", "i", 0, buffers = list(NULL, NULL), dictionary = texts)
  expect_match(conversion_message(import_column(nested)), "dictionary of dictionaries of utf8")
})

test_that("an array with its schema is taken like a stream, and once", {
  array <- array_of(table_node(arrow_node("x", "g", 1, buffers = list(NULL, 1)), length = 1))
  expect_s3_class(array, "nanoarrow_array")
  expect_exact(pb_from_arrow(array), data.frame(x = 1))
  expect_match(conversion_message(pb_from_arrow(array)), "found one that is empty or already used")
})

test_that("what is not a stream or array of a table is refused", {
  expect_match(conversion_message(pb_from_arrow(1)), "found another object")
  fake <- structure(1, class = "nanoarrow_array_stream")
  expect_match(conversion_message(pb_from_arrow(fake)), "found another object")
  expect_match(conversion_message(pb_from_arrow(arrow_allocate_stream())), "empty or already used")
  bare <- stream_of(arrow_node("x", "g", 1, buffers = list(NULL, 1)))
  expect_match(conversion_message(pb_from_arrow(bare)), "expected a table \\(struct\\)")
  expect_error(pb_from_arrow(1, to = "list"), class = "pybench_error_argument")
})

test_that("a pointer from another session is refused", {
  path <- tempfile()
  on.exit(unlink(path))
  saveRDS(pb_to_arrow(data.frame(x = 1)), path)
  expect_match(conversion_message(pb_from_arrow(readRDS(path))), "empty or already used")
})

test_that("nothing of an import stays alive", {
  expect_nothing_alive()
})
