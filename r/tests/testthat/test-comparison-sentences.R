# What is printed is what tests/golden/sentences has: wording is reviewed there, as text, and is the
# same in both languages. tests/golden/make/sentences.py writes the files.

# The value of an argument; `known` are the results so far, by name.
sentences_option <- function(value, known) {
  if (!is.null(names(value))) {
    return(lapply(value, sentences_option, known = known))
  }
  parts <- lapply(value, sentences_part, known = known)
  if (length(parts) == 1L) parts[[1L]] else unlist(parts)
}

sentences_part <- function(value, known) {
  if (!is.character(value)) {
    return(value)
  }
  file <- function() system.file("extdata", sub("^[a-z]+:", "", value), package = "pybench")
  if (startsWith(value, "file:")) {
    file()
  } else if (startsWith(value, "frame:")) {
    utils::read.csv(file(), row.names = 1, check.names = FALSE)
  } else if (startsWith(value, "$")) {
    Reduce(`[[`, strsplit(substring(value, 2L), ".", fixed = TRUE)[[1L]], known)
  } else {
    value
  }
}

# The text of a call, and what it gives.
sentences_of <- function(name, options, known, ...) {
  called <- paste0("pb_", sub(".", "_", tolower(name), fixed = TRUE))
  result <- tryCatch(
    do.call(called, c(list(...), lapply(options, sentences_option, known = known))),
    pybench_error = identity
  )
  refused <- inherits(result, "pybench_error")
  if (refused) {
    result$message <- paste(c(result$message, result$hint), collapse = ". ") # in Python's words
    result$hint <- NULL
  }
  text <- if (refused) paste0("refused: ", conditionMessage(result)) else format(result)
  lines <- unlist(strsplit(as.character(text), "\n", fixed = TRUE))
  lines <- gsub("\\bengine (r|both|python)\\b", "engine *", lines)
  list(lines = sub("(see $", "(see .", lines, fixed = TRUE), result = result) # fields
}

# The file of a table or a chain, as a list of what stands below each head.
sentences_file <- function(name) {
  lines <- readLines(golden_path("sentences", paste0(name, ".txt")), encoding = "UTF-8")
  heads <- which(startsWith(lines, "## "))
  ends <- c(heads[-1L] - 2L, length(lines))
  Map(function(head, end) lines[seq(head + 1L, end)], heads, ends)
}

test_that("the printed results of every table are those of the files", {
  tables <- golden_json("sentences", "tables.json")$tables
  tables <- Filter(function(table) is.null(table$shared), tables) # Python has those
  calls <- golden_json("sentences", "calls.json")$calls
  for (table in tables) {
    t <- sentences_table(table)
    all <- t$classifiers
    known <- list(`1` = all[[1L]], `2` = all[[2L]], all = all)
    expected <- sentences_file(table$name)
    asked <- c(list(list("compare", table$compare)), if (isTRUE(table$every)) calls)
    expect_length(expected, length(asked))
    for (i in seq_along(asked)) {
      found <- sentences_of(asked[[i]][[1L]], asked[[i]][[2L]], known, t)
      expect_identical(
        found$lines, expected[[i]], label = paste(table$name, asked[[i]][[1L]], i)
      )
    }
  }
})

test_that("what the other rooms print is that of the files", {
  old <- options(width = 200) # a table shows six methods
  on.exit(options(old))
  chains <- golden_json("sentences", "chains.json")$chains
  for (chain in Filter(function(chain) is.null(chain$python), chains)) {
    known <- list()
    found <- list()
    for (call in chain$calls) {
      words <- strsplit(call[[1L]], " = ", fixed = TRUE)[[1L]]
      said <- sentences_of(words[[length(words)]], call[[2L]], known)
      known[[words[[1L]]]] <- said$result
      if (!startsWith(words[[1L]], "_")) {
        found[[length(found) + 1L]] <- said$lines
      }
    }
    expected <- sentences_file(chain$name)
    expect_length(expected, length(found))
    for (i in seq_along(found)) {
      expect_identical(found[[i]], expected[[i]], label = paste(chain$name, i))
    }
  }
})
