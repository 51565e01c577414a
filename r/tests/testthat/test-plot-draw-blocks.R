# Rows in blocks: headings stand above cells, every row is drawn once.

block_cells <- function(datasets, region = "R1") {
  text <- matrix("7", length(datasets), 3)
  list(
    rows = data.frame(region = region, dataset = datasets), columns = c("R1", "R2", "R3"),
    text = text, foot = "A note.",
    bars = list(list(share = matrix(1, length(datasets), 3), colour = text))
  )
}

test_that("a heading stands above names and cells", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  left <- function(region) {
    pybench:::blocks_plan(block_cells("a long name", region), 1L, NULL, c(7, 7))$left
  }
  expect_identical(left("R1"), left("a region"))
  expect_gt(left(strrep("region ", 9)), 2 * left("R1"))
})

test_that("every row has a place in a block", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  names <- paste0("d", 1:20)
  for (blocks in c(1L, 2L, 5L)) {
    rows <- pybench:::blocks_plan(block_cells(names), blocks, NULL, c(7, 7))$rows
    expect_identical(rows$dataset, names)
    expect_identical(max(rows$block), blocks)
    expect_false(anyDuplicated(rows[c("block", "line")]) > 0L)
  }
})
