# Measured coverage of intervals, and the warnings that results give about it.

# Coverage of nominal 95 % intervals below which a result gives a warning.
enough_coverage <- 0.93

# A line for each interval whose coverage is too low at this size: it uses the largest measured size
# up to it, or else the smallest.
short_coverage <- function(names, size) {
  table <- read_shared("coverage.csv")
  unlist(lapply(names, function(name) {
    rows <- table[table$interval == name, ]
    sizes <- as.integer(rows$size)
    at <- max(sizes[sizes <= size], min(sizes))
    row <- rows[sizes == at, ]
    coverage <- as.double(row$coverage)
    if (coverage < enough_coverage) {
      sprintf(
        "  measured: 95 %% intervals of %s contain the true value in %.1f %% of samples of %d (%s)",
        name, 100 * coverage, at, row$design
      )
    }
  }))
}
