# Bundles: out and in again, complete or not at all.

bundle <- function(...) {
  file <- tempfile(fileext = ".zip")
  pb_suite_export(cars_suite(), file, ...)
  file
}

test_that("a suite comes back with its files, and the same suite gives the same bytes", {
  file <- bundle()
  expect_identical(read_bytes(bundle()), read_bytes(file))
  copy <- pb_suite_import(file, tempfile())
  expect_identical(copy$hash, cars_suite()$hash)
  expect_identical(pb_suite_data(copy, "cars"), pb_suite_data(cars_suite(), "cars"))
  expect_identical(
    read_bytes(file.path(copy$folder, "suite.json")),
    read_bytes(file.path(cars_suite()$folder, "suite.json"))
  )
})

test_that("data that are left out can be added", {
  file <- bundle(data = "none")
  copy <- pb_suite_import(file, tempfile())
  expect_s3_class(pybench_error_of(pb_suite_data(copy, "cars")), "pybench_error_suite")
  whole <- pb_suite_import(file, tempfile(), data = file.path(cars_suite()$folder, "data"))
  expect_identical(pb_suite_data(whole, "cars"), pb_suite_data(cars_suite(), "cars"))
  suite <- pb_suite_new_version(cars_suite())
  suite$tasks[[1L]]$dataset$licence <- "for members"
  left <- left_out_data(suite, "licensed")
  expect_identical(left[[1L]]$reason, "its licence is `for members`: not known to allow sharing")
  expect_identical(left_out_data(suite, "all"), list())
})

test_that("what is no bundle of a suite leaves no folder", {
  refused <- function(contents) {
    folder <- tempfile()
    error <- pybench_error_of(pb_suite_import(file_of(zip_bytes(contents), ".zip"), folder))
    expect_s3_class(error, "pybench_error_input")
    expect_false(file.exists(folder))
  }
  bytes <- read_bytes(bundle())
  members <- zip_members(bytes, "f.zip")
  contents <- lapply(members, function(one) member_bytes(bytes, one, "f.zip"))
  refused(contents[-1L])
  refused(contents[-2L])
  refused(c(contents, list("data/more.csv" = charToRaw("x"))))
  changed <- contents
  changed[["data/cars.csv"]] <- c(changed[["data/cars.csv"]], as.raw(10L))
  refused(changed)
  expect_length(list.files(tempdir(), "^\\.pybench-", all.files = TRUE), 0L)
})

test_that("folders that are not new are refused", {
  folder <- tempfile()
  dir.create(folder)
  file <- bundle()
  expect_identical(pb_suite_import(file, folder)$folder, folder)
  expect_s3_class(pybench_error_of(pb_suite_import(file, folder)), "pybench_error_argument")
  error <- pybench_error_of(pb_suite_import(file, tempfile(), data = tempfile()))
  expect_s3_class(error, "pybench_error_input")
})
