# The identity of a learner: its code, the values that it uses, and the versions of what it calls.

described_learner <- function(name, learner) {
  settings <- if (is.function(learner)) {
    list(code = paste(deparse_code(learner), collapse = "\n"), values = learner)
  } else {
    learner_settings(learner)
  }
  parts <- learner_parts(name, settings$values)
  texts <- vapply(parts, function(part) part$text, "")
  packages <- c(settings$packages, unlist(lapply(parts, function(part) part$package)))
  packages <- sort(unique(packages), method = "radix")
  packages <- packages[nzchar(vapply(packages, function(one) system.file(package = one), ""))]
  versions <- c(
    stats::setNames(lapply(packages, function(one) {
      as.character(utils::packageVersion(one))
    }), packages),
    list(R = as.character(getRversion()))
  )
  list(
    folder = file_stem(name), preparation = "none",
    pipeline = list(tabular = list(code = settings$code)),
    sha256 = sha256_of(charToRaw(enc2utf8(json_text(as.list(texts))))),
    versions = by_name(versions)
  )
}

deparse_code <- function(x) {
  deparse(x, control = c("keepNA", "keepInteger", "niceNames", "showAttributes", "digits17"))
}

# The function itself and everything that it reaches, each once: list(text, package).
learner_parts <- function(name, learner) {
  parts <- list()
  seen <- list()
  visit <- function(value, path) {
    if (is.function(value) && any(vapply(seen, identical, NA, value))) {
      return(invisible())
    }
    one <- value_part(value, path, name)
    parts[[length(parts) + 1L]] <<- list(
      text = paste0(path, "=", one$text), package = one$package
    )
    if (is.function(value)) {
      seen[[length(seen) + 1L]] <<- value
    }
    for (inner in names(one$values)) {
      visit(one$values[[inner]], paste0(path, "/", inner))
    }
  }
  visit(learner, "learner")
  parts
}

# list(text, package, values): `values` are examined in turn.
value_part <- function(value, path, name) {
  if (is.primitive(value)) {
    list(text = deparse_code(value))
  } else if (is.function(value)) {
    function_part(value, path)
  } else if (is.list(value)) {
    list(
      text = sprintf("list %d %s", length(value), attributes_text(value, path, name)),
      values = stats::setNames(lapply(value, identity), as.character(seq_along(value)))
    )
  } else if (is.atomic(value) || is.null(value)) {
    list(text = bytes_text(value, path, name))
  } else if (is.language(value)) {
    list(text = paste(deparse_code(value), collapse = "\n"))
  } else {
    stop_argument(
      sprintf(
        "the learner %s uses a value that cannot be told from another (%s, %s)",
        shown(name), path, typeof(value)
      ),
      expected = "functions, vectors, lists and calls", found = typeof(value),
      hint = "Make it inside the function, from values."
    )
  }
}

attributes_text <- function(value, path, name) {
  about <- as.list(attributes(value))
  about <- about[sort(as.character(names(about)), method = "radix")]
  texts <- vapply(about, function(one) value_part(one, path, name)$text, "")
  paste(names(about), texts, collapse = " ")
}

# The values of a vector bit by bit; the header of the serialization holds R's own version.
bytes_text <- function(value, path, name) {
  plain <- value
  attributes(plain) <- NULL
  if (is.character(plain)) {
    plain <- enc2utf8(plain)
  }
  bytes <- serialize(plain, NULL, version = 2L)[-(1:14)]
  paste(typeof(value), sha256_of(bytes), attributes_text(value, path, name))
}

# Code, and the meaning of its free names where it was defined; packages are recorded by name.
function_part <- function(value, path) {
  home <- environment(value)
  if (isNamespace(home)) {
    package <- unname(getNamespaceName(home))
    return(list(
      text = paste(c(package, deparse_code(value)), collapse = "\n"),
      package = if (package != "base") package
    ))
  }
  attributes(value) <- NULL
  values <- list()
  for (free in free_names(value)) {
    found <- own_value(free, home)
    if (!is.null(found)) {
      values[free] <- list(found$value)
    }
  }
  used <- setdiff(called_packages(value), "base")
  list(text = paste(deparse_code(value), collapse = "\n"), package = used, values = values)
}

# list(value) of a name that is defined in the learner's own environments, up to the workspace;
# packages do not count.
own_value <- function(name, home) {
  while (!identical(home, emptyenv()) && !isNamespace(home)) {
    if (exists(name, envir = home, inherits = FALSE)) {
      value <- get(name, envir = home, inherits = FALSE)
      return(list(value = value))
    }
    if (identical(home, globalenv())) {
      break
    }
    home <- parent.env(home)
  }
  NULL
}

# Names that code may take from outside, sorted. Arguments hide a name in their own function alone;
# an assignment hides none: `k <- k + 1` reads the k outside first. A name that exists nowhere
# outside does not count (own_value), so an extra name is the safe side.
free_names <- function(value) {
  sort(unique(c(
    free_in(formals(value), names(formals(value))), free_in(body(value), names(formals(value)))
  )), method = "radix")
}

# `hidden`: the arguments of the enclosing functions.
free_in <- function(x, hidden) {
  if (is.name(x)) {
    return(setdiff(as.character(x), c(hidden, "")))
  }
  if (!is.call(x) && !is.pairlist(x)) {
    return(character())
  }
  parts <- as.list(x)
  head <- if (is.call(x) && is.name(x[[1L]])) as.character(x[[1L]]) else ""
  if (head == "function") {
    hidden <- c(hidden, names(x[[2L]]))
    parts <- parts[2:3]
  } else if (head %in% c("$", "@")) {
    parts <- parts[1:2]
  } else if (head %in% c("::", ":::")) {
    parts <- NULL
  }
  as.character(unlist(lapply(present_parts(parts), free_in, hidden), use.names = FALSE))
}

# Parts of code without gaps, as in x[, 1] and function(x): a gap cannot be an argument.
present_parts <- function(x) {
  parts <- as.list(x)
  parts[nzchar(as.character(parts))]
}

# Packages that code names with ::.
called_packages <- function(value) {
  found <- character()
  walk <- function(x) {
    if (is.call(x)) {
      if (is.name(x[[1L]]) && as.character(x[[1L]]) %in% c("::", ":::")) {
        found <<- c(found, as.character(x[[2L]]))
      }
      lapply(present_parts(x), walk)
    }
    invisible()
  }
  walk(body(value))
  found <- unique(found)
  found[vapply(found, requireNamespace, NA, quietly = TRUE)]
}
