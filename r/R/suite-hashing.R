# The hash of a suite: of the canonical form of its manifest. Python: pybench/suite/hashing.py.

# A suite that is withdrawn is still the one that was run.
not_hashed <- c("hash", "status")

sha256_of <- function(bytes) {
  .Call(C_pb_sha256, bytes)
}

# The hash of a manifest's text; NA if the text is malformed. Numbers are hashed as they are
# written.
manifest_hash <- function(bytes) {
  canonical <- .Call(C_pb_canonical_json, bytes, not_hashed)
  if (is.null(canonical)) NA_character_ else sha256_of(canonical)
}

# Refuses a file whose bytes do not match the hash.
refuse_changed <- function(path, expected, found) {
  refuse_suite(
    paste("SHA-256", or_na(expected, "of a file")), found,
    "The file was changed or damaged: restore it from where the suite came from.",
    file = path
  )
}
