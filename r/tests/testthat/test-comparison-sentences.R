# What is printed is what tests/golden/sentences has: wording is reviewed there, as text, and is the
# same in both languages. tests/golden/make/sentences.py writes the files.

sentences_table <- function(table) {
  scores <- do.call(rbind, lapply(table$scores, as.numeric))
  dimnames(scores) <- list(unlist(table$datasets), unlist(table$classifiers))
  pb_read_results(scores, higher_is_better = table$higher_is_better)
}

sentences_option <- function(t, value) {
  value <- unlist(value)
  if (identical(value, "$all")) {
    return(t$classifiers)
  }
  places <- match(value, c("$1", "$2"))
  if (is.character(value)) ifelse(is.na(places), value, t$classifiers[places]) else value
}

sentences_of <- function(t, name, options) {
  given <- lapply(options, sentences_option, t = t)
  text <- tryCatch(
    format(do.call(paste0("pb_", name), c(list(t), given))),
    pybench_error = function(error) paste0("refused: ", conditionMessage(error))
  )
  sub("engine r", "engine *", unlist(strsplit(text, "\n", fixed = TRUE)), fixed = TRUE)
}

test_that("the printed results of every table are those of the files", {
  tables <- golden_json("sentences", "tables.json")$tables
  tables <- Filter(function(table) is.null(table$shared), tables) # Python has those
  calls <- golden_json("sentences", "calls.json")$calls
  for (table in tables) {
    t <- sentences_table(table)
    lines <- readLines(golden_path("sentences", paste0(table$name, ".txt")), encoding = "UTF-8")
    heads <- which(startsWith(lines, "## "))
    asked <- c(list(list("compare", table$compare)), if (isTRUE(table$every)) calls)
    expect_length(heads, length(asked))
    ends <- c(heads[-1L] - 2L, length(lines))
    for (i in seq_along(asked)) {
      expected <- lines[seq(heads[[i]] + 1L, ends[[i]])]
      found <- sentences_of(t, asked[[i]][[1L]], asked[[i]][[2L]])
      expect_identical(found, expected, label = paste(table$name, lines[[heads[[i]]]]))
    }
  }
})
