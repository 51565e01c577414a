# Published landscapes: what the file holds, what refuses a bad one. The numbers are compared with
# Python's in tests/landscape/test_published.py.

ucr_file <- function() system.file("extdata", "landscape-ucr.gz", package = "pybench")

ucr_body <- function() {
  stream <- gzfile(ucr_file(), "rb")
  on.exit(close(stream))
  content <- readBin(stream, "raw", 2^26)
  content[-seq_len(which(content == as.raw(0x0A))[[1L]])]
}

saved_landscape <- function(body, digest = sha256_of(body)) {
  path <- tempfile(fileext = ".gz")
  stream <- gzfile(path, "wb")
  on.exit(close(stream))
  writeBin(c(charToRaw(sprintf("%s %s\n", published_format, digest)), body), stream)
  path
}

test_that("the shipped landscape is small and whole", {
  ucr <- pb_published_landscape("ucr")
  expect_lt(file.size(ucr_file()), 2e6)
  expect_s3_class(ucr, c("pb_published_landscape", "pb_landscape"))
  expect_identical(ucr$sha256, sha256_of(ucr_body()))
  expect_identical(sum(ucr$coverage$counts), length(ucr$units))
  expect_identical(dim(ucr$codes), c(length(ucr$regions$labels), length(ucr$scaling$features)))
  expect_true(all(ucr$scores$datasets %in% rownames(ucr$coverage$counts)))
  expect_match(format(ucr), ucr$sha256, fixed = TRUE, all = FALSE)
})

test_that("its figures follow from what is stored", {
  ucr <- pb_published_landscape("ucr")
  again <- pb_regions(ucr$codes, ucr$regions$k, dataset = ucr$dataset, units = ucr$units)
  expect_identical(again$labels, ucr$regions$labels)
  expect_equal(ucr$som$quantization_error, mean(ucr$som$distances), tolerance = 1e-6)
})

test_that("everything takes it", {
  ucr <- pb_published_landscape("ucr")
  expect_identical(pb_newcomer(ucr, c(1, 1, 2))$main_region, "R1")
  expect_setequal(names(pb_best_by_region(ucr$scores, ucr)$best), colnames(ucr$coverage$counts))
  expect_identical(pb_redundancy(ucr)$n_datasets, ucr$coverage$n_datasets)
  expect_no_error(drawn(ucr, show = "regions"))
  expect_no_error(drawn(ucr$coverage))
})

test_that("a bad file is refused", {
  refused <- function(path) {
    expect_error(pb_published_landscape(path), class = "pybench_error_input")
  }
  data <- readBin(ucr_file(), "raw", file.size(ucr_file()))
  written <- function(bytes) {
    path <- tempfile(fileext = ".gz")
    writeBin(bytes, path)
    path
  }
  refused("nowhere.gz")
  refused(tempdir())
  refused(written(data[seq_len(length(data) %/% 2L)]))
  refused(written(raw()))
  refused(written(charToRaw("PK no landscape")))
  refused(saved_landscape(ucr_body(), strrep("0", 64L)))
  expect_error(pb_published_landscape(3), class = "pybench_error_argument")
})

test_that("contents that do not fit are refused although their hash does", {
  body <- ucr_body()
  refused <- function(body) {
    expect_error(pb_published_landscape(saved_landscape(body)), class = "pybench_error_input")
  }
  refused(c(body, charToRaw("more f8 2 160\n"), raw(16L)))
  refused(c(body, as.raw(c(0xFF, 0xFE))))
  refused(c(body, charToRaw("more q8 1 8\n"), raw(8L)))
  expect_no_warning(refused(c(body, charToRaw("more qq 1 8\n"), raw(8L))))
  refused(raw())
  changed <- function(head, value, after = 0L) { # each byte of a number is in a plane of its own
    at <- grepRaw(head, body, fixed = TRUE)
    end <- at + which(body[at:(at + 99L)] == as.raw(0x0A))[[1L]] - 1L
    count <- as.integer(strsplit(rawToChar(body[at:end]), " ", fixed = TRUE)[[1L]][[3L]])
    body[end + 1L + after + count * (seq_along(value) - 1L)] <- as.raw(value)
    body
  }
  # Numbers that would fill the memory.
  refused(changed("rows u4 ", c(0xFF, 0xFF, 0xFF, 0x7F)))
  k <- match("k", published_numbers) - 1L
  refused(changed("numbers f8 ", as.integer(writeBin(1e15, raw(), endian = "little")), k))
  refused(changed("units u2 ", c(0xFF, 0xFF)))
  refused(changed("codes f4 ", c(0x00, 0x00, 0xC0, 0x7F)))
})
