# How much each instance counts: all alike, or so that all datasets count alike.

map_weights <- c("instance", "dataset")
said_shares <- c(instance = "instances", dataset = "a dataset on average")
said_alike <- c(instance = "", dataset = "; each dataset counted alike")

# 1 / (number of rows of its dataset) for each row; NULL where all rows count alike.
row_weights <- function(weights, dataset) {
  if (weights == "instance") {
    return(NULL)
  }
  if (is.null(dataset)) {
    stop_argument(
      "`weights` = \"dataset\" needs a table with datasets", expected = "a table with datasets",
      found = "no names of datasets",
      hint = "Give a table that names the dataset of each row, or `dataset`."
    )
  }
  place <- match(dataset, unique(dataset))
  sizes <- tabulate(place)
  if (length(unique(sizes)) > 1L) 1 / sizes[place]
}

check_row_weights <- function(weights, rows) {
  if (is.null(weights)) {
    return(NULL)
  }
  good <- is.numeric(weights) && length(weights) == rows && all(is.finite(weights) & weights >= 0)
  if (good && is.finite(log(sum(weights)))) { # a sum above 0, and finite
    return(as.double(weights))
  }
  expected <- sprintf("%d finite numbers >= 0, at least one of them above 0", rows)
  found <- describe_value(weights)
  stop_argument(
    sprintf("`weights` must be %s, not %s", expected, found), expected = expected, found = found
  )
}

# The mean of rows that count as much as their weights.
mean_of <- function(values, weights) {
  if (is.null(weights)) mean(values) else sum(values * weights) / sum(weights)
}

# The smallest values such that values up to them have a share of all weight; rounding of sums of
# weights does not decide.
weighted_quantiles <- function(column, weights, shares) {
  order <- order(column)
  total <- cumsum(weights[order])
  bounds <- (shares - 1e-9) * total[[length(total)]]
  column[order[findInterval(bounds, total, left.open = TRUE) + 1L]]
}
