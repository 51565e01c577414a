round_trip <- function(x, ...) pb_from_arrow(pb_to_arrow(x), ...)

test_that("every supported class comes back identical", {
  table <- data.frame(
    double = c(1.5, NA, NaN, Inf, -Inf, -0, 5e-324, .Machine$double.xmax),
    integer = c(NA, -.Machine$integer.max, .Machine$integer.max, 0L, 1L, 2L, 3L, 4L),
    logical = c(TRUE, NA, FALSE, TRUE, TRUE, FALSE, NA, NA),
    character = c(NA, "", "NA", "\u00e9", "\U1F600", "a\nb", "=1+1", strrep("x", 500L)),
    factor = factor(c("b", NA, "a", "b", "", "a", "a", "b"), levels = c("b", "", "unused", "a")),
    ordered = factor(rep(c("lo", "hi"), 4L), levels = c("lo", "hi"), ordered = TRUE)
  )
  expect_exact(round_trip(table), table)
})

test_that("random tables come back identical or are refused", {
  set.seed(20260101L)
  makers <- list(
    function(n) sample(c(NA, NaN, Inf, -Inf, 0, -0, 1e308, stats::rnorm(3L)), n, TRUE),
    function(n) sample(c(NA, -.Machine$integer.max, .Machine$integer.max, -5:5), n, TRUE),
    function(n) sample(c(NA, TRUE, FALSE), n, TRUE),
    function(n) sample(c(NA, "", "NA", "na\u00efve", "\u4e2d\u6587", "a long string"), n, TRUE),
    function(n) factor(sample(c(NA, "x", "", "NA", "\u00fc"), n, TRUE))
  )
  for (i in 1:200) {
    rows <- sample(c(0:9, 63:65, 130L), 1L)
    columns <- lapply(sample(makers, sample(0:6, 1L), TRUE), function(make) make(rows))
    names(columns) <- sample(c("a", "", "NA", "\u00e9", "b b"), length(columns), TRUE)
    table <- structure(columns,
      names = as.character(names(columns)), class = "data.frame", row.names = .set_row_names(rows)
    )
    expect_exact(round_trip(table), table)
  }
})

test_that("matrices come back identical", {
  numbers <- matrix(c(1, NA, NaN, Inf, -0, 3), 2L, dimnames = list(NULL, c("a", "", "a")))
  expect_exact(round_trip(numbers, "matrix"), numbers)
  expect_exact(round_trip(unname(numbers), "matrix"), unname(numbers))
  whole <- cbind(a = c(1L, NA), b = c(-.Machine$integer.max, 2L))
  expect_exact(round_trip(whole), as.data.frame(whole))
  expect_exact(round_trip(cbind(a = c(TRUE, NA))), data.frame(a = c(TRUE, NA)))
  expect_exact(round_trip(cbind(a = c("x", NA), b = "y")), data.frame(a = c("x", NA), b = "y"))
  expect_exact(dim(round_trip(matrix(0, 0L, 3L), "matrix")), c(0L, 3L))
  expect_exact(dim(round_trip(matrix(0, 3L, 0L), "matrix")), c(3L, 0L))
})

test_that("text of any encoding goes out as UTF-8", {
  latin1 <- "\xe9t\xe9"
  Encoding(latin1) <- "latin1"
  expect_exact(round_trip(data.frame(x = latin1))$x, "\u00e9t\u00e9")
  expect_exact(names(round_trip(stats::setNames(data.frame(1), latin1))), "\u00e9t\u00e9")
})

test_that("text that is not text is refused with its row", {
  broken <- data.frame(x = c("fine", "\xff\xfe"))
  Encoding(broken$x) <- "UTF-8"
  expect_exact(
    conversion_message(pb_to_arrow(broken)),
    "column 'x': row 2: expected text in UTF-8, found other bytes"
  )
  bytes <- `Encoding<-`("\xe9", "bytes")
  expect_match(conversion_message(pb_to_arrow(data.frame(x = bytes))), "bytes without an encoding")
  levels <- factor("a")
  attr(levels, "levels") <- broken$x[[2L]]
  expect_match(conversion_message(pb_to_arrow(data.frame(f = levels))), "column 'f'.*UTF-8")
  names(broken) <- broken$x[[2L]]
  expect_match(conversion_message(pb_to_arrow(broken)), "column names in UTF-8")
})

test_that("every other class is refused by name", {
  others <- list(
    Date = Sys.Date(), POSIXct = Sys.time(), difftime = Sys.time() - Sys.time(),
    complex = 1i, raw = as.raw(1), integer64 = structure(1, class = "integer64"),
    AsIs = I("a"), list = list(1)
  )
  for (class in names(others)) {
    table <- structure(list(x = others[[class]]), class = "data.frame", row.names = 1L)
    expect_match(
      conversion_message(pb_to_arrow(table)),
      paste0("^column 'x': expected double.*found class ", class)
    )
  }
  inner <- data.frame(x = 1)
  inner$m <- matrix(1:2, 1L)
  expect_match(conversion_message(pb_to_arrow(inner)), "column 'm'.*found class matrix")
  expect_match(conversion_message(pb_to_arrow(matrix(1i))), "class complex")
  expect_match(conversion_message(pb_to_arrow(1:3)), "expected a data frame or a plain matrix")
  expect_match(conversion_message(pb_to_arrow(table(1:3, 1:3))), "found a table of length 9")
})

test_that("names and levels that would change on the way are refused", {
  expect_match(
    conversion_message(pb_to_arrow(data.frame(f = factor(c("a", NA), exclude = NULL)))),
    "factor without an NA level"
  )
  expect_match(conversion_message(pb_to_arrow(matrix(1, dimnames = list(NULL, "")))), "empty ones")
  expect_match(conversion_message(pb_to_arrow(matrix(1, dimnames = list(NULL, NA)))), "found NA")
})

test_that("text beyond the limit of utf8 becomes large_utf8", {
  node <- exported_text(c("abc", NA, "de"), "x", limit = 4)
  expect_exact(node[[2L]], "U")
  expect_exact(import_column(node), c("abc", NA, "de"))
  expect_exact(exported_text(c("abc", NA, "d"), "x", limit = 4)[[2L]], "u")
})

test_that("values are shared, and a change in R leaves the exported ones alone", {
  table <- data.frame(x = c(1, 2, 3), i = 1:3)
  stream <- pb_to_arrow(table)
  table$x[[1L]] <- 99
  table$i[[1L]] <- 99L
  expect_exact(pb_from_arrow(stream), data.frame(x = c(1, 2, 3), i = 1:3))
})

test_that("compact sequences and other ALTREP vectors can be exported", {
  table <- data.frame(i = 1:10, s = as.character(1:10))
  expect_exact(round_trip(table), table)
})

test_that("a large matrix crosses both ways without copies of copies", {
  skip_on_cran()
  x <- matrix(as.double(seq_len(2e6)), 2e4L)
  expect_exact(round_trip(x, "matrix"), x)
})

test_that("nothing of an export stays alive", {
  expect_nothing_alive()
})
