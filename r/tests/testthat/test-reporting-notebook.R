# A result in a document of knitr; whole documents are knitted.

knitted <- function(code, ext = ".Rmd", wrap = c("```{r, dev=\"png\"}", "```")) {
  skip_if_not_installed("knitr")
  folder <- new_folder()
  file <- file.path(folder, paste0("doc", ext))
  cat(c("```{r, include=FALSE}", "library(pybench)", "```", wrap[[1L]], code, wrap[[2L]]),
    file = file, sep = "\n"
  )
  old <- setwd(folder)
  on.exit(setwd(old))
  options <- knitr::opts_knit$get()
  on.exit(knitr::opts_knit$restore(options), add = TRUE)
  readLines(knitr::knit(file, quiet = TRUE, envir = new.env()), encoding = "UTF-8")
}

new_folder <- function() {
  folder <- tempfile("knit")
  dir.create(folder)
  folder
}

board <- c(
  "frame <- data.frame(dataset = letters[1:12], A_1 = 3, B = 2, `<i>` = 1, check.names = FALSE)",
  "t <- pb_read_results(frame, higher_is_better = TRUE)"
)

test_that("a comparison has its conclusions, its figure and its table", {
  lines <- knitted(c(board, "pb_compare(t, mcm = FALSE)"))
  expect_match(lines, "^The Friedman test", all = FALSE)
  expect_match(lines, "^<img src=\"figure/.*[.]png", all = FALSE)
  expect_true("| A\\_1 | **3** | 0 | **3** | **12** | **1** | a |" %in% lines)
  expect_match(lines, "^Methods that share a letter do not differ", all = FALSE)
  expect_false(any(grepl("<i>", lines[!grepl("check.names", lines)], fixed = TRUE)))
})

test_that("of a long table the first rows are shown; pb_table() is whole", {
  lines <- knitted(c(board, "t"))
  expect_true("and 2 rows more" %in% lines)
  expect_identical(sum(grepl("^[|] [a-l] [|]", lines)), 10L)
  lines <- knitted(c(board, "pb_table(t)"))
  expect_identical(sum(grepl("^[|] [a-l] [|]", lines)), 12L)
})

test_that("the figure has an alternative text, and keeps the options of its chunk", {
  lines <- knitted(c(board, "pb_compare(t, mcm = FALSE)", "plot(1)", "pb_nemenyi(t)"))
  images <- unlist(regmatches(lines, gregexpr("<img [^>]*>|!\\[[^]]*\\]\\([^)]*\\)", lines)))
  told <- grep("alt=\"Figure: critical difference. The Friedman test", images)
  expect_length(told, 1L)
  expect_length(grep("alt=\"Figure: nemenyi. ", images), 1L)
  expect_match(images, "plot of chunk", all = FALSE)
  files <- sub(".*(src=\"|\\()([^\")]*)[\")].*", "\\2", images)
  expect_identical(anyDuplicated(files), 0L)
  own <- knitted(
    c(board, "pb_nemenyi(t)"),
    wrap = c("```{r, dev=\"svg\", fig.alt=\"Mine\", out.width=\"50%\"}", "```")
  )
  expect_match(own, "<img src=\"figure/[^\"]*[.]svg\".*alt=\"Mine\".*width=\"50%\"", all = FALSE)
  expect_false(any(grepl("Figure: nemenyi", own)))
  latex <- knitted(c(board, "pb_nemenyi(t)"), ".Rnw", c("<<>>=", "@"))
  expect_match(latex, "includegraphics.*figure/", all = FALSE)
})

test_that("the figures that a document names are there", {
  skip_if_not_installed("knitr")
  folder <- new_folder()
  old <- setwd(folder)
  on.exit(setwd(old))
  dir.create("sub") # where knitr runs the code
  writeLines(c("```{r}", "library(pybench)", board, "pb_nemenyi(t)", "```"), "sub/doc.Rmd")
  options <- knitr::opts_knit$get()
  on.exit(knitr::opts_knit$restore(options), add = TRUE)
  lines <- readLines(knitr::knit("sub/doc.Rmd", quiet = TRUE, envir = new.env()))
  file <- sub(".*src=\"([^\"]*)\".*", "\\1", grep("<img", lines, value = TRUE))
  expect_gt(file.size(file), 2000)
})

test_that("a result without a table is its text", {
  skip_if_not_installed("knitr")
  odd <- pybench:::new_result("pb_odd", list(a = 1))
  expect_output(knitr::knit_print(odd), "a  1")
})
