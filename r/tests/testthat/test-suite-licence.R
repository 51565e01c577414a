test_that("licences that allow sharing are known, others are not", {
  for (licence in c("CC BY 4.0", "cc0", "Public", "MIT License", "Apache-2.0", "CC-BY-SA_3.0")) {
    expect_true(allows_sharing(licence), info = licence)
  }
  for (licence in c("CC BY-NC 4.0", "CC BY 4.0, but ask", "for members", "")) {
    expect_false(allows_sharing(licence), info = licence)
  }
  expect_false(allows_sharing(NULL))
})
