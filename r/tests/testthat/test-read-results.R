read_case <- function(case) {
  path <- golden_path("read", case$file)
  do.call(pb_read_results, c(list(path), case$arguments))
}

as_matrix <- function(rows) do.call(rbind, lapply(rows, as.numeric))

as_cube <- function(datasets) {
  if (!is.null(datasets)) {
    size <- c(length(datasets[[1L]][[1L]]), length(datasets[[1L]]), length(datasets))
    aperm(array(as.numeric(unlist(datasets)), size))
  }
}

# Fields of a table that the index does not have.
unseen <- c("source", "n_repeats", "n_available", "filled", "filled_by", "metrics")

# What came out, in the form of the index; the file of an error by its base name.
outcome_of <- function(case) {
  tryCatch(
    {
      t <- read_case(case)
      t <- as.list(t)[setdiff(names(t), unseen)]
      t[c("scores", "by_repeat")] <- lapply(t[c("scores", "by_repeat")], function(x) {
        if (!is.null(x)) unname(x)
      })
      t
    },
    pybench_error = function(error) {
      fields <- c("line", "column", "message", "expected", "found", "hint")
      file <- if (!is.null(error$file)) basename(error$file)
      c(list(class = class(error)[[1L]], file = file), unclass(error)[fields])
    }
  )
}

expected_of <- function(case) {
  if (!is.null(case$error)) {
    fields <- c("class", "file", "line", "column", "message", "expected", "found", "hint")
    case$error$class <- golden_class(case$error$class)
    return(case$error[fields])
  }
  t <- case$table
  list(
    datasets = as.character(unlist(t$datasets)),
    classifiers = as.character(unlist(t$classifiers)),
    scores = as_matrix(t$scores),
    higher_is_better = t$higher_is_better,
    metric = t$metric,
    by_repeat = as_cube(t$by_repeat),
    dropped = as.character(unlist(t$dropped))
  )
}

# Equal as doubles, bit for bit: both parsers round correctly, and 0 and -0 differ here.
expect_case <- function(case) {
  name <- paste(case$name, "in", Sys.getlocale("LC_CTYPE"))
  found <- outcome_of(case)
  expected <- expected_of(case)
  if (identical(found, expected, num.eq = FALSE)) {
    succeed(name)
  } else {
    expect_identical(found, expected, info = name)
    fail(paste(name, "is not as stated in the golden index"))
  }
}

test_that("every golden file gives its table or its error", {
  # An absent file is the defect of one case.
  cases <- golden_json("read", "index.json")$cases
  present <- Filter(function(case) case$file != "absent.csv", cases)
  expect_gt(length(present), 200L)
  for (case in present) expect_case(case)
  absent <- file.path(dirname(golden_path("read", "index.json")), "absent.csv")
  expect_identical(pybench_error_of(pb_read_results(absent, TRUE))$found, "none of that name")
})

test_that("no locale changes a table or a message", {
  cases <- golden_json("read", "index.json")$cases
  picked <- Filter(
    function(case) grepl("^(names|header|alike|latin|cp1252|number-|WIDE|long)", case$name), cases
  )
  expect_gt(length(picked), 50L)
  for (case in picked) in_locale("C", expect_case(case))
  for (case in picked) in_locale("tr_TR.UTF-8", expect_case(case))
})

test_that("the direction has no default, and choices are checked", {
  good <- data.frame(dataset = "d", a = 1)
  error <- pybench_error_of(pb_read_results(good))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(error$message, "`higher_is_better` must be given", fixed = TRUE)
  error <- pybench_error_of(pb_read_results())
  expect_match(error$message, "`source` must be a path, .*, not nothing$")
  # The argument `missing` does not hide base R's function.
  error <- pybench_error_of(pb_read_results("x.csv", TRUE, missing = sum))
  expect_match(error$message, "`missing` must be one of", fixed = TRUE)
  expect_identical(error$call, quote(pb_read_results()))
  for (bad in list(NA, "TRUE", 1, c(TRUE, TRUE))) {
    expect_error(pb_read_results(good, bad), class = "pybench_error_argument")
  }
  for (bad in list(1, NA_character_, c("a", "b"))) {
    expect_error(pb_read_results(good, TRUE, metric = bad), class = "pybench_error_argument")
    expect_error(pb_read_results(good, TRUE, dataset = bad), class = "pybench_error_argument")
  }
  for (bad in list(NULL, 1, list(), mean, NA_character_, character(), c("a.csv", NA))) {
    expect_error(pb_read_results(bad, TRUE), class = "pybench_error_argument")
  }
  expect_error(pb_read_results(c("a.csv", "b.csv"), TRUE), class = "pybench_error_input")
})

