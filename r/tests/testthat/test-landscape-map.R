# The landscape: its parts fit each other, new instances find their place.

flowers <- function(...) {
  pb_map_landscape(datasets::iris[1:4], dataset = as.character(datasets::iris$Species), ...)
}

test_that("the parts fit each other, whatever the reduction", {
  for (kind in c("som", "k-means", "pca", "none")) {
    land <- flowers(sizes = 5, reduction = kind, rlen = 20, k = 3)
    expect_identical(land$region, land$regions$labels[land$units])
    expect_identical(land$coverage, pb_coverage(land$dataset, land$region, 3))
    expect_identical(land$redundancy, pb_redundancy(land))
    expect_identical(pb_representatives(land, 80), pb_representatives(land$coverage, 80))
    expect_identical(is.null(land$som), kind != "som")
    expect_identical(is.null(land$components), !kind %in% c("k-means", "pca"))
    expect_identical(is.null(land$kmeans), kind != "k-means")
    expect_null(land$search)
    frame <- as.data.frame(land)
    expect_identical(sum(frame$units), as.double(nrow(land$codes)))
    expect_identical(sum(frame$instances), 150)
    expect_match(format(land)[[1L]], "Landscape of 3 datasets, 150 instances: 3 regions; engine r")
    expect_gt(mean(predict(land, datasets::iris[1:4]) == land$region), 0.99)
  }
})

test_that("a search chooses the map", {
  land <- flowers(sizes = 3:4, seeds = 1:2, rlen = 10, k = 3)
  found <- pb_som_search(datasets::iris[1:4], 3:4, 1:2, rlen = 10)
  expect_identical(land$search$table, found$table)
  expect_identical(land$som, found$som)
  expect_true("largest-map" %in% land$notes)
  expect_match(format(land), "chosen of 4 maps", all = FALSE)
})

test_that("a dataset that is there adds nothing", {
  land <- flowers(sizes = 5, rlen = 20, k = 3)
  found <- pb_newcomer(land, predict(land, datasets::iris[1:50, ]), "setosa again")
  expect_identical(found$closest, "setosa")
  expect_gt(found$overlap, 99)
})

test_that("the bootstrap takes a landscape", {
  land <- flowers(reduction = "pca", k = 2)
  t <- pb_read_results(
    data.frame(dataset = unique(land$dataset), x = c(3, 1, 2), y = c(1, 2, 3)),
    higher_is_better = TRUE
  )
  asked <- list(per_region = 1, threshold = 60, repeats = 5)
  found <- do.call(pb_bootstrap, c(list(t, land), asked))
  expect_identical(found, do.call(pb_bootstrap, c(list(t, land$coverage), asked)))
})

test_that("what cannot be mapped is refused", {
  expect_error(
    pb_map_landscape(datasets::iris[1:4], reduction = "pca"), "must name the dataset of each row",
    class = "pybench_error_argument"
  )
  expect_error(flowers(reduction = "umap"), "`reduction` must be one of")
  expect_error(
    pybench:::require_few_rows(10001L, "none"), "takes at most 10000 rows, not 10001",
    class = "pybench_error_argument"
  )
})
