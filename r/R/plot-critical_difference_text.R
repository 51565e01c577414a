# The texts of a critical difference diagram; nothing here draws.

# Names of the groups and the group number of each method, NA if it has none.
group_numbers <- function(groups, classifiers, known = classifiers) {
  if (is.null(groups)) {
    return(list(names = character(), number = rep(NA_integer_, length(classifiers))))
  }
  check_of_methods("groups", groups, known)
  list(names = unique(unname(groups)), number = match(groups[classifiers], unique(groups)))
}

# `printed`: the names of the methods as they are drawn.
critical_caption <- function(x, best, hops, printed = without_controls(x$classifiers),
                             lettered = FALSE) {
  shown <- function(names) printed[match(names, x$classifiers)]
  broken <- if (lettered) broken_bars(x) else 0L
  marks <- if (lettered) {
    paste0(
      said("methods that share a letter do not differ significantly"),
      if (broken > most_broken) {
        sprintf("; letters replace bars, of which %d would be broken", broken)
      }
    )
  } else if (too_many_bars(x)) {
    paste(
      length(x$cliques), said("sets of methods do not differ significantly, too many for bars:"),
      "see the p-values"
    )
  } else if (is.null(x$control)) {
    paste0(
      said("a bar joins methods that do not differ significantly"),
      if (hops) "; arcs skip those that do"
    )
  } else if (any(x$significant)) {
    paste0("* differs from ", shown(x$control))
  } else {
    paste0("none differs from ", shown(x$control))
  }
  turned <- vapply(x$against, function(pair) paste(shown(pair), collapse = " over "), "")
  more <- if (length(turned) > 1L) sprintf(" and %d more", length(turned) - 1L)
  flags <- flag_sentences(x$notes)
  paste0(
    test_caption(x), ", ", x$n_datasets, " datasets; better to the ", best, "; ", marks,
    if (length(turned) > 0L) paste0("; ! against the mean ranks ", turned[[1L]], more),
    if (length(flags) > 0L) paste0("; ", paste(flags, collapse = " "))
  )
}

# Marks beside the names: `*` for methods that differ from the control, `!` for those in a pair in
# which test and mean ranks do not favour the same method.
critical_marks <- function(x) {
  paste0(
    ifelse(x$classifiers %in% apart_from_control(x), "*", ""),
    ifelse(x$classifiers %in% unlist(x$against), "!", "")
  )
}

# Test, level, correction and convention of a result in a few words. A test that is listed among the
# corrections adjusts its p-values by itself.
test_caption <- function(x) {
  own <- x$test %in% read_shared("corrections.csv")$key
  names <- c(
    catalogue_test_names(), "bonferroni-dunn" = "Bonferroni-Dunn test",
    "p-values" = "given p-values"
  )
  if (x$test %in% names(names)) {
    name <- names[[x$test]]
    substr(name, 1L, 1L) <- toupper(substr(name, 1L, 1L))
  } else {
    name <- without_controls(x$test)
  }
  paste0(
    name, ", alpha = ", sprintf("%g", x$alpha),
    if (!own) paste0(", adjustment ", without_controls(x$adjust)),
    if (x$convention != "standard") paste0(", convention ", without_controls(x$convention))
  )
}
