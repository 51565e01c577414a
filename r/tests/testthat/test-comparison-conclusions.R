# The sentences of a comparison; their wording as a whole is reviewed in tests/golden/sentences.

sentences <- function(scores, ...) pb_compare(table_of(scores), ...)$conclusions

opposite <- 0.7 + c(1:90, -(91:150)) * 1e-4

test_that("the verdict follows alpha", {
  most <- rbind(matrix(2:1, 9, 2, byrow = TRUE), 1:2)
  expect_match(sentences(most, 0.05)[[1]], "^The Friedman test finds at alpha = 0.05")
  expect_match(sentences(most, 0.02)[[1]], "shows no difference")
})

test_that("opposite directions are told as a contradiction", {
  found <- sentences(cbind(a = opposite, b = 0.7))
  expect_true(any(startsWith(found, "By Nemenyi's test ")))
  expect_true(any(grepl("contradict each other on 1 pair", found, fixed = TRUE)))
  better <- sub("^By (.*) test (.*) is significantly better .*$", "\\2", found)
  expect_length(unique(better[grepl("significantly better", found)]), 2L)
})

test_that("a test that cannot reject disagrees with nobody", {
  found <- sentences(matrix(5:1, 7, 5, byrow = TRUE))
  expect_true(any(endsWith(
    found, "on 7 datasets no adjusted p-value of 10 pairs is ever below 0.1562."
  )))
  expect_false(any(grepl("Only Nemenyi's test", found, fixed = TRUE)))
})

test_that("two datasets are too few for a critical difference", {
  found <- sentences(matrix(3:1, 2, 3, byrow = TRUE))
  said <- "on 2 datasets no adjusted p-value of 3 pairs is ever below 0.1122."
  expect_true(any(startsWith(found, "Nemenyi's test cannot show") & endsWith(found, said)))
})

test_that("where ties leave no small p they are named", {
  tied <- rbind(matrix(c(0.8, 0.7), 3, 2, byrow = TRUE), matrix(0.7, 9, 2))
  said <- "12 datasets with ties like these (its|the) p-value is never below 0.25 "
  expect_identical(sum(grepl(said, sentences(tied))), 3L)
  for (test in list(pb_friedman, pb_nemenyi, pb_wilcoxon, pb_sign_test, pb_siegel)) {
    shown <- format(test(table_of(tied)))
    expect_true(any(startsWith(
      shown, "  With 12 datasets and ties like these no p can be below 0.25: "
    )))
  }
})

test_that("few datasets that agree show nothing", {
  for (n in c(3L, 5L)) {
    found <- sentences(matrix(2:1, n, 2, byrow = TRUE))
    expect_false(any(grepl("significantly better|1e-12", found)))
    expect_identical(sum(grepl("cannot show a difference", found, fixed = TRUE)), 3L)
  }
})

test_that("Bayes and stability are told where they were asked for", {
  scores <- matrix(c(8, 7, 9, 6, 5, 7, 8, 9, 4, 6, 7, 5) / 10, 12, 3) + (1:36) / 1000
  added <- setdiff(sentences(scores, bayesian = TRUE, stability = TRUE), sentences(scores))
  expect_length(added, 2L)
})

test_that("names are what they are in the C locale too", {
  before <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", before))
  Sys.setlocale("LC_CTYPE", "C")
  said <- pybench:::say("best_one", names = "\u00c1", rank = "2.00")
  expect_identical(
    charToRaw(said), charToRaw(enc2utf8("\u00c1 has the best mean rank (2.00)."))
  )
})
