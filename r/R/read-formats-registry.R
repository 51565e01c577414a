# The formats: which there are, which one files are of, and formats of the user's own.

plain_formats <- c("auto", "table")
own_formats <- new.env(parent = emptyenv())

# All formats by name, the user's own first.
known_formats <- function() {
  built_in <- built_in_formats()
  c(own_formats$list, stats::setNames(built_in, vapply(built_in, `[[`, "", "name")))
}

built_in_formats <- function() {
  c(formats_of_tables, list(format_of_tsml), formats_of_documents, formats_of_objects)
}

#' Formats of result files
#'
#' `pb_formats()` lists the formats that [pb_read_results()] reads. `pb_register_format()` adds a
#' format of one's own, for this session.
#'
#' @param name Name of the format, as argument `format` of [pb_read_results()]. A format of the same
#'   name that was registered earlier is replaced; the name of a built-in format is refused.
#' @param read A function that takes the path of a file, and returns a data frame in long form:
#'   columns `dataset`, `classifier` (or a synonym, such as `method`), `score` and, if there are
#'   repeats, `resample`. The checks of [pb_read_results()] apply to it.
#' @param files Patterns of the names of its files in a folder, such as `"*.out"`.
#' @param recognises `NULL`, or a function that takes the path of a file, and returns whether the
#'   file is of this format. Without it, the format is used only if [pb_read_results()] is called
#'   with `format = name`.
#' @return For `pb_formats()`, a data frame with one row per format: `format` (its name, as argument
#'   `format` of [pb_read_results()]), `tool`, `files`, `direction` (where the direction of the
#'   metric comes from) and `languages` (where the format can be read). Formats that
#'   `pb_register_format()` added come last. `pb_register_format()` returns nothing.
#' @section Errors:
#' `pybench_error_argument`: an argument has the wrong type, or the name is that of a built-in
#' format.
#' @examples
#' pb_formats()$format
#' pb_register_format("my-tool", function(path) {
#'   read.table(path, col.names = c("dataset", "method", "score"))
#' }, files = "*.out")
#' "my-tool" %in% pb_formats()$format
#' @family first steps
#' @export
pb_formats <- function() {
  listed <- read_shared("formats.csv")
  own <- lapply(own_formats$list, function(one) {
    data.frame(
      format = one$name, tool = "registered", files = toString(one$files), direction = "given",
      languages = "R"
    )
  })
  do.call(rbind, c(list(listed), unname(own)))
}

#' @rdname pb_formats
#' @export
pb_register_format <- function(name, read, files, recognises = NULL) {
  name <- utf8_text(check_string("name", name))
  if (name %in% c(plain_formats, vapply(built_in_formats(), `[[`, "", "name"))) {
    stop_argument(
      paste0("`name` must not be that of a built-in format: ", shown(name)), found = shown(name)
    )
  }
  check_function("read", read)
  if (!is.null(recognises)) {
    check_function("recognises", recognises)
  }
  files <- check_names("files", files, "patterns of names of files")
  own_formats$list[[name]] <- list(
    name = name, files = files, own = TRUE,
    lacks = function(file) {
      if (!is.null(recognises) && isTRUE(recognises(file$path))) character() else name
    },
    board = function(files, metric, source) {
      grids <- lapply(files, function(file) own_grid(read(file$path), name))
      roles <- check_roles("dataset", "classifier", NULL, "resample")
      list(
        grid = stacked_grid(grids, files, source), roles = roles, metric = metric,
        higher_is_better = NULL
      )
    }
  )
  invisible()
}

own_grid <- function(frame, name) {
  if (!is.data.frame(frame)) {
    found <- describe_value(frame)
    stop_argument(
      paste0("`read` of the format ", shown(name), " must return a data frame, not ", found),
      expected = "a data frame", found = found
    )
  }
  frame_grid(frame, list(dataset = "dataset"))
}

# ---- files ---------------------------------------------------------------------------------------

# The files of a path, of a folder, of a pattern such as "runs/*.json", or of several paths.
source_paths <- function(source) {
  source <- utf8_text(source)
  if (length(source) != 1L) {
    return(source)
  }
  name <- native_path(source)
  if (dir.exists(name)) {
    folder <- sub("(?<=.)/+$", "", source, perl = TRUE)
    found <- list.files(folder, all.files = TRUE, full.names = TRUE, recursive = TRUE)
    return(sort(utf8_text(found), method = "radix"))
  }
  if (file.exists(name) || !grepl("[*?[]", source)) {
    return(source)
  }
  matched <- glob_paths(source)
  if (length(matched) == 0L) {
    refuse_file(source, "files that match the pattern", "none", "Check the pattern.")
  }
  matched
}

# The files that a pattern matches; "**" stands for a folder and all folders in it.
glob_paths <- function(pattern) {
  at <- regexpr("(^|/)\\*\\*/", pattern)
  if (at > 0L) {
    above <- substring(pattern, 1L, at - 1L)
    rest <- substring(pattern, at + attr(at, "match.length"))
    tops <- if (nzchar(above)) Sys.glob(above) else "."
    folders <- list.dirs(tops)
    within <- substring(folders, nchar(tops[[1L]]) + 1L)
    pattern <- file.path(folders[!grepl("/[.]", within)], rest)
    pattern <- if (nzchar(above)) pattern else sub("^[.]/", "", pattern)
  }
  found <- unique(utf8_text(Sys.glob(native_path(pattern))))
  sort(found[!dir.exists(native_path(found))], method = "radix")
}

