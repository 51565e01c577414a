test_that("groups are numbered in the order in which they are named; strangers are refused", {
  shown <- random_diagram(4)
  groups <- c("classifier 2" = "new", "classifier 1" = "old", "classifier 3" = "new")
  labels <- drawn(shown, groups = groups)$labels
  expect_identical(labels$group[match(names(groups), labels$classifier)], c(1L, 2L, 1L))
  expect_true(is.na(labels$group[labels$classifier == "classifier 4"]))
  refused <- function(groups) {
    expect_error(drawn(shown, groups = groups), "`groups`", class = "pybench_error_argument")
  }
  refused(c(nobody = "new"))
  refused("new")
  refused(1)
})

test_that("a caption names test, level, correction and convention where they tell something", {
  caption <- function(...) pybench:::test_caption(list(...))
  expect_identical(
    caption(test = "nemenyi", alpha = 0.05, adjust = "single-step", convention = "scmamp"),
    "Nemenyi test, alpha = 0.05, convention scmamp"
  )
  expect_identical(
    caption(test = "wilcoxon", alpha = 0.1, adjust = "holm", convention = "standard"),
    "Wilcoxon signed-rank test, alpha = 0.1, adjustment holm"
  )
  expect_match(
    caption(test = "p-values", alpha = 0.1, adjust = "none", convention = "standard"), "^Given"
  )
})

# A diagram of which `count` bars are broken: methods i and i + 2 do not differ, for every i.
broken_diagram <- function(count) {
  k <- count + 2L
  scores <- matrix(rep(k:1, each = 4L), 4L, dimnames = list(letters[1:4], paste0("m", 1:k)))
  x <- pb_critical_difference(pb_read_results(scores, higher_is_better = TRUE))
  x$cliques <- lapply(seq_len(count), function(i) x$classifiers[c(i, i + 2L)])
  x$significant[] <- abs(row(x$significant) - col(x$significant)) != 2L
  diag(x$significant) <- FALSE
  x
}

test_that("letters replace more than 12 broken bars", {
  content <- function(x, verdicts = "auto") {
    critical_content(x, NULL, "left", "auto", NULL, NULL, NULL, NULL, verdicts)
  }
  few <- content(broken_diagram(12L))
  expect_identical(nrow(few$pieces$hops), 12L)
  expect_no_match(few$caption, "letter")
  x <- broken_diagram(13L)
  many <- content(x)
  expect_identical(nrow(many$pieces$bars), 0L)
  meaning <- "methods that share a letter do not differ significantly"
  expect_match(many$caption, meaning, fixed = TRUE)
  expect_match(many$caption, "of which 13 would be broken", fixed = TRUE)
  signs <- strsplit(trimws(many$mark), "")
  shares <- outer(seq_along(signs), seq_along(signs), Vectorize(function(i, j) {
    any(signs[[i]] %in% signs[[j]])
  }))
  expect_identical(shares, !unname(x$significant))
  expect_identical(nrow(content(x, "bars")$pieces$hops), 13L)
  expect_match(content(broken_diagram(2L), "letters")$caption, "share a letter", fixed = TRUE)
})

test_that("letters are refused for a diagram with a control", {
  scores <- matrix(rep(3:1, each = 4L), 4L, dimnames = list(letters[1:4], c("a", "b", "c")))
  t <- pb_read_results(scores, higher_is_better = TRUE)
  expect_error(
    plot(pb_critical_difference(t, "bonferroni-dunn", control = "a"), verdicts = "letters"),
    "`verdicts` cannot be \"letters\" for a diagram with a control", fixed = TRUE,
    class = "pybench_error_argument"
  )
})
