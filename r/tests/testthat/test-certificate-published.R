reference <- read_shared("reference.csv")
published <- read_shared("published.csv")

test_that("R has Python's numbers and meets what papers printed", {
  found <- pb_validate()
  expect_true(found$agrees)
  expect_identical(nrow(found$rows), nrow(reference) + nrow(published))
  expect_true(all(is.finite(found$rows$found)))
  text <- format(found)
  expect_match(text[[1L]], "agrees: [0-9]+ values as in Python, 11 of 11 published figures met")
  expect_false(any(grepl("DIFFERS", text)))
  expect_identical(as.data.frame(found), found$rows)
})

test_that("a number that differs is told", {
  other <- reference[reference$statistic == "conover", ]
  wrong <- which(other$field == "pvalues")[[3L]]
  other$value[[wrong]] <- format(as.numeric(other$value[[wrong]]) * (1 + 1e-8), digits = 17)
  found <- validated(other, published)
  expect_false(found$agrees)
  expect_identical(which(!found$rows$agrees), wrong)
  expect_match(format(found), "conover .*DIFFERS", all = FALSE)
})

test_that("a printed figure is met at its digits", {
  one <- published[published$printed == "1.25", ]
  for (printed in c("1.25", "1.3", "1")) {
    one$printed <- printed
    expect_true(validated(reference[0L, ], one)$agrees, label = printed)
  }
  for (printed in c("1.26", "1.250", "2")) {
    one$printed <- printed
    expect_false(validated(reference[0L, ], one)$agrees, label = printed)
  }
})

test_that("options are read as they are written", {
  expect_identical(
    validation_options("test=bonferroni-dunn; alpha=0.1; samples=500"),
    list(test = "bonferroni-dunn", alpha = 0.1, samples = 500L)
  )
  expect_length(validation_options(""), 0L)
})

test_that("a limit near 0 is compared in units of its interval", {
  listed <- data.frame(
    table = "t", statistic = "effects", options = NA,
    field = paste0("mean_difference", c("_low", "_high", "", "_low", "_low")),
    place = c("a / b", "a / b", "a / b", "b / a", "b / c")
  )
  expect_identical(interval_lengths(listed, c(-1, 3, 2, -Inf, 1)), c(4, 4, 0, 0, 0))
})
