#' pybench: which methods really differ?
#'
#' Start with [pb_read_results()], which reads a table of scores, datasets in rows and methods in
#' columns. [pb_compare()] runs a whole comparison on it; [pb_friedman()], [pb_nemenyi()] and
#' [pb_critical_difference()] are its parts. `vignette("compare", package = "pybench")` is a
#' tutorial. The Python package of the same name has the same functions, most of them under the same
#' names without the prefix `pb_`, and gives the same numbers. `docs/languages.md` of the sources
#' lists the other names, and what only one of the two packages has.
#'
#' @keywords internal
#' @useDynLib pybench, .registration = TRUE, .fixes = "C_"
"_PACKAGE"

.onUnload <- function(libpath) {
  library.dynam.unload("pybench", libpath)
}

#' For users of scmamp and PMCMR
#'
#' Lists functions of the packages scmamp, PMCMR and PMCMRplus, each with the pybench function
#' that replaces it. Most of these pybench functions take a results table, such as `t <-
#' pb_read_results("scores.csv", higher_is_better = TRUE)`. The table says whether higher or
#' lower scores are better, and datasets are matched by name. Where the numbers of pybench
#' differ from those of the other package, the argument `convention` or `variant` reproduces
#' the numbers of that package.
#'
#' @section scmamp:
#' | You used | Here |
#' |---|---|
#' | `friedmanTest` | [pb_friedman()]; `convention = "scmamp"` |
#' | `imanDavenportTest` | `pb_friedman(t, method = "iman-davenport")` |
#' | `friedmanAlignedRanksTest` | [pb_aligned_ranks()] |
#' | `friedmanAlignedRanksPost` | [pb_aligned_ranks_pairs()] |
#' | `quadeTest`, `quadePost` | [pb_quade()], [pb_quade_pairs()]; `convention = "scmamp"` |
#' | `friedmanPost` | [pb_siegel()] |
#' | `nemenyiTest`, `getNemenyiCD` | [pb_nemenyi()] |
#' | `plotCD`, `drawAlgorithmGraph` | `plot(pb_critical_difference(t))` |
#' | `wilcoxonSignedTest`, `postHocTest(test = "wilcoxon")` | [pb_wilcoxon()]; two-sided, exact |
#' | `postHocTest(control = )` | `control` of any test of pairs |
#' | `adjustShaffer` and the like | `adjust` of any test of pairs, or [pb_adjust()] |
#' | `contrastEstimationMatrix` | [pb_contrasts()] |
#' | `correlatedTtest` | [pb_corrected_t()] with `rho`, for a table read with `repeats = "keep"` |
#' | `postHocTest(test = "t-test")` | [pb_paired_t()] |
#' | `multipleComparisonTest` | [pb_friedman()], [pb_quade()]; [pb_compare()] also tests the pairs |
#' | `customPost` | `pb_critical_difference(t, p)`, for any matrix of p-values |
#' | `rankMatrix` | [pb_ranks()] |
#' | `readComparisonFile`, `readExperimentFile` | [pb_read_results()], wide or long |
#' | `readComparisonDir`, `readExperimentDir` | the same, after joining the files into one |
#' | `summarizeData`, `filterData` | `pb_compare(t)$scores`; filter the frame before it is read |
#' | `plotRanking` | `plot(pb_critical_difference(t, "bonferroni-dunn", control = "a"))` |
#' | `plotPvalues` | `plot(pb_wilcoxon(t))`, with letters |
#' | `plotDensities` | [pb_plot_scores()] |
#' | `writeTabular`, `booleanMatrix` | `as.data.frame()` of any result |
#' | `exhaustiveSets` | none needed: `adjust = "bergmann"` finds the sets |
#' | `anovaTest`, `tukeyTest`, `tukeyPost` | none: they assume normal scores of equal variance |
#' | `qqplotGaussian` | none, for the same reason |
#' | `bSignedRankTest`, `bSignTest` | [pb_bayesian_signed_rank()], [pb_bayesian_sign()] |
#' | `bCorrelatedTtest` | [pb_bayesian_t()] |
#' | `bHierarchicalTest` | [pb_bayesian_hierarchical()], without Stan |
#' | `plotSimplex`, `plotBarycentric` | `plot(pb_posterior(t, "a", "b"))` |
#'
#' @section PMCMR, PMCMRplus:
#' | You used | Here |
#' |---|---|
#' | `frdAllPairsNemenyiTest` | [pb_nemenyi()]; `convention = "pmcmr"` |
#' | `posthoc.friedman.nemenyi.test` | the same |
#' | `frdAllPairsConoverTest` | [pb_conover()]; `variant = "pmcmr-4.3"` |
#' | `posthoc.friedman.conover.test` | the same |
#' | `frdAllPairsSiegelTest`, `frdAllPairsMillerTest` | [pb_siegel()], [pb_miller()] |
#' | `frdAllPairsExactTest` | [pb_eisinga()] |
#' | `friedmanTest` | [pb_friedman()]; `method = "iman-davenport"` is its F |
#' | `frdManyOneNemenyiTest`, `frdManyOneDemsarTest` | `control` of [pb_siegel()], [pb_conover()] |
#' | `frdManyOneExactTest` | `control` of [pb_eisinga()] |
#' | `durbinTest`, `durbin.test` | [pb_durbin()]; [pb_skillings_mack()] if not balanced |
#' | `durbinAllPairsTest`, `posthoc.durbin.test` | [pb_durbin_pairs()] |
#' | `powerMCTests` | [pb_datasets_needed()] |
#' | `kruskalTest`, `kwAllPairsNemenyiTest`, tests of independent groups | none: scores are paired |
#' | `posthoc.quade.test`, `quadeAllPairsTest` | [pb_quade_pairs()]; `distribution = "normal"` |
#' | `pageTest` | [pb_page()] |
#' | `skillingsMackTest` | [pb_skillings_mack()] on a table read with `missing = "keep"` |
#'
#' @examples
#' # From a CSV file to both figures:
#' file <- system.file("extdata", "demsar2006.csv", package = "pybench")
#' t <- pb_read_results(file, higher_is_better = TRUE)
#' plot(pb_critical_difference(t))
#' plot(pb_multi_comparison(t))
#' @name pybench-equivalents
#' @aliases equivalents
NULL
