# Which candidates become tasks: ranges of qualities, and exclusions that R computes or people
# declare. The built-in rules are those of OpenML-CC18 (Bischl et al., arXiv 1708.03731, section 4).

# Constraints (a) to (d) of CC18.
cc18_constraints <- list(
  list(rule = "(a) size", quality = "NumberOfInstances", low = 500, high = 1e5),
  list(rule = "(b) width", quality = "NumberOfFeatures", high = 5000),
  list(rule = "(c) classes", quality = "NumberOfClasses", low = 2),
  list(rule = "(c) smallest class", quality = "MinorityClassSize", low = 20),
  list(rule = "(d) balance", quality = "MinorityToMajority", low = 0.05, low_included = FALSE)
)

# Exclusions of CC18 that are computed -> when a candidate is kept; the first two need the trees of
# Python's scikit-learn.
computed_rules <- c(
  "one attribute" = "< 1", "decision tree" = "< 1", "one-hot" = "<= 5000", sparse = "0"
)
most_one_hot <- 5000

# Exclusions of CC18 that only people can declare.
# In a flag: all datasets that no other flag of this kind names.
every_dataset <- "*"
declared_rules <- c("artificial", "grouped", "subset", "no source", "binarised")

# Constraints as in a manifest. `asked`: "cc18", or a list of qualities, each with two numbers, the
# lowest and the highest, NA for an open end.
check_constraints <- function(asked) {
  if (is.null(asked)) {
    return(list())
  }
  if (is_string(asked)) {
    check_choice("constraints", asked, "cc18")
    return(cc18_constraints)
  }
  named <- is.list(asked) && length(names(asked)) == length(asked) && all(nzchar(names(asked))) &&
    anyDuplicated(names(asked)) == 0L
  if (!named) {
    expected <- "\"cc18\", or a list of qualities, each once with c(low, high)"
    found <- describe_value(asked)
    stop_argument(
      sprintf("`constraints` must be %s, not %s", expected, found),
      expected = expected, found = found
    )
  }
  unname(Map(suite_constraint, utf8_text(names(asked)), asked))
}

suite_constraint <- function(quality, ends) {
  pair <- length(ends) == 2L && holds_numbers(ends)
  numbers <- if (pair) as.double(ends) else c(NA, NA)
  open <- is.na(numbers) | numbers == c(-Inf, Inf)
  if (any(is.nan(numbers)) || all(open) || any(is.infinite(numbers[!open]))) {
    found <- describe_value(ends)
    stop_argument(
      sprintf(
        "`constraints` of %s must be two numbers, NA for an open end, not %s", quality, found
      ),
      expected = "two numbers, NA for an open end", found = found
    )
  }
  if (!any(open) && numbers[[1L]] > numbers[[2L]]) {
    stop_argument(
      sprintf("`constraints` of %s must have low <= high", quality),
      expected = "low <= high", found = toString(numbers)
    )
  }
  c(
    list(rule = quality, quality = quality),
    if (!open[[1L]]) list(low = numbers[[1L]]), if (!open[[2L]]) list(high = numbers[[2L]])
  )
}

check_exclude <- function(asked) {
  known <- c(names(computed_rules), declared_rules)
  if (is.null(asked)) {
    return(character())
  }
  if (identical(asked, "cc18")) {
    return(known)
  }
  asked <- check_names("exclude", asked, "names of rules")
  vapply(asked, function(one) check_choice("exclude", one, known), "", USE.NAMES = FALSE)
}

# Flags as in a manifest: of a list of lists, or of a data frame with a row per flag.
check_flags <- function(flags, names) {
  if (is.data.frame(flags)) {
    flags <- lapply(seq_len(nrow(flags)), function(i) as.list(flags[i, , drop = FALSE]))
  }
  lapply(flags, function(flag) {
    fields <- c("dataset", "flag", "reason", "source")
    told <- setdiff(names(flag), "holds")
    if (!is.list(flag) || !setequal(told, fields) || !all(vapply(flag[fields], is_text_item, NA))) {
      stop_argument(
        paste("`flags` must have the texts", toString(fields), "and perhaps `holds`, each"),
        expected = toString(c(fields, "holds")), found = toString(names(flag)),
        hint = "Say in `reason` why the flag is set, and give a reference in `source`."
      )
    }
    holds <- if (is.null(flag$holds)) TRUE else check_flag("holds", flag$holds)
    flag <- lapply(flag[fields], utf8_text)
    check_choice("flag", flag$flag, declared_rules)
    check_choice("dataset", flag$dataset, c(names, every_dataset))
    c(flag, if (!holds) list(holds = FALSE))
  })
}

