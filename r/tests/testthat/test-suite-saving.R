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
