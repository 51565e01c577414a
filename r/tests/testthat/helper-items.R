# Random tables of items.
made_items <- function(seed, n = 40, k = 3, runs = 1, clusters = NULL, weighted = FALSE,
                       answers = TRUE, higher_is_better = TRUE, datasets = NULL) {
  set.seed(seed)
  cube <- array(stats::runif(n * k * runs), c(n, k, runs))
  cube <- if (answers) (cube < 0.6) + 0 else round(cube, 3)
  frame <- data.frame(item = rep(sprintf("i%d", seq_len(n)), each = runs))
  if (runs > 1) {
    frame$run <- rep(seq_len(runs), n)
  }
  if (!is.null(clusters)) {
    groups <- c(seq_len(clusters), sample(clusters, n - clusters, replace = TRUE))
    frame$cluster <- rep(sprintf("g%d", groups), each = runs)
  }
  if (weighted) {
    frame$weight <- rep(round(stats::runif(n, 0.5, 2), 2), each = runs)
  }
  if (!is.null(datasets)) {
    frame$dataset <- rep(rep_len(datasets, n), each = runs)
  }
  for (j in seq_len(k)) {
    frame[[paste0("m", j)]] <- as.vector(t(matrix(cube[, j, ], ncol = runs)))
  }
  pb_read_items(frame, higher_is_better = higher_is_better)
}
