test_that("the text of an error is built from its fields, as in Python", {
  for (case in golden_json("errors.json")$cases) {
    fields <- case$fields[!vapply(case$fields, is.null, NA)]
    error <- do.call(pybench_condition, c(list("pybench_error_input"), fields))
    expect_identical(conditionMessage(error), case$text)
  }
})

test_that("every class of the tree has its ancestors and its fields", {
  signals <- list(
    pybench_error_argument = stop_argument, pybench_error_environment = stop_environment,
    pybench_error_r_package_missing = stop_r_package_missing, pybench_error_input = stop_input,
    pybench_error_results_table = stop_results_table, pybench_error_conversion = stop_conversion
  )
  parents <- c(
    pybench_error_r_package_missing = "pybench_error_environment",
    pybench_error_results_table = "pybench_error_input",
    pybench_error_conversion = "pybench_error_input"
  )
  for (class in names(signals)) {
    error <- pybench_error_of(signals[[class]](
      "expected x, found y",
      file = "f.csv", line = 100000, column = "c", expected = "x", found = "y", hint = "Do z."
    ))
    parent <- parents[names(parents) == class]
    expect_identical(
      class(error), c(class, unname(parent), "pybench_error", "error", "condition")
    )
    expect_identical(
      conditionMessage(error), "f.csv:100000: column 'c': expected x, found y. Do z."
    )
    expect_identical(error$line, 100000L)
    expect_identical(error[c("expected", "found")], list(expected = "x", found = "y"))
  }
})

test_that("fields that are not known are NULL", {
  error <- pybench_error_of(stop_input("m"))
  expect_identical(conditionMessage(error), "m")
  for (field in c("file", "line", "column", "expected", "found", "hint", "call")) {
    expect_true(field %in% names(error))
    expect_null(error[[field]])
  }
})

test_that("the call is the pybench function of the user, without the data", {
  pb_outer <- function(x) pb_inner(x)
  pb_inner <- function(x) stop_argument("m")
  expect_identical(pybench_error_of(pb_outer(1:1000))$call, quote(pb_outer()))
})

test_that("try() and an uncaught error show the whole text", {
  shown <- try(stop_results_table("m", file = "f", hint = "H."), silent = TRUE)
  expect_match(shown, "f: m. H.", fixed = TRUE)
})
