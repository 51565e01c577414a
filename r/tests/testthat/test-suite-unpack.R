# Zip files of strangers: nothing but the plain files of a bundle.

packed <- function(...) zip_bytes(list(...))

text <- function(n = 50) charToRaw(strrep("abc\n", n))

test_that("members come back", {
  bytes <- packed("bundle.json" = text(), "data/a.csv" = as.raw(0:255))
  members <- zip_members(bytes, "f.zip")
  expect_named(members, c("bundle.json", "data/a.csv"))
  expect_identical(member_bytes(bytes, members[[1L]], "f.zip"), text())
  expect_identical(member_bytes(bytes, members[[2L]], "f.zip"), as.raw(0:255))
})

test_that("names that are not those of a bundle are refused", {
  good <- c(
    "bundle.json", "data/_0f.csv", "splits/a.csv", "runs/r/run.json",
    "runs/r/runs/e/t/predictions-0-1.csv"
  )
  bad <- c(
    "", "/etc/passwd", "data/../x", "data/.", "data/a/b/c", "../suite.json", "data/a.", "x.R",
    "runs/r/journal", "data/a\\b", "data/con:", "runs/../runs/e/t/predictions-0-1.csv"
  )
  expect_true(all(vapply(good, is_member, NA)))
  expect_false(any(vapply(bad, is_member, NA)))
  for (name in setdiff(bad, "")) {
    bytes <- zip_bytes(stats::setNames(list(text()), name))
    expect_s3_class(pybench_error_of(zip_members(bytes, "f.zip")), "pybench_error_suite")
  }
})

test_that("damaged files are refused, wherever a byte is wrong", {
  bytes <- packed("suite.json" = text(9))
  for (at in seq_along(bytes)) {
    wrong <- bytes
    wrong[[at]] <- xor(wrong[[at]], as.raw(1L))
    read <- tryCatch(
      {
        members <- zip_members(wrong, "f.zip")
        member_bytes(wrong, members[[1L]], "f.zip")
      },
      pybench_error_suite = function(refused) NULL
    )
    # Times, versions and inner attributes are nothing that is read.
    expect_true(is.null(read) || identical(read, text(9)), info = at)
  }
  for (size in c(0L, 10L, length(bytes) - 1L)) {
    cut <- utils::head(bytes, size)
    expect_s3_class(pybench_error_of(zip_members(cut, "f.zip")), "pybench_error_suite")
  }
  longer <- c(bytes, as.raw(0L))
  expect_s3_class(pybench_error_of(zip_members(longer, "f.zip")), "pybench_error_suite")
})

test_that("no file makes more bytes than it said", {
  bytes <- deflate_stream(raw(1e6))
  member <- list(name = "x", method = 8, crc = 0, size = 10, place = -31, packed = length(bytes))
  error <- pybench_error_of(member_bytes(bytes, member, "f.zip"))
  expect_match(conditionMessage(error), "damaged bytes")
})
