# OpenML's XML: strict, and safe from documents that name other files.

document <- function(inner, root = "task") {
  sprintf("<oml:%s xmlns:oml=\"%s\">%s</oml:%s>", root, openml_namespace, inner, root)
}

read <- function(text, root = "task") openml_document(file_of(text, ".xml"), root)

test_that("elements have texts, attributes and children", {
  node <- read(paste0("<?xml version=\"1.0\"?>\n<!-- a <b> -->\n", document(paste0(
    "<oml:id> 3 </oml:id><oml:input name='a &amp; b' type=\"x>y\"/>",
    "<oml:t>&lt;&#233;&#xE9;</oml:t><oml:t><![CDATA[<&>]]></oml:t><oml:e/>"
  ))))
  expect_identical(xml_number(node, "id"), 3L)
  expect_identical(xml_one(node, "input")$attributes, list(name = "a & b", type = "x>y"))
  expect_identical(xml_fields(node, "t"), c("<\u00e9\u00e9", "<&>"))
  expect_null(xml_field(node, "e", optional = TRUE))
  expect_null(xml_one(node, "none", optional = TRUE))
})

test_that("everything else is refused", {
  wrong <- c(
    "", "text", document("<oml:a>"), document("</oml:a>"), document("<oml:a></oml:b>"),
    document("&unknown;"), document("a & b"), document("<oml:a b>"), document("", "study"),
    paste0("<!DOCTYPE x [<!ENTITY a \"b\">]>", document("")), paste0(document(""), document("")),
    "<oml:task></oml:task>", document("<")
  )
  for (text in wrong) {
    expect_s3_class(pybench_error_of(read(text)), "pybench_error_input")
  }
  node <- read(document("<oml:id>x</oml:id><oml:t/><oml:t/>"))
  expect_s3_class(pybench_error_of(xml_number(node, "id")), "pybench_error_suite")
  expect_s3_class(pybench_error_of(xml_one(node, "t")), "pybench_error_suite")
  expect_s3_class(pybench_error_of(xml_one(node, "u")), "pybench_error_suite")
})
