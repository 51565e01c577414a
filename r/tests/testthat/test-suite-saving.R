# A save that was killed: finished when all of it had been written, as Python does.

# A copy of the suite whose save was killed after `moved` of its files had taken their places.
killed_save <- function(moved) {
  folder <- suite_copy()
  stage <- file.path(folder, ".pybench-save")
  files <- c("data/cars.csv", "splits/cars.csv", "suite.json")
  for (file in files[-seq_len(moved)]) {
    dir.create(file.path(stage, dirname(file)), FALSE, TRUE)
    file.rename(file.path(folder, file), file.path(stage, file))
    cat("{}", file = file.path(folder, file)) # of the state before
  }
  folder
}

test_that("a save that was killed between two states is finished", {
  for (moved in 1:2) {
    folder <- killed_save(moved)
    expect_identical(pb_suite_load(folder)$hash, cars_suite()$hash)
    expect_false(dir.exists(file.path(folder, ".pybench-save")))
  }
})

test_that("where it cannot be finished, the error says what to do", {
  skip_on_os("windows")
  skip_if(Sys.info()[["effective_user"]] == "root", "root may write anywhere")
  folder <- killed_save(1)
  Sys.chmod(folder, "500")
  on.exit(Sys.chmod(folder, "700"))
  error <- pybench_error_of(pb_suite_load(folder))
  expect_s3_class(error, "pybench_error_environment")
  expect_match(conditionMessage(error), "cannot be finished here")
})

test_that("a saved suite is the same suite, and an earlier state of it is replaced", {
  folder <- tempfile()
  draft <- pb_suite_new_version(cars_suite())
  saved <- pb_suite_save(draft, folder)
  expect_identical(saved$hash, draft$hash)
  expect_identical(saved$contents, list())
  expect_identical(pb_suite_load(folder)$hash, saved$hash)
  tagged <- pb_suite_save(pb_suite_tag(saved, "x", "cars"), folder)
  expect_identical(pb_suite_load(folder)$hash, tagged$hash)
  files <- list.files(folder, all.files = TRUE, no.. = TRUE)
  expect_setequal(files, c("data", "splits", "suite.json"))
})

test_that("a change of files goes through a complete next state", {
  make <- function(rows, seed) {
    file <- file_of(paste(c("x,class", rep(c("1,a", "2,b"), rows)), collapse = "\n"))
    pb_suite_create("s", c(t = file), "class", folds = 2, seed = seed)
  }
  folder <- tempfile()
  pb_suite_save(make(5, 0), folder)
  second <- pb_suite_save(make(6, 1), folder)
  expect_identical(pb_suite_load(folder)$hash, second$hash)
  expect_false(dir.exists(file.path(folder, ".pybench-save")))
  expect_identical(list.files(folder, "\\.tmp$", all.files = TRUE), character())
})

test_that("a frozen suite, and another one, are not replaced", {
  folder <- tempfile()
  draft <- pb_suite_save(pb_suite_new_version(cars_suite()), folder)
  active <- pb_suite_save(pb_suite_freeze(draft), folder)
  expect_s3_class(pybench_error_of(pb_suite_save(draft, folder)), "pybench_error_suite")
  expect_identical(pb_suite_save(pb_suite_deactivate(active), folder)$status, "deactivated")
  expect_s3_class(pybench_error_of(pb_suite_save(active, folder)), "pybench_error_suite")
  other <- draft
  other$name <- "another"
  expect_s3_class(pybench_error_of(pb_suite_save(other, folder)), "pybench_error_suite")
})

test_that("two saves at once are refused", {
  skip_on_os("windows")
  folder <- tempfile()
  dir.create(folder)
  lock <- lock_open(folder)
  on.exit(lock_close(lock))
  expect_true(lock_take(lock, alone = TRUE))
  error <- pybench_error_of(pb_suite_save(pb_suite_new_version(cars_suite()), folder))
  expect_s3_class(error, "pybench_error_environment")
  expect_match(conditionMessage(error), "another run is at work")
})
