# ARFF of tables: exactly, or refused with its line.

arff_head <- c(
  "% a comment", "@RELATION toy", "@attribute 'a b' real", "@attribute k {a,'b c','?'}",
  "@attribute z string", "@data"
)

read_arff <- function(...) {
  arff_columns(file_of(paste0(c(arff_head, ...), "\n", collapse = ""), ".arff"))
}

test_that("rows are read token by token", {
  found <- read_arff(
    "1.5,a,free", "% no row", "", "-1e-3,'b c','a, b'", "?,?,?", "0,'?','?'", " 1 , a , x ",
    "0.1,\"a\",'it\\'s 5\\% \\u00e9 \\\\ \\n'"
  )
  expect_named(found, c("a b", "k", "z"))
  expect_identical(found[["a b"]], c(1.5, -1e-3, NA, 0, 1, 0.1))
  expect_identical(
    found$k, factor(c("a", "b c", NA, "?", "a", "a"), levels = c("a", "b c", "?"))
  )
  expect_identical(found$z, c("free", "a, b", NA, "?", "x", "it's 5% \u00e9 \\ \n"))
})

test_that("words of ARFF are read in Turkish too, whose small I is another letter", {
  lines <- c("@RELATION toy", "@ATTRIBUTE x INTEGER", "@ATTRIBUTE y STRING", "@DATA", "1,a")
  path <- file_of(paste0(lines, "\n", collapse = ""), ".arff")
  in_locale("tr_TR.UTF-8", expect_identical(arff_columns(path), list(x = 1, y = "a")))
})

test_that("a defect is named with its line", {
  refused <- function(...) {
    error <- pybench_error_of(read_arff(...))
    expect_s3_class(error, "pybench_error_dataset")
    conditionMessage(error)
  }
  expect_match(refused("1,a"), ":7: expected 3 values, found 2")
  expect_match(refused("1,a,x", "1,A,x"), ":8: column '2': expected a declared level")
  expect_match(refused("one,a,x"), ":7: column '1': expected a finite number")
  expect_match(refused("inf,a,x"), "expected a finite number")
  expect_match(refused("1,,x"), "expected a value, found")
  expect_match(refused("1,a,x y"), "expected a comma")
  expect_match(refused("1,a,'x"), "expected a value")
  expect_match(refused("{0 1}"), "a sparse row")
  expect_match(refused("1,a,'\\q'"), "an escape of ARFF")
  expect_match(refused(), "expected rows after @data, found none")
})

test_that("headers are checked", {
  refused <- function(...) {
    path <- file_of(paste0(c(...), "\n", collapse = ""), ".arff")
    conditionMessage(pybench_error_of(arff_columns(path)))
  }
  expect_match(refused("@relation r", "@attribute x real"), "expected @data")
  expect_match(refused("@relation r", "@attribute x month", "@data", "1"), "found `month`")
  expect_match(
    refused("@relation r", "@attribute x real", "@attribute x real", "@data", "1,1"), "`x` twice"
  )
  expect_match(refused("@relation r", "hello"), "@relation, @attribute or @data")
})

test_that("the recorded dataset of OpenML is read", {
  part <- "datasets/2/dataset.arff"
  folder <- temporary_folder()
  utils::untar(golden_path("openml", "recorded.tar.xz"), part, exdir = folder)
  found <- arff_columns(file.path(folder, part))
  expect_length(found, 39L)
  expect_identical(
    c(table(found$class)), c("1" = 8L, "2" = 99L, "3" = 684L, "4" = 0L, "5" = 67L, U = 40L)
  )
  expect_identical(sum(is.na(found$family)), 772L)
})
