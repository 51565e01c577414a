# Runs: the files of every fold, resumed, refused where they are another's.

guess <- function(train, test) sample(levels(train$class), nrow(test), replace = TRUE)

sure <- function(train, test) {
  p <- matrix(c(0.25, 0.75), nrow(test), 2L, byrow = TRUE)
  colnames(p) <- rev(levels(train$class))
  as.data.frame(p)
}

files_of <- function(out) {
  files <- list.files(out, recursive = TRUE)
  stats::setNames(tools::md5sum(file.path(out, files)), files)
}

test_that("a run makes a table and a file per fold", {
  out <- tempfile()
  t <- pb_run(cars_suite(), list(majority = majority, "so sure" = sure), out)
  expect_s3_class(t, "pb_results_table")
  expect_identical(dim(t$by_repeat), c(1L, 2L, 8L))
  expect_identical(t$metric, "accuracy")
  results <- pb_suite_results(out)
  expect_identical(nrow(results), 16L)
  expect_identical(unname(t$by_repeat[1L, 1L, ]), results$accuracy[1:8])
  expect_equal(mean(results$accuracy[results$estimator == "majority"]), t$scores[[1L]])
  expect_true(all(is.na(results$auroc[results$estimator == "majority"])))
  lines <- readLines(Sys.glob(file.path(out, "runs", "_*", "cars", "predictions-0-0.csv")))
  expect_identical(
    lines[[1L]], "repeat,fold,row_id,prediction,correct,confidence.automatic,confidence.manual"
  )
  expect_match(lines[[2L]], "^0,0,[0-9]+,automatic,(automatic|manual),0.75,0.25$")
  expect_identical(
    pb_run(cars_suite(), list(sure = sure), tempfile(), measure = "nll")$higher_is_better, FALSE
  )
})

test_that("a learner may leave the working directory", {
  top <- tempfile("top")
  dir.create(top)
  before <- setwd(top)
  on.exit(setwd(before))
  file.copy(cars_suite()$folder, ".", recursive = TRUE)
  suite <- pb_suite_load(basename(cars_suite()$folder))
  elsewhere <- tempfile("elsewhere")
  dir.create(elsewhere)
  wander <- function(train, test) {
    setwd(elsewhere)
    majority(train, test)
  }
  table <- pb_run(suite, list(wander = wander), "run")
  expect_identical(list.files(elsewhere), character())
  expect_identical(pb_suite_results(file.path(top, "run"))$estimator[[1L]], "wander")
  expect_identical(table$scores[[1L]], pb_run(cars_suite(), majority, tempfile())$scores[[1L]])
})

test_that("one function is called learner", {
  expect_identical(pb_run(cars_suite(), majority, tempfile())$classifiers, "learner")
})

test_that("the same seed gives the same files, and the generator is as it was", {
  out <- c(tempfile(), tempfile())
  stats::runif(1)
  before <- .Random.seed
  for (folder in out) pb_run(cars_suite(), list(guess = guess), folder, seed = 3)
  expect_identical(.Random.seed, before)
  expect_identical(files_of(out[[1L]]), files_of(out[[2L]]))
  other <- tempfile()
  pb_run(cars_suite(), list(guess = guess), other, seed = 4)
  expect_false(identical(unname(files_of(other)), unname(files_of(out[[1L]]))))
})

test_that("a run goes on where it was ended, and mends what was damaged", {
  suite <- cars_suite()
  whole <- tempfile()
  pb_run(suite, list(guess = guess), whole)
  log <- tempfile()
  calls <- function() length(readLines(log))
  counting <- function(train, test) {
    cat("called\n", file = log, append = TRUE)
    majority(train, test)
  }
  out <- tempfile()
  pb_run(suite, list(counting = counting), out)
  expect_identical(calls(), 8L)
  done <- files_of(out)
  unlink(file.path(out, "runs", "counting", "cars", "evaluation-0-1.json"))
  cat("x", file = file.path(out, "runs", "counting", "cars", "predictions-1-2.csv"), append = TRUE)
  pb_run(suite, list(counting = counting), out)
  expect_identical(calls(), 10L)
  expect_identical(files_of(out), done)
})

test_that("failures are named, and the rest is kept", {
  wrong <- list(
    short = function(train, test) "manual",
    strange = function(train, test) rep("boat", nrow(test)),
    unsure = function(train, test) cbind(automatic = rep(0.4, nrow(test)), manual = 0.4)
  )
  out <- tempfile()
  error <- pybench_error_of(pb_run(cars_suite(), c(list(majority = majority), wrong), out))
  expect_s3_class(error, "pybench_error_tasks_failed")
  expect_match(conditionMessage(error), "24 folds failed: short on cars, repeat 0, fold 0")
  expect_match(conditionMessage(error), "predictions must be 8 of the classes")
  expect_identical(nrow(pb_suite_results(out)), 8L)
})

test_that("a folder of another run is refused", {
  out <- tempfile()
  suite <- cars_suite()
  pb_run(suite, list(a = majority), out)
  refused <- function(...) pybench_error_of(pb_run(..., out = out))
  expect_match(conditionMessage(refused(suite, list(a = guess))), "other code")
  expect_match(conditionMessage(refused(suite, list(a = majority), seed = 1)), "another run")
  other <- suite
  other$hash <- strrep("0", 64L)
  expect_match(conditionMessage(refused(other, list(a = majority))), "another run")
  pb_run(suite, list(b = sure), out)
  expect_identical(unique(pb_suite_results(out)$estimator), c("a", "b"))
})

