# What the original R packages made of 43 tables: golden/statistics, see its README.md.

# What was read or computed once, by name.
originals_kept <- new.env()
kept <- function(name, compute) {
  if (!exists(name, originals_kept, inherits = FALSE)) {
    assign(name, compute, originals_kept)
  }
  get(name, originals_kept, inherits = FALSE)
}

# A CSV file of the folder as texts.
original_rows <- function(name) {
  kept(name, utils::read.csv(
    golden_path("statistics", name), colClasses = "character", na.strings = character(),
    encoding = "UTF-8"
  ))
}

# Case -> its columns. NaN: the original had no answer; NA: it was not asked.
original_numbers <- function(file) {
  kept(paste("numbers", file), {
    rows <- utils::read.csv(
      golden_path("statistics", file), check.names = FALSE, na.strings = ""
    )
    lapply(split(rows, rows$case), function(of_case) {
      asked <- vapply(of_case, function(column) any(is_asked(column)), NA)
      as.list(of_case[asked])
    })
  })
}

is_asked <- function(column) !is.na(column) | (is.numeric(column) & column %in% NaN)

# The tables that a word stands for, or a table by its name.
original_tables <- function(words) {
  about <- original_rows("tables.csv")
  groups <- list(
    usual = about$table[about$usual == "TRUE"], all = about$table[about$table == about$case],
    published = about$table[about$kept == "shared"]
  )
  as.character(unlist(lapply(strsplit(words, " ", fixed = TRUE)[[1L]], function(word) {
    if (word %in% names(groups)) groups[[word]] else word
  })))
}

about_original <- function(table) {
  about <- original_rows("tables.csv")
  as.list(about[about$table == table, ])
}

# The file of the scores of a table; NULL where a published table is not at hand.
original_scores <- function(table) {
  about <- about_original(table)
  switch(about$kept,
    here = golden_path("statistics", "tables", about$file),
    bundled = system.file("extdata", about$file, package = "pybench", mustWork = TRUE),
    shared = {
      folder <- folder_above("shared", file.path("oracle", "stats"), "PYBENCH_SHARED")
      if (!is.null(folder)) file.path(folder, "oracle", "stats", about$file)
    }
  )
}

# The tables that the tests read where nothing else is said.
available_tables <- function() {
  Filter(function(table) !is.null(original_scores(table)), original_tables("usual"))
}

# A table as a user reads it, from a file.
original_table <- function(table, higher_is_better = TRUE, missing = "error") {
  kept(paste("table", table, higher_is_better, missing), {
    about <- about_original(table)
    path <- original_scores(table)
    if (nzchar(about$old)) {
      lines <- sub(about$old, about$new, readLines(path, encoding = "UTF-8"), fixed = TRUE)
      path <- file_of(paste(c(lines, ""), collapse = "\n"))
    }
    pb_read_results(
      path, higher_is_better = higher_is_better, missing = missing, delimiter = ","
    )
  })
}

# Calls f(raw, theirs, label) for every test of which scmamp has raw p-values and adjusted ones.
each_adjusted_by_scmamp <- function(file, method, f) {
  of_cases <- original_numbers(file)
  for (case in names(of_cases)) {
    for (test in c("friedman", "aligned_ranks", "quade", "wilcoxon", "t_test", "tukey")) {
      columns <- of_cases[[case]][paste0(test, c("__raw", paste0("__", method)))]
      if (!any(vapply(columns, function(column) is.null(column) || anyNA(column), NA))) {
        f(columns[[1L]], columns[[2L]], paste(case, file, test, method))
      }
    }
  }
}
