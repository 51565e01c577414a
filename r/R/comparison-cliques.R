# Maximal sets of methods that do not differ significantly.
#
# With a critical difference they are runs of neighbours in mean rank, found directly. With other
# tests the graph of pairs that do not differ can be any graph; its maximal cliques are found by the
# search of Bron and Kerbosch (1973) with the pivot of Tomita, Tanaka and Takahashi (2006).

# Names of the members of each set of two or more: members by (mean rank, name), sets by their
# members in that order. `differs` is a k x k symmetric logical matrix; its diagonal is ignored.
cliques <- function(classifiers, mean_ranks, differs) {
  by_rank <- rank_order(mean_ranks, classifiers)
  joined <- !differs[by_rank, by_rank, drop = FALSE]
  diag(joined) <- FALSE
  lapply(maximal_cliques(joined), function(members) classifiers[by_rank[members]])
}

# Positions of the members of every maximal clique of two or more vertices, in lexical order.
maximal_cliques <- function(joined) {
  runs <- clique_runs(joined)
  if (!is.null(runs)) {
    return(runs)
  }
  found <- grown_cliques(joined)
  lexical(Filter(function(members) length(members) > 1L, lapply(found, sort)))
}

# The cliques if each vertex is joined to exactly a run of its successors and runs that start later
# never end earlier; else NULL.
clique_runs <- function(joined) {
  place <- seq_len(nrow(joined))
  after <- joined & upper.tri(joined)
  end <- place + rowSums(after)
  is_run <- upper.tri(joined) & col(joined) <= end[row(joined)]
  if (is.unsorted(end) || any(after != is_run)) {
    return(NULL)
  }
  maximal <- end > place & end > c(0, utils::head(end, -1L))
  unname(Map(seq.int, place[maximal], end[maximal]))
}

# A graph of k methods can have 3^(k/3) cliques; a figure with that many bars is unreadable.
most_cliques <- 10000L

# All maximal cliques, also of one vertex. A branch holds a clique (`members`), the vertices that
# may extend it (`open`), and those that would extend it to cliques found before (`closed`). The
# search keeps its own stack: its depth is the size of the largest clique.
grown_cliques <- function(joined) {
  stack <- list(list(members = integer(), open = seq_len(nrow(joined)), closed = integer()))
  found <- list()
  while (length(stack) > 0L) {
    branch <- stack[[length(stack)]]
    stack[[length(stack)]] <- NULL
    if (length(branch$open) > 0L) {
      stack <- c(stack, clique_branches(branch, joined))
    } else if (length(branch$closed) == 0L) {
      found[[length(found) + 1L]] <- branch$members
      require_few_cliques(length(found))
    }
  }
  found
}

# A maximal clique holds the pivot or one of the vertices not joined to it.
clique_branches <- function(branch, joined) {
  open <- branch$open
  closed <- branch$closed
  candidates <- c(open, closed)
  pivot <- candidates[which.max(rowSums(joined[candidates, open, drop = FALSE]))]
  lapply(open[!joined[pivot, open]], function(vertex) {
    grown <- list(
      members = c(branch$members, vertex),
      open = open[joined[vertex, open]], closed = closed[joined[vertex, closed]]
    )
    open <<- open[open != vertex]
    closed <<- c(closed, vertex)
    grown
  })
}

require_few_cliques <- function(found) {
  if (found > most_cliques) {
    stop_argument(
      sprintf(
        paste0(
          "there are more than %d sets of methods that do not differ significantly, too many for ",
          "bars"
        ),
        most_cliques
      ),
      expected = sprintf("at most %d sets", most_cliques), found = "more",
      hint = "Read the table of p-values instead, or compare all methods with one control."
    )
  }
}

# Sorts a list of increasing integer vectors lexically.
lexical <- function(words) {
  if (length(words) < 2L) {
    return(words)
  }
  letters <- lapply(seq_len(max(lengths(words))), function(i) {
    vapply(words, function(word) if (i <= length(word)) word[[i]] else 0L, 0L)
  })
  words[do.call(order, letters)]
}

# The letters of each method in a compact letter display (Piepho 2004): two methods share a letter
# exactly if they do not differ significantly. Each set of cliques() has a letter, and so has each
# method that differs from all others; "a" is the letter of the best. NULL if more than 52 letters
# would be needed, or if the bars are not those of the verdicts, as in scmamp's convention.
clique_letters <- function(names, bars, differs) {
  alone <- setdiff(names, unlist(bars))
  groups <- lexical(lapply(c(bars, as.list(alone)), match, names))
  signs <- c(letters, LETTERS)
  if (length(groups) > length(signs)) {
    return(NULL)
  }
  member <- vapply(groups, function(group) seq_along(names) %in% group, logical(length(names)))
  member <- matrix(member, length(names))
  share <- tcrossprod(member) > 0
  if (any((share == unname(differs))[row(share) != col(share)])) {
    return(NULL)
  }
  apply(member, 1L, function(has) paste(signs[seq_along(has)[has]], collapse = ""))
}
