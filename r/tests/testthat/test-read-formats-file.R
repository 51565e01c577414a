skip_if_not_installed("jsonlite")

table_of <- function(path) stop("no table")

refusal_of <- function(text, name = "x.json") {
  path <- text_file(text, name = name)
  error <- pybench_error_of(file_document(format_file(path, table_of)))
  expect_identical(error$file, path)
  error$found
}

test_that("JSON is read strictly", {
  value <- file_document(format_file(text_file("\ufeff{\"a\": [NaN, 1, \"NaN\", {}]}"), table_of))
  expect_identical(value, list(a = list(NaN, 1L, "NaN", stats::setNames(list(), character()))))
  for (bad in c("", "{", "[1,]", "{'a': 1}", "[1] 2", "nul", "[NaN", "[\"\\x\"]", "[1e]")) {
    expect_type(refusal_of(bad), "character")
  }
  expect_identical(refusal_of("[{\"b\": {\"a\": 1, \"a\": 2}}]"), "the key `a` twice in one object")
  expect_identical(refusal_of(as.raw(c(0x5B, 0x00, 0x5D))), "a NUL byte")
  expect_identical(refusal_of(as.raw(c(0x22, 0xFF, 0x22))), "a byte that is not UTF-8")
  deep <- paste0(strrep("[", 1e5), strrep("]", 1e5))
  expect_identical(refusal_of(deep), "values nested too deeply to be read")
})

test_that("keys and scores have types", {
  file <- format_file("x.json", table_of)
  value <- list(text = "t", empty = " ", flag = TRUE, number = 1L, list = list(), none = NULL)
  expect_identical(file_get(file, value, "text", "a text"), "t")
  for (key in c("absent", "empty", "flag", "number", "list", "none")) {
    error <- pybench_error_of(file_get(file, value, key, "a text", "within"))
    expect_identical(error$column, paste0("within.", key))
  }
  expect_identical(score_of(file, 1L, "p"), 1)
  expect_identical(score_of(file, NULL, "p"), NaN)
  found <- vapply(list("x", TRUE, list(), Inf, -Inf), function(bad) {
    pybench_error_of(score_of(file, bad, "p"))$found
  }, "")
  expect_identical(found, c("`x`", "true or false", "a list", "`inf`", "`-inf`"))
})

test_that("a member of an archive is read, and any damage is found", {
  skip_if(!nzchar(Sys.which("zip")), "no program zip")
  folder <- tempfile()
  text_file("{\"a\": 0.123}", folder, "header.json")
  text_file(strrep("x", 1e5), folder, "samples/1.json")
  for (level in c("-0", "-9")) {
    path <- file.path(folder, paste0("log", level, ".eval"))
    old <- setwd(folder)
    utils::zip(path, c("samples/1.json", "header.json"), flags = c("-q", "-r", level))
    setwd(old)
    expect_identical(file_document(format_file(path, table_of)), list(a = 0.123))
    expect_length(archive_member(format_file(path, table_of), "samples/1.json"), 1e5)
    bytes <- readBin(path, "raw", 1e6)
    for (bad in list(utils::head(bytes, -30L), raw(), "{}")) {
      expect_identical(refusal_of(bad, "x.eval"), "another file, or one that is cut")
    }
    # The check sum of the member, and then its data.
    own <- zip_entry(bytes, "header.json")
    for (part in list(own$check, own$data)) {
      at <- utils::tail(grepRaw(part, bytes, fixed = TRUE, all = TRUE), 1L) + 1L
      changed <- replace(bytes, at, xor(bytes[[at]], as.raw(1L)))
      expect_identical(refusal_of(changed, "x.eval"), "one that is damaged")
    }
    other <- replace(bytes, grepRaw("header", bytes, all = TRUE) + 2L, as.raw(0x74))
    expect_identical(refusal_of(other, "x.eval"), "none in it")
  }
})

test_that("an archive packed by Zstandard is refused, with what to do", {
  skip_if(!nzchar(Sys.which("zip")), "no program zip")
  folder <- tempfile()
  text_file("{}", folder, "header.json")
  old <- setwd(folder)
  utils::zip("log.eval", "header.json", flags = "-q0")
  setwd(old)
  path <- file.path(folder, "log.eval")
  bytes <- readBin(path, "raw", 1e4)
  method <- grepRaw(as.raw(c(0x50, 0x4B, 1L, 2L)), bytes, fixed = TRUE) + 10L
  writeBin(replace(bytes, method, as.raw(93L)), path)
  error <- pybench_error_of(pb_read_results(path, TRUE))
  expect_match(error$found, "compression by Zstandard, which R does not unpack")
  expect_match(error$hint, "inspect log convert FILE --to json")
})

test_that("a gzip file is read, and one that is cut or damaged is refused", {
  path <- tempfile(fileext = ".csv.gz")
  connection <- gzfile(path, "wb")
  writeLines(c("dataset,a,b", sprintf("d%d,%d,2", 1:2000, 2000:1)), connection)
  close(connection)
  expect_length(pb_read_results(path, TRUE)$datasets, 2000L)
  bytes <- readBin(path, "raw", 1e6)
  spoilt <- list(
    raw(), charToRaw("dataset,a\nd,1\n"), utils::head(bytes, 20L), utils::head(bytes, -1L),
    utils::head(bytes, -4L), utils::head(bytes, -2000L), c(bytes, bytes), c(bytes, as.raw(1:9)),
    replace(bytes, 1000L, xor(bytes[[1000L]], as.raw(1L))),
    replace(bytes, length(bytes) - 6L, xor(bytes[[length(bytes) - 6L]], as.raw(1L)))
  )
  for (one in spoilt) {
    error <- pybench_error_of(pb_read_results(text_file(one, name = "x.csv.gz"), TRUE))
    expect_s3_class(error, "pybench_error_input")
    expect_identical(error$expected, "a gzip file")
  }
})
