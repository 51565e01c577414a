# Reading tables of items: both forms, what is refused and where.

long <- paste(
  "item,method,run,cluster,weight,dataset,score", "q1,small,1,t1,2,x,1", "q1,small,2,t1,2,x,0",
  "q1,large,1,t1,2,x,1", "q1,large,2,t1,2,x,1", "q2,small,1,t1,1,y,0", "q2,small,2,t1,1,y,0",
  "q2,large,1,t1,1,y,1", "q2,large,2,t1,1,y,0", "",
  sep = "\n"
)
wide <- "item,small,large\nq1,1,0\nq2,0,0.5\nq3,1,1\n"

read_text_items <- function(text, ..., higher_is_better = TRUE) {
  file <- file.path(tempdir(), "items.csv")
  writeLines(text, file, sep = "", useBytes = TRUE)
  pb_read_items(file, higher_is_better = higher_is_better, ...)
}

test_that("a long and a wide file are read", {
  items <- read_text_items(long, metric = "accuracy")
  expect_identical(items$items, c("q1", "q2"))
  expect_identical(items$classifiers, c("small", "large"))
  expect_identical(items$scores, rbind(c(0.5, 1), c(0, 0.5)))
  expect_identical(items$by_run[1L, 1L, ], c(1, 0))
  expect_identical(items$weights, c(2, 1))
  expect_identical(items$datasets, c("x", "y"))
  expect_identical(items$format, "csv")
  items <- read_text_items(wide, higher_is_better = FALSE)
  expect_identical(items$scores, cbind(c(1, 0, 1), c(0, 0.5, 1)))
  expect_null(items$by_run)
})

test_that("columns may have any name, and rows any order", {
  for (name in c("classifier", "model", "estimator", "framework")) {
    expect_identical(read_text_items(sub("method", name, long))$classifiers, c("small", "large"))
  }
  text <- sub("score", "acc", sub("item,", "doc,", long))
  expect_identical(read_text_items(text, item = "doc", score = "acc")$items, c("q1", "q2"))
  expect_identical(read_text_items(text, item = "doc", metric = "acc")$items, c("q1", "q2"))
  lines <- strsplit(long, "\n")[[1L]]
  mixed <- read_text_items(paste0(paste(c(lines[[1L]], rev(lines[-1L])), collapse = "\n"), "\n"))
  expect_identical(mixed$by_run[2L, 2L, ], c(1, 0))
  words <- read_text_items("item,run,a,b\nq,z,1,0\nq,a,0,0\nr,a,1,1\nr,z,0,1\n")
  expect_identical(words$by_run[, 1L, ], rbind(c(1, 0), c(0, 1)))
})

test_that("hostile files are refused, with the place", {
  drop <- function(text, line) {
    lines <- strsplit(text, "\n")[[1L]]
    paste0(paste(lines[-line], collapse = "\n"), "\n")
  }
  cases <- list(
    list(paste0(long, "q1,large,1,t1,2,x,1\n"), "every score once.*lines 4, 10", 10L),
    list(paste0(wide, "q1,1,1\n"), "every score once.*item `q1` on lines 2, 5", 5L),
    list(drop(long, 9L), "1 missing.*item `q2`.*method `large` in run 2", 8L),
    list(drop(long, 4:5), "2 missing.*`large`", NULL),
    list(sub("0.5", "", wide), "every score.*item `q2` and method `large`", 3L),
    list(sub("0.5", "inf", wide), "finite number", 3L),
    list(sub("0.5", "C", wide), "a number", 3L),
    list(sub("q1,large,1,t1", "q1,large,1,t2", long), "one cluster", 4L),
    list(sub("q1,large,1,t1,2", "q1,large,1,t1,3", long), "one weight", 4L),
    list(gsub("t1,1,y", "t1,0,y", long), "weight above 0.*`0`", 6L),
    list(gsub("t1,1,y", "t1,,y", long), "weight above 0.*none", 6L),
    list(sub("item", "id", wide), "column `item`.*item = \"NAME\"", 1L),
    list(sub("score", "value", long), "column `score`", 1L),
    list(sub("run", "model", long), "one column of methods", 1L),
    list("item,run\nq,1\n", "at least one method column", 1L),
    list("item,a,b\n", "at least one item", NULL),
    list("item,a,a\nq,1,0\n", "every column name once", 1L)
  )
  for (case in cases) {
    error <- tryCatch(read_text_items(case[[1L]]), pybench_error_input = identity)
    expect_s3_class(error, "pybench_error_results_table")
    expect_match(conditionMessage(error), case[[2L]])
    expect_identical(error$line, case[[3L]])
  }
})

test_that("arguments are checked, and what only Python reads is refused with a hint", {
  expect_error(read_text_items(wide, higher_is_better = 1), class = "pybench_error_argument")
  expect_error(read_text_items(wide, item = 3), "name of a column")
  expect_error(read_text_items(wide, run = "item"), "`item` and `run` must name different columns")
  expect_error(read_text_items(wide, layout = "tall"), class = "pybench_error_argument")
  expect_error(pb_read_items(3, higher_is_better = TRUE), class = "pybench_error_argument")
  for (source in c("samples_x.jsonl", "log.eval", "log.json", tempdir())) {
    expect_error(
      pb_read_items(source, higher_is_better = TRUE), "Read it in Python",
      class = "pybench_error_argument"
    )
  }
  expect_error(pb_read_items(data.frame(), "inspect", TRUE), "not inspect")
})
