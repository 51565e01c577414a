fields_of <- function(text, delimiter = ",") {
  .Call(C_pb_read_delimited, charToRaw(text), charToRaw(delimiter))
}

test_that("records become a matrix of UTF-8 text with the line of each", {
  found <- fields_of("a,b\n\"x\n\"\"y\"\"\",\u00e9\r\n,\n")
  expect_identical(found$fields, matrix(c("a", "x\n\"y\"", "", "b", "\u00e9", ""), 3L))
  expect_identical(Encoding(found$fields[2L, 2L]), "UTF-8")
  expect_identical(found$line, c(1L, 2L, 4L))
  expect_null(found$problem)
})

test_that("line ends at the end of a file are no records", {
  expect_identical(fields_of("a\n\n\r\n\n")$fields, matrix("a"))
  expect_identical(fields_of("a\n\"\"\n")$fields, matrix(c("a", "")))
  expect_identical(fields_of("a,b")$fields, matrix(c("a", "b"), 1L))
  expect_identical(fields_of("a,")$fields, matrix(c("a", ""), 1L))
})

test_that("a CR alone at the end of the text ends it: no byte beyond is read", {
  expect_identical(fields_of("a,b\n1,2\r")$fields, matrix(c("a", "1", "b", "2"), 2L))
  expect_identical(fields_of("a\r")$fields, matrix("a"))
  expect_identical(fields_of("\r")$problem$kind, 4L)
})

test_that("the first problem comes back as values", {
  problem <- function(text) fields_of(text)$problem
  expect_identical(
    problem("a,b\n1,x\"y\n"),
    list(kind = 1L, line = 2L, field = 2L, width = 2L, found = "\"")
  )
  expect_identical(
    problem("a,b\n1,\"x\"\u00e9\n")[c("kind", "found")], list(kind = 2L, found = "\u00e9")
  )
  expect_identical(problem("a,b\n1,\"x")[c("kind", "field")], list(kind = 3L, field = 2L))
  expect_identical(problem("a\n\nb\n")[c("kind", "line")], list(kind = 4L, line = 2L))
  expect_identical(
    problem("a,b\n1\n")[c("kind", "field", "width")], list(kind = 5L, field = 1L, width = 2L)
  )
})

test_that("UTF-8 is judged as Unicode does", {
  offset <- function(...) .Call(C_pb_bad_utf8, as.raw(c(...)))
  for (code in c(0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)) {
    expect_null(.Call(C_pb_bad_utf8, charToRaw(intToUtf8(code))))
  }
  bad <- list(
    0x80, 0xBF, c(0xC0, 0x80), c(0xC1, 0xBF), c(0xC2), c(0xC2, 0x41), c(0xE0, 0x9F, 0xBF),
    c(0xED, 0xA0, 0x80), c(0xEF, 0xBF), c(0xF0, 0x8F, 0xBF, 0xBF), c(0xF4, 0x90, 0x80, 0x80),
    c(0xF5, 0x80, 0x80, 0x80), 0xFF, c(0xE2, 0x82, 0x41)
  )
  for (bytes in bad) {
    expect_identical(offset(0x41, bytes), 1)
  }
})

test_that("the delimiters of a header are those outside quotes", {
  header <- function(text) {
    .Call(C_pb_header_delimiters, charToRaw(text), charToRaw(",\t;|"))
  }
  expect_identical(header("a,b\n;")$present, c(TRUE, FALSE, FALSE, FALSE))
  expect_identical(header("\"a,\"\"\n\";b")$present, c(FALSE, FALSE, TRUE, FALSE))
  expect_true(header("a,\"b\n")$open)
  expect_false(header("a\"b,c\n")$open)
})

test_that("a file that cannot be read is an input error", {
  folder <- tempfile(fileext = ".csv")
  dir.create(folder)
  error <- pybench_error_of(read_delimited(folder))
  expect_s3_class(error, "pybench_error_input")
  expect_identical(error$found, "a folder")
  skip_on_os("windows") # no permissions of this kind
  skip_if(file.access(file_of("x"), 4L) == 0L && Sys.info()[["user"]] == "root", "root reads all")
  locked <- file_of("dataset,a\nd,1\n")
  Sys.chmod(locked, "000")
  expect_identical(pybench_error_of(read_delimited(locked))$expected, "a file that can be read")
})

test_that("the C code gives the same under memory pressure", {
  text <- "a,b\n\"x\"\"\",\u00e9\n,\n"
  calm <- list(fields_of(text), fields_of("a\n\"b"), parse_scores(c("0.5", "", "x", "inf")))
  gctorture2(3L)
  tortured <- list(fields_of(text), fields_of("a\n\"b"), parse_scores(c("0.5", "", "x", "inf")))
  gctorture(FALSE)
  expect_identical(tortured, calm)
})

test_that("a file of 2 GiB is refused before it is read", {
  skip_on_cran()
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  hole <- file(path, "wb")
  seek(hole, 2^31)
  writeBin(as.raw(10L), hole)
  close(hole)
  skip_if(file.size(path) <= 2^31, "no files with holes here")
  expect_error(
    pb_read_results(path, higher_is_better = TRUE), "a text file below 2 GiB",
    class = "pybench_error_input"
  )
})
