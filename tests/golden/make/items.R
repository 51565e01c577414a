# Adds to tests/golden/items/numbers.csv the numbers of clubSandwich and stats about its tables,
# which items.py of this folder writes first.
#
#     Rscript tests/golden/make/items.R

folder <- "tests/golden/items"
tables <- read.csv(file.path(folder, "tables.csv"), colClasses = c(weight = "character"))
numbers <- read.csv(file.path(folder, "numbers.csv"), colClasses = "character")
numbers <- numbers[numbers$package == "statsmodels", ]

line <- function(table, quantity, value, package, call) {
  data.frame(
    table = table, quantity = quantity, value = sprintf("%.17g", value), relative = "1e-10",
    language = "R", package = package, version = as.character(packageVersion(package)), call = call
  )
}

for (name in unique(tables$table)) {
  own <- tables[tables$table == name, ]
  weight <- as.numeric(ifelse(own$weight == "", "1", own$weight))
  cluster <- ifelse(own$cluster == "", own$item, own$cluster)
  fit <- lm(own$a - own$b ~ 1, weights = weight)
  for (type in c("CR2", "CR3")) {
    covariance <- clubSandwich::vcovCR(fit, cluster = cluster, type = type)
    found <- clubSandwich::coef_test(fit, vcov = covariance, test = "Satterthwaite")
    ends <- clubSandwich::conf_int(fit, vcov = covariance, test = "Satterthwaite")
    call <- sprintf(
      "coef_test(lm(a - b ~ 1, weights), vcovCR(type = \"%s\"), \"Satterthwaite\")", type
    )
    numbers <- rbind(
      numbers,
      line(name, paste(type, "error"), found$SE, "clubSandwich", call),
      line(name, paste(type, "df"), found$df_Satt, "clubSandwich", call),
      line(name, paste(type, "t"), found$tstat, "clubSandwich", call),
      line(name, paste(type, "p"), found$p_Satt, "clubSandwich", call),
      line(name, paste(type, "lower"), ends$CI_L, "clubSandwich", "conf_int"),
      line(name, paste(type, "upper"), ends$CI_U, "clubSandwich", "conf_int")
    )
  }
  if (name %in% c("answers", "few")) {
    wins <- sum(own$a > own$b)
    both <- sum(own$a != own$b)
    square <- table(factor(own$a, 1:0), factor(own$b, 1:0))
    chi <- mcnemar.test(square, correct = FALSE)$statistic
    numbers <- rbind(
      numbers,
      line(name, "McNemar p", binom.test(wins, both)$p.value, "stats", "binom.test(wins, both)"),
      line(name, "McNemar chi2", chi, "stats", "mcnemar.test(correct = FALSE)")
    )
  }
}
write.csv(numbers, file.path(folder, "numbers.csv"), row.names = FALSE, quote = 8)
