# The eight groups of features of the landscape paper, calculator by calculator of tsfresh.
#
# Source: "Less is more: selecting the right benchmarking set of data for time series
# classification" (ICLR 2022 submission), section 3.1, which names the groups and gives no list. The
# assignment of calculators to groups is pybench's, in feature-groups.csv, which Python reads too.

# Group by calculator, in the order of the file.
tsfresh_groups <- function() {
  rows <- read_shared("feature-groups.csv")
  calculators <- strsplit(rows$calculators, " ", fixed = TRUE)
  stats::setNames(rep(rows$group, lengths(calculators)), unlist(calculators))
}

# The calculator of a feature: the part of tsfresh's names after the channel.
feature_calculators <- function(names) {
  parts <- strsplit(names, "__", fixed = TRUE)
  vapply(seq_along(names), function(i) {
    if (length(parts[[i]]) > 1L) parts[[i]][[2L]] else names[[i]]
  }, "")
}
