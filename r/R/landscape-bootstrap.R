# The stability of verdicts: the tests repeated on many portfolios drawn from the landscape.

#' Bootstrap of the tests over portfolios of a landscape
#'
#' Tests all pairs of methods on many portfolios (sets of datasets) that cover the landscape evenly.
#' For each number n in `per_region`, portfolios are drawn. A portfolio contains n datasets of every
#' region, drawn without replacement from the representatives of the region. On each portfolio, the
#' Friedman and Nemenyi tests decide, by their limiting distributions, which pairs differ
#' significantly.
#'
#' The procedure follows appendix A.2 and A.3 of the paper below. In the paper, the Friedman test is
#' the omnibus test, and the Nemenyi test follows "to see between which pairs" there is a
#' difference. So the paper uses the Nemenyi test only if the Friedman test rejects, and
#' `omnibus = TRUE` does the same. The majority verdict on a pair is "differs" if the pair differs
#' significantly on at least half of the portfolios, and "does not differ" otherwise. The datasets
#' that a region contributes to a portfolio depend only on the seed, n, the name of the region and
#' the names of its representatives. They do not depend on the order of rows, regions or names, on
#' other regions, or on the number of portfolios. For comparison, random portfolios are also drawn:
#' they have the same number of datasets, drawn from the whole table.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param landscape A named list that gives for each region the names of its representatives (the
#'   datasets that represent it); or a list with a function `representatives(threshold)` that
#'   returns such a list; or a result of [pb_map_landscape()], [pb_coverage()] or
#'   [pb_representatives()]. Datasets that are not in the table are left out and listed in
#'   `unscored`.
#' @param per_region Values of n, the number of datasets per region, whole numbers >= 1. A portfolio
#'   should have at least 10 datasets, so that Friedman's chi-square is a good approximation, and n
#'   should not exceed the number of representatives of the smallest region.
#' @param repeats Number of portfolios for each n, a whole number.
#' @param threshold A dataset represents a region if at least this percentage of its instances (rows
#'   of the table of features) lies in the region; a number in (0, 100\]. Not used if `landscape` is
#'   a list of names or a result of [pb_representatives()].
#' @param seed Seed of the random draws, a whole number.
#' @param alpha Family-wise level of each test, a number in (0, 1).
#' @param omnibus `TRUE`: if the Friedman test does not reject on a portfolio (p > `alpha`), no pair
#'   counts as different on this portfolio. `FALSE`: the Nemenyi test alone decides.
#' @param small How to treat a region that has fewer representatives than the largest n. `"skip"`
#'   leaves it out for all n, so that all n use the same regions, and lists it in `skipped`.
#'   `"refuse"` raises an error.
#' @param stability `NULL`, or a result of [pb_landscape_stability()] or [pb_region_stability()] for
#'   the same datasets, at the same threshold. The portfolios are then also drawn from the regions
#'   of each of its maps.
#' @return An object of class `pb_bootstrap`, a list of
#'   \item{counts}{list named by n: k x k matrices, the number of portfolios on which each pair does
#'     not differ significantly}
#'   \item{verdicts}{list named by n: k x k matrices, whether the majority verdict on each pair is
#'     "differs"}
#'   \item{changing}{list of the pairs whose verdict depends on n, in table order}
#'   \item{rejected}{for each n: number of portfolios on which the Friedman test rejects}
#'   \item{portfolios}{list named by n: matrices of names of datasets, one row per portfolio, n
#'     columns per region}
#'   \item{random_counts}{as `counts`, for random portfolios}
#'   \item{all_datasets}{k x k matrix: whether each pair differs significantly on all datasets of
#'     the table together}
#'   \item{by_region}{list named by region: k x k matrices, whether each pair differs significantly
#'     on the representatives of this region. The list contains only regions of which at least 10
#'     representatives have scores}
#'   \item{representatives}{by region: the datasets used, sorted}
#'   \item{skipped}{regions left out because they have fewer representatives than the largest n}
#'   \item{unscored}{representatives that are not in the table}
#'   \item{per_region}{values of n, ascending}
#'   \item{repeats, threshold, alpha, omnibus, seed}{as given}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{over_maps}{`NULL` without `stability`. Otherwise a data frame, one row per n and pair:
#'     `per_region`, `classifier_1`, `classifier_2`; `share`, the share of portfolios on which the
#'     pair differs, averaged over maps; `smallest` and `largest`, that of the map with the smallest
#'     and the largest share; `maps`, the number of maps; and `fewest` and `most`, the datasets of a
#'     portfolio on the map with the fewest and the most regions. Larger portfolios find more
#'     differences, so shares also differ between maps because their numbers of regions do. Maps
#'     from which no portfolios can be drawn are left out, with the note `maps-left-out`: no region
#'     has enough representatives (with `small = "refuse"`: some region has too few), or a dataset
#'     represents two regions}
#'
#'   `as.data.frame()` gives one row per pair and n, with the counts and the verdicts. Its column
#'   `dissent` is the number of landscape portfolios whose verdict is not the majority verdict.
#'   Its column `contradictions` is the number of random portfolios whose verdict is not the
#'   majority verdict of the landscape portfolios.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets, fewer than two methods, or missing
#' scores; `pybench_error_argument` for an argument out of its range, a dataset in two regions, no
#' region with enough datasets, portfolios of a single dataset, or a stability of other datasets
#' than the coverage in `landscape`, at another threshold, or with no map from which portfolios can
#' be drawn.
#' @references
#' Less is more: Selecting the right benchmarking set of data for time series classification.
#' Submission to ICLR 2022.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = letters[1:20], x = rep(c(3, 1), each = 10), y = 2, z = rep(c(1, 3),
#'     each = 10)),
#'   higher_is_better = TRUE
#' )
#' pb_bootstrap(t, list(one = letters[1:10], two = letters[11:15]), per_region = 5)
#' @family stability of verdicts
#' @export
pb_bootstrap <- function(t, landscape, per_region = c(2, 3, 4), repeats = 30, threshold = 90,
                         seed = 0, alpha = 0.05, omnibus = TRUE, small = "skip",
                         stability = NULL) {
  alpha <- check_level("alpha", alpha)
  per_region <- check_per_region(per_region)
  repeats <- check_count("repeats", repeats, 1)
  threshold <- check_percent("threshold", threshold)
  seed <- check_seed(seed)
  omnibus <- check_flag("omnibus", omnibus)
  small <- check_choice("small", small, c("skip", "refuse"))
  if (!is.null(stability)) {
    spread <- if (inherits(landscape, "pb_landscape")) landscape$coverage else landscape
    datasets <- if (inherits(spread, "pb_coverage")) rownames(spread$counts)
    check_stability(stability, datasets, threshold)
  }
  require_comparable(t)
  found <- region_representatives(landscape, threshold)
  regions <- usable_regions(found, t$datasets, max(per_region), small)
  refuse_single(per_region[[1L]], length(regions$drawn))
  check_room("repeats", repeats, max(nrow(t$scores), max(per_region) * length(regions$drawn)))
  study <- portfolio_study(t, alpha, omnibus)
  by_n <- lapply(stats::setNames(per_region, sprintf("%.0f", per_region)), function(n) {
    bootstrap_size(study, regions$drawn, n, repeats, seed)
  })
  counts <- lapply(by_n, `[[`, "counts")
  verdicts <- lapply(counts, function(same) 2 * same <= repeats)
  over <- pairs_over_maps(study, stability$members, per_region, repeats, seed, small)
  enough <- regions$scored[lengths(regions$scored) >= enough_datasets]
  new_result("pb_bootstrap", list(
    counts = counts,
    verdicts = verdicts,
    changing = changing_pairs(t$classifiers, verdicts),
    rejected = vapply(by_n, `[[`, 0, "rejected"),
    portfolios = lapply(by_n, `[[`, "portfolios"),
    random_counts = lapply(by_n, `[[`, "random_counts"),
    all_datasets = differs_on(study, t$datasets),
    by_region = lapply(enough, function(names) differs_on(study, names)),
    representatives = regions$drawn,
    skipped = regions$skipped,
    unscored = regions$unscored,
    per_region = per_region,
    repeats = repeats,
    threshold = threshold,
    alpha = alpha,
    omnibus = omnibus,
    seed = seed,
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    notes = notes_ordered(c(
      table_notes(t, study$doubled, "standard"),
      if (per_region[[1L]] * length(regions$drawn) < enough_datasets) "small-portfolios",
      if (length(regions$skipped) > 0L) "regions-skipped",
      if (length(regions$unscored) > 0L) "unscored-representatives",
      if (over$left_out) "maps-left-out"
    )),
    engine = "r",
    over_maps = over$shares
  ))
}

