# Standard errors of clusters: originals' numbers, matrices written out, closed forms.

test_that("the numbers are those of statsmodels, clubSandwich and stats", {
  tables <- utils::read.csv(golden_path("items", "tables.csv"))
  numbers <- utils::read.csv(golden_path("items", "numbers.csv"))
  expect_gt(nrow(numbers), 80L)
  for (name in unique(tables$table)) {
    own <- tables[tables$table == name, -1L]
    own <- own[, !vapply(own, function(x) all(is.na(x) | x == ""), NA)]
    items <- pb_read_items(own, higher_is_better = TRUE)
    rows <- numbers[numbers$table == name, ]
    for (i in seq_len(nrow(rows))) {
      kind <- strsplit(rows$quantity[[i]], " ")[[1L]]
      found <- if (kind[[1L]] == "McNemar") {
        t <- pb_compare_items(items)$statistics
        n <- length(items$items)
        switch(kind[[2L]],
          p = pb_compare_items(items, "mcnemar")$pvalues_raw, chi2 = t^2 * n / (n - 1 + t^2)
        )
      } else {
        result <- pb_compare_items(items, se = if (length(kind) > 1L) kind[[1L]] else "CR1")
        switch(rev(kind)[[1L]],
          difference = result$differences, error = result$standard_errors, df = result$df,
          t = result$statistics, p = result$pvalues_raw, lower = result$lower, upper = result$upper
        )
      }
      expect_lt(abs(found / rows$value[[i]] - 1), rows$relative[[i]], label = rows$quantity[[i]])
    }
  }
})

test_that("CR2 and CR3 are their definition, with n x n matrices", {
  for (seed in 1:10) {
    se <- if (seed > 5) "CR3" else "CR2"
    items <- made_items(
      seed, n = 15, k = 2, clusters = 4, weighted = seed %% 2 == 0, answers = FALSE
    )
    w <- if (is.null(items$weights)) rep(1, 15) else items$weights
    rest <- diag(15) - outer(rep(1, 15), w) / sum(w)
    d <- items$scores[, 1L] - items$scores[, 2L]
    columns <- vapply(unique(items$clusters), function(name) {
      own <- items$clusters == name
      factor <- if (se == "CR3") {
        solve(t(rest[own, own]), w[own])
      } else {
        root <- eigen(tcrossprod(rest[own, , drop = FALSE]), symmetric = TRUE)
        root$vectors %*% (t(root$vectors) / sqrt(root$values)) %*% w[own]
      }
      as.vector(crossprod(rest[own, , drop = FALSE], factor)) / sum(w)
    }, numeric(15))
    products <- crossprod(columns)
    result <- pb_compare_items(items, se = se)
    expect_equal(result$standard_errors, sqrt(sum(crossprod(columns, d)^2)), tolerance = 1e-11)
    expect_equal(result$df, sum(diag(products))^2 / sum(products^2), tolerance = 1e-11)
  }
})

test_that("without clusters it is Student's paired t-test", {
  items <- made_items(3, n = 25, k = 2, answers = FALSE)
  theirs <- stats::t.test(items$scores[, 1L], items$scores[, 2L], paired = TRUE)
  result <- pb_compare_items(items)
  expect_equal(result$pvalues_raw, theirs$p.value, tolerance = 1e-10)
  expect_equal(c(result$lower, result$upper), as.vector(theirs$conf.int), tolerance = 1e-10)
  expect_equal(result$df, 24, tolerance = 1e-12)
})

test_that("one heavy item keeps its digits", {
  for (heavy in c(1e6, 1e9, 1e12)) {
    # With d = e_1 the first residual is R / S, and all others are -w_1 / S.
    w <- c(heavy, rep(1, 9))
    frame <- data.frame(item = 1:10, weight = w, m = c(1, rep(0, 9)), n = 0)
    items <- pb_read_items(frame, higher_is_better = TRUE)
    result <- pb_compare_items(items, se = "CR2")
    total <- heavy + 9
    own <- (81 + 9) / total^2
    other <- (8 / total + heavy / total)^2 + (heavy^2 + 8) / total^2
    square <- (heavy * 9 / total)^2 / own + 9 * (heavy / total)^2 / other
    expect_equal(result$standard_errors, sqrt(square) / total, tolerance = 1e-12)
    expect_equal(result$df, 1, tolerance = 1e-4)
    expect_gte(result$df, 1)
    expect_true("unequal-clusters" %in% result$notes)
    # Without the first item the mean is 0; without another it is w_1 / (S - 1).
    result <- pb_compare_items(items)
    expect_identical(result$se, "CR3")
    expect_equal(
      result$standard_errors, heavy / total * sqrt(1 + 9 / (total - 1)^2), tolerance = 1e-12
    )
  }
  frame$weight[[1L]] <- 1e300
  expect_error(
    pb_compare_items(pb_read_items(frame, higher_is_better = TRUE)),
    "weights that are less uneven", class = "pybench_error_results_table"
  )
})

test_that("differences equal but for rounding have no error, no test and no interval", {
  frame <- data.frame(item = c("a", "b", "c"), m = c(0.3, 0.2, 0.7), n = c(0.2, 0.1, 0.6))
  result <- pb_compare_items(pb_read_items(frame, higher_is_better = TRUE))
  expect_identical(result$standard_errors, 0)
  expect_true(all(is.nan(unlist(result[c("statistics", "pvalues", "lower", "upper")]))))
  expect_identical(result$verdicts, 0L)
  expect_match(format(result), "0.1, no interval  no t-test", all = FALSE)
  expect_true("constant-on-items" %in% result$notes)
})
