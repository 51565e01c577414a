parsed <- function(text) parse_scores(text)$value

test_that("numbers become the nearest double, where R's own parser is off", {
  # Half way between two doubles, to even; a trace above it; and the largest double, which
  # as.numeric() rounds up, down, and to Inf.
  expect_identical(parsed("1.00000000000000011102230246251565404236316680908203125"), 1)
  expect_identical(parsed("9007199254740993.0000000000000000000001"), 2^53 + 2)
  expect_identical(parsed("9007199254740993"), 2^53)
  expect_identical(parsed("4.9406564584124654e-324"), 2^-1074)
  expect_identical(parsed("2.4703282292062327e-324"), 0)
  expect_identical(parsed("1.7976931348623158e308"), .Machine$double.xmax)
})

test_that("what 17 digits write is read back as it was", {
  set.seed(1)
  values <- stats::runif(5000) * 10^sample(-300:300, 5000, replace = TRUE)
  expect_identical(parsed(sprintf("%.17g", values)), values)
})

test_that("the decimal point does not depend on the locale", {
  for (locale in c("tr_TR.UTF-8", "de_DE.UTF-8")) {
    old <- Sys.getlocale("LC_NUMERIC")
    # R warns that it may behave strangely; that is what is tested.
    set <- suppressWarnings(Sys.setlocale("LC_NUMERIC", locale))
    value <- parsed(c("0.5", "-1.5e-3", "2"))
    suppressWarnings(Sys.setlocale("LC_NUMERIC", old))
    skip_if(identical(set, ""), paste("the locale", locale, "is not installed"))
    expect_identical(value, c(0.5, -0.0015, 2))
  }
})

test_that("each text has one status", {
  cases <- list(
    finite = c("1", "+1.", ".5", "-.5e-3", " \t0.5 ", "007", "1E+3", "1e-400"),
    missing = c("", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>"),
    not_number = c(
      " ", " NA", "Na", "1e", ".", "-", "+-1", "1 2", "0x1", "1_0", "1L", "0,5", "nan(1)", "-nan",
      "infi", "\u0663", "1e1.5", "e5", "TRUE"
    ),
    infinite = c("inf", "-Inf", "+INFINITY", " inf\t", "1e999", "-1e999", "1.7976931348623159e308")
  )
  for (status in names(cases)) {
    expect_identical(
      parse_scores(cases[[status]])$status, rep(score_status[[status]], length(cases[[status]])),
      info = status
    )
  }
})

test_that("scores in memory are numbers", {
  grid <- function(values) list(names = "a", columns = list(values))
  expect_identical(score_values(grid(c(1L, NA)), 1L), matrix(c(1, NA)))
  expect_identical(score_values(grid(c(NA, NA)), 1L), matrix(c(NA_real_, NA)))
  expect_identical(is.nan(score_values(grid(c(1, NaN)), 1L)), matrix(c(FALSE, FALSE)))
  error <- pybench_error_of(score_values(grid(c(1, -Inf)), 1L))
  expect_identical(
    conditionMessage(error),
    paste(
      "column 'a': expected a finite number, found `-Inf` in row 2.",
      "Correct the score, or leave it out as missing."
    )
  )
  dates <- as.Date("2024-01-01")
  types <- list(
    logical = c(TRUE, NA), character = "1", factor = factor("1"), complex = 1i,
    Date = dates, matrix = I(matrix(1, 1, 1)), raw = as.raw(1),
    integer64 = structure(1, class = "integer64")
  )
  for (type in setdiff(names(types), "matrix")) {
    expect_identical(pybench_error_of(score_values(grid(types[[type]]), 1L))$found, type)
  }
  expect_error(score_values(grid(types$matrix), 1L), class = "pybench_error_results_table")
  # Values of any types, as JSON has them.
  expect_identical(score_values(grid(list(1L, NULL, 0.5)), 1L), matrix(c(1, NA, 0.5)))
  for (bad in list("1", TRUE, list(1), 1:2, character(), dates)) {
    error <- pybench_error_of(score_values(grid(list(1, bad)), 1L))
    expect_identical(error$expected, "a number")
    expect_match(error$found, " in row 2$")
  }
})