# By n and pair: the share of portfolios on which the pair differs, over maps; and whether some map
# cannot give portfolios.
pairs_over_maps <- function(study, maps, per_region, repeats, seed, small) {
  if (is.null(maps)) {
    return(list(shares = NULL, left_out = FALSE))
  }
  by_map <- lapply(unname(maps), function(members) {
    tryCatch(
      apart_on_map(study, members, per_region, repeats, seed, small),
      pybench_error_argument = identity
    )
  })
  refused <- vapply(by_map, inherits, NA, "pybench_error_argument")
  if (all(refused)) {
    stop(by_map[[1L]])
  }
  classifiers <- study$t$classifiers
  regions <- vapply(by_map[!refused], `[[`, 0, "regions")
  parts <- lapply(seq_along(per_region), function(i) {
    apart <- do.call(rbind, lapply(by_map[!refused], function(one) one$apart[[i]]))
    data.frame(
      per_region = per_region[[i]],
      classifier_1 = classifiers[study$pairs[, 1L]],
      classifier_2 = classifiers[study$pairs[, 2L]],
      share = colSums(apart) / (repeats * nrow(apart)),
      smallest = apply(apart, 2L, min) / repeats,
      largest = apply(apart, 2L, max) / repeats,
      maps = as.double(nrow(apart)),
      fewest = per_region[[i]] * min(regions),
      most = per_region[[i]] * max(regions)
    )
  })
  list(shares = do.call(rbind, parts), left_out = any(refused))
}

