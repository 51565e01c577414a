# A suite as one file: manifest, splits and, if allowed, data. Python: suite/sharing/bundle.py.

bundle_schema <- "pybench/bundle/1"

#' Share a suite as one file
#'
#' `pb_suite_export()` writes a suite as one zip file, and `pb_suite_import()` unpacks such a bundle
#' into a new folder, complete and checked, or not at all. Python writes and reads the same bundles,
#' also with runs and signatures: R unpacks runs, but writes none, and neither signs bundles nor
#' checks signatures.
#'
#' @param suite A suite, for example of [pb_suite_load()].
#' @param file The bundle; an existing file is replaced.
#' @param data For `pb_suite_export()`, which data to include. `"licensed"`: the data whose licence
#'   allows anybody to redistribute them. `"none"`: no data. `"all"`: all data; by this you confirm
#'   that you may redistribute them. The bundle lists excluded data, with the reason. For
#'   `pb_suite_import()`, a folder with data files that the bundle does not contain, or `NULL`;
#'   files with the right hash are copied into the new folder.
#' @param folder A new folder, or an empty one.
#'
#' @return `pb_suite_export()`: the path of the bundle, invisibly. The same suite gives a bundle
#'   with the same bytes, in Python too if both use the same version of zlib. `pb_suite_import()`:
#'   the suite, loaded from the folder.
#'
#' @section Errors:
#' `pybench_error_suite`: a file of the suite was changed; or the file is not a bundle, has other
#' files than a bundle, or does not match its hashes; then the folder is not made.
#' `pybench_error_argument`: the folder is not empty. `pybench_error_input`: a file is missing.
#' `pybench_error_environment`: a file cannot be written.
#' @seealso [pb_suite_save()], [pb_suite_load()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' file <- tempfile(fileext = ".zip")
#' pb_suite_export(suite, file)
#' copy <- pb_suite_import(file, tempfile("copy"))
#' copy$hash == suite$hash
#' @export
pb_suite_export <- function(suite, file, data = "licensed") {
  check_suite(suite)
  check_choice("data", data, c("licensed", "none", "all"))
  file <- native_path(check_string("file", file))
  left_out <- left_out_data(suite, data)
  absent <- vapply(left_out, function(one) one$path, "")
  held <- Filter(function(one) !one$path %in% absent, suite_files(suite))
  contents <- lapply(held, function(one) suite_read(suite, one$path, one$sha256))
  contents[["suite.json"]] <- charToRaw(enc2utf8(suite_text(suite)))
  contents <- contents[order(names(contents), method = "radix")]
  listing <- list(
    schema = bundle_schema,
    suite = list(name = suite$name, version = suite$version, hash = suite$hash),
    files = unname(Map(function(path, bytes) {
      list(path = path, size = whole_number(length(bytes)), sha256 = sha256_of(bytes))
    }, names(contents), contents)),
    left_out = left_out
  )
  listing <- charToRaw(enc2utf8(paste0(json_lines(listing), "\n")))
  write_whole(file, zip_bytes(c(list(bundle.json = listing), contents)))
  invisible(file)
}

# The data files that a bundle does not hold, with the reasons, by their paths.
left_out_data <- function(suite, data) {
  found <- list()
  for (dataset in lapply(suite$tasks, function(task) task$dataset)) {
    if (data == "all" || (data == "licensed" && allows_sharing(dataset$licence))) {
      next
    }
    reason <- if (data == "none") {
      "left out on request"
    } else if (is.null(dataset$licence) || !nzchar(dataset$licence)) {
      "no licence is given: not known to allow sharing"
    } else {
      sprintf("its licence is %s: not known to allow sharing", shown(dataset$licence))
    }
    for (one in dataset$files) {
      found[[one$path]] <- list(
        dataset = dataset$name, path = one$path, sha256 = one$sha256, reason = reason
      )
    }
  }
  unname(found[order(as.character(names(found)), method = "radix")])
}

