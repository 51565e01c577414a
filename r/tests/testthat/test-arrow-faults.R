# Memory that runs out at every place in turn, and a garbage collection at every allocation.

toy <- function() {
  data.frame(
    d = c(1, NA), i = c(NA, 2L), l = c(TRUE, NA), s = c("a long string \u00e9", NA),
    f = factor(c("x", NA)), stringsAsFactors = FALSE
  )
}

toy_batches <- function() {
  batch <- function(levels) {
    table_node(
      arrow_node("v", "vu", 2, buffers = view_buffers(c("short", "a string that is long"))),
      arrow_node("f", "c", 2,
        buffers = list(NULL, as.raw(c(1, 0))),
        dictionary = arrow_node("", "u", 2, buffers = text_buffers(levels))
      ),
      length = 2
    )
  }
  list(batch(c("x", "y")), batch(c("y", "z")))
}

actions <- list(
  "a data frame there and back" = function() pb_from_arrow(pb_to_arrow(toy())),
  "a matrix there and back" = function() {
    pb_from_arrow(pb_to_arrow(cbind(a = c(1, NA), b = c(3, 4))), to = "matrix")
  },
  "batches with dictionaries" = function() pb_from_arrow(do.call(stream_of, toy_batches())),
  "an array with its schema" = function() pb_from_arrow(array_of(toy_batches()[[1L]])),
  "a refusal" = function() {
    tryCatch(
      pb_from_arrow(pb_to_arrow(toy()), to = "matrix"),
      pybench_error_conversion = conditionMessage
    )
  },
  "a refused text" = function() {
    text <- `Encoding<-`("\xff", "UTF-8")
    tryCatch(pb_to_arrow(data.frame(x = text)), pybench_error_conversion = conditionMessage)
  },
  "a pointer and its address" = function() {
    nchar(arrow_stream_address(arrow_allocate_stream())) > 0L
  },
  "the count of the living" = function() names(arrow_live())
)

# Lets site after site fail, until the action passes fewer; returns how many there were. What stays
# alive stays so, so looking at every tenth site is enough.
walk_through_faults <- function(action) {
  expected <- action()
  for (site in 1:5000) {
    .Call(C_pb_arrow_fail_at, site)
    outcome <- tryCatch(action(), error = identity)
    passed <- .Call(C_pb_arrow_fail_at, 0L)
    if (passed < site) {
      expect_exact(outcome, expected)
      return(site - 1L)
    }
    if (identical(outcome, expected)) {
      stop("the fault at site ", site, " went unnoticed")
    }
    if (site %% 10L == 0L) {
      gc()
      if (sum(arrow_live()) != 0L) {
        stop("something stays alive after a fault at one of the ten sites up to ", site)
      }
    }
  }
  stop("the faults do not end")
}

for (name in names(actions)) {
  test_that(paste("memory may run out anywhere during", name), {
    expect_nothing_alive()
    expect_gt(walk_through_faults(actions[[name]]), 0L)
    expect_nothing_alive()
  })
}

test_that("a collection at every allocation changes nothing", {
  skip_on_cran()
  step <- if (nzchar(Sys.getenv("PYBENCH_TORTURE"))) 1L else 20L # 1 takes minutes
  for (name in names(actions)) {
    action <- actions[[name]]
    expected <- action()
    gctorture2(step)
    got <- tryCatch(action(), finally = gctorture2(0L))
    expect_exact(got, expected)
  }
})
