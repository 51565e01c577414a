# Bars of a critical difference diagram: pieces over neighbours, arcs between them, levels.

# Pieces of bars over neighbours in rank, arcs between pieces, and member dots, with levels.
bar_pieces <- function(x) {
  members <- if (!too_many_bars(x)) lapply(x$cliques, match, x$classifiers)
  level <- bar_levels(members, x$mean_ranks)
  cut <- lapply(members, function(of_bar) {
    starts <- which(c(TRUE, diff(of_bar) > 1L))
    list(first = of_bar[starts], last = of_bar[c(starts[-1L] - 1L, length(of_bar))])
  })
  parts <- function(from, to) {
    bound <- Map(function(clique, level, ends) {
      data.frame(
        clique = rep(clique, length(from(ends))), level = rep(level, length(from(ends))),
        from = x$mean_ranks[from(ends)], to = x$mean_ranks[to(ends)]
      )
    }, seq_along(cut), level, cut)
    do.call(rbind, c(list(no_pieces), bound))
  }
  list(
    bars = parts(function(ends) ends$first, function(ends) ends$last),
    hops = parts(function(ends) utils::head(ends$last, -1L), function(ends) ends$first[-1L]),
    members = member_dots(members, level, x$mean_ranks)
  )
}

# Interval tests of 200 classifiers have 200 bars at most; thousands would bury the names.
most_bars <- 250L

too_many_bars <- function(x) {
  length(x$cliques) > most_bars
}

no_pieces <- data.frame(
  clique = integer(), level = integer(), from = numeric(), to = numeric()
)

# The level of each bar: the first, from the axis down, where it is clear of the bars drawn before.
bar_levels <- function(members, mean_ranks) {
  clearance <- 0.015 * (length(mean_ranks) - 1)
  ends <- numeric()
  level <- integer(length(members))
  for (i in seq_along(members)) {
    span <- range(mean_ranks[members[[i]]])
    level[[i]] <- c(which(ends + clearance < span[[1L]]), length(ends) + 1L)[[1L]]
    ends[[level[[i]]]] <- span[[2L]]
  }
  level
}

# Dots on bars that hop.
member_dots <- function(members, level, mean_ranks) {
  shown <- vapply(members, function(of_bar) any(diff(of_bar) > 1L), NA)
  of_bars <- as.integer(unlist(members[shown]))
  data.frame(
    clique = rep(seq_along(members)[shown], lengths(members)[shown]),
    level = rep(level[shown], lengths(members)[shown]),
    mean_rank = mean_ranks[of_bars]
  )
}
