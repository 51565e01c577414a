test_that("functions have the order of the catalogue", {
  found <- catalogue_functions("diagram")
  expect_identical(found[1:2], c("wilcoxon", "sign_test"))
  expect_false(anyDuplicated(found) > 0L)
  expect_identical(critical_tests(), c("nemenyi", "bonferroni-dunn", found))
  expect_identical(catalogue_functions("nothing"), character())
})

test_that("every function of the catalogue is here, every test of pairs has a name", {
  calls <- read_shared("calls.csv")
  exported <- getNamespaceExports("pybench")
  expect_identical(setdiff(paste0("pb_", calls$`function`), exported), character())
  pairs <- calls$`function`[calls$kind == "pairs"]
  expect_identical(names(catalogue_test_names()), pairs)
  expect_identical(catalogue_test_names()[["siegel"]], "z-test of mean ranks")
})

test_that("captions begin with a capital and leave out what a test does by itself", {
  x <- list(test = "siegel", alpha = 0.05, adjust = "holm", convention = "standard")
  expect_identical(test_caption(x), "Z-test of mean ranks, alpha = 0.05, adjustment holm")
  x$test <- "miller"
  expect_identical(test_caption(x), "Miller test, alpha = 0.05")
  x$test <- "p-values"
  expect_identical(test_caption(x), "Given p-values, alpha = 0.05, adjustment holm")
})
