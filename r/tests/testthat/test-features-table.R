# Tables of features: what CSV brings, byte for byte and to the last digit, and what is refused.

features_of <- function(...) {
  pb_read_features(file_of(paste0(c(...), "\n", collapse = ""), ".csv"))
}

refused <- function(...) pybench_error_of(features_of(...))

test_that("labels are texts, byte for byte, and none only between two commas", {
  labels <- c(
    "01", "NA", "1.0", "1", "\"\"", "", "\" x\"", "\"a,b\"", "\"say \"\"hi\"\"\"", "\u00e9", "TRUE",
    "\"two\nlines\""
  )
  rows <- sprintf("d,train,%s,%d,0", labels, seq_along(labels) - 1L)
  t <- features_of("dataset,split,label,id,f", rows)
  expect_identical(
    t$label,
    c("01", "NA", "1.0", "1", "", NA, " x", "a,b", "say \"hi\"", "\u00e9", "TRUE", "two\nlines")
  )
  expect_identical(t$id, as.double(0:11))
  expect_identical(as.data.frame(t)$label, t$label)
})

test_that("numbers are the nearest doubles, with all digits and all infinities", {
  written <- c(
    "0.1", "0.30000000000000004", "1e-05", "2.2250738585072014e-308", "5e-324", "-0.0", "NaN", "",
    "Inf", "-Inf", "1.7976931348623157e+308", "9007199254740993", "0.1000000000000000055511151231"
  )
  t <- features_of("dataset,split,label,id,f", sprintf("d,,1,%d,%s", seq_along(written), written))
  expect_identical(
    unname(t$values[, 1]),
    c(
      0.1, 0.1 + 0.2, 1e-5, 2^-1022, 2^-1074, -0, NaN, NaN, Inf, -Inf, .Machine$double.xmax, 2^53,
      0.1
    )
  )
  expect_identical(1 / t$values[[6, 1]], -Inf)
  expect_false(any(is.na(t$values) & !is.nan(t$values)))
})

test_that("names of features stay as they are", {
  names <- c("value__quantile__q_0.1", "a b", "1", "NA", "f_agg_\"mean\"", "if", "x,y")
  quoted <- paste0("\"", gsub("\"", "\"\"", names), "\"", collapse = ",")
  t <- features_of(paste0("dataset,split,label,id,", quoted), "d,train,1,0,1,2,3,4,5,6,7")
  expect_identical(t$names, names)
  expect_identical(colnames(t$values), names)
  expect_identical(names(as.data.frame(t)), c("dataset", "split", "label", "id", names))
  expect_identical(as.data.frame(t)[["a b"]], 2)
})

test_that("rows are named as in Python", {
  t <- features_of("dataset,split,label,id,f", "d,train,1,0,1", "d,test,1,0,1", "e,,1,3,1")
  expect_identical(t$ids, c("d/train/0", "d/test/0", "e/3"))
  expect_identical(rownames(t$values), t$ids)
  expect_identical(features_of("dataset,split,label,id,f", "d,,,0,1", "e,,,0,1")$ids, c("d", "e"))
  one <- features_of("dataset,split,label,id,f", "d,train,1,0,1", "e,train,1,0,1")
  expect_identical(one$ids, c("d/train/0", "e/train/0"))
  expect_identical(format(one), "1 feature of 2 series of 2 datasets")
  expect_identical(features_of("dataset,split,label,id,f", "d,test,1,-0,1")$ids, "d/test/0")
  unlabelled <- features_of("dataset,split,label,id,f", "d,,1,0,1", "e,,1,0,1")
  expect_identical(unlabelled$ids, c("d/0", "e/0"))
})

test_that("the text counts what is there", {
  t <- features_of("dataset,split,label,id,f,g", "d,train,1,0,1,2", "d,test,1,0,1,2", "e,,1,0,1,2")
  expect_identical(format(t), "2 features of 3 series of 2 datasets")
  t <- features_of("dataset,split,label,id,f", "d,,,0,1", "e,,,0,1")
  t$representation <- "simple"
  t$removed <- c(g = "why")
  t$left_out <- c(x = "too short")
  expect_identical(format(t), c(
    "simple: 1 feature of 2 datasets", "removed: 1 feature (see $removed)",
    "left out: `x` (see $left_out)"
  ))
  expect_output(print(t), "simple: 1 feature")
})

test_that("a table without rows or features is one", {
  t <- features_of("dataset,split,label,id,f")
  expect_identical(dim(t$values), c(0L, 1L))
  expect_identical(dim(features_of("dataset,split,label,id", "d,,,0")$values), c(1L, 0L))
})

