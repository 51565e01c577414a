# How well choices of datasets keep a ranking, as ggplot2 objects, with the same content as plot().

# Methods of a generic that lintr does not see, since ggplot2 is not imported.
# nolint start: object_name_linter, object_length_linter.

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_rank_preservation <- function(object, main = NULL, metric = "spearman", show = "curves",
                                          labelled = 5, width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  show <- check_choice("show", show, c("curves", "sizes"))
  labelled <- check_count("labelled", labelled, 0)
  if (show == "sizes") {
    return(gg_enough(object, metric, main, width))
  }
  metric <- check_choice("metric", metric, unique(object$auc$metric))
  methods <- kept_methods(object, metric)
  chance <- methods$strategy == "random"
  named <- which(seq_len(nrow(methods)) <= labelled | chance)
  colours <- mark_colour(kept_groups(object, methods, named))
  colours[chance[named]] <- "#1A1A1A"
  curves <- do.call(rbind, lapply(seq_len(nrow(methods)), function(i) {
    cbind(kept_curve(object, methods, i, metric)[c("size", "mean", "low", "high")], number = i)
  }))
  marked <- curves[curves$number %in% named, ]
  marked$curve <- factor(match(marked$number, named), seq_along(named))
  banded <- marked[marked$number == 1L | chance[marked$number], ]
  target <- unique(object$sufficient$target[object$sufficient$metric == metric])
  labels <- printed_names(methods$label[named], max_label = 40)
  ggplot2::ggplot(curves, gg_aes(x = "size", y = "mean", group = "number")) +
    ggplot2::geom_line(data = curves[!curves$number %in% named, ], colour = "#C9C9C9") +
    ggplot2::geom_hline(yintercept = target, linetype = "dashed") +
    ggplot2::geom_ribbon(
      gg_aes(ymin = "low", ymax = "high", fill = "curve"), banded, alpha = 0.14
    ) +
    ggplot2::geom_line(gg_aes(colour = "curve"), marked, linewidth = 0.8) +
    ggplot2::geom_point(gg_aes(colour = "curve"), marked, size = 1.6) +
    ggplot2::scale_colour_manual(values = colours, labels = labels, name = NULL, drop = FALSE) +
    ggplot2::scale_fill_manual(values = colours, guide = "none", drop = FALSE) +
    ggplot2::theme_minimal() +
    gg_words(
      main, width, caption = kept_sentence(object, metric),
      y = paste(strwrap(kept_names[[metric]], 34L), collapse = "\n"),
      x = sprintf("Datasets chosen, of %.0f", object$n_datasets)
    )
}

#' @rdname autoplot.pb_result
#' @exportS3Method ggplot2::autoplot
autoplot.pb_synthetic_study <- function(object, main = NULL, metric = "mae", distance = "cosine",
                                        width = 7, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  metric <- check_choice("metric", metric, unique(object$auc$metric))
  distance <- check_choice("distance", distance, selection_metrics)
  views <- quality_order(object)
  frame <- quality_rows(object, metric)
  strategies <- unique(frame$strategy)
  frame$curve <- factor(frame$strategy, strategies)
  shift <- 0.06 * (match(frame$strategy, strategies) - (length(strategies) + 1) / 2)
  frame$at <- match(frame$view, views$view) + shift
  flat <- frame[frame$view == "none", ]
  curves <- frame[frame$view != "none", ]
  places <- seq_along(strategies)
  text <- quality_labels(object, views, distance)
  notes <- quality_captions(object, metric, distance)
  scale <- function(make, values) {
    labels <- without_controls(strategies)
    make(values = values, breaks = strategies, labels = labels, name = NULL, drop = FALSE)
  }
  ggplot2::ggplot(curves, gg_aes(x = "at", y = "gain", colour = "curve", linetype = "curve")) +
    ggplot2::geom_hline(yintercept = 0, linetype = "dashed") +
    ggplot2::geom_hline(
      gg_aes(yintercept = "gain", colour = "curve", linetype = "curve"), flat, linewidth = 0.8
    ) +
    ggplot2::geom_linerange(
      gg_aes(ymin = "low", ymax = "high"), curves[!is.nan(curves$low), ], linetype = "solid"
    ) +
    ggplot2::geom_line(linewidth = 0.8) +
    ggplot2::geom_point(size = 1.6) +
    scale(ggplot2::scale_colour_manual, ink_of(mark_colour(places))) +
    scale(ggplot2::scale_linetype_manual, mark_type(places)) +
    ggplot2::scale_x_continuous(
      breaks = seq_len(nrow(views)), labels = do.call(paste, c(text, sep = "\n")),
      minor_breaks = NULL
    ) +
    ggplot2::scale_y_continuous(labels = function(share) sprintf("%.4g %%", 100 * share)) +
    ggplot2::theme_minimal() +
    gg_words(main, width, caption = notes[[2L]], x = notes[[1L]], y = NULL)
}

# nolint end

# Cells of the smallest sizes that suffice.
gg_enough <- function(x, metric, main, width) {
  frame <- enough_rows(x, metric)
  heads <- unique(frame$representation)
  frame$label <- frame$text
  frame$colour <- enough_shade(frame$by_mean, x$sizes)
  frame$column <- factor(frame$representation, heads)
  frame$row <- factor(frame$strategy, rev(unique(frame$strategy)))
  shown <- ifelse(nzchar(heads), printed_names(heads, max_label = 40), "no features")
  gg_cells(frame, "column", "row", "white", columns = function(names) shown[match(names, heads)]) +
    gg_words(main, width, caption = enough_sentence(x, frame, metric), x = NULL, y = NULL)
}
