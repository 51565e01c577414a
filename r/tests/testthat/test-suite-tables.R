# The tables of a run: what is there, what failed and why, in the order of Python's.

test_that("the table of scores and the evaluations are those of the run", {
  out <- tempfile()
  t <- pb_run(cars_suite(), list(b = majority, a = majority), out)
  again <- pb_read_results(file.path(out, "results.csv"), higher_is_better = TRUE)
  expect_identical(again$scores, t$scores)
  expect_identical(again$classifiers, c("b", "a"))
  folds <- pb_read_results(
    file.path(out, "folds.csv"), higher_is_better = TRUE, repeats = "keep"
  )
  expect_identical(folds$by_repeat, t$by_repeat)
  expect_null(t$n_available)
  table <- read.csv(file.path(out, "evaluations.csv"), check.names = FALSE)
  results <- pb_suite_results(out)
  expect_identical(names(table), names(results))
  expect_identical(table$estimator, rep(c("a", "b"), each = 8L))
  expect_identical(table[1:8], results[1:8])
})

test_that("folds that failed are listed by name and reason until they are done", {
  out <- tempfile()
  log <- tempfile()
  cat("no", file = log)
  odd <- function(train, test) {
    if (readLines(log, warn = FALSE) == "no") stop("there is no,\n\"model\"")
    rep("manual", nrow(test))
  }
  pb_run(cars_suite(), list(a = majority), out)
  error <- pybench_error_of(pb_run(cars_suite(), list(b = majority, odd = odd), out))
  expect_s3_class(error, "pybench_error_tasks_failed")
  expect_match(conditionMessage(error), "failures.csv: 8 folds failed: odd on cars, repeat 0")
  expect_false(file.exists(file.path(out, "results.csv")))
  expect_false(file.exists(file.path(out, "folds.csv")))
  failures <- read.csv(file.path(out, "failures.csv"), check.names = FALSE)
  expect_identical(names(failures), c("estimator", "task", "repeat", "fold", "reason"))
  expect_identical(unique(failures$reason), "there is no, \"model\"")
  expect_identical(failures[["repeat"]], rep(0:1, each = 4L))
  expect_identical(unique(pb_suite_results(out)$estimator), c("a", "b"))
  # A run of another learner keeps them; their own, once it is well, removes them.
  pb_run(cars_suite(), list(a = majority), out)
  expect_identical(read.csv(file.path(out, "failures.csv"), check.names = FALSE), failures)
  cat("yes", file = log)
  pb_run(cars_suite(), list(odd = odd), out)
  expect_identical(readLines(file.path(out, "failures.csv")), "estimator,task,repeat,fold,reason")
})

test_that("what stands for a job counts until the job is done", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority, b = majority), out)
  path <- file.path(out, "evaluations.csv")
  lines <- readLines(path)
  lines[[2L]] <- sub("ok,24,8,[^,]*,", "fallback,24,,0.25,", lines[[2L]])
  writeLines(lines, path)
  expect_identical(pb_suite_results(out)$status, rep("ok", 16L))
  unlink(file.path(out, "runs", "a", "cars", "evaluation-0-0.json"))
  found <- pb_suite_results(out)
  expect_identical(found$status[1:2], c("fallback", "ok"))
  expect_identical(found$accuracy[[1L]], 0.25)
  expect_identical(found$n_test[1:2], c(NA, 8L))
  pb_run(cars_suite(), list(b = majority), out)
  expect_identical(readLines(path), lines)
})

test_that("a table that is none is refused by name", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  cat("a,b\n", file = file.path(out, "failures.csv"))
  error <- pybench_error_of(pb_run(cars_suite(), list(a = majority), out))
  expect_s3_class(error, "pybench_error_suite")
  expect_match(conditionMessage(error), "failures.csv")
})

test_that("a table cut or changed at any byte is read or refused by name, and never ends R", {
  out <- tempfile()
  pb_run(cars_suite(), list(a = majority), out)
  path <- file.path(out, "evaluations.csv")
  bytes <- readBin(path, "raw", file.size(path))
  bytes[bytes == charToRaw("k")] <- charToRaw("x") # "ox": every row is read as a stand-in
  refused <- function(damaged) {
    writeBin(damaged, path)
    tryCatch(
      {
        read_stand_ins(out)
        FALSE
      },
      pybench_error_suite = function(error) TRUE
    )
  }
  lone <- as.raw(0x0D)
  expect_true(refused(c(bytes, lone)))
  expect_true(refused(c(bytes[seq_len(length(bytes) - 1L)], lone)))
  expect_true(refused(c(bytes, as.raw(0x00))))
  expect_true(refused(c(bytes, as.raw(0xFF))))
  expect_false(refused(raw()))
  places <- round(seq(1, length(bytes), length.out = 60))
  for (at in places) {
    refused(bytes[seq_len(at)])
    refused(c(bytes[seq_len(at)], lone))
    for (byte in c(0x00, 0x0D, 0x22, 0x2C, 0xC3)) {
      refused(replace(bytes, at, as.raw(byte)))
    }
  }
  text <- rawToChar(bytes)
  for (pair in list(c("ox,24,8", "ox,24,x"), c("cars,0,0", "cars,0,-"), c("0.0,", "NA,"))) {
    expect_true(refused(charToRaw(sub(pair[[1L]], pair[[2L]], text, fixed = TRUE))))
  }
})