# R6: one missing or infinite score, in every kind of source.
test_that("missing scores are refused or dropped, infinite ones always refused", {
  for (value in list(NaN, NA_real_, NA_integer_)) {
    frame <- data.frame(dataset = c("d", "e"), a = c(1, 2), b = c(3, value))
    wide <- as.matrix(frame[, -1L])
    rownames(wide) <- frame$dataset
    for (source in list(frame, wide)) {
      error <- pybench_error_of(pb_read_results(source, TRUE))
      expect_identical(error$found, "1 missing, the first for dataset `e` and method `b`")
      t <- pb_read_results(source, TRUE, missing = "drop")
      expect_identical(t$dropped, "e")
      expect_identical(t$datasets, "d")
    }
  }
  for (value in c(Inf, -Inf)) {
    frame <- data.frame(dataset = c("d", "e"), a = c(1, 2), b = c(NA, value))
    for (missing in c("error", "drop")) {
      error <- pybench_error_of(pb_read_results(frame, TRUE, missing = missing))
      expect_identical(error$expected, "a finite number")
    }
  }
})

# R8 as it concerns tables: nothing about constant scores is an error here.
test_that("constant rows and columns and equal methods are tables", {
  m <- matrix(0.5, 3L, 2L, dimnames = list(letters[1:3], c("x", "y")))
  expect_identical(pb_read_results(m, TRUE)$scores, m)
})

csv_quoted <- function(x) paste0("\"", gsub("\"", "\"\"", x, fixed = TRUE), "\"")

csv_of <- function(frame) {
  columns <- lapply(frame, function(column) csv_quoted(utf8_text(column)))
  lines <- c(
    paste(csv_quoted(names(frame)), collapse = ","), do.call(paste, c(unname(columns), sep = ","))
  )
  file_of(charToRaw(enc2utf8(paste0(lines, "\n", collapse = ""))))
}

# R12: 300 names survive file -> R -> data frame -> file, as datasets and as methods.
test_that("hostile names survive, in every locale", {
  names <- as.character(unlist(golden_json("names.json")))
  expect_length(unique(names), 300L)
  long <- data.frame(
    dataset = names, classifier = rep(rev(names)[1:2], each = 300L), score = seq_len(600L) + 1
  )
  path <- csv_of(long)
  first <- readBin(path, "raw", 1e6)
  for (locale in c("C.UTF-8", "C", "tr_TR.UTF-8")) {
    in_locale(locale, {
      t <- pb_read_results(path, TRUE)
      expect_identical(lapply(t$datasets, charToRaw), lapply(names, charToRaw))
      expect_true(all(Encoding(t$datasets) == "UTF-8" | is_ascii(t$datasets)))
      expect_identical(t$scores[, 1L], stats::setNames(as.double(2:301), names))
      # The data frame, read again, and written again from there.
      again <- pb_read_results(as.data.frame(t), TRUE)
      expect_identical(again$scores, t$scores)
      written <- csv_of(data.frame(
        dataset = again$datasets, classifier = rep(again$classifiers, each = 300L),
        score = sprintf("%.17g", again$scores)
      ))
      expect_identical(readBin(written, "raw", 1e6), first)
    })
  }
})

test_that("a path with any letters is read, in the C locale too", {
  folder <- file.path(tempdir(), "d\u00e9p\u00f4t")
  dir.create(native_path(folder), showWarnings = FALSE)
  path <- file.path(folder, "\u8868.csv")
  bytes <- native_path(path)
  file.copy(file_of("dataset,a\nd,0.5\n"), bytes, overwrite = TRUE)
  for (locale in c("C.UTF-8", "C")) {
    for (name in list(path, bytes)) {
      expect_identical(in_locale(locale, pb_read_results(name, TRUE)$scores[[1L]]), 0.5)
    }
  }
})

# R5: whatever a file holds, the outcome is a table or an error of pybench, without a warning.
test_that("random damage never gives anything but a table or a pybench error", {
  cases <- golden_json("read", "index.json")$cases
  files <- unique(vapply(cases, function(case) case$file, ""))
  files <- file.path(dirname(golden_path("read", "index.json")), files)
  files <- files[file.exists(files) & file.size(files) > 0L]
  set.seed(3)
  outcomes <- vapply(seq_len(1000L), function(i) {
    bytes <- readBin(sample(files, 1L), "raw", 1e5)
    at <- sample(length(bytes), 1L)
    damaged <- switch(sample(4L, 1L),
      replace(bytes, at, as.raw(sample(0:255, 1L))),
      bytes[-at],
      append(bytes, charToRaw(sample(c("\"", ",", "\n", "\r\n", ";", "NA"), 1L)), at),
      utils::head(bytes, at)
    )
    path <- file_of(damaged)
    on.exit(unlink(path))
    tryCatch(
      class(pb_read_results(path, TRUE, repeats = "keep", missing = "drop"))[[1L]],
      pybench_error = function(error) "pybench_error"
    )
  }, "")
  expect_setequal(unique(outcomes), c("pb_results_table", "pybench_error"))
})

test_that("Arrow streams are read through the import of pybench", {
  skip_if_not(exists("pb_to_arrow"), "the Arrow bridge is not in this build")
  frame <- data.frame(dataset = c("d", "\u00e9"), a = c(0.5, 0.25), b = 1:2)
  t <- pb_read_results(pb_to_arrow(frame), TRUE)
  expect_identical(t$datasets, frame$dataset)
  expect_identical(unname(t$scores), cbind(c(0.5, 0.25), c(1, 2)))
})
