# What the tests of selection share: embeddings with ties and duplicates, tables with repeats.

# Numbers without R's generator: the same everywhere.
some_numbers <- function(name, rows, columns) {
  matrix(stats::qnorm(uniforms(1, name, 0, rows * columns) * 0.998 + 0.001), rows)
}

some_places <- function(name, n = 12, p = 4, grid = FALSE) {
  values <- some_numbers(name, n, p)
  if (grid) {
    values <- round(values)
    values[, p] <- 7
    values[2, ] <- values[1, ]
  }
  dimnames(values) <- list(sprintf("d%02d", seq_len(n)), paste0("x", seq_len(p)))
  values
}

some_results <- function(name, n = 12, m = 5, repeats = 3) {
  long <- expand.grid(dataset = sprintf("d%02d", seq_len(n)), classifier = paste0("m", seq_len(m)),
                      resample = seq_len(repeats), stringsAsFactors = FALSE)
  long$score <- round(as.vector(some_numbers(name, nrow(long), 1)), 1)
  pb_read_results(long, higher_is_better = TRUE, repeats = "keep")
}
