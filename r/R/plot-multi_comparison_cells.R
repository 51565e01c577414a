# The lines of a cell of a multi-comparison matrix: which there are, and what they say.

# Lines that can be chosen, and their names; an effect has its own.
matrix_cell <- list(
  difference = "mean difference", wins = "win / tie / loss", p = "p (Wilcoxon), better",
  posterior = "P(better / alike / worse)", effect = character()
)
# The names of effects beside a line, and in a sentence.
matrix_effects <- list(
  hodges_lehmann = c("Hodges-Lehmann", "Hodges-Lehmann estimate of the difference"),
  mean_difference = c("mean, row better", "mean difference in favour of the row"),
  d_z = c("d_z", "d_z (mean difference / standard deviation)"),
  rank_biserial = c("rank-biserial", "rank-biserial correlation"),
  superiority = c("superiority", "probability of superiority")
)

# The lines of a cell; by default all that the result has.
chosen_lines <- function(x, cell) {
  missing <- c(posterior = is.null(x$better), effect = is.null(x$effect))
  there <- setdiff(names(matrix_cell), names(missing)[missing])
  if (is.null(cell)) {
    return(there)
  }
  expected <- paste0("one or more of ", toString(dQuote(names(matrix_cell), FALSE)), ", each once")
  cell <- check_names("cell", cell, expected)
  if (anyDuplicated(cell)) {
    stop_argument(
      sprintf("`cell` must be %s, not %s", expected, describe_value(cell)),
      expected = expected, found = describe_value(cell)
    )
  }
  for (name in cell) {
    check_choice("cell", name, names(matrix_cell))
    if (!name %in% there) {
      how <- if (name == "posterior") "bayesian = TRUE" else "effect = \"hodges_lehmann\""
      stop_argument(
        sprintf("`cell` has \"%s\", which this result does not have", name),
        expected = toString(there), found = name,
        hint = sprintf("Compute it: pb_multi_comparison(t, %s).", how)
      )
    }
  }
  cell
}

# The names of a line; an effect has two lines.
line_names <- function(line, x) {
  if (line == "effect") {
    return(c(matrix_effects[[x$effect]][[1L]], sprintf("%g %% interval", 100 * (1 - x$alpha))))
  }
  matrix_cell[[line]]
}

# Bold: by p if it is shown, else by the posterior if it is.
bold_cells <- function(x, chosen) {
  if ("p" %in% chosen) {
    return(x$pvalues <= x$alpha)
  }
  if (!"posterior" %in% chosen) {
    return(array(FALSE, dim(x$pvalues)))
  }
  pmax(x$better, x$equal, x$worse) >= 1 - x$alpha
}

# What each line is.
line_meanings <- function(x, metric, chosen) {
  sure <- sprintf("%g %%", 100 * (1 - x$alpha))
  vapply(chosen, function(line) {
    switch(line,
      difference = paste0("mean of ", metric, "(row) - ", metric, "(column)"),
      wins = paste0(
        "datasets that the row wins, ties and loses",
        if (!is.null(x$n_common)) " (all on which both have a score)"
      ),
      p = paste0(
        "p of the two-sided Wilcoxon signed-rank test (", computed_words(x), "), bold where p <= ",
        sprintf("%g", x$alpha), ", with the method that is better by the test: row or col(umn)"
      ),
      posterior = paste0(
        "posterior probabilities that the row is better, alike (within +-", sprintf("%g", x$rope),
        ") and worse, Bayesian signed-rank test",
        if (!"p" %in% chosen) paste(", bold where one of them is at least", sure)
      ),
      effect = sprintf(
        "%s with its %s interval, above %s if the row is better", matrix_effects[[x$effect]][[2L]],
        sure, if (x$effect == "superiority") "1/2" else "0"
      )
    )
  }, "")
}

# One row per cell, row by row, one column per line of text.
matrix_lines <- function(x, chosen, decimals) {
  in_rows <- function(part) as.vector(t(part))
  shares <- function(p) sprintf("%.2f", in_rows(p))
  number <- if (identical(x$effect, "superiority")) plain_number else signed_number
  sized <- function(part) number(in_rows(part), decimals)
  do.call(cbind, unname(lapply(chosen, function(line) {
    switch(line,
      difference = signed_number(in_rows(x$mean_difference), decimals),
      wins = paste0(
        in_rows(x$wins), "/", in_rows(x$draws), "/", in_rows(x$losses),
        if (!is.null(x$n_common)) sprintf(" (%d)", in_rows(x$n_common))
      ),
      p = paste0(short_p(in_rows(x$pvalues)), in_rows(better_by_test(x))),
      posterior = paste(shares(x$better), shares(x$equal), shares(x$worse), sep = "/"),
      effect = cbind(
        sized(x$effect_size),
        sprintf("[%s, %s]", sized(x$effect_size_low), sized(x$effect_size_high))
      )
    )
  })))
}
