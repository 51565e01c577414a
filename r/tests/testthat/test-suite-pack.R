# Zip files: what other programs read.

test_that("the checksum is CRC-32", {
  # The check value of the standard's catalogues.
  expect_identical(.Call(C_pb_crc32, charToRaw("123456789")), as.double(0xCBF43926))
  expect_identical(.Call(C_pb_crc32, raw()), 0)
})

test_that("R's own unzip() reads what was packed", {
  contents <- list(
    "a.txt" = charToRaw(strrep("some text, again ", 20)), "b/c.bin" = as.raw(0:255),
    "b/zeros" = raw(1e5)
  )
  file <- file_of(zip_bytes(contents), ".zip")
  listed <- utils::unzip(file, list = TRUE)
  expect_identical(listed$Name, names(contents))
  expect_identical(listed$Length, as.double(lengths(contents, use.names = FALSE)))
  folder <- tempfile()
  utils::unzip(file, exdir = folder)
  for (name in names(contents)) {
    expect_identical(read_bytes(file.path(folder, name)), contents[[name]])
  }
  expect_gt(file.size(file), 1e5) # zeros would deflate too well to be unpacked again
})
