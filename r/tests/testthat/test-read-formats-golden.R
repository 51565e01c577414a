# A file of each format, made by hand from its documentation: what comes out is stated beside it.
skip_if_not_installed("jsonlite")

test_that("the scores of each golden file are read", {
  cases <- golden_json("formats", "index.json")$cases
  for (case in cases) {
    source <- golden_path("formats", case$source)
    t <- do.call(pb_read_results, c(list(source), case$arguments))
    about <- paste(case$source, case$metric)
    expect_identical(t$datasets, unlist(case$datasets), info = about)
    expect_identical(t$classifiers, unlist(case$classifiers), info = about)
    scores <- do.call(rbind, lapply(case$scores, function(row) as.double(unlist(row))))
    expect_identical(unname(t$scores), scores, info = about)
    expect_identical(t$metric, case$metric, info = about)
    expect_identical(t$higher_is_better, case$higher_is_better, info = about)
    expect_identical(t$source, paste0(source, " (", case$format, ")"))
  }
  built_in <- setdiff(pb_formats()$format, c("table", "mlr3", "tidymodels"))
  expect_setequal(vapply(cases, function(case) case$format, ""), built_in)
})
