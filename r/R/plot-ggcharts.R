# Datasets, choices of datasets and processes as ggplot2 objects, with the same content as plot().

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_embedding_map <- function(object, main = NULL, axes = c(1, 2), groups = NULL,
                                      labels = TRUE, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  axes <- check_components(axes, length(object$variance))
  kinds <- check_dataset_groups(groups, object$datasets)
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * object$variance[axes])
  frame <- data.frame(
    x = object$coordinates[, axes[[1L]]], y = object$coordinates[, axes[[2L]]],
    label = if (labels) without_controls(object$datasets) else "", mark = 0.07
  )
  frame$kind <- gg_kind(groups, object$datasets, kinds)
  ggplot2::ggplot(frame, gg_aes(x = "x", y = "y")) +
    ggplot2::theme_minimal() +
    gg_kinds(kinds, width) +
    (if (labels) gg_names(frame)) +
    gg_around() +
    ggplot2::coord_equal() +
    gg_words(
      main, width, caption = c(place_sentence(object), if (labels) without_place), x = share[[1L]],
      y = share[[2L]]
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_feature_report <- function(object, main = NULL, show = "missing", width = 7, ...) {
  check_dots(...)
  show <- check_choice("show", show, names(fallout_deepest))
  check_string("main", main, null_ok = TRUE)
  drawn <- fallout_chart(object, show)
  rows <- rownames(drawn$shares)
  columns <- colnames(drawn$shares)
  at <- row(drawn$shares)
  frame <- data.frame(
    row = factor(rows[at], rev(rows)),
    column = factor(columns[col(drawn$shares)], columns),
    group = factor(drawn$group[at], unique(drawn$group)),
    colour = fallout_colour(as.vector(drawn$shares), show), label = rep("", length(at)),
    some = as.vector(drawn$some) & show == "missing"
  )
  fallen <- stats::setNames(drawn$fallen, rows)
  counted_rows <- function(names) sprintf("%s: %s", without_controls(names), fallen[names])
  headed <- sprintf("%s: %.0f, %.0f", drawn$label, drawn$bars, drawn$alone)
  counted_columns <- function(names) headed[match(names, columns)]
  said <- fallout_footnote(object, drawn, show)
  said[[3L]] <- sub(
    "Bars: features ([a-z]+) on the dataset; dark: on no other.",
    "Beside a dataset: number of features \\1 on it, and of those on no other.", said[[3L]]
  )
  said[[3L]] <- sub("The number at a dataset", "Before them", said[[3L]])
  said[[1L]] <- sub("; right: how", "; beside a calculator: how", said[[1L]])
  gg_cells(frame, "column", "row", "#E2E2E2", "plain", counted_rows, counted_columns) +
    ggplot2::geom_point(data = frame[frame$some, ], size = 0.8) +
    (if (nrow(frame) > 0L) {
      ggplot2::facet_grid(stats::reformulate(".", "group"), scales = "free_y", space = "free_y")
    }) +
    gg_words(main, width, caption = said, x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_redundancy <- function(object, main = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  rows <- crowd_rows(object)
  panels <- c("Datasets", "Instances")
  frame <- data.frame(
    region = factor(rep(rows$region, 2L), rev(rows$region)),
    panel = factor(rep(panels, each = nrow(rows)), panels),
    long = c(rows$datasets, rows$share), dark = c(rows$alone, rep(0, nrow(rows))),
    label = c(rows$many, rows$part), sparse = c(rep(FALSE, nrow(rows)), rows$sparse),
    colour = rep(c(mixed_colour("#0072B2", 0.4), mixed_colour("#6F2B03", 0.45)), each = nrow(rows))
  )
  mean <- data.frame(panel = factor("Datasets", panels), at = object$mean_datasets)
  ggplot2::ggplot(frame, gg_aes(y = "region")) +
    ggplot2::geom_col(gg_aes(x = "long"), fill = frame$colour) +
    ggplot2::geom_col(gg_aes(x = "dark"), fill = "#0072B2") +
    ggplot2::geom_vline(gg_aes(xintercept = "at"), mean, linetype = "dashed") +
    ggplot2::geom_text(
      gg_aes(x = "long", label = "label"), hjust = -0.1, size = 3,
      colour = ifelse(frame$sparse, "#C04A00", "#1A1A1A"),
      fontface = ifelse(frame$sparse, "bold", "plain")
    ) +
    ggplot2::facet_wrap(stats::reformulate("panel"), scales = "free_x") +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(mult = c(0, 0.4))) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = crowd_sentences(object), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_som_search <- function(object, main = NULL, labels = TRUE, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  frame <- searched_maps(object)
  frame$label <- front_names(frame)
  front <- frame[frame$pareto, ]
  front <- front[order(front$quantization_error, front$topographic_error), ]
  named <- frame[frame$pareto | frame$chosen | labels, ]
  ggplot2::ggplot(frame, gg_aes(x = "quantization_error", y = "topographic_error")) +
    ggplot2::geom_point(data = frame[!frame$pareto, ], colour = "#8F8F8F", size = 2) +
    ggplot2::geom_line(data = front, colour = "#0072B2", linewidth = 0.8) +
    ggplot2::geom_point(data = front, colour = "#0072B2", size = 2) +
    ggplot2::geom_point(
      data = frame[frame$chosen, ], shape = 1, size = 5, stroke = 1.2, colour = "#C04A00"
    ) +
    ggplot2::geom_text(
      gg_aes(label = "label"), named, hjust = -0.25, size = 3,
      fontface = ifelse(named$chosen, "bold", "plain")
    ) +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(mult = c(0.08, 0.3))) +
    ggplot2::theme_minimal() +
    gg_words(
      main, width, caption = search_sentence(object, frame), x = "Quantization error",
      y = "Topographic error"
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_covering <- function(object, main = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  table <- object$table
  works <- table$bound < table$radius[[1L]]
  shown <- c("least", if (any(works)) "bound", "radius")
  frame <- do.call(rbind, lapply(shown, function(name) {
    rows <- if (name == "bound") table[works, ] else table
    data.frame(size = rows$size, value = rows[[name]], line = factor(name, shown))
  }))
  scale <- function(make, values) {
    make(values = values, breaks = shown, labels = radius_names[shown], name = NULL)
  }
  ggplot2::ggplot(frame, gg_aes(x = "size", y = "value", colour = "line", linetype = "line")) +
    ggplot2::geom_step(linewidth = 0.8) +
    scale(ggplot2::scale_colour_manual, radius_colours[shown]) +
    scale(ggplot2::scale_linetype_manual, ifelse(shown == "radius", "solid", "dashed")) +
    ggplot2::expand_limits(y = 0) +
    ggplot2::theme_minimal() +
    gg_words(
      main, width, caption = radius_sentence(object, any(works)),
      x = sprintf("Datasets chosen by farthest-first, of %d", object$n_datasets),
      y = sprintf("Covering radius (%s)", object$metric)
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_mantel <- function(object, main = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  panels <- alike_rows(object)
  panels$panel <- paste(without_controls(panels$representation), panels$text, sep = "\n")
  frame <- object$profile
  at <- match(
    paste(frame$representation, frame$metric, sep = "\r"),
    paste(panels$representation, panels$metric, sep = "\r")
  )
  frame$panel <- factor(panels$panel[at], unique(panels$panel))
  ggplot2::ggplot(frame, gg_aes(x = "part", y = "ranking")) +
    ggplot2::geom_linerange(
      gg_aes(ymin = "low", ymax = "high"), colour = mixed_colour("#0072B2", 0.22), linewidth = 2
    ) +
    ggplot2::geom_hline(
      yintercept = stats::weighted.mean(frame$ranking, frame$pairs), linetype = "dashed",
      colour = "#8F8F8F"
    ) +
    ggplot2::geom_line(colour = "#0072B2", linewidth = 0.8) +
    ggplot2::geom_point(colour = "#0072B2", size = 1.6) +
    ggplot2::facet_wrap(
      stats::reformulate("panel"), ncol = length(unique(panels$metric))
    ) +
    ggplot2::scale_x_continuous(breaks = NULL, limits = c(0.5, 10.5)) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = alike_sentence(object), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_subset_quality <- function(object, main = NULL, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  table <- object$table
  scales <- lapply(seq_len(nrow(table)), function(i) standing_scale(object, table[i, ]))
  rows <- standing_rows(object, scales)
  rows$y <- -seq_len(nrow(rows))
  place <- function(percent) {
    vapply(scales, function(scale) scale$places[[percent / 5 + 1]], 0)
  }
  bands <- do.call(rbind, lapply(seq_len(nrow(standing_bands)), function(band) {
    data.frame(
      from = place(standing_bands[band, 1L]), to = place(standing_bands[band, 2L]), y = rows$y,
      colour = mixed_colour("#0072B2", standing_bands[band, 3L])
    )
  }))
  middle <- data.frame(x = place(50), y = rows$y)
  ends <- vapply(scales, function(scale) paste(sprintf("%.3g", scale$ends), collapse = " to "), "")
  ggplot2::ggplot(rows, gg_aes(y = "y")) +
    ggplot2::geom_rect(
      gg_aes(xmin = "from", xmax = "to", ymin = "y - 0.3", ymax = "y + 0.3"), bands,
      fill = bands$colour
    ) +
    ggplot2::geom_segment(
      gg_aes(x = "x", xend = "x", y = "y - 0.3", yend = "y + 0.3"), middle, colour = "white"
    ) +
    ggplot2::geom_point(
      gg_aes(x = "own"), shape = 21, size = 3.4, fill = "#C04A00", colour = "white"
    ) +
    ggplot2::geom_text(gg_aes(label = "text"), x = 1.05, hjust = 0, size = 3.2) +
    ggplot2::scale_x_continuous(breaks = NULL, limits = c(0, 1.5)) +
    ggplot2::scale_y_continuous(
      breaks = rows$y, labels = sprintf("%s\n%s", standing_names[rows$metric], ends),
      minor_breaks = NULL
    ) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = standing_sentence(object), x = NULL, y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_paths <- function(object, main = NULL, shown = 5, channel = 1, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  drawn <- shown_paths(object, shown, channel)
  each <- nrow(drawn[[1L]])
  frame <- do.call(rbind, lapply(1:2, function(class) {
    paths <- drawn[[class]]
    data.frame(
      time = object$times[col(paths)], state = as.vector(paths),
      path = as.vector(row(paths)) + each * (class - 1), class = class_names[[class]]
    )
  }))
  ggplot2::ggplot(frame, gg_aes(x = "time", y = "state", colour = "class", group = "path")) +
    ggplot2::geom_line(alpha = 0.75) +
    ggplot2::geom_point(size = 0.6, alpha = 0.75) +
    ggplot2::scale_colour_manual(values = mark_colour(1:2), name = NULL) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = path_sentence(object, each, channel), x = "Time", y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_process <- function(object, main = NULL, show = NULL, limits = NULL, time = 0,
                                width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  drawn <- force_curves(object, show, limits, time)
  wide <- drawn$frame
  frame <- data.frame(
    at = rep(wide$at, 2L), value = c(wide$class_0, wide$class_1),
    class = rep(class_names, each = nrow(wide))
  )
  ggplot2::ggplot(frame, gg_aes(x = "at", y = "value", colour = "class", linetype = "class")) +
    ggplot2::geom_line(linewidth = 0.8) +
    ggplot2::scale_colour_manual(values = mark_colour(1:2), name = NULL) +
    ggplot2::scale_linetype_manual(values = c("solid", "dashed"), name = NULL) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = drawn$captions[[2L]], x = drawn$captions[[1L]], y = NULL)
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_roc <- function(object, main = NULL, highlight = NULL, labels = NULL, groups = NULL,
                            width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  looks <- roc_looks(object, highlight, labels, groups, direct = TRUE)
  frame <- data.frame(
    x = object$false_positive_rate, y = object$true_positive_rate,
    method = factor(object$method, looks$method)
  )
  words <- gg_key(looks$text, looks$bold)
  scale <- function(make, values) make(values = values, labels = words, name = NULL)
  ggplot2::ggplot(frame, gg_aes(x = "x", y = "y")) +
    ggplot2::geom_abline(colour = "#8F8F8F") +
    ggplot2::geom_path(gg_aes(colour = "method", linetype = "method"), linewidth = 0.7) +
    scale(ggplot2::scale_colour_manual, ink_of(looks$colour)) +
    scale(ggplot2::scale_linetype_manual, looks$type) +
    ggplot2::coord_equal() +
    ggplot2::theme_minimal() +
    gg_left() +
    gg_words(
      main, width, caption = character(), x = "False positive rate", y = "True positive rate"
    )
}

# nolint end

class_names <- c("class 0", "class 1")
