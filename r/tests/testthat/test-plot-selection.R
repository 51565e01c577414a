# Chosen datasets on a map.

test_that("the chosen are named, the others if asked", {
  place <- some_places("a")
  x <- pb_select(place, 3)
  map <- pb_embedding_map(as.data.frame(place))
  expect_setequal(drawn(x, map = map)$dataset, x$names)
  all <- drawn(x, 9, 7, map = map, labels = TRUE, main = "A title")
  expect_setequal(all$dataset, x$datasets)
  boxes <- as.matrix(all[c("x0", "y0", "x1", "y1")])
  for (i in seq_len(nrow(boxes))) {
    expect_false(covers(boxes[i, , drop = FALSE], boxes[-i, , drop = FALSE]))
  }
})

test_that("a landscape's choice is drawn too, and a map of others is refused", {
  place <- some_places("a")
  map <- pb_embedding_map(as.data.frame(place))
  regions <- list(a = c("d01", "d02"), b = c("d03", "d04"))
  expect_identical(nrow(drawn(pb_select(regions, 2, "landscape"), map = map)), 2L)
  x <- pb_select(place, 3)
  expect_error(drawn(x), "pb_embedding_map", class = "pybench_error_argument")
  expect_error(
    drawn(x, map = pb_embedding_map(as.data.frame(place[1:5, ]))), "lacks 7 datasets"
  )
  expect_error(drawn(x, map = map, axes = c(1, 9)), class = "pybench_error_argument")
})