# ---- the format of files -------------------------------------------------------------------------

# The scores of files of a tool; NULL for plain tables. `source`: the path that the files are from,
# "" in memory; `name`: a format, "table" or "auto".
read_board <- function(files, source, name, metric) {
  found <- format_of_files(files, source, name)
  if (is.null(found)) {
    return(NULL)
  }
  board <- found$format$board(found$files, metric, source)
  about <- if (nzchar(source)) source else "data frame"
  board$grid$file <- paste0(about, " (", found$format$name, ")")
  board
}

format_of_files <- function(files, source, name) {
  known <- known_formats()
  check_choice("format", name, c(plain_formats, names(known)))
  if (name == "table") {
    return(NULL)
  }
  asked <- if (name != "auto") known[[name]]
  if (nzchar(source) && dir.exists(native_path(source))) {
    return(format_in_folder(files, source, asked))
  }
  one <- if (is.null(asked)) recognised_format(files[[1L]]) else asked
  if (is.null(one)) {
    return(NULL)
  }
  if (is.null(one$own)) {
    for (file in files) refuse_other_format(file, one)
  }
  list(format = one, files = files)
}

# The format of a file; NULL for a plain table.
recognised_format <- function(file) {
  one <- Find(function(one) length(one$lacks(file)) == 0L, known_formats())
  if (is.null(one) && file$ending %in% c("json", "eval")) {
    refuse_unknown_format(file)
  }
  one
}

refuse_other_format <- function(file, one) {
  lacking <- one$lacks(file)
  if (length(lacking) > 0L) {
    file_refuse(
      file, paste("a file of the format", shown(one$name)), paste("no", shown_names(lacking)),
      "Give another `format`; \"table\" is a plain table."
    )
  }
}

# The files of a folder that are of the format, or of the only one that is there. Other files are
# left out; a message names those whose names fit the format. One that fits and cannot be read is
# refused.
format_in_folder <- function(files, source, asked) {
  candidates <- if (is.null(asked)) known_formats() else list(asked)
  found <- lapply(candidates, function(one) {
    fitting <- Filter(function(file) fits_format(one, file), files)
    if (is.null(asked) && !any(vapply(fitting, is_of_format, NA, one))) {
      return(NULL)
    }
    mine <- Filter(function(file) length(one$lacks(file)) == 0L, fitting)
    paths <- vapply(mine, function(file) file$path, "")
    left <- Filter(function(file) !file$path %in% paths, fitting)
    if (length(mine) > 0L) list(format = one, files = mine, left = left)
  })
  found <- unname(Filter(length, found))
  if (length(found) != 1L) {
    refuse_folder(vapply(found, function(one) one$format$name, ""), source, asked)
  }
  left <- vapply(found[[1L]]$left, function(file) file$where, "")
  if (length(left) > 0L) {
    message("not of the format ", found[[1L]]$format$name, " and left out: ", shown_names(left))
  }
  found[[1L]]
}

# Refuses a folder with files of several formats, or of none.
refuse_folder <- function(several, source, asked) {
  named <- if (is.null(asked)) {
    "one of the formats of `formats()`"
  } else {
    paste("the format", shown(asked$name))
  }
  if (length(several) > 0L) {
    hint <- "Choose one of them with `format`."
    refuse(paste("files of", named), shown_names(several), hint, file = source)
  }
  refuse(paste("files of", named), "none", "Give one file, or its `format`.", file = source)
}

fits_format <- function(one, file) {
  patterns <- utils::glob2rx(one$files)
  !file$name %in% one$companions && any(vapply(patterns, grepl, NA, file$name))
}

# Whether a file of a folder is of a format; one that cannot be read is of none.
is_of_format <- function(file, one) {
  tryCatch(length(one$lacks(file)) == 0L, pybench_error_input = function(error) FALSE)
}

# Refuses a document of no known format: the nearest, and what differs.
refuse_unknown_format <- function(file) {
  names <- vapply(formats_of_documents, `[[`, "", "name")
  near <- nearest_format(file)
  file_refuse(
    file, paste("a file of one of the formats", shown_names(names, 20L)),
    if (is.null(near)) "another layout" else near,
    "See `formats()` for what can be read, `register_format()` for a format of your own."
  )
}

# Refuses a table again; if a column is missing, the hint names the nearest format.
refuse_near <- function(refused, file) {
  near <- if (startsWith(refused$expected, "a column ")) nearest_format(file)
  refused$hint <- paste(c(refused$hint, if (!is.null(near)) paste0("The table is ", near, ".")),
    collapse = " "
  )
  stop(refused)
}

# Which format a file has or almost has, and what it lacks; NULL if none is near.
nearest_format <- function(file) {
  formats <- c(formats_of_tables, list(format_of_tsml), formats_of_documents)
  formats <- Filter(function(one) length(one$needs) > 0L, formats)
  lacking <- lapply(formats, function(one) one$lacks(file))
  shares <- 1 - lengths(lacking) / vapply(formats, function(one) length(one$needs), 0L)
  best <- which.max(shares)
  name <- shown(formats[[best]]$name)
  if (length(lacking[[best]]) == 0L) {
    paste("of the format", name)
  } else if (shares[[best]] >= 0.5) {
    paste0("almost ", name, ", without ", shown_names(lacking[[best]]))
  }
}
