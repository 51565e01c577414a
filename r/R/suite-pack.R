# Files -> a zip: the same files give the same bytes, in Python too if it has the same zlib.

zip_marks <- list(
  local = as.raw(c(0x50, 0x4B, 0x03, 0x04)), central = as.raw(c(0x50, 0x4B, 0x01, 0x02)),
  end = as.raw(c(0x50, 0x4B, 0x05, 0x06))
)

# Bytes unpacked of one packed, at most; files that deflate better than half of it are stored.
most_ratio <- 100

# The bytes of a zip of files, in the given order. `contents`: path -> raw vector.
zip_bytes <- function(contents) {
  members <- Map(zip_member, names(contents), contents)
  sizes <- vapply(members, function(one) length(one$local), 0)
  offsets <- cumsum(c(0, sizes))
  central <- unlist(unname(Map(function(one, offset) {
    c(one$central, little_endian(offset, 4L), one$name)
  }, members, offsets[seq_along(members)])))
  end <- c(
    zip_marks$end, little_endian(0, 4L), little_endian(length(members), 2L),
    little_endian(length(members), 2L), little_endian(length(central), 4L),
    little_endian(offsets[[length(offsets)]], 4L), little_endian(0, 2L)
  )
  c(unlist(lapply(unname(members), function(one) one$local)), central, end)
}

# list(local, central, name): a file with its header, and what the directory says of it up to its
# place. The time is 1980-01-01, the earliest in a zip: the time of a file is not content.
zip_member <- function(path, bytes) {
  packed <- deflate_stream(bytes)
  worth <- length(packed) < length(bytes) &&
    length(bytes) < length(packed) * most_ratio %/% 2
  kept <- if (worth) packed else bytes
  name <- charToRaw(enc2utf8(path))
  head <- c(
    little_endian(20, 2L), little_endian(if (is_ascii(path)) 0 else 0x800, 2L),
    little_endian(if (worth) 8 else 0, 2L), little_endian(0, 2L), little_endian(33, 2L),
    little_endian(.Call(C_pb_crc32, bytes), 4L), little_endian(length(kept), 4L),
    little_endian(length(bytes), 4L), little_endian(length(name), 2L), little_endian(0, 2L)
  )
  list(
    local = c(zip_marks$local, head, name, kept),
    # Made by version 2.0 on Unix; no comment, disk or inner attributes; a plain file, mode 644.
    central = c(
      zip_marks$central, as.raw(c(20L, 3L)), head, little_endian(0, 6L),
      little_endian(33188 * 65536, 4L)
    ),
    name = name
  )
}

# Deflate of level 6, as Python's zlib: a zlib stream without its head and checksum.
# gzfile(), which base-excel.R takes, uses more memory, and so makes other bytes.
deflate_stream <- function(bytes) {
  stream <- memCompress(bytes, "gzip")
  stream[seq_len(length(stream) - 6L) + 2L]
}
