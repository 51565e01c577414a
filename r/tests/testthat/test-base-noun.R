# The user's word for what is compared.

with_noun <- function(noun, code) {
  before <- options(pybench.noun = noun)
  on.exit(options(before))
  force(code)
}

twelve <- function(names) {
  scores <- cbind(1, 2, 3 + seq_len(12) / 7)
  colnames(scores) <- names
  pb_read_results(
    data.frame(dataset = paste0("d", seq_len(12)), scores, check.names = FALSE),
    higher_is_better = TRUE
  )
}

test_that("the words of a text are replaced", {
  cases <- list(
    c("model", "Methods differ; a method, the method's.", "Models differ; a model, the model's."),
    c("algorithm", "A method and a Method", "An algorithm and an Algorithm"),
    c("class/classes", "other methods of one method", "other classes of one class"),
    c("model", "use method = \"exact\" or the method", "use method = \"exact\" or the model"),
    c("model", "methodical", "methodical"),
    c("method", "a method", "a method")
  )
  for (case in cases) {
    expect_identical(with_noun(case[[1L]], pybench:::said(case[[2L]])), case[[3L]])
  }
  expect_identical(
    with_noun("ox/oxen", pybench:::counted(c(1, 2), "other method")),
    c("1 other ox", "2 other oxen")
  )
})

test_that("other words are refused", {
  t <- twelve(c("a", "b", "c"))
  for (word in list("", "/", "a/b/c", "<b>", "2nd", strrep("x", 41), 3, "model\n", NA_character_)) {
    expect_error(
      with_noun(word, format(pb_friedman(t))), "`noun` must be a word such as",
      class = "pybench_error_argument"
    )
  }
})

test_that("names keep their words and results their conclusions", {
  t <- twelve(c("our method", "b", "methods"))
  plain <- pb_compare(t)
  found <- with_noun("model", pb_compare(t))
  shown <- with_noun("model", format(found))
  expect_identical(found$conclusions, plain$conclusions)
  expect_match(shown[[1L]], "Comparison of 3 models on 12 datasets", fixed = TRUE)
  expect_match(shown[[2L]], "not all 3 models perform alike", fixed = TRUE)
  expect_true(any(grepl("our method", shown, fixed = TRUE)))
})

test_that("every printed summary and table has the word", {
  t <- twelve(c("a", "b", "c"))
  results <- list(
    pb_friedman(t), pb_nemenyi(t), pb_wilcoxon(t), pb_effects(t), pb_kendall_w(t),
    pb_multi_comparison(t), pb_rank_intervals(t), pb_bayesian_sign(t), pb_quade(t), pb_contrasts(t),
    pb_pareto(t, c(1, 2, 3), resamples = 20), pb_compare_metrics(list(m = t)),
    pb_favourable_sets(t, t$classifiers[[1L]], t$classifiers[[2L]])
  )
  with_noun("system", {
    for (result in results) {
      text <- paste(format(result), collapse = " ")
      expect_match(text, "system", fixed = TRUE)
      expect_no_match(text, "methods", fixed = TRUE)
    }
    text <- paste(format(pb_table(pb_nemenyi(t))), collapse = " ")
    expect_match(text, "two systems differ", fixed = TRUE)
  })
})
