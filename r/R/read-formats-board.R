# The outcome of every format, a board: a long grid of one metric, and what the file says about
# metric and direction. A list of
#   grid              one row per score, see read-grid.R
#   roles             the names of its columns
#   metric            the name of the metric, or NULL
#   higher_is_better  the direction that the file states, or NULL

# One score of a document. `short`: a shorter name of the metric, which the caller may give if it is
# the only one of that name. `where`: the file, for messages.
one_score <- function(dataset, method, metric, value, where, short = "", higher_is_better = NA) {
  list(
    dataset = dataset, method = method, metric = metric, value = value, where = where,
    short = short, higher_is_better = higher_is_better
  )
}

# The scores of one metric. `main`: the metric that stands for the others.
board_of <- function(scores, metric, source, main = "") {
  if (length(scores) == 0L) {
    refuse("at least one score", "none", "Check the file.", file = source)
  }
  rows <- lapply(stats::setNames(nm = names(scores[[1L]])), function(name) {
    unlist(lapply(scores, function(score) score[[name]]), use.names = FALSE)
  })
  name <- metric_to_keep(rows, metric, source, main)
  kept <- rows$metric == name | rows$short == name
  stated <- stats::na.omit(unique(rows$higher_is_better[kept]))
  if (length(stated) == 2L) {
    hint <- "Choose another metric, or fewer tasks."
    refuse(paste("one direction of", shown(name)), "both", hint, file = source)
  }
  grid <- list(
    names = c("dataset", "method", "score"),
    columns = list(rows$dataset[kept], rows$method[kept], rows$value[kept]),
    file = source, where = rows$where[kept]
  )
  list(
    grid = grid, roles = board_roles("dataset", "method", "score"), metric = name,
    higher_is_better = if (length(stated) == 1L) stated[[1L]]
  )
}

board_roles <- function(dataset, classifier, score, resample = "resample", metric_column = "") {
  roles <- check_roles(dataset, classifier, score, resample)
  roles$metric_column <- metric_column
  roles
}

# The name of the metric to keep, full or short.
metric_to_keep <- function(rows, metric, source, main) {
  full <- unique(rows$metric)
  asked <- if (is.null(metric)) main else metric
  if (asked %in% full) {
    return(asked)
  }
  if (!nzchar(asked)) {
    if (length(full) > 1L) {
      refuse_several_metrics(full, source)
    }
    return(full)
  }
  has <- rows$short == asked
  if (!any(has)) {
    refuse_metric(list(file = source), asked, full)
  }
  pairs <- unique(data.frame(rows$dataset[has], rows$metric[has]))
  if (anyDuplicated(pairs[[1L]]) > 0L) {
    refuse_several_metrics(unique(rows$metric[has]), source)
  }
  asked
}

# Refuses a metric that is not there.
refuse_metric <- function(grid, metric, known) {
  hint <- "Give one of these as `metric`."
  refuse_header(grid, paste("the metric", shown(metric)), shown_names(known, 20L), hint)
}

refuse_several_metrics <- function(names, source) {
  hint <- sprintf("Give the metric, for example metric=\"%s\".", names[[1L]])
  refuse("one metric", shown_names(names, 20L), hint, file = source)
}

# The direction, if the caller or the file states it and they do not differ; else NULL.
board_direction <- function(board, given) {
  stated <- board$higher_is_better
  if (is.null(given) || is.null(stated)) {
    return(if (is.null(given)) stated else given)
  }
  if (check_direction(given) != stated) {
    better <- if (stated) "higher" else "lower"
    refuse(
      "the direction of the file",
      sprintf(
        "`higher_is_better` %s, but the file says that %s scores are better", given, better
      ),
      "Leave `higher_is_better` out.",
      file = board$grid$file
    )
  }
  given
}

# Adds to the names of a column what distinguishes the variants of one name: the columns of `others`
# that vary within a name, in this order, in parentheses. Returns the grid, and the name of the
# column to use.
joined_names <- function(grid, key, others) {
  texts <- function(name) {
    values <- grid$columns[[match(name, grid$names)]]
    if (is.list(values)) {
      values <- vapply(values, function(one) {
        if (is_missing(one) || length(one) == 0L) "" else as.character(one)[[1L]]
      }, "")
    }
    values <- as.character(values)
    ifelse(is.na(values), "", values)
  }
  names <- texts(key)
  parts <- lapply(intersect(others, grid$names), texts)
  varies <- vapply(parts, function(part) {
    nrow(unique(data.frame(names, part))) > length(unique(names))
  }, NA)
  if (!any(varies)) {
    return(list(grid = grid, name = key))
  }
  variant <- character(length(names))
  for (part in parts[varies]) {
    variant <- paste0(variant, ifelse(nzchar(variant) & nzchar(part), ", ", ""), part)
  }
  added <- ifelse(nzchar(variant), paste0(names, " (", variant, ")"), names)
  name <- paste(key, "with its variant")
  list(grid = with_column(grid, name, added), name = name)
}

with_column <- function(grid, name, values) {
  grid$fields <- c(kinds_of(grid), FALSE)
  grid$names <- c(grid$names, name)
  grid$columns <- c(grid$columns, list(values))
  grid
}

# Which columns hold texts of a file.
kinds_of <- function(grid) {
  vapply(seq_along(grid$names), function(j) holds_fields(grid, j), NA)
}

# The rows of several files with the same columns as one grid.
stacked_grid <- function(grids, files, source) {
  first <- grids[[1L]]
  if (length(grids) == 1L) {
    return(first)
  }
  for (i in seq_along(grids)) {
    names <- grids[[i]]$names
    if (!setequal(names, first$names) || length(names) != length(first$names)) {
      own <- setdiff(names, first$names)
      found <- if (length(own) > 0L) {
        paste(shown_names(own), "in addition")
      } else {
        paste("no", shown_names(setdiff(first$names, names)))
      }
      expected <- paste("the columns of", shown(files[[1L]]$where))
      file_refuse(files[[i]], expected, found, "Read the files one by one.")
    }
  }
  columns <- lapply(first$names, function(name) {
    stacked_column(lapply(grids, function(grid) {
      at <- match(name, grid$names)
      list(values = grid$columns[[at]], fields = holds_fields(grid, at))
    }))
  })
  list(
    names = first$names, columns = lapply(columns, `[[`, "values"), file = source,
    fields = vapply(columns, `[[`, NA, "fields"),
    where = unlist(Map(function(grid, file) {
      rows <- seq_along(grid$columns[[1L]])
      paste0(file$where, ":", if (is.null(grid$lines)) rows else grid$lines)
    }, grids, files), use.names = FALSE)
  )
}

# Columns of several tables as one: of values of any types if the tables have different ones.
stacked_column <- function(parts) {
  fields <- vapply(parts, `[[`, NA, "fields")
  values <- lapply(parts, function(part) {
    if (is.factor(part$values)) as.character(part$values) else part$values
  })
  kinds <- vapply(values, function(value) paste(class(value), collapse = " "), "")
  if (any(fields) != all(fields) || length(unique(kinds)) > 1L) {
    values <- lapply(values, as.list)
  }
  list(values = do.call(c, values), fields = all(fields))
}
