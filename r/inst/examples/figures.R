# From a CSV file to a critical difference diagram and a multi-comparison matrix: Rplots.pdf.
library(pybench)
file <- system.file("extdata", "demsar2006.csv", package = "pybench")
t <- pb_read_results(file, higher_is_better = TRUE)
plot(pb_critical_difference(t))
plot(pb_multi_comparison(t))
