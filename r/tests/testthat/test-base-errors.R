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

test_that("odd values are refused by errors of ours, not of R's, and without warnings", {
  place <- some_places("a")
  t <- pb_read_results(
    matrix(sin(1:36), 12, dimnames = list(rownames(place), c("u", "v", "w"))), TRUE
  )
  path <- pb_optimal_process("potentials")
  odd <- list(
    NA, character(), list(), data.frame(), factor("a"), matrix("a", 2, 2), Inf, c(1, 2), "zzz",
    sum, globalenv(), quote(x), Sys.Date(), list(NULL), data.frame(a = factor(c("x", "y")))
  )
  calls <- list(
    embeddings = function(x) pb_mantel(t, x, permutations = 9),
    unnamed = function(x) pb_rank_preservation(t, list(x), sizes = 2:3, trials = 2),
    one = function(x) pb_leave_one_family_out(t, x, stats::setNames(1:12 %% 2, t$datasets)),
    strategies = function(x) pb_rank_preservation(t, list(a = place), x, sizes = 2:3, trials = 2),
    strategy = function(x) pb_select(place, 3, x),
    pool = function(x) pb_rank_preservation(t, list(a = place), sizes = 2:3, trials = 2, pool = x),
    out = function(x) {
      pb_som_search(place, sizes = 2, rlen = 2, out = if (is_string(x)) 3 else list(x))
    },
    radius = function(x) pb_som(place, 2, 2, rlen = 2, radius = x, seed = 1),
    times = function(x) pb_simulate(path, 2, times = list(x)),
    names = function(x) pb_subset_quality(t, x, trials = 2),
    order = function(x) pb_page(t, x),
    rows = function(x) pb_multi_comparison(t, rows = x),
    pairs = function(x) pb_datasets_needed(t, pairs = list(x), repeats = 10),
    pvalues = function(x) pb_adjust(if (identical(x, Inf)) sum else x),
    score = function(x) pb_optimal_roc(c(0, 1), x),
    families = function(x) pb_leave_one_family_out(t, list(a = place), x)
  )
  took <- list(
    score = list(c(1, 2)), radius = list(c(1, 2)), pvalues = list(character(), data.frame()),
    names = list()
  )
  for (name in names(calls)) {
    for (value in odd) {
      found <- tryCatch(
        {
          calls[[name]](value)
          "no error"
        },
        error = identity, warning = identity
      )
      fine <- inherits(found, "pybench_error") ||
        (identical(found, "no error") && list(value) %in% took[[name]])
      expect_true(fine, info = paste(name, class(value)[[1L]], format(found)[[1L]]))
    }
  }
})

test_that("the text of an error has the arguments and functions of its hint as R writes them", {
  kept <- pb_read_results(
    matrix(c(1, 2, NA, 4), 2, dimnames = list(c("a", "b"), c("A", "B"))), TRUE, missing = "keep"
  )
  error <- tryCatch(pb_friedman(kept), error = identity)
  expect_match(
    conditionMessage(error),
    "Use pb_skillings_mack() to test all methods, and pb_wilcoxon() for pairs; or read",
    fixed = TRUE
  )
  expect_match(error$hint, "missing=\"drop\"", fixed = TRUE) # as in Python
  error <- tryCatch(pb_read_results(data.frame(name = "a", A = 1), TRUE), error = identity)
  expect_match(
    conditionMessage(error), "Say which column holds the datasets: dataset = \"NAME\".",
    fixed = TRUE
  )
  hint <- "Use a=None, b=True; index=False (pandas), row.names = FALSE (R). x=y."
  written <- pybench:::as_r_writes(hint)
  expect_identical(written, "Use a = NULL, b = TRUE; row.names = FALSE. x=y.")
})
