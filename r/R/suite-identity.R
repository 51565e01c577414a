# What a learner is: its code, the values that it uses, and the versions of what it calls.

described_learner <- function(name, learner) {
  parts <- learner_parts(name, learner)
  texts <- vapply(parts, function(part) part$text, "")
  packages <- sort(unique(unlist(lapply(parts, function(part) part$package))), method = "radix")
  versions <- c(
    stats::setNames(lapply(packages, function(one) {
      as.character(utils::packageVersion(one))
    }), packages),
    list(R = as.character(getRversion()))
  )
  list(
    folder = file_stem(name), preparation = "none",
    pipeline = list(tabular = list(code = paste(deparse_code(learner), collapse = "\n"))),
    sha256 = sha256_of(charToRaw(enc2utf8(json_text(as.list(texts))))),
    versions = versions[order(names(versions), method = "radix")]
  )
}

deparse_code <- function(x) {
  deparse(x, control = c("keepNA", "keepInteger", "niceNames", "showAttributes", "digits17"))
}

# The function itself and all that it reaches, each once: list(text, package).
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

# list(text, package, values): values are looked at in their turn.
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

# The values of a vector bit by bit; the head of what is serialized tells R's own version.
bytes_text <- function(value, path, name) {
  plain <- value
  attributes(plain) <- NULL
  if (is.character(plain)) {
    plain <- enc2utf8(plain)
  }
  bytes <- serialize(plain, NULL, version = 2L)[-(1:14)]
  paste(typeof(value), sha256_of(bytes), attributes_text(value, path, name))
}

# Code, and what its free names mean where it was made; packages stand for themselves.
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

# list(value) of a name that the learner's own places know, up to the workspace; packages do not.
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

# Names that code uses and does not make itself, sorted.
free_names <- function(value) {
  made <- character()
  used <- character()
  walk <- function(x) {
    if (is.name(x)) {
      used <<- c(used, as.character(x))
    } else if (is.pairlist(x)) {
      made <<- c(made, names(x))
      lapply(present_parts(x), walk)
    } else if (is.call(x)) {
      walk_call(x)
    }
    invisible()
  }
  walk_call <- function(x) {
    head <- if (is.name(x[[1L]])) as.character(x[[1L]]) else ""
    if (head %in% c("<-", "=", "for") && is.name(x[[2L]])) {
      made <<- c(made, as.character(x[[2L]]))
    }
    parts <- as.list(x)
    if (head %in% c("$", "@")) {
      parts <- parts[1:2]
    } else if (head %in% c("::", ":::")) {
      parts <- NULL
    }
    lapply(present_parts(parts), walk)
  }
  walk(formals(value))
  walk(body(value))
  sort(setdiff(used, c(made, "")), method = "radix")
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
