# Inputs of the maps: two files of this folder, and two tables of the package kohonen (not copied).

carried <- c("gauss500x30", "iris_scaled")

som_input <- function(folder, name) {
  if (name %in% carried) {
    return(as.matrix(utils::read.csv(file.path(folder, paste0(name, ".csv")))))
  }
  tables <- new.env()
  utils::data(wines, yeast, package = "kohonen", envir = tables)
  if (name == "wines_scaled") {
    return(round(scale(tables$wines), 10)[, ])
  }
  alpha <- tables$yeast$alpha
  alpha[stats::complete.cases(alpha), ][1:200, ]
}
