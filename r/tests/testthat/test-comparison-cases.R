# Every row of golden/statistics/cases.csv: our numbers are those of the original packages. The
# folder's README.md says what the columns mean; tests/comparison/test_cases.py reads the same.

# Arguments of a call from "name=value name=value".
options_of <- function(arguments, t = NULL) {
  parts <- strsplit(arguments, " ", fixed = TRUE)[[1L]]
  texts <- sub("^[^=]*=", "", parts)
  values <- lapply(texts, function(text) {
    if (text == "@first") t$classifiers[[1L]] else utils::type.convert(text, as.is = TRUE)
  })
  stats::setNames(values, sub("=.*", "", parts))
}

# A result and its data frame, computed once for all rows that look at it.
answer_of <- function(case, arguments, table) {
  higher <- case$higher_is_better == "TRUE"
  missing <- if (nzchar(case$missing)) case$missing else "error"
  kept(paste(case$`function`, arguments, table, higher, missing), {
    t <- original_table(table, higher, missing)
    home <- paste0("pb_", case$`function`)
    result <- do.call(home, c(list(t), options_of(arguments, t)))
    list(result = result, frame = if (!is.matrix(result)) as.data.frame(result))
  })
}

# A column of a result's frame in the order of the pairs of the expected numbers.
in_order <- function(frame, field, table, of) {
  if (!"classifier_1" %in% names(frame)) {
    return(frame[[field]])
  }
  names <- original_table(table, missing = "keep")$classifiers
  pair <- function(one, other) paste(one, other, sep = "\r")
  place <- match(pair(names[of$i], names[of$j]), pair(frame$classifier_1, frame$classifier_2))
  as.numeric(frame[[field]][place])
}

# Each pair as a table of its own, from the datasets that have both scores.
of_pairs_alone <- function(case, arguments, table, of, wanted) {
  whole <- as.matrix(utils::read.csv(original_scores(table), row.names = 1L))
  found <- rep(NaN, length(wanted))
  for (at in which(wanted)) {
    scores <- whole[, c(of$i[[at]], of$j[[at]])]
    t <- pb_read_results(scores[!is.na(rowSums(scores)), ], higher_is_better = TRUE)
    result <- do.call(paste0("pb_", case$`function`), c(list(t), options_of(arguments)))
    found[[at]] <- as.data.frame(result)[[case$field]][[1L]]
  }
  found
}

# The raw p-values of the original, adjusted: all pairs as a matrix, else as they stand.
adjusted_of <- function(case, arguments, of) {
  options <- options_of(arguments)
  raw <- of[[options$pvalues]]
  if (!startsWith(case$file, "pairs")) {
    return(pb_adjust(raw, options$method))
  }
  square <- diag(max(of$j))
  square[cbind(of$i, of$j)] <- square[cbind(of$j, of$i)] <- raw
  pb_adjust(square, options$method)[cbind(of$i, of$j)]
}

# Our numbers, one for each expected one.
found_of <- function(case, arguments, table, of, wanted) {
  if (case$`function` == "adjust") {
    return(adjusted_of(case, arguments, of))
  }
  if (nzchar(case$alone)) {
    return(of_pairs_alone(case, arguments, table, of, wanted))
  }
  answer <- answer_of(case, arguments, table)
  if (case$field == "mean") {
    colMeans(answer$result)
  } else if (case$field == "cliques") {
    unlist(lapply(answer$result$cliques, function(one) range(answer$result$mean_ranks[one])))
  } else if (case$field %in% names(answer$frame)) {
    in_order(answer$frame, case$field, table, of)
  } else {
    answer$result[[case$field]]
  }
}

# Where a number is not the expected one.
disagree <- function(case, found, expected) {
  found <- as.numeric(case$times) * unname(found)
  if (case$compare == "size") {
    found <- abs(found)
    expected <- abs(expected)
  } else if (case$compare == "two-sided tail") {
    expected <- 2 * stats::pnorm(-abs(expected))
  }
  silent <- is.nan(expected)
  if (any(silent)) expected[silent] <- as.numeric(case$no_answer)
  near <- abs(found - expected) <= as.numeric(case$absolute) +
    as.numeric(case$relative) * abs(expected)
  is.na(found) | is.na(expected) | !(found == expected | (near & !silent) %in% TRUE)
}

# The expected numbers of a row on a table, by what stands for `*`; bars as their ends.
expected_of <- function(case, table) {
  of <- original_numbers(case$file)[[about_original(table)$case]]
  each <- if (nzchar(case$each)) strsplit(case$each, " ", fixed = TRUE)[[1L]] else ""
  columns <- list()
  for (value in each) {
    expected <- of[[gsub("*", value, case$column, fixed = TRUE)]]
    if (is.null(expected) || (case$no_answer == "none" && anyNA(expected))) next
    if (case$field == "cliques") {
      expected <- as.numeric(unlist(strsplit(setdiff(expected, "none"), "[: ]")))
    }
    columns[[length(columns) + 1L]] <- list(value = value, expected = expected)
  }
  columns
}

# Compares all numbers of a row on some tables; how many there were.
compare_original <- function(case, tables) {
  count <- 0
  for (table in tables) {
    of <- original_numbers(case$file)[[about_original(table)$case]]
    for (column in expected_of(case, table)) {
      expected <- column$expected
      wanted <- is_asked(expected)
      arguments <- gsub("*", column$value, case$arguments, fixed = TRUE)
      found <- found_of(case, arguments, table, of, wanted)
      label <- paste(table, arguments)
      expect_identical(length(found), length(expected), label = label)
      wrong <- which(disagree(case, found, expected) & wanted)
      if (length(wrong) > 0L) {
        at <- wrong[[1L]]
        fail(sprintf(
          "%s: %d of %d differ, the first at %d: found %.17g, expected %.17g",
          label, length(wrong), sum(wanted), at, found[[at]], expected[[at]]
        ))
      }
      count <- count + sum(wanted)
    }
  }
  count
}

title_of <- function(case) {
  trimws(paste(case$`function`, case$field, case$column, case$arguments, case$missing))
}

tables_of <- function(case) {
  setdiff(original_tables(case$tables), strsplit(case$excluded, " ", fixed = TRUE)[[1L]])
}

cases <- if (file.exists(testthat::test_path("golden"))) {
  rows <- original_rows("cases.csv")
  names(rows)[[1L]] <- "function"
  rows <- rows[rows$language != "Python", ]
  lapply(seq_len(nrow(rows)), function(i) as.list(rows[i, ]))
}

test_that("the table of cases is there", {
  expect_gt(length(golden_path("statistics", "cases.csv")), 0L)
})

for (case in Filter(function(case) case$field != "error", cases)) {
  test_that(title_of(case), {
    published <- original_tables("published")
    compared <- compare_original(case, setdiff(tables_of(case), published))
    expect_gt(compared, 0)
  })
}

for (case in Filter(function(case) case$field == "error", cases)) {
  test_that(paste(title_of(case), "is refused"), {
    for (table in tables_of(case)) {
      expect_error(
        {
          t <- original_table(table, TRUE, if (nzchar(case$missing)) case$missing else "error")
          do.call(paste0("pb_", case$`function`), c(list(t), options_of(case$arguments)))
        },
        case$column, class = "pybench_error"
      )
    }
  })
}

for (table in if (length(cases) > 0L) original_tables("published")) {
  test_that(paste("published table", table), {
    skip_if(
      is.null(original_scores(table)),
      paste("the scores are not ours to copy:", about_original(table)$source)
    )
    for (case in cases) {
      if (case$field != "error" && table %in% tables_of(case)) compare_original(case, table)
    }
  })
}
