# Maps and matrices as ggplot2 objects, with the same content as plot().

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_som <- function(object, main = NULL, show = "counts", regions = NULL, feature = NULL,
                            ...) {
  check_dots(...)
  gg_map(object, main, show, regions, feature, !is.null(object$scale))
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_landscape <- function(object, main = NULL, show = "counts", regions = object$regions,
                                  feature = NULL, ...) {
  check_dots(...)
  check_landscape_map(object)
  standard <- !is.null(object$som$scale) || identical(object$scaling$scale, "z")
  gg_map(object$som, main, show, regions, feature, standard)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_coverage <- function(object, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  rows <- coverage_rows(object)
  percent <- object$percent[match(rows$dataset, rownames(object$percent)), , drop = FALSE]
  frame <- data.frame(
    dataset = factor(rows$dataset[row(percent)], rev(rows$dataset)),
    region = factor(colnames(percent)[col(percent)], colnames(percent)),
    main = factor(rows$region[row(percent)], colnames(percent)),
    percent = as.vector(percent), label = percentage_text(as.vector(percent)),
    colour = heat_colour(as.vector(percent))
  )
  gg_cells(frame, "region", "dataset", "#DCDCDC") +
    ggplot2::facet_grid(stats::reformulate(".", "main"), scales = "free_y", space = "free_y") +
    gg_words(main, caption = paste(heat_sentences(object), collapse = " "), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_landscape_stability <- function(object, main = NULL, show = "all", ...) {
  check_dots(...)
  show <- check_choice("show", show, stability_shows)
  check_string("main", main, null_ok = TRUE)
  cells <- firm_cells(object, show)
  rows <- cells$rows
  text <- cells$text
  groups <- c(rownames(object$regions), "Unstable")
  frame <- data.frame(
    dataset = factor(rows$dataset[row(text)], rev(rows$dataset)),
    region = factor(cells$columns[col(text)], cells$columns),
    main = factor(rows$region[row(text)], groups), label = as.vector(text), colour = "#FFFFFF"
  )
  bars <- lapply(cells$bars[-1L], function(bar) {
    width <- as.vector(bar$share)
    cbind(frame, at = as.integer(frame$region) - (1 - width) / 2, width = width,
          fill = as.vector(bar$colour))[width > 0, ]
  })
  gg_cells(frame, "region", "dataset", "#DCDCDC", bars = do.call(rbind, bars)) +
    ggplot2::facet_grid(stats::reformulate(".", "main"), scales = "free_y", space = "free_y") +
    gg_words(main, caption = paste(cells$foot, collapse = " "), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_bootstrap <- function(object, main = NULL, n = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  sizes <- vote_sizes(object, n)
  heads <- paste(sizes, "per region")
  frame <- do.call(rbind, lapply(seq_along(sizes), function(at) {
    gg_votes(object, vote_matrix(object, sizes[[at]]), factor(heads[[at]], heads))
  }))
  frame$colour[frame$own] <- own_colour
  gg_cells(frame, "column", "row", "#D0D0D0") +
    ggplot2::geom_point(data = frame[frame$differs, ], size = 0.8, position = gg_corner()) +
    ggplot2::geom_tile(
      data = frame[frame$changing, ], fill = NA, colour = "#C04A00", linewidth = 0.9
    ) +
    ggplot2::facet_wrap(stats::reformulate("size")) +
    gg_words(main, caption = paste(vote_sentences(object), collapse = " "), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_stability <- function(object, main = NULL, question = "wilcoxon-holm", against = NULL,
                                  highlight = NULL, labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_choice("question", question, stability_questions)
  check_string("main", main, null_ok = TRUE)
  drawn <- flip_matrix(object, question, against)
  looks <- method_looks(flip_order(object), highlight, labels, groups, 40L)
  methods <- rownames(drawn$shares)
  named <- function(names) unname(looks$names[names])
  frame <- gg_matrix(drawn$text, ifelse(is.na(drawn$shares), 0, drawn$shares), drawn$differs)
  frame$colour <- mixed_colour("#C04A00", frame$value)
  frame <- frame[as.character(frame$row) != as.character(frame$column), ]
  said <- flip_footnote(object, question, looks$names[against])
  columns <- if (is.null(against)) named else identity # methods, or sets and resamples
  across <- if (is.null(against)) {
    gg_methods(looks, rev(methods), methods)
  } else {
    level <- ggplot2::element_text(angle = 0, hjust = 0.5)
    list(gg_methods(looks, rev(methods), at = "Sets"), ggplot2::theme(axis.text.x.top = level))
  }
  gg_cells(frame, "column", "row", "gray82", rows = named, columns = columns) +
    ggplot2::geom_point(data = frame[frame$differs, ], size = 0.8, position = gg_corner()) +
    across +
    gg_words(main, caption = paste(said, collapse = " "), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_selection <- function(object, map, main = NULL, axes = c(1, 2), ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_chosen_map(object, if (missing(map)) NULL else map)
  axes <- check_components(axes, length(map$variance))
  at <- match(object$datasets, map$datasets)
  home <- match(object$nearest, object$datasets)
  place <- match(object$datasets, object$names)
  frame <- data.frame(
    x = map$coordinates[at, axes[[1L]]], y = map$coordinates[at, axes[[2L]]],
    label = ifelse(is.na(place), "", paste0(place, "  ", without_controls(object$datasets)))
  )
  frame$xend <- frame$x[home]
  frame$yend <- frame$y[home]
  chosen <- frame[!is.na(place), ]
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * map$variance[axes])
  ggplot2::ggplot(frame, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_segment(
      gg_aes(x = "x", y = "y", xend = "xend", yend = "yend"), frame[is.na(place), ],
      colour = "#D3D3D3"
    ) +
    ggplot2::geom_point(data = frame[is.na(place), ], colour = "#8F8F8F", size = 1) +
    ggplot2::geom_point(data = chosen, colour = "#C04A00", size = 2.4) +
    ggplot2::geom_text(gg_aes(label = "label"), chosen, hjust = -0.12, size = 3.2) +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(mult = c(0.05, 0.2))) +
    ggplot2::theme_minimal() +
    gg_words(main, caption = chosen_sentence(object, map), x = share[[1L]], y = share[[2L]])
}

# nolint end

# ---- shared --------------------------------------------------------------------------------------

# A map as polygons, in the colours and with the texts of plot().
gg_map <- function(map, main, show, regions, feature, standard) {
  show <- check_choice("show", show, map_shows)
  check_string("main", main, null_ok = TRUE)
  check_map_regions(regions, nrow(map$codes))
  shades <- unit_shades(map, show, regions, feature, standard)
  empty <- which(tabulate(map$units, nrow(map$codes)) == 0)
  shape <- unit_shape(map$grid)
  centres <- map$grid$coordinates
  units <- data.frame(
    x = as.vector(outer(shape[, 1L], centres[, 1L], "+")),
    y = as.vector(outer(shape[, 2L], centres[, 2L], "+")),
    unit = rep(seq_len(nrow(centres)), each = nrow(shape)),
    colour = rep(shades$colours, each = nrow(shape))
  )
  blank <- data.frame(x = centres[empty, 1L], y = centres[empty, 2L])
  said <- map_sentences(map, shades, regions, show, empty, NULL)
  key <- if (length(shades$key) > 0L) {
    list(ggplot2::scale_fill_identity(
      name = shades$name, guide = "legend", breaks = shades$key, labels = shades$texts
    ))
  } else {
    list(ggplot2::scale_fill_identity())
  }
  ggplot2::ggplot(units, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_polygon(gg_aes(group = "unit", fill = "colour"), colour = "#D4D4D4") +
    ggplot2::geom_point(data = blank, size = 0.6, colour = "#8F8F8F") +
    gg_regions(regions, map$grid) +
    key +
    ggplot2::coord_equal() +
    ggplot2::theme_void() +
    gg_words(main, caption = paste(said, collapse = " "))
}

# Borders of regions, and their names, each on the unit nearest to the middle of its region.
gg_regions <- function(regions, grid) {
  if (is.null(regions)) {
    return(NULL)
  }
  sides <- stats::setNames(
    as.data.frame(unit_borders(grid, regions$labels)), c("x", "y", "xend", "yend")
  )
  named <- lapply(split(seq_along(regions$labels), as.integer(regions$labels)), function(own) {
    at <- grid$coordinates[own, , drop = FALSE]
    near <- which.min(round(rowSums(sweep(at, 2L, colMeans(at))^2), 9L))
    data.frame(x = at[near, 1L], y = at[near, 2L])
  })
  frame <- cbind(do.call(rbind, named), label = paste0("R", names(named)))
  # The width of a label's border has another name since ggplot2 4.0.
  own <- "linewidth" %in% names(ggplot2::GeomLabel$default_aes)
  border <- stats::setNames(list(0), if (own) "linewidth" else "label.size")
  look <- c(list(fontface = "bold", size = 3.4, alpha = 0.7), border)
  list(
    ggplot2::geom_segment(gg_aes(x = "x", y = "y", xend = "xend", yend = "yend"), sides),
    do.call(ggplot2::geom_label, c(list(gg_aes(label = "label"), frame), look))
  )
}

# A matrix as cells, the first row at the top.
gg_matrix <- function(text, values, differs) {
  names <- dimnames(text)
  data.frame(
    row = factor(names[[1L]][row(text)], rev(names[[1L]])),
    column = factor(names[[2L]][col(text)], names[[2L]]),
    label = as.vector(text), value = as.vector(values), differs = as.vector(differs)
  )
}

# The cells of one size of portfolios.
gg_votes <- function(x, found, size) {
  counts <- found$counts
  share <- ifelse(is.na(counts), 0, counts / x$repeats)
  frame <- gg_matrix(found$text, share, found$different)
  frame$colour <- mixed_colour("#0072B2", ifelse(frame$value == 0, 0, 0.08 + 0.42 * frame$value))
  cbind(frame, own = as.vector(is.na(counts)), changing = as.vector(found$changing), size = size)
}

# Tiles with their text, columns named above. `rows`, `columns`: functions that print the names;
# `drop`: whether rows and columns without a tile are left out; `bars`: parts of tiles.
gg_cells <- function(frame, x, y, border, face = "plain", rows = gg_named, columns = gg_named,
                     drop = TRUE, bars = NULL) {
  if (nrow(frame) == 0L) {
    return(ggplot2::ggplot(frame, gg_aes(x = x, y = y)) + ggplot2::theme_void())
  }
  ggplot2::ggplot(frame, gg_aes(x = x, y = y)) +
    ggplot2::geom_tile(gg_aes(fill = "colour"), colour = border) +
    gg_bars(bars, y) +
    ggplot2::geom_text(gg_aes(label = "label"), size = 2.8, fontface = face) +
    ggplot2::scale_fill_identity() +
    ggplot2::scale_x_discrete(position = "top", labels = columns, expand = c(0, 0), drop = drop) +
    ggplot2::scale_y_discrete(labels = rows, expand = c(0, 0), drop = drop) +
    ggplot2::theme_minimal() +
    ggplot2::theme(panel.grid = ggplot2::element_blank(), strip.placement = "outside") +
    gg_upright()
}

gg_bars <- function(bars, y) {
  if (!is.null(bars)) {
    ggplot2::geom_tile(gg_aes(x = "at", y = y, width = "width", fill = "fill"), bars)
  }
}

gg_named <- function(names) {
  printed_names(names, max_label = 40)
}

# Names of columns are written upwards.
gg_upright <- function(bold = FALSE) {
  upright <- gg_face(bold, angle = 90, hjust = 0, vjust = 0.5)
  ggplot2::theme(axis.text.x.top = upright, axis.text.x = upright)
}

# Names at an axis, some of them bold or coloured, in the order of its ticks. ggplot2 warns that it
# may drop several looks in one element some day, since numbers of an axis need one look.
gg_face <- function(bold, colour = NULL, ...) {
  face <- if (any(bold)) ifelse(bold, "bold", "plain")
  suppressWarnings(ggplot2::element_text(face = face, colour = colour, ...))
}

# Expressions in a legend, which ggplot2 would write at its right edge.
gg_left <- function() {
  if (utils::packageVersion("ggplot2") < "3.5.0") {
    return(ggplot2::theme(legend.text.align = 0))
  }
  ggplot2::theme(legend.text = ggplot2::element_text(hjust = 0))
}

# Names in a legend, of which all have one look: bold ones are expressions.
gg_key <- function(names, bold) {
  if (!any(bold)) {
    return(names)
  }
  as.expression(ifelse(bold, lapply(names, function(name) bquote(bold(.(name)))), names))
}

# The looks of methods that are rows, from the bottom, and columns of cells, with the legend of
# their groups.
gg_methods <- function(looks, rows, columns = NULL, upright = TRUE, at = columns[[1L]]) {
  look <- function(methods, ...) {
    grouped <- length(looks$group_names) > 0L
    gg_face(
      looks$bold[methods], if (grouped) unname(ink_of(mark_colour(looks$group[methods]))), ...
    )
  }
  above <- if (upright) look(columns, angle = 90, hjust = 0, vjust = 0.5) else look(columns)
  list(
    ggplot2::theme(axis.text.y = look(rows)),
    if (!is.null(columns)) ggplot2::theme(axis.text.x = above, axis.text.x.top = above),
    gg_groups(looks, rows[[1L]], at)
  )
}

# The legend of the groups, for cells or rows: points that are not drawn.
gg_groups <- function(looks, row, column) {
  place <- seq_along(looks$group_names)
  if (length(place) == 0L) {
    return(NULL)
  }
  kinds <- data.frame(kind = factor(looks$group_names, looks$group_names), x = column, y = row)
  scale <- function(of, values) {
    of(values = values, name = NULL, limits = looks$group_names)
  }
  # A legend does not break its rows: 60 letters or so fit above cells.
  columns <- max(1, 60 %/% (6 + max(nchar(looks$group_names))))
  key <- function(...) ggplot2::guide_legend(..., ncol = columns, byrow = TRUE)
  list(
    ggplot2::geom_point(
      gg_aes(x = "x", y = "y", colour = "kind", shape = "kind"), kinds, size = 2, alpha = 0
    ),
    scale(ggplot2::scale_colour_manual, edge_of(mark_colour(place))),
    scale(ggplot2::scale_shape_manual, mark_shape(place)),
    ggplot2::guides(
      colour = key(override.aes = list(fill = mark_colour(place), alpha = 1)), shape = key()
    ),
    ggplot2::theme(legend.position = "top", legend.key.height = ggplot2::unit(0.8, "lines"))
  )
}

# The upper right corner of a cell, where dots are drawn.
gg_corner <- function() {
  ggplot2::position_nudge(0.36, 0.36)
}