test_that("arguments are checked", {
  suite <- cars_suite()
  out <- tempfile()
  argument <- function(...) {
    expect_s3_class(pybench_error_of(pb_run(...)), "pybench_error_argument")
  }
  argument(1, majority, out)
  argument(suite, list(majority), out)
  argument(suite, list(a = 1), out)
  argument(suite, list(), out)
  argument(suite, list(A = majority, a = majority), out)
  argument(suite, majority, 1)
  argument(suite, majority, out, tasks = "boats")
  argument(suite, majority, out, measure = "beauty")
  argument(suite, majority, out, seed = 0.5)
  expect_false(dir.exists(out))
  expect_s3_class(
    pybench_error_of(pb_run(suite, majority, out, measure = "auroc")), "pybench_error_suite"
  )
  expect_s3_class(pybench_error_of(pb_suite_results(tempfile())), "pybench_error_suite")
})

test_that("a seed of any size is kept whole", {
  out <- tempfile()
  for (i in 1:2) pb_run(cars_suite(), list(guess = guess), out, seed = 2^40 + 1)
  told <- jsonlite::fromJSON(file.path(out, "run.json"))
  expect_identical(told$seed, 2^40 + 1)
  lines <- readLines(Sys.glob(file.path(out, "runs", "guess", "cars", "evaluation-0-0.json")))
  expect_match(lines, '"seed": 1099511627777,', fixed = TRUE)
})

test_that("names with line ends do not share a seed", {
  fold <- list(`repeat` = 0L, fold = 0L)
  expect_false(fold_seed(1, "a\nb", "c", fold) == fold_seed(1, "a", "b\nc", fold))
})

test_that("a name that the folder holds in another case is refused", {
  out <- tempfile()
  pb_run(cars_suite(), list(A = majority), out)
  expect_s3_class(
    pybench_error_of(pb_run(cars_suite(), list(a = majority), out)), "pybench_error_argument"
  )
})

test_that("a run goes on in any locale: no order of names is the session's", {
  packages <- function(train, test) {
    if (FALSE) stats::sd(kohonen::kohonen)
    majority(train, test)
  }
  # Not written out: R CMD check would want the package declared.
  fractions <- call("::", as.name("MASS"), as.name("fractions"))
  body(packages)[[2L]][[3L]] <- as.call(list(fractions, body(packages)[[2L]][[3L]]))
  skip_if_not_installed("MASS")
  out <- tempfile()
  in_locale("C", pb_run(cars_suite(), list(packages = packages), out))
  files <- files_of(out)
  in_locale("en_US.UTF-8", pb_run(cars_suite(), list(packages = packages), out))
  expect_identical(files_of(out), files)
})

test_that("folders whose names are no ASCII are written to in the C locale too", {
  out <- file.path(tempfile("o"), "\u00e9t\u00e9")
  suite <- suite_copy()
  renamed <- file.path(dirname(suite), paste0("\u00e9", basename(suite)))
  file.rename(suite, native_path(renamed))
  in_locale("C", expect_silent({
    pb_run(pb_suite_load(renamed), list(a = majority), out)
    pb_suite_results(out)
  }))
  expect_identical(nrow(pb_suite_results(out)), 8L)
})

test_that("names that differ in case clash in Turkish too", {
  both <- list(IRIS = majority, iris = majority)
  in_locale("tr_TR.UTF-8", expect_match(
    conditionMessage(pybench_error_of(pb_run(cars_suite(), both, tempfile()))),
    "make the same file name: `IRIS`, `iris`"
  ))
})

test_that("splits of more rows than the data are refused", {
  suite <- cars_suite()
  folder <- suite_copy()
  path <- file.path(folder, "splits", "cars.csv")
  text <- sub("TEST,[0-9]+,", "TEST,99,", readLines(path))
  writeLines(text[!duplicated(text)], path)
  suite <- pb_suite_load(folder, verify = FALSE)
  suite$tasks[[1L]]$splits_sha256 <- sha256_of(read_bytes(path))
  error <- pybench_error_of(pb_run(suite, list(a = majority), tempfile()))
  expect_s3_class(error, "pybench_error_suite")
  expect_match(conditionMessage(error), "expected rows from 0 to 31, found the row 99")
})

test_that("a learner has no name for which a table of results has a column", {
  for (name in c("dataset", "classifier", "resample")) {
    learners <- stats::setNames(list(majority), name)
    error <- pybench_error_of(pb_run(cars_suite(), learners, tempfile()))
    expect_s3_class(error, "pybench_error_argument")
    expect_match(conditionMessage(error), paste0("no estimator can be called `", name, "`"))
  }
})

test_that("a learner has no name that a table cannot show or a spreadsheet runs", {
  for (name in c("=cmd|' /C calc'!A0", "a\nb", "\u001b[31m")) {
    learners <- stats::setNames(list(majority), name)
    error <- pybench_error_of(pb_run(cars_suite(), learners, tempfile()))
    expect_s3_class(error, "pybench_error_argument")
    expect_match(conditionMessage(error), "a name must be one line, and must not begin")
  }
})

test_that("a reason of any length is kept, cut", {
  talks <- function(train, test) stop(simpleError(strrep("x", 2e5)))  # stop() of a text cuts it
  out <- tempfile()
  expect_s3_class(pybench_error_of(pb_run(cars_suite(), talks, out)), "pybench_error_tasks_failed")
  reasons <- utils::read.csv(file.path(out, "failures.csv"))$reason
  expect_true(all(nchar(reasons) < 2100L))
  expect_match(reasons[[1L]], "x[.]{3} [(]200000 characters[)]$")
})

test_that("a learner that answers nothing, and names nothing, is one whose folds fail", {
  nothing <- function(train, test) NULL
  error <- pybench_error_of(pb_run(cars_suite(), list(nothing = nothing), tempfile("run")))
  expect_s3_class(error, "pybench_error_tasks_failed")
  expect_match(error$message, "8 folds failed: nothing on cars")
})
