# Tables are those of tests/golden/tables, which tests/golden/make/tables.py writes: the same texts
# in both languages.

tables_of <- function(case, t) {
  result <- t
  if (!is.null(case$call)) {
    options <- lapply(case$call[[2L]], function(value) {
      if (identical(value, "1")) t$classifiers[[1L]] else value
    })
    result <- do.call(paste0("pb_", case$call[[1L]]), c(list(t), options))
  }
  options <- case$table
  for (name in intersect(c("columns", "decimals"), names(options))) {
    options[[name]] <- unlist(options[[name]])
  }
  tryCatch({
    table <- do.call(pb_table, c(list(result), options))
    latex <- do.call(toLatex, c(list(table), case$latex))
    parts <- excel_parts(table)
    c(
      "## latex", unclass(latex), "", "## markdown", format(table), "", "## html",
      format(table, "html", most = 3),
      "", "## excel", strsplit(with_9_digits(parts[[excel_sheet]]), "<row>", fixed = TRUE)[[1L]],
      parts[[excel_styles]]
    )
  }, pybench_error_argument = function(error) c("## refused", conditionMessage(error)))
}

# The last digits of a number may differ between the languages.
with_9_digits <- function(text) {
  found <- gregexpr("(?<=<v>)[^<]+", text, perl = TRUE)
  numbers <- as.double(unlist(regmatches(text, found)))
  regmatches(text, found) <- list(sprintf("%.9g", numbers))
  text
}

test_that("tables are those of the files", {
  tables <- golden_json("sentences", "tables.json")$tables
  names(tables) <- vapply(tables, `[[`, "", "name")
  cases <- golden_json("tables", "cases.json")$cases
  for (case in cases) {
    path <- golden_path("tables", paste0(case$name, ".txt"))
    expected <- readLines(path, encoding = "UTF-8")
    found <- tables_of(case, sentences_table(tables[[case$of]]))
    expect_identical(found, expected, label = case$name)
  }
})

test_that("best scores, means and ranks are bold in both directions", {
  values <- rbind(c(0.5, 0.25, 0.5), c(0.75, 0.125, 0.5))
  high <- pb_table(table_of(values))
  bold <- rbind(c(FALSE, TRUE, FALSE, TRUE), c(FALSE, TRUE, FALSE, FALSE))
  expect_identical(high$bold, bold[c(1, 2, 2, 2), ])
  low <- pb_table(table_of(values, higher_is_better = FALSE))
  expect_identical(which(low$bold[, 3L]), 1:4)
  expect_identical(sum(low$bold), 4L)
  expect_false(any(pb_table(table_of(values), bold = FALSE)$bold))
})

test_that("a missing score is a dash and there are no mean ranks", {
  frame <- data.frame(dataset = c("a", "b"), x = c(0.5, 0.75), y = c(NA, 0.25))
  table <- pb_table(pb_read_results(frame, higher_is_better = TRUE, missing = "keep"))
  expect_identical(as.data.frame(table)$y, c("\u2013", "0.25"))
  expect_length(table$foot, 0L)
  expect_match(table$notes, "no mean ranks", all = FALSE)
})

test_that("columns, decimals and notes are those asked for", {
  test <- pb_wilcoxon(table_of(random_scores(9, 3)))
  table <- pb_table(test, c(pvalue = "P", classifier_1 = ""), decimals = c(pvalue = 5))
  expect_identical(table$header, c("P", "method"))
  expect_match(as.data.frame(table)$P, "^[01][.][0-9]{5}$")
  expect_false(any(grepl("Better by test", table$notes)))
  expect_length(pb_table(test, notes = FALSE)$notes, 0L)
  refused <- function(...) expect_error(pb_table(test, ...), class = "pybench_error_argument")
  refused("p")
  refused(character())
  refused(decimals = c(p = 3))
  refused(decimals = 13)
  refused(max_label = 2)
  refused(bold = NA)
})

test_that("a table of some methods says what bold and ranks compare", {
  t <- table_of(random_scores(9, 4))
  first <- t$classifiers[1:2]
  told <- "2 of 4 methods are shown; best scores and ranks are among all 4."
  expect_true(told %in% pb_table(t, c("dataset", first))$notes)
  expect_false(any(grepl("are shown", c(pb_table(t)$notes, pb_table(t, "dataset")$notes))))
})

test_that("letters are shared exactly by methods that do not differ", {
  scores <- matrix(rnorm(120), 20) + rep(0:5 / 2, each = 20)
  shown <- pb_critical_difference(table_of(scores), "wilcoxon")
  letters <- strsplit(as.data.frame(pb_table(shown))$letters, "")
  share <- outer(seq_along(letters), seq_along(letters), Vectorize(function(i, j) {
    length(intersect(letters[[i]], letters[[j]])) > 0L
  }))
  diag(share) <- FALSE
  differs <- unname(shown$significant)
  diag(differs) <- TRUE
  expect_identical(share, !differs)
  expect_null(pb_table(shown, letters = FALSE)$frame$letters)
})

test_that("a method may be called as a column", {
  names <- c("dataset", "classifier", "datasets")
  t <- table_of(matrix(3:1, 3L, 3L, byrow = TRUE, dimnames = list(c("x", "y", "z"), names)))
  expect_identical(pb_table(t)$header, c("dataset", names))
  expect_identical(pb_table(t)$rows[[2L]], c(3, 3, 3))
  expect_identical(pb_table(pb_wilcoxon(t))$header[1:2], c("method", "other method"))
})

test_that("a result without a table is refused", {
  refused <- function(x) {
    expect_error(pb_table(x), "no single table", class = "pybench_error_argument")
  }
  refused(pybench:::new_result("pb_odd", list()))
})
