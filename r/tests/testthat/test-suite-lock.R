# Locks: one run of Python's or several of R's in a folder, and one process at its tables.

# R processes that start their work at once; each ends well.
together <- function(codes) {
  gate <- tempfile("gate")
  library_path <- dirname(system.file(package = "pybench"))
  logs <- vapply(codes, function(code) tempfile(fileext = ".txt"), "")
  for (i in seq_along(codes)) {
    text <- sprintf(
      ".libPaths(c(%s, .libPaths())); library(pybench); file.create('%s-%d');
       while (!file.exists('%s')) Sys.sleep(0.001); %s; cat('ended well')",
      deparse(library_path), gate, i, gate, codes[[i]]
    )
    system2(
      file.path(R.home("bin"), "Rscript"), c("--vanilla", "-e", shQuote(text)),
      stdout = logs[[i]], stderr = logs[[i]], wait = FALSE
    )
  }
  wait_for(function() all(file.exists(sprintf("%s-%d", gate, seq_along(codes)))))
  file.create(gate)
  ended <- function(log) any(grepl("ended well|halted", readLines(log, warn = FALSE)))
  wait_for(function() all(vapply(logs, ended, NA)))
  vapply(logs, function(log) paste(readLines(log, warn = FALSE), collapse = "\n"), "")
}

wait_for <- function(told) {
  until <- Sys.time() + 300
  while (!told() && Sys.time() < until) Sys.sleep(0.02)
  expect_true(told())
}

run_code <- function(out, name) {
  sprintf(
    "suite <- pb_suite_load(system.file('extdata', 'suite', package = 'pybench'));
     invisible(pb_run(suite, list(%s = function(train, test) {
       rep(levels(train$class)[[1L]], nrow(test))
     }), '%s'))", name, out
  )
}

test_that("processes that run at once lose nothing of each other's", {
  skip_on_cran()
  for (round in 1:3) {
    out <- tempfile("run")
    said <- together(vapply(c("a", "b", "c"), function(name) run_code(out, name), ""))
    expect_match(said, "ended well$", all = TRUE)
    told <- jsonlite::fromJSON(file.path(out, "run.json"), simplifyVector = FALSE)
    expect_identical(sort(names(told$estimators)), c("a", "b", "c"))
    expect_identical(table(pb_suite_results(out)$estimator), table(rep(c("a", "b", "c"), each = 8)))
    expect_identical(
      read.csv(file.path(out, "evaluations.csv"))$estimator, rep(c("a", "b", "c"), each = 8)
    )
  }
})

test_that("a lock is alone or shared, and ends when it is closed", {
  skip_on_os("windows")
  path <- tempfile()
  one <- lock_open(path)
  other <- lock_open(path)
  expect_true(lock_take(one, alone = FALSE))
  expect_true(lock_take(other, alone = FALSE))
  expect_false(lock_take(other, alone = TRUE))
  lock_close(one)
  lock_close(one)
  expect_true(lock_take(other, alone = TRUE))
  lock_close(other)
})

test_that("a folder in which another is at work is refused, and stays as it is", {
  skip_on_os("windows")
  out <- tempfile()
  dir.create(out)
  held <- lock_open(file.path(out, ".lock"))
  lock_take(held, alone = TRUE)
  error <- pybench_error_of(pb_run(cars_suite(), list(a = majority), out))
  expect_s3_class(error, "pybench_error_environment")
  expect_match(conditionMessage(error), "another run is at work")
  expect_identical(list.files(out), character())
  lock_close(held)
  tables <- lock_open(file.path(out, ".lock-tables"))
  lock_take(tables, alone = TRUE)
  expect_match(
    conditionMessage(pybench_error_of(at_tables(out, identity, seconds = 0.05))), "another run"
  )
  lock_close(tables)
  pb_run(cars_suite(), list(a = majority), out)
  expect_identical(nrow(pb_suite_results(out)), 8L)
})

test_that("what killed writers left goes, unless another is at work", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  left <- file.path(out, c(".pybench-1.tmp", "runs/a/cars/.pybench-2.tmp"))
  file.create(left)
  other <- lock_open(file.path(out, ".lock"))
  lock_take(other, alone = FALSE)
  pb_run(cars_suite(), list(a = majority), out)
  expect_true(all(file.exists(left)) || .Platform$OS.type == "windows")
  lock_close(other)
  pb_run(cars_suite(), list(a = majority), out)
  expect_false(any(file.exists(left)))
})

test_that("a folder that cannot be made is an error of ours", {
  file <- tempfile()
  file.create(file)
  error <- pybench_error_of(pb_run(cars_suite(), list(a = majority), file.path(file, "run")))
  expect_s3_class(error, "pybench_error_environment")
})

test_that("who starts while another sweeps waits for it", {
  skip_on_os("windows")
  skip_on_cran()
  out <- tempfile("run")
  dir.create(out)
  gate <- tempfile("gate")
  code <- sprintf(
    ".libPaths(c(%s, .libPaths())); lock <- pybench:::lock_open('%s');
     pybench:::lock_take(lock, TRUE); file.create('%s'); Sys.sleep(1)",
    deparse(dirname(system.file(package = "pybench"))), file.path(out, ".lock"), gate
  )
  rscript <- file.path(R.home("bin"), "Rscript")
  system2(rscript, c("--vanilla", "-e", shQuote(code)), stdout = FALSE, wait = FALSE)
  wait_for(function() file.exists(gate))
  expect_identical(at_work(out, function() "at work"), "at work")
})
