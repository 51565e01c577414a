# A portfolio of the landscape: the regions take turns, and each gives one of its datasets.

# Percent of the series of a dataset that must lie in the region it represents.
region_share <- 90

# The regions take turns, the largest first, each with one of its remaining datasets in the pool,
# drawn by `keys`; then the datasets of no region. `rows` are the pool's, `regions` the rows of each
# region.
regional_order <- function(rows, keys, regions) {
  by_size <- order(-lengths(regions))
  turn <- rep(length(rows), length(rows))
  place <- rep(length(regions) + 1, length(rows))
  for (position in seq_along(by_size)) {
    inside <- which(rows %in% regions[[by_size[[position]]]])
    turn[inside] <- rank(keys[inside], ties.method = "first") - 1
    place[inside] <- position
  }
  order(turn, place, keys)
}

# Whether this is a landscape, or a list of regions, not a table of numbers.
is_regional <- function(given) {
  is.list(given) && !is.data.frame(given) && !inherits(given, "pb_results_table")
}

# The rows of each region's datasets; unknown names are dropped.
regional_rows <- function(given, datasets) {
  listed <- region_representatives(given, region_share)
  regions <- unname(lapply(listed, function(names) {
    sort(match(names, datasets, nomatch = 0L)[names %in% datasets])
  }))
  if (sum(lengths(regions)) == 0L) {
    stop_argument(
      "the landscape has none of the datasets to choose from",
      expected = "regions that hold some of the datasets", found = "none"
    )
  }
  regions
}

# All names of a landscape, sorted.
regional_names <- function(given) {
  sort(unlist(region_representatives(given, region_share), use.names = FALSE), method = "radix")
}
