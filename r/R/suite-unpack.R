# What a zip claims to hold is checked before a byte is unpacked: only what a bundle needs is
# accepted, and nothing is repaired. Format: PKWARE, APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and
# 4.3.16.

most_members <- 10000
most_unpacked <- 2^31

refuse_bundle <- function(expected, found, file) {
  refuse_suite(
    expected, found, "Do not unpack this file; ask its sender for another.",
    file = file
  )
}

# The members of a zip, by name: list(name, method, crc, packed, size, at) each, `at` being the
# place of the content.
zip_members <- function(bytes, file) {
  size <- length(bytes)
  end <- if (size >= 22L) bytes[size - 21:0] else raw(22L)
  count <- number_at(end, 8L, 2L)
  start <- number_at(end, 16L, 4L)
  whole <- identical(end[1:4], zip_marks$end) && number_at(end, 4L, 4L) == 0 &&
    number_at(end, 10L, 2L) == count && number_at(end, 20L, 2L) == 0 &&
    start + number_at(end, 12L, 4L) == size - 22
  if (!whole || count > most_members) {
    refuse_bundle("a complete zip file of a bundle", "another file", file)
  }
  at <- start
  members <- list()
  for (i in seq_len(count)) {
    one <- central_member(bytes, at, size - 22, file)
    at <- one$after
    members[[one$name]] <- one
  }
  if (at != size - 22 || length(members) != count || anyDuplicated(lower_case(names(members)))) {
    refuse_bundle("every file of the zip once", "another directory", file)
  }
  check_member_places(bytes, members, start, file)
  members
}

# A member as the directory has it, from a place (counted from 0) on.
central_member <- function(bytes, at, end, file) {
  if (at + 46 > end || !identical(bytes[at + 1:4], zip_marks$central)) {
    refuse_bundle("a directory of files", "other bytes", file)
  }
  field <- function(offset, size) number_at(bytes, at + offset, size)
  length <- field(28, 2L)
  name <- bytes[at + 46 + seq_len(length)]
  name <- if (at + 46 + length > end || any(name == 0L)) "" else rawToChar(name)
  kind <- field(38, 4L) %/% 65536 %/% 4096
  one <- list(
    name = name, flags = field(8, 2L), method = field(10, 2L), crc = field(16, 4L),
    packed = field(20, 4L), size = field(24, 4L), place = field(42, 4L), after = at + 46 + length
  )
  plain <- one$flags == 0 && one$method %in% c(0, 8) && field(30, 4L) == 0 && kind %in% c(0, 8) &&
    (one$method == 8 || one$packed == one$size) && one$size <= most_ratio * max(one$packed, 1)
  if (!is_member(name) || !plain) {
    refuse_bundle("plain files of a suite", shown(utf8_text(name)), file)
  }
  one
}

# Whether a path is that of a file of a bundle: the manifests, data, splits, and what runs wrote.
is_member <- function(path) {
  part <- "[A-Za-z0-9_]([A-Za-z0-9._-]{0,198}[A-Za-z0-9_-])?"
  fold <- "(predictions-[0-9]+-[0-9]+\\.csv|evaluation-[0-9]+-[0-9]+\\.json)"
  known <- c(
    "bundle\\.json", "suite\\.json", sprintf("(data|splits)/%s", part),
    sprintf("runs/%s/(run\\.json|suite\\.json|evaluations\\.csv)", part),
    sprintf("runs/%s/runs/%s/%s/%s", part, part, part, fold)
  )
  grepl(sprintf("^(%s)$", paste(known, collapse = "|")), path, useBytes = TRUE)
}

# Members follow each other from the first byte on, with headers that say the same as the directory.
check_member_places <- function(bytes, members, end, file) {
  members <- members[order(vapply(members, function(one) one$place, 0))]
  at <- 0
  for (one in members) {
    name <- charToRaw(one$name)
    told <- c(one$flags, one$method, one$crc, one$packed, one$size, length(name), 0)
    after <- at + 30 + length(name) + one$packed
    same <- one$place == at && after <= end && identical(bytes[at + 1:4], zip_marks$local) &&
      identical(bytes[at + 30 + seq_along(name)], name) && identical(told, c(
        number_at(bytes, at + 6, 2L), number_at(bytes, at + 8, 2L), number_at(bytes, at + 14, 4L),
        number_at(bytes, at + 18, 4L), number_at(bytes, at + 22, 4L), number_at(bytes, at + 26, 2L),
        number_at(bytes, at + 28, 2L)
      ))
    if (!same) {
      refuse_bundle("files that follow each other", paste(shown(one$name), "elsewhere"), file)
    }
    at <- after
  }
  if (at != end || sum(vapply(members, function(one) one$size, 0)) > most_unpacked) {
    refuse_bundle("files and nothing else, at most 2 GiB", "other bytes", file)
  }
}

# The content of a member, which must have the size and the checksum that the directory says.
member_bytes <- function(bytes, member, file) {
  entry <- list(
    method = member$method, check = little_endian(member$crc, 4L), size = member$size,
    data = bytes[member$place + 30 + nchar(member$name, "bytes") + seq_len(member$packed)]
  )
  unpacked_entry(entry, function() {
    refuse_bundle(paste(shown(member$name), "as it was packed"), "damaged bytes", file)
  })
}
