# Links in a folder of ours that lead out of it: nothing is written, moved or made there.

victims <- function() {
  top <- tempfile("top")
  dir.create(file.path(top, "other", "deep"), recursive = TRUE)
  dir.create(file.path(top, "out"))
  writeLines("mine", file.path(top, "victim"))
  writeLines("mine too", file.path(top, "other", "deep", "kept.txt"))
  # What a sweep of leftovers would take for its own.
  writeLines("old", file.path(top, "other", "deep", ".pybench-0.tmp"))
  top
}

whole <- function(top) {
  there <- list.files(
    file.path(top, "other"),
    recursive = TRUE, all.files = TRUE, include.dirs = TRUE, full.names = TRUE
  )
  files <- c(file.path(top, "victim"), there[!dir.exists(there)])
  list(there, tools::md5sum(files))
}

for (link in c(".lock", ".lock-tables", "runs", "runs/majority", "suite.json", "results.csv")) {
  test_that(paste("a run follows no planted link:", link), {
    skip_on_os("windows")
    top <- victims()
    out <- file.path(top, "out")
    place <- file.path(out, link)
    dir.create(dirname(place), showWarnings = FALSE)
    file.symlink(file.path(top, if (grepl("runs", link)) "other" else "victim"), place)
    before <- whole(top)
    expect_error(
      pb_run(cars_suite(), list(majority = majority), out),
      "a link that leads out of that folder",
      class = "pybench_error_input"
    )
    expect_identical(whole(top), before)
    expect_true(nzchar(Sys.readlink(place)))
  })
}

test_that("a link to what is not there makes nothing", {
  skip_on_os("windows")
  top <- victims()
  file.symlink(file.path(top, "none"), file.path(top, "out", ".lock"))
  expect_error(
    pb_run(cars_suite(), list(majority = majority), file.path(top, "out")),
    class = "pybench_error_input"
  )
  expect_false(file.exists(file.path(top, "none")))
})

test_that("a suite that is loaded takes nothing in through a link", {
  skip_on_os("windows")
  top <- victims()
  suite <- file.path(top, "suite")
  dir.create(suite)
  file.copy(list.files(cars_suite()$folder, full.names = TRUE), suite, recursive = TRUE)
  before <- whole(top)
  stage <- file.path(suite, ".pybench-save")
  file.symlink(file.path(top, "other"), stage)
  expect_error(pb_suite_load(suite), "a link that leads out", class = "pybench_error_input")
  expect_identical(whole(top), before)
  unlink(stage)
  dir.create(file.path(stage, "sub"), recursive = TRUE)
  writeLines("theirs", file.path(stage, "sub", "new"))
  file.symlink(file.path(top, "other"), file.path(suite, "sub"))
  expect_error(pb_suite_load(suite), "a link that leads out", class = "pybench_error_input")
  expect_identical(whole(top), before)
})

test_that("the folder itself, and links that stay inside, are the user's affair", {
  skip_on_os("windows")
  top <- victims()
  file.symlink(file.path(top, "out"), file.path(top, "link"))
  dir.create(file.path(top, "out", "elsewhere"))
  file.symlink("elsewhere", file.path(top, "out", "runs"))
  pb_run(cars_suite(), list(majority = majority), file.path(top, "link"))
  expect_true(dir.exists(file.path(top, "out", "elsewhere", "majority", "cars")))
})