test_that("what is no table of features is refused with its place", {
  header <- "dataset,split,label,id,f"
  expect_match(conditionMessage(refused("dataset,label,f", "d,1,2")), "dataset`, `split`, `label`")
  error <- refused(header, "d,train,1,0,0.5", "d,train,1,1,1;5")
  expect_s3_class(error, "pybench_error_series")
  expect_s3_class(error, "pybench_error_input")
  expect_identical(error$line, 3L)
  expect_identical(error$column, "f")
  error <- refused(header, "d,train,\"a\nb\",0,0.5", "d,train,1,x,1")
  expect_identical(c(error$line, error$column), c("4", "id"))
  for (id in c("-1", "0.5", "", "1.0", "1e3", "99999999999999999999", "NaN")) {
    expect_identical(refused(header, paste0("d,train,1,", id, ",1"))$column, "id")
  }
  expect_identical(refused(header, ",train,1,0,1")$column, "dataset")
  expect_identical(refused(header, "d,train,1,0,1e999")$column, "f")
  expect_identical(refused(header, "d,train,1,0,0x10")$column, "f")
  expect_match(refused(paste0(header, ",f"), "d,train,1,0,1,1")$message, "`f` twice")
  expect_match(refused(header, "d,train,1,0")$message, "5 fields as in the header")
  expect_match(refused(header, "d,train,\"1,0,1")$message, "closing quote")
  expect_identical(refused(header, "d,tr\rain,1,0,1")$line, 2L)
  expect_s3_class(refused(""), "pybench_error_series")
})

test_that("splits are those there are, and no series comes twice", {
  header <- "dataset,split,label,id,f"
  error <- refused(header, "d,train,1,0,1", "d,valid,1,0,1")
  expect_identical(c(error$line, error$column), c("3", "split"))
  expect_match(error$message, 'expected a split "train", "test" or "", found `valid`', fixed = TRUE)
  error <- refused(header, "d,train,1,0,1", "d,test,1,0,1", "d,train,2,0,1")
  expect_s3_class(error, "pybench_error_series")
  expect_identical(error$line, 4L)
  expect_match(
    error$message, "expected every series once, found `d/train/0` in rows 1 and 3", fixed = TRUE
  )
  expect_match(refused(header, "d,\"\",1,0,1", "d,,2,0,1")$message, "`d/0` in rows 1 and 2")
})

test_that("other files are refused by name", {
  error <- pybench_error_of(pb_read_features("features.xlsx"))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(error$message, "`path` must end in .csv, .parquet", fixed = TRUE)
  expect_s3_class(pybench_error_of(pb_read_features(3)), "pybench_error_argument")
  error <- pybench_error_of(pb_read_features(tempfile(fileext = ".csv")))
  expect_identical(class(error)[[1]], "pybench_error_input")
  skip_if(requireNamespace("arrow", quietly = TRUE), "arrow is installed")
  error <- pybench_error_of(pb_read_features(file_of("PAR1", ".parquet")))
  expect_s3_class(error, "pybench_error_r_package_missing")
  expect_match(error$hint, "CSV")
})

test_that("another encoding is named, and no argument that is not there", {
  path <- tempfile(fileext = ".csv")
  writeBin(charToRaw("dataset,split,label,id,f\nK\xf6ln,train,x,0,1\n"), path)
  error <- pybench_error_of(pb_read_features(path))
  expect_match(conditionMessage(error), "expected utf-8 text, found the byte 0xF6")
  expect_identical(error$hint, "Save the file as UTF-8.")
})

test_that("Arrow files bring everything", {
  frame <- data.frame(
    dataset = c("d", "d"), split = c("train", NA), label = c("NA", NA), id = 0:1,
    f = c(0.1, NA), check.names = FALSE
  )
  stream <- pb_to_arrow(frame)
  attr(stream, "pybench") <- paste0(
    "{\"schema\":\"pybench/feature-table/1\",\"representation\":\"mine\",",
    "\"groups\":{\"f\":\"fractal\"},\"removed\":{},\"left_out\":{\"x\":\"short\"},",
    "\"versions\":{\"numpy\":\"2\"}}"
  )
  skip_if_not_installed("jsonlite")
  t <- pybench:::features_from_frame(imported("f.arrow", FALSE, function() stream), "f.arrow")
  expect_identical(t$label, c("NA", NA))
  expect_identical(t$split, c("train", ""))
  expect_identical(t$values, matrix(c(0.1, NaN), 2, dimnames = list(t$ids, "f")))
  expect_identical(t$representation, "mine")
  expect_identical(t$groups, c(f = "fractal"))
  expect_identical(t$removed, character())
  expect_identical(t$left_out, c(x = "short"))
  expect_identical(t$versions, c(numpy = "2"))
})

test_that("a schema of tomorrow is refused", {
  skip_if_not_installed("jsonlite")
  error <- pybench_error_of(
    pybench:::as_series_error(pybench:::feature_metadata("{\"schema\":\"x\"}", "f"))
  )
  expect_s3_class(error, "pybench_error_series")
  expect_match(error$message, "schema `pybench/feature-table/1`", fixed = TRUE)
})
