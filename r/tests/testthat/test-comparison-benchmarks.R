three_tables <- function() {
  set.seed(2)
  make <- function(n, higher) {
    scores <- matrix(rnorm(n * 5), n) + rep(0.4 * (1:5), each = n)
    colnames(scores) <- paste0("c", 1:5)
    table_of(scores[, sample(5)], higher)
  }
  list(accuracy = make(10, TRUE), error = make(11, FALSE), time = make(12, FALSE))
}

test_that("each benchmark is its own diagram", {
  tables <- three_tables()
  for (options in list(
    list(), list(test = "wilcoxon", adjust = "bonferroni", alpha = 0.2),
    list(test = "bonferroni-dunn", control = "c3"), list(convention = "scmamp", tie_tol = 0.01)
  )) {
    result <- do.call(pb_critical_differences, c(list(tables), options))
    expect_identical(result$benchmarks, names(tables))
    for (name in names(tables)) {
      shown <- result$diagrams[[match(name, names(tables))]]
      expect_identical(shown, do.call(pb_critical_difference, c(list(tables[[name]]), options)))
      expect_identical(unname(result$mean_ranks[name, shown$classifiers]), shown$mean_ranks)
      for (field in c("test", "adjust", "control", "alpha", "convention")) {
        expect_identical(result[[field]], shown[[field]])
      }
    }
    every <- unlist(lapply(result$diagrams, `[[`, "notes"))
    expect_setequal(result$notes, every)
  }
})

test_that("classifiers are ordered by their mean over benchmarks, then name", {
  scores <- matrix(3:1 + 0, 4, 3, byrow = TRUE, dimnames = list(NULL, c("x", "b", "a")))
  up <- table_of(scores)
  down <- table_of(scores, FALSE)
  expect_identical(pb_critical_differences(list(a = up, b = down))$classifiers, c("a", "b", "x"))
  expect_identical(pb_critical_differences(list(a = up))$classifiers, c("x", "b", "a"))
})

test_that("text and data frame have every benchmark", {
  tables <- three_tables()
  result <- pb_critical_differences(tables, "siegel", control = "c1")
  frame <- as.data.frame(result)
  expect_identical(
    names(frame), c("benchmark", "classifier", "mean_rank", "bars", "pvalue", "differs", "verdict")
  )
  expect_identical(frame$benchmark, rep(names(tables), each = 5L))
  expect_match(format(result), "differ significantly from c1 on error", all = FALSE)
  said <- format(pb_critical_differences(tables))
  expect_match(said, "no significant difference on time", all = FALSE)
})

test_that("a benchmark without a method, and no named tables, are refused", {
  tables <- three_tables()
  tables$small <- table_of(matrix(1:8 + 0, 2, dimnames = list(NULL, paste0("c", 1:4))))
  expect_error(
    pb_critical_differences(tables), "benchmark 'small' has no method 'c5'",
    class = "pybench_error_results_table"
  )
  for (wrong in list(list(), NULL, 1, unname(three_tables()), three_tables()$error)) {
    expect_error(
      pb_critical_differences(wrong), "`tables` must be named tables",
      class = "pybench_error_argument"
    )
  }
  expect_error(
    pb_critical_differences(three_tables(), "t-test"), "`test`", class = "pybench_error_argument"
  )
})