# The number of regions of one map, and by n the number of portfolios on which each pair differs.
apart_on_map <- function(study, members, per_region, repeats, seed, small) {
  found <- region_representatives(members, 100)
  drawn <- usable_regions(found, study$t$datasets, max(per_region), small)$drawn
  refuse_single(per_region[[1L]], length(drawn))
  apart <- lapply(per_region, function(n) {
    portfolios <- region_portfolios(drawn, n, repeats, seed)
    rows <- matrix(match(portfolios, study$t$datasets), repeats)
    colSums(portfolio_verdicts(study, rows)$apart)
  })
  list(regions = as.double(length(drawn)), apart = apart)
}

# Portfolios of one dataset: one per region, and only one region has enough.
refuse_single <- function(size, regions) {
  if (size * regions >= 2) {
    return(invisible())
  }
  stop_argument(
    sprintf(
      paste0(
        "a portfolio must have 2 datasets or more, not %.0f: `per_region` %.0f, and %s to draw ",
        "from"
      ),
      size * regions, size, counted(regions, "region")
    ),
    expected = "portfolios of 2 datasets or more", found = sprintf("%.0f", size * regions),
    hint = paste(
      "Give a larger `per_region`, or a lower `threshold`, so that more regions have",
      "representatives."
    )
  )
}

bootstrap_size <- function(study, regions, n, repeats, seed) {
  drawn <- region_portfolios(regions, n, repeats, seed)
  rows <- drawn
  rows[] <- match(drawn, study$t$datasets)
  storage.mode(rows) <- "integer"
  own <- portfolio_verdicts(study, rows)
  by_name <- order(enc2utf8(study$t$datasets), method = "radix")
  name <- sprintf("random portfolio of %d", as.integer(n))
  other <- draw_portfolios(length(by_name), ncol(drawn), repeats, seed, name)
  other[] <- by_name[other]
  list(
    portfolios = drawn,
    counts = same_counts(study, own),
    rejected = sum(own$rejects),
    random_counts = same_counts(study, portfolio_verdicts(study, other))
  )
}

changing_pairs <- function(classifiers, verdicts) {
  said <- Reduce(`+`, verdicts)
  pairs <- t(utils::combn(length(classifiers), 2L))
  depends <- said[pairs] > 0 & said[pairs] < length(verdicts)
  lapply(which(depends), function(i) classifiers[pairs[i, ]])
}