#' @rdname pb_suite_export
#' @export
pb_suite_import <- function(file, folder, data = NULL) {
  file <- native_path(check_string("file", file))
  folder <- native_path(check_string("folder", folder))
  data <- check_string("data", data, null_ok = TRUE)
  if (!is.null(data) && !dir.exists(native_path(data))) {
    stop_input(
      expected_found("a folder of data", "none of that name"),
      file = data, expected = "a folder of data", found = "none of that name",
      hint = "Check the path."
    )
  }
  held <- list.files(folder, all.files = TRUE, no.. = TRUE)
  if (file.exists(folder) && (!dir.exists(folder) || length(held) > 0L)) {
    stop_argument(
      paste0("`folder` must be a new folder: ", shown(folder), " is not empty"),
      expected = "a folder that does not exist, or is empty", found = folder
    )
  }
  bytes <- read_bytes(file)
  members <- zip_members(bytes, file)
  temporary <- tempfile(".pybench-", dirname(folder), ".tmp")
  on.exit(unlink(temporary, recursive = TRUE))
  make_folder(temporary)
  within_folder(temporary, function() {
    listing <- bundle_listing(bytes, members, temporary, file)
    for (one in listing$files) {
      unpack_member(bytes, members[[one$path]], one$sha256, temporary, file)
    }
    if (!is.null(data)) {
      add_data(listing$left_out, native_path(data), temporary)
    }
    check_bundle(temporary, listing, file)
  })
  if (dir.exists(folder)) {
    file.remove(folder) # which is empty
  }
  if (!suppressWarnings(file.rename(temporary, folder))) {
    stop_environment(
      paste("cannot make the folder", shown(folder)),
      file = folder, expected = "a folder that can be written to", found = "none",
      hint = "Give another folder."
    )
  }
  pb_suite_load(folder, verify = FALSE)
}

# The list of contents, if it names every other file of the zip once.
bundle_listing <- function(bytes, members, folder, file) {
  if (!"bundle.json" %in% names(members)) {
    refuse_bundle("a bundle with the file bundle.json", "none", file)
  }
  text <- member_bytes(bytes, members[["bundle.json"]], file)
  place <- file.path(folder, "bundle.json")
  write_whole(place, text)
  listing <- read_json(place)
  unlink(place)
  files <- json_field(listing, "files")
  listed <- identical(json_field(listing, "schema"), bundle_schema) && is.list(files) &&
    all(vapply(files, have, NA, c("path", "sha256"), is_string)) &&
    are_left_out(json_field(listing, "left_out"))
  paths <- if (listed) vapply(files, function(one) one$path, "")
  if (!listed || anyDuplicated(paths) || !setequal(paths, setdiff(names(members), "bundle.json"))) {
    refuse_bundle("the files that bundle.json lists", "others", file)
  }
  listing
}

are_left_out <- function(value) {
  is.list(value) && all(vapply(value, have, NA, c("path", "sha256"), is_string))
}

unpack_member <- function(bytes, member, sha256, folder, file) {
  content <- member_bytes(bytes, member, file)
  if (!identical(sha256_of(content), sha256)) {
    refuse_bundle(paste(shown(member$name), "with the SHA-256", sha256), "another", file)
  }
  write_whole(file.path(folder, member$name), content)
}

# Copies data that a bundle does not hold from a folder of the user.
add_data <- function(left_out, source, folder) {
  for (one in Filter(function(one) is_path(one$path), left_out)) {
    places <- c(file.path(source, one$path), file.path(source, basename(one$path)))
    for (place in places[file.exists(places) & !dir.exists(places)]) {
      content <- read_bytes(place)
      if (identical(sha256_of(content), one$sha256)) {
        write_whole(file.path(folder, one$path), content)
        break
      }
    }
  }
}

# Refuses a bundle whose files are not those of its suite and of runs of it.
check_bundle <- function(folder, listing, file) {
  suite <- pb_suite_load(folder)
  told <- listing$suite
  paths <- vapply(listing$files, function(one) one$path, "")
  absent <- vapply(listing$left_out, function(one) one$path, "")
  own <- c(setdiff(paths[!startsWith(paths, "runs/")], "suite.json"), absent)
  same <- identical(json_field(told, "hash"), suite$hash) && !anyDuplicated(own) &&
    setequal(own, as.character(names(suite_files(suite))))
  if (!same) {
    refuse_bundle("the files that the suite names", "others", file)
  }
  for (run in unique(sub("^(runs/[^/]+)/.*$", "\\1", paths[startsWith(paths, "runs/")]))) {
    plan <- run_plan(file.path(folder, run))
    if (is.null(plan) || !identical(plan$suite$hash, suite$hash)) {
      refuse_bundle(paste("runs of the suite", suite$hash), paste(run, "of another"), file)
    }
  }
}
