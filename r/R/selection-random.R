# Random choice: the baseline. One subset for each of `count` trials of pools of m datasets, one row
# per trial, every subset equally likely.
random_selection <- function(m, size, count, seed) {
  draw_portfolios(m, size, count, seed, sprintf("random selection of %d", as.integer(size)))
}