is_text_item <- function(value) {
  (is_string(value) || is.factor(value)) && nzchar(trimws(as.character(value)))
}

# ---- verdicts ------------------------------------------------------------------------------------

suite_verdict <- function(dataset, rule, value, threshold, verdict, note = "") {
  found <- list(
    dataset = dataset, rule = rule, value = value, threshold = threshold, verdict = verdict
  )
  if (nzchar(note)) c(found, list(note = note)) else found
}

# The verdicts of all rules on a candidate. `runnable`: whether its data can be split into tasks.
rule_verdicts <- function(name, qualities, constraints, exclude, flags, runnable) {
  mine <- Filter(function(flag) flag$dataset %in% c(name, every_dataset), flags)
  c(
    lapply(constraints, range_verdict, name, qualities),
    lapply(exclude, function(rule) {
      if (rule %in% declared_rules) {
        declared_verdict(name, rule, mine)
      } else {
        computed_verdict(name, rule, qualities, runnable)
      }
    })
  )
}

range_verdict <- function(constraint, name, qualities) {
  value <- qualities[[constraint$quality]]
  threshold <- threshold_text(constraint)
  if (is.null(value)) {
    note <- paste(constraint$quality, "was not measured")
    return(suite_verdict(name, constraint$rule, NULL, threshold, "unknown", note))
  }
  low <- constraint[["low"]]
  high <- constraint[["high"]]
  above <- is.null(low) || value > low || (is.null(constraint$low_included) && value == low)
  holds <- above && (is.null(high) || value <= high)
  suite_verdict(name, constraint$rule, value, threshold, if (holds) "pass" else "fail")
}

# ">= 500 and <= 100000".
threshold_text <- function(constraint) {
  strict <- !is.null(constraint$low_included)
  paste(c(
    if (!is.null(constraint[["low"]])) {
      sprintf("%s %.15g", if (strict) ">" else ">=", constraint[["low"]])
    },
    if (!is.null(constraint[["high"]])) sprintf("<= %.15g", constraint[["high"]])
  ), collapse = " and ")
}

# The verdict by what people declare of a dataset, unknown if nobody has. A flag of all datasets
# decides only if no flag names this one.
declared_verdict <- function(name, rule, flags) {
  said <- Filter(function(flag) flag$flag == rule, flags)
  named <- Filter(function(flag) flag$dataset != every_dataset, said)
  said <- if (length(named) > 0L) named else said
  if (length(said) == 0L) {
    return(suite_verdict(name, rule, NULL, "not so", "unknown", "nobody has declared it"))
  }
  holds <- vapply(said, function(flag) is.null(flag$holds), NA)
  reason <- said[[match(any(holds), holds)]]
  suite_verdict(
    name, rule, if (any(holds)) "yes" else "no", "not so", if (any(holds)) "fail" else "pass",
    sprintf("%s (%s)", reason$reason, reason$source)
  )
}

computed_verdict <- function(name, rule, qualities, runnable) {
  threshold <- computed_rules[[rule]]
  if (threshold == "< 1") {
    note <- if (runnable) "R has no decision trees: Python computes it" else "cannot be run"
    return(suite_verdict(name, rule, NULL, threshold, "unknown", note))
  }
  value <- qualities[[if (rule == "one-hot") "NumberOfOneHotFeatures" else "SparseFormat"]]
  if (is.null(value)) {
    return(suite_verdict(name, rule, NULL, threshold, "unknown", "not measured"))
  }
  fails <- if (rule == "one-hot") value > most_one_hot else value == 1
  suite_verdict(name, rule, value, threshold, if (fails) "fail" else "pass")
}
