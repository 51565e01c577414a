library(testthat)
library(pybench)

test_check("pybench", stop_on_warning = TRUE)
