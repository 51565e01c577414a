# Several metrics: each tested by itself, verdicts put together.

metric_tables <- function() {
  set.seed(5)
  list(
    accuracy = table_of(random_scores(9, 4) + rep(1.2 * 1:4, each = 9)),
    error = table_of(random_scores(10, 4) - rep(1.2 * 1:4, each = 10), FALSE),
    seconds = table_of(random_scores(11, 4) + rep(1.2 * 1:4, each = 11), FALSE)
  )
}

test_that("each metric is tested by itself", {
  tables <- metric_tables()
  for (test in c("wilcoxon", "sign_test")) {
    found <- pb_compare_metrics(tables, 0.1, test, "finner")
    one <- if (test == "wilcoxon") pb_wilcoxon else pb_sign_test
    for (i in seq_along(tables)) {
      alone <- as.data.frame(one(tables[[i]], adjust = "finner"))
      expect_identical(found$pvalues[, i], alone$pvalue)
      expect_identical(found$verdicts[, i] != 0L, alone$pvalue <= 0.1)
    }
  }
})

test_that("the words are those of the definition", {
  word <- pybench:::metric_agreement
  expect_identical(word(c(0L, 0L)), "none")
  expect_identical(word(c(1L, -1L, 0L)), "opposite")
  expect_identical(word(c(-1L, -1L)), "all")
  expect_identical(word(c(-1L, 0L)), "some")
  t <- table_of(matrix(3:1, 9, 3, byrow = TRUE))
  same <- table_of(-matrix(3:1, 9, 3, byrow = TRUE), FALSE)
  turned <- table_of(matrix(3:1, 9, 3, byrow = TRUE), FALSE)
  expect_setequal(pb_compare_metrics(list(a = t, b = same))$agreement, "all")
  expect_setequal(pb_compare_metrics(list(a = t, b = turned))$agreement, "opposite")
})

test_that("over all metrics is one family", {
  tables <- metric_tables()
  each <- as.data.frame(pb_compare_metrics(tables))
  whole <- as.data.frame(pb_compare_metrics(tables, over = "all"))
  expect_identical(whole$pvalue, pb_adjust(each$pvalue_raw, "holm"))
  expect_error(
    pb_compare_metrics(tables, adjust = "shaffer", over = "all"), "`adjust`",
    class = "pybench_error_argument"
  )
})

test_that("the text and the table name the pairs", {
  found <- pb_compare_metrics(metric_tables(), 0.3, adjust = "none")
  said <- paste(format(found), collapse = "\n")
  expect_match(said, "Comparison of 4 methods by 3 metrics", fixed = TRUE)
  expect_match(said, "by several metrics, in opposite directions: ", fixed = TRUE)
  expect_match(said, " better than ", fixed = TRUE)
  expect_match(paste(format(pb_table(found)), collapse = "\n"), "seconds: p", fixed = TRUE)
})

test_that("bad input is refused", {
  tables <- metric_tables()
  tables$small <- tables$error[, c("c1", "c2")]
  expect_error(
    pb_compare_metrics(tables), "metric 'small' has no method 'c3', 'c4'",
    class = "pybench_error_results_table"
  )
  for (wrong in list(list(), NULL, tables$error, unname(metric_tables()))) {
    expect_error(
      pb_compare_metrics(wrong), "`tables` must be named", class = "pybench_error_argument"
    )
  }
  expect_error(
    pb_compare_metrics(metric_tables(), over = "both"), "`over`", class = "pybench_error_argument"
  )
})

test_that("a metric that cannot reject says so", {
  few <- table_of(matrix(2:1, 4, 2, byrow = TRUE))
  six <- table_of(matrix(2:1, 6, 2, byrow = TRUE))
  for (test in c("wilcoxon", "sign_test")) {
    said <- format(pb_compare_metrics(list(few = few, six = six), test = test))
    expect_identical(sum(grepl("no p can be below", said, fixed = TRUE)), 1L)
    expect_match(
      paste(said, collapse = "\n"),
      "    with 4 datasets no p can be below 0.125: no pair can differ significantly",
      fixed = TRUE
    )
    whole <- pb_compare_metrics(list(a = six, b = six), test = test, over = "all")
    expect_identical(sum(grepl("below 0.0625", format(whole), fixed = TRUE)), 2L)
    expect_equal(as.vector(whole$pvalues), c(0.0625, 0.0625))
  }
})

test_that("the text says what the correction corrects", {
  tables <- metric_tables()
  rule <- function(...) pybench:::metric_multiplicity(pb_compare_metrics(...))
  expect_match(rule(tables), "the chance of any false rejection can be higher", fixed = TRUE)
  expect_match(rule(tables, adjust = "BH"), "the false discovery rate can be higher", fixed = TRUE)
  expect_match(rule(tables, adjust = "shaffer"), "and adjust = \"holm\" corrects", fixed = TRUE)
  expect_identical(rule(tables[1]), "p-values are adjusted by holm over all 6 tests.")
  expect_match(rule(tables, adjust = "none", over = "all"), "not corrected: at alpha = 0.05 each")
  pair <- lapply(tables, function(t) t[, c("c1", "c2")])
  expect_true("no-control" %in% pb_compare_metrics(pair, adjust = "none")$notes)
  expect_match(rule(pair[1]), "single test", fixed = TRUE)
})