# How much the verdicts depend on the map, a line for each n.
told_over_maps <- function(x) {
  if (is.null(x$over_maps)) {
    return(paste0("  ", one_landscape))
  }
  lines <- vapply(x$per_region, function(n) {
    some <- x$over_maps[x$over_maps$per_region == n, ]
    maps <- some$maps[[1L]]
    cells <- x$repeats * maps
    apart <- sum(round(some$share * cells)) # whole numbers, so that ties are exact
    sizes <- unique(sprintf("%.0f", c(some$fewest[[1L]], some$most[[1L]])))
    sprintf(
      paste0(
        "  on %s, %.0f per region (%s datasets): a pair differs on %.1f %% of the portfolios on ",
        "average; %s whose majority verdict depends on the map"
      ),
      counted(maps, "map"), n, paste(sizes, collapse = " to "), 100 * apart / (cells * nrow(some)),
      counted(sum(some$smallest < 0.5 & some$largest >= 0.5), "pair")
    )
  }, "")
  c(lines, "  the maps of landscape_stability are no random sample")
}

# Portfolios whose verdict differs from the majority of the landscape's.
against_majority <- function(x, counts, n) {
  same <- counts[[n]]
  ifelse(x$verdicts[[n]], same, x$repeats - same)
}

#' @rdname pb_result
#' @export
format.pb_bootstrap <- function(x, ...) {
  check_dots(...)
  differing <- function(verdicts) sum(verdicts) / 2
  verb <- function(verdicts) if (differing(verdicts) == 1) "differs" else "differ"
  pairs <- choose(x$n_classifiers, 2)
  share <- function(counts, n) {
    against <- against_majority(x, counts, n)
    100 * sum(against[upper.tri(against)]) / (x$repeats * pairs)
  }
  line <- function(n) {
    size <- as.double(n)
    sprintf(
      paste0(
        "  %.0f per region (%.0f datasets): %.0f %s on at least half of the portfolios; ",
        "majority verdicts are contradicted by %.1f %% of the verdicts on these portfolios and ",
        "by %.1f %% of the verdicts on random portfolios"
      ),
      size, size * length(x$representatives), differing(x$verdicts[[n]]), verb(x$verdicts[[n]]),
      share(x$counts, n), share(x$random_counts, n)
    )
  }
  lines <- c(
    sprintf(
      "Bootstrap over %s at alpha = %g (%s): %s per size; engine %s",
      counted(length(x$representatives), "region"), x$alpha,
      if (x$omnibus) "Friedman, then Nemenyi where it rejects" else "Nemenyi alone",
      counted(x$repeats, "portfolio"), x$engine
    ),
    sprintf(
      "  on all %d datasets %.0f of %s %s", x$n_datasets, differing(x$all_datasets),
      counted(pairs, "pair"), verb(x$all_datasets)
    ),
    vapply(names(x$counts), line, "", USE.NAMES = FALSE),
    if (length(x$counts) > 1L) {
      paste0(
        "  ", counted(length(x$changing), "pair"), " whose verdict depends on the size",
        if (length(x$changing) > 0L) ": ",
        paste(vapply(x$changing, paste, "", collapse = " and "), collapse = "; ")
      )
    },
    if (length(x$skipped) > 0L) {
      paste0("  regions left out, too few datasets: ", shown_names(x$skipped))
    },
    told_over_maps(x),
    sample_guidance(sample_bounds(lengths(x$representatives)))
  )
  c(without_controls(lines), format_notes(x$notes))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_bootstrap <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  pairs <- t(utils::combn(x$n_classifiers, 2L))
  classifiers <- rownames(x$all_datasets)
  pair_names <- lapply(seq_len(nrow(pairs)), function(i) classifiers[pairs[i, ]])
  parts <- lapply(names(x$counts), function(n) {
    part <- data.frame(
      per_region = as.double(n),
      classifier_1 = classifiers[pairs[, 1L]],
      classifier_2 = classifiers[pairs[, 2L]],
      not_different = x$counts[[n]][pairs],
      different = x$verdicts[[n]][pairs],
      all_datasets = x$all_datasets[pairs],
      changing = pair_names %in% x$changing,
      dissent = against_majority(x, x$counts, n)[pairs],
      contradictions = against_majority(x, x$random_counts, n)[pairs]
    )
    if (is.null(x$over_maps)) {
      return(part)
    }
    some <- x$over_maps[x$over_maps$per_region == as.double(n), ]
    columns <- c("share", "smallest", "largest", "maps", "fewest", "most")
    data.frame(part, some[columns], row.names = NULL)
  })
  do.call(rbind, parts)
}
