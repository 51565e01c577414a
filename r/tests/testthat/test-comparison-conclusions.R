example_table <- function(example) {
  if (!is.null(example$shared)) {
    path <- shared_file(example$shared)
    return(pb_read_results(path, higher_is_better = TRUE, missing = example$missing))
  }
  scores <- do.call(rbind, lapply(example$scores, as.numeric))
  dimnames(scores) <- list(unlist(example$datasets), unlist(example$classifiers))
  pb_read_results(scores, higher_is_better = example$higher_is_better)
}

test_that("the wording is the one that Python uses", {
  expect_identical(pybench:::conclusion_templates, golden_json("conclusions.json")$templates)
})

for (i in 1:9) {
  test_that(paste("conclusions of shared example", i), {
    examples <- golden_json("conclusions.json")$examples
    expect_length(examples, 9)
    example <- examples[[i]]
    result <- pb_compare(
      example_table(example), example$alpha,
      convention = example$convention
    )
    expect_identical(result$conclusions, unlist(example$conclusions), label = example$name)
  })
}

test_that("the verdict follows alpha", {
  # Three datasets agree: chi-square 3, p = 0.083.
  t <- table_of(matrix(1:2, 3, 2, byrow = TRUE))
  expect_match(pb_compare(t, 0.05)$conclusions[[1]], "does not find that the 2 classifiers differ")
  expect_match(pb_compare(t, 0.1)$conclusions[[1]], "finds that the 2 classifiers differ")
})

test_that("names are what they are in the C locale too", {
  before <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", before))
  Sys.setlocale("LC_CTYPE", "C")
  said <- pybench:::say("best_one", name = "\u00c1", rank = "2.00")
  expect_identical(charToRaw(said), charToRaw(enc2utf8("\u00c1 is best by mean rank (2.00).")))
})
