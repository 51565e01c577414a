evaluate <- function(source) bridge_call("bridge_eval", list(source = source))

test_that("a call gives its value and nothing else", {
  answer <- evaluate("1 + 1")
  expect_identical(
    answer, list(value = 2, error = NULL, warnings = character(), messages = character())
  )
  expect_identical(evaluate("invisible(NULL)")["value"], list(value = NULL))
})

test_that("arguments go by name and by position", {
  stream <- pb_to_arrow(data.frame(a = 1))
  expect_identical(
    bridge_call("pb_from_arrow", list(x = stream, to = "matrix"))$value, cbind(a = 1)
  )
  stream <- pb_to_arrow(data.frame(a = 1))
  expect_identical(bridge_call("pb_from_arrow", list(stream, "matrix"))$value, cbind(a = 1))
  table <- bridge_call("pb_from_arrow", list(pb_to_arrow(data.frame(a = 1)), to = "data.frame"))
  expect_identical(table$value, data.frame(a = 1))
})

test_that("an argument may be NULL or bear the name of a function", {
  answer <- bridge_call("pb_progress", list(done = NULL, total = NULL))
  expect_null(answer$error)
  answer <- bridge_call("bridge_eval", list(pb_from_arrow = 1))
  expect_match(answer$error$message, "unused argument")
})

test_that("only exported pb_ functions and the bridge's own can be called", {
  for (name in list("quit", "results_table", "pb_no_such", "base::quit", 1, c("a", "b"), NULL)) {
    answer <- bridge_call(name, list())
    expect_identical(answer$error$class[[1L]], "pybench_error_argument")
    expect_match(answer$error$message, "^`name` must be an exported function")
    expect_null(answer$value)
  }
})

test_that("warnings and messages are kept and do not end the call", {
  answer <- evaluate("warning('one'); message('two'); warning('three'); 4")
  expect_identical(answer$value, 4)
  expect_identical(answer$warnings, c("one", "three"))
  expect_identical(answer$messages, "two\n")
})

test_that("of very many warnings the first are kept and the rest counted", {
  answer <- evaluate("for (i in 1:3000) warning(i)")
  expect_length(answer$warnings, 1001L)
  expect_identical(answer$warnings[c(1L, 1000L, 1001L)], c("1", "1000", "and 2000 more"))
})

test_that("an error tells class, message, call and the way to it", {
  answer <- evaluate("f <- function(x) g(x); g <- function(y) { warning('w'); stop('oops') }; f(1)")
  expect_null(answer$value)
  expect_identical(answer$error$class, c("simpleError", "error", "condition"))
  expect_identical(answer$error$message, "oops")
  expect_identical(answer$error$call, "g(x)")
  expect_identical(answer$error$fields, list())
  expect_identical(answer$error$traceback[[1L]], "bridge_eval(source = source)")
  expect_identical(utils::tail(answer$error$traceback, 3L), c("f(1)", "g(x)", "stop(\"oops\")"))
  expect_identical(answer$warnings, "w")
})

test_that("an error of pybench brings its fields", {
  answer <- bridge_call("pb_from_arrow", list(x = 1))
  expect_identical(answer$error$class[[1L]], "pybench_error_conversion")
  expect_identical(answer$error$fields$found, "another object")
  expect_identical(
    answer$error$message, paste0(answer$error$fields$message, ". ", answer$error$fields$hint)
  )
  expect_identical(answer$error$traceback[[1L]], "pb_from_arrow(x = x)")
  expect_match(utils::tail(answer$error$traceback, 1L), "^stop\\(")
})

test_that("whole tables do not get into a traceback", {
  answer <- evaluate("f <- function(x) stop('no'); do.call(f, list(as.double(1:1e6)))")
  expect_lt(sum(nchar(answer$error$traceback)), 1000L)
  expect_match(answer$error$traceback, "<numeric>", fixed = TRUE, all = FALSE)
  expect_match(answer$error$call, "<numeric>", fixed = TRUE)
})

test_that("an endless recursion is an error with a short traceback", {
  old <- options(expressions = 500)
  on.exit(options(old))
  answer <- evaluate("f <- function(n) f(n + 1); f(1)")
  expect_match(answer$error$message, "nested too deeply")
  expect_length(answer$error$traceback, 41L)
  expect_match(answer$error$traceback[[21L]], "^\\.\\.\\. \\([0-9]+ calls\\) \\.\\.\\.$")
  expect_identical(evaluate("1")$value, 1)
})

test_that("conditions that misbehave are still told", {
  answer <- evaluate("stop(structure(class = c('odd', 'error', 'condition'), list()))")
  expect_identical(answer$error$class[[1L]], "odd")
  expect_null(answer$error$call)
  answer <- evaluate("stop('caf\\xe9')")
  expect_match(answer$error$message, "^caf")
})

test_that("an interrupt is told as one", {
  answer <- evaluate("signalCondition(structure(class = c('interrupt', 'condition'), list()))")
  expect_identical(answer$error$class[[1L]], "interrupt")
  expect_identical(answer$error$message, "interrupted")
})

test_that("a signal that nobody handles is no error", {
  answer <- evaluate("signalCondition(simpleCondition('quiet')); 5")
  expect_identical(answer$value, 5)
})

test_that("each evaluation has variables of its own", {
  evaluate("leftover <- 1")
  expect_match(evaluate("leftover")$error$message, "not found")
})

test_that("a results table is built from its fields", {
  fields <- list(
    scores = matrix(c(0.5, 0.25), 1L), datasets = "iris", classifiers = c("a", "b"),
    higher_is_better = TRUE
  )
  table <- bridge_call("bridge_results_table", list(fields = fields))$value
  expect_s3_class(table, "pb_results_table")
  expect_identical(table$scores, matrix(c(0.5, 0.25), 1L, dimnames = list("iris", c("a", "b"))))
  fields$datasets <- c("iris", "iris")
  answer <- bridge_call("bridge_results_table", list(fields = fields))
  expect_identical(answer$error$class[[1L]], "pybench_error_results_table")
})

test_that("progress goes to the option's function, or nowhere", {
  old <- options(pybench.progress = NULL)
  on.exit(options(old))
  expect_invisible(pb_progress(1, 2, "x"))
  seen <- NULL
  options(pybench.progress = function(done, total, text) seen <<- list(done, total, text))
  pb_progress(3, 4, "maps")
  expect_identical(seen, list(3, 4, "maps"))
})

test_that("a matrix is summed, and only a matrix", {
  expect_identical(bridge_call("bridge_matrix_sum", list(x = matrix(1:4, 2L)))$value, 10L)
  answer <- bridge_call("bridge_matrix_sum", list(x = data.frame(a = 1)))
  expect_match(answer$error$message, "is.matrix")
})

test_that("an argument that R makes is made by an exported function alone", {
  seen <- bridge_made(list(name = "pb_optimal_settings", arguments = list()))
  expect_identical(seen, pb_optimal_settings())
  expect_error(
    bridge_made(list(name = "system", arguments = list("true"))),
    class = "pybench_error_argument"
  )
})

test_that("measures and the hash of a suite are those of a run and of its manifest", {
  measures <- bridge_measures(c(1L, 2L, 2L, 1L), c(1L, 2L, 1L, 1L), NULL, 2L)
  expect_identical(measures$accuracy, 0.75)
  expect_null(measures$auroc)
  path <- system.file("extdata", "suite", "suite.json", package = "pybench")
  skip_if_not_installed("jsonlite")
  expect_identical(bridge_suite_hash(path), pb_suite_load(dirname(path))$hash)
})
