# Datasets by consensus regions: on which share of maps each lies in one, and represents it.

stability_shows <- c("all", "main")
half_of_maps <- 0.5 # share of maps from which on a dataset is listed under a region

#' Draw the share of maps on which each dataset lies in each region, and represents it
#'
#' Draws one row per dataset and one column per consensus region. In each cell, the light bar is the
#' share of maps on which the dataset lies in the region. The dark bar, and the number, are the
#' share of maps on which it represents the region, in percent. A dataset that represents a region
#' on a map lies in it, too, so the dark bar is never longer. Bars as long as the cell are 100 %.
#'
#' Each dataset is in the group of the region in which it lies on most maps (the first such region
#' if several tie). Within a group, the dataset that represents the region on most maps is first.
#' Datasets that lie in no region on at least half of the maps are in a group "Unstable" at the end.
#' With many datasets, the figure is split into several blocks. A blank cell means 0; "<1" and ">99"
#' mark values that rounding would turn into 0 or 100. Text shrinks until it fits.
#'
#' @param x A result of [pb_landscape_stability()] or [pb_region_stability()].
#' @param main Title, a string, or `NULL` for none.
#' @param show Cells of a dataset. `"all"`: one for each region. `"main"`: only one, for the region
#'   of its group (if it is unstable, for the region in which it lies on most maps). With a hundred
#'   datasets, `"main"` fits a page.
#' @param blocks Number of blocks, side by side; `NULL`: the number, at most 12, that allows the
#'   largest text.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of what was drawn: `rows`, a data frame of `region`, `dataset` and
#'   `block` in the order of the figure; `text`, the matrix of the texts in the cells; `cex`, the
#'   size of the text.
#' @section Errors:
#' `pybench_error_argument` for an unknown `show`, if `blocks` is not a whole number, or if the
#' title is not a string.
#' @examples
#' maps <- rbind(c(1, 1, 2), c(1, 1, 2), c(2, 2, 1), c(2, 1, 1))
#' plot(pb_region_stability(maps, c("a", "a", "b", "b")), main = "Two datasets")
#' @export
plot.pb_landscape_stability <- function(x, main = NULL, show = "all", blocks = NULL, ...) {
  check_dots(...)
  show <- check_choice("show", show, stability_shows)
  fewer <- if (show == "all") 'show = "main"' else character()
  draw_blocks(firm_cells(x, show), main, blocks, fewer)
}

# Datasets by the region in which they lie on most maps, representatives first.
firm_rows <- function(x) {
  most <- max.col(x$lies, "first")
  names <- rownames(x$lies)
  at <- cbind(seq_along(names), most)
  stable <- x$lies[at] >= half_of_maps
  by_name <- match(names, enc2utf8(names)[order(enc2utf8(names), method = "radix")])
  home <- ifelse(stable, most, ncol(x$lies) + 1L)
  order <- order(
    home, ifelse(stable, -x$represents[at], 0), ifelse(stable, -x$lies[at], 0), by_name,
    method = "radix"
  )
  data.frame(
    region = c(colnames(x$lies), "Unstable")[home[order]], dataset = names[order],
    main = most[order]
  )
}

# What draw_blocks() draws.
firm_cells <- function(x, show) {
  rows <- firm_rows(x)
  at <- match(rows$dataset, rownames(x$lies))
  lies <- x$lies[at, , drop = FALSE]
  represents <- x$represents[at, , drop = FALSE]
  if (show == "main") {
    main <- cbind(seq_along(at), rows$main)
    lies <- matrix(lies[main])
    represents <- matrix(represents[main])
  }
  text <- represents
  text[] <- percentage_text(100 * represents)
  bar <- function(share, colour) {
    list(share = share, colour = matrix(colour, nrow(share), ncol(share)))
  }
  list(
    rows = rows, columns = if (show == "all") colnames(lies) else "", text = text,
    foot = firm_sentences(x, show),
    bars = list(
      bar(lies * 0 + 1, "#FFFFFF"), bar(lies, mixed_colour("#0072B2", 0.24)),
      bar(represents, mixed_colour("#0072B2", 0.62))
    )
  )
}

firm_sentences <- function(x, show) {
  unstable <- apply(x$lies, 1L, max) < half_of_maps
  where <- if (show == "main") "; the cell is that of the region in which it lies most"
  shares <- percentage_text(100 * x$regions[, "agreement"])
  c(
    sprintf(
      paste(
        "Number and dark bar: percentage of these %.0f maps on which at least %g %% of a",
        "dataset's instances lie in one region of the map that belongs to the consensus region",
        "(the dataset represents it); light bar: in all such regions together (it lies in it); no",
        "bar: on no map."
      ),
      x$n_maps, x$threshold
    ),
    sprintf(
      "Percentage of maps on which an instance is in its consensus region, on average: %s.",
      paste(rownames(x$regions), shares, collapse = ", ")
    ),
    if (any(unstable)) {
      paste0("Unstable: in no consensus region on at least half of the maps", where, ".")
    },
    "The maps are no random sample."
  )
}
