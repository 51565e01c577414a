#' pybench: which methods really differ?
#'
#' Start with [pb_read_results()], which reads a table of scores, datasets in rows and methods in
#' columns, and with [pb_compare()], which runs a whole comparison on it. This page lists all other
#' pages by the question that they answer. `vignette("compare", package = "pybench")` is a tutorial;
#' `vignette(package = "pybench")` lists the others. The Python package of the same name has the
#' same functions, most of them under the same names without the prefix `pb_`, and gives the same
#' numbers. `docs/languages.md` of the sources lists the other names, and what only one of the two
#' packages has.
#'
#' @section First steps:
#' * How do I read my scores, and what is a results table? [pb_read_results()], [pb_read_metrics()],
#'   [pb_results_table]
#' * Which files of other tools can be read, and how do I add a format? [pb_formats()],
#'   [pb_register_format()]
#' * Which methods differ, in plain English? [pb_compare()]
#' * How do I draw a critical difference diagram? [pb_critical_difference()],
#'   [plot.pb_critical_difference()]
#' * How do I show several benchmarks in one diagram? [pb_critical_differences()]
#' * Do several metrics, or scores and costs, agree? [pb_compare_metrics()]
#' * How do I show every pair by itself? [pb_multi_comparison()], [plot.pb_multi_comparison()]
#' * What are the ranks? [pb_ranks()]
#' * How do I get a table of a result, for dplyr or for LaTeX? [pb_result],
#'   [`tidy()`][tidy.pb_result()] (after `library(generics)` or `library(broom)`),
#'   [toLatex.pb_multi_comparison()]
#' * How do I write a figure at the width of a paper? [pb_save_figure()]
#' * How do I print a table with the best values in bold, or with letters? [pb_table()]
#' * How do I write an Excel file? [pb_to_excel()]
#' * How do I get a ggplot? [`autoplot()`][autoplot.pb_result()]
#' * I used scmamp or PMCMRplus: what is here instead? [pybench-equivalents]
#' * What does an error tell me? [pybench_error]
#'
#' @section Do all methods perform alike?:
#' * By ranks: the usual test: [pb_friedman()]
#' * By ranks over all datasets together, or with weights for datasets: [pb_aligned_ranks()],
#'   [pb_quade()]
#' * Some scores are missing: [pb_skillings_mack()], [pb_durbin()], [pb_missing_policies()]
#' * Do the methods come in a predicted order? [pb_page()]
#'
#' @section Which pairs differ?:
#' * By differences of scores, on many datasets: [pb_wilcoxon()], [pb_sign_test()], [pb_paired_t()]
#' * On one dataset, over resamples that share training data: [pb_corrected_t()]
#' * On which datasets, each tested over its resamples: [pb_within_datasets()]
#' * By mean ranks: [pb_nemenyi()], [pb_siegel()], [pb_conover()], [pb_miller()], [pb_eisinga()]
#' * By other ranks: [pb_aligned_ranks_pairs()], [pb_quade_pairs()], [pb_durbin_pairs()]
#' * My method against all others: the argument `control` of any of these tests
#' * What does the result of a test of pairs contain? [pb_pairs]
#' * How do I adjust p-values for several tests? [pb_adjust()], [pb_register_adjustment()]
#' * How probable is it that one method is better, or that both are equivalent?
#'   [pb_bayesian_signed_rank()], [pb_bayesian_sign()], [pb_bayesian_t()],
#'   [pb_bayesian_hierarchical()], [pb_posterior()], [pb_plot_bayesian_t()]
#'
#' @section How large, how certain, how stable?:
#' * How do the scores look? [pb_plot_scores()], [pb_plot_scatter()], [pb_plot_score_cost()],
#'   or all by [`plot()`][plot.pb_results_table()] of a table
#' * How large are the differences? [pb_effects()], [pb_contrasts()]
#' * How uncertain are mean ranks? [pb_rank_intervals()]
#' * Which methods are worth their cost? [pb_pareto()]
#' * Do the datasets agree? [pb_kendall_w()]
#' * How many datasets do I need? [pb_datasets_needed()]
#' * Does the result depend on which other methods or datasets are included? [pb_stability()],
#'   [pb_core_patterns()], [pb_swaps()], [pb_favourable_sets()]
#' * How do I compare methods on the single items of a test set? [pb_read_items()],
#'   [pb_compare_items()], [pb_items_needed()], [pb_item_results()]
#' * Are R's numbers those of Python and of publications? [pb_validate()]
#'
#' @section What do the datasets cover?:
#' * How do I read features of time series, and which features are unusable? [pb_read_features()],
#'   [pb_feature_report()], [pb_scale_features()]
#' * How do I place datasets on a map? [pb_dataset_embedding()], [pb_embedding_map()]
#' * Which parts of the landscape does the benchmark cover? [pb_map_landscape()], [pb_coverage()],
#'   [pb_redundancy()]
#' * Do other maps find the same regions? [pb_landscape_stability()], [pb_region_stability()]
#' * How is the map made, and how good is it? [pb_som()], [pb_som_search()], [pb_regions()],
#'   [pb_map_quality()]
#' * Which datasets represent a region, and what would a new dataset add? [pb_representatives()],
#'   [pb_nearest_region()], [pb_newcomer()]
#' * Where does my dataset lie among those of the UCR archive, and which methods are best there?
#'   [pb_published_landscape()], [pb_place()]
#' * Which methods differ in all regions, and which method is best in each region? [pb_bootstrap()],
#'   [pb_bootstrap_thresholds()], [pb_best_by_region()]
#'
#' @section Which few datasets keep the ranking?:
#' * How do I choose datasets? [pb_select()]
#' * How well does a choice of datasets preserve the ranking of the methods?
#'   [pb_rank_preservation()], [pb_guidance()], [pb_subset_quality()], [pb_scale_analysis()],
#'   [pb_leave_one_family_out()]
#' * Which representation and which strategy choose best, if any does? [pb_find_representation()]
#' * What gain is plausible? [pb_expected_gain()]
#' * Where does a new model stand in the whole benchmark, from a few datasets? [pb_place_model()]
#' * Which dataset shall I run next, and when do I have enough? [pb_next_dataset()]
#' * Why does a choice of datasets succeed or fail? [pb_mantel()], [pb_covering()],
#'   [pb_ranking_bounds()], [pb_synthetic_study()], [pb_synthetic_benchmark()]
#'
#' @section How far is a method from the optimum?:
#' * What are the settings and processes, and how do I make my own? [pb_optimal_settings()],
#'   [pb_optimal_process()], [pb_optimal_own_setting()], [pb_simulate()]
#' * What is the best possible score? [pb_likelihood_ratio()], [pb_optimal_lrt()],
#'   [pb_optimal_exact()], [pb_optimal_roc()]
#' * How far are my classifiers from it? [pb_optimality()], [pb_optimal_judged()]
#' * What raises the best possible score, and how many paths or runs do I need?
#'   [pb_optimal_sweep()], [pb_optimal_paths_needed()], [pb_optimal_runs_needed()]
#'
#' @section How do I make a suite, and run learners on it?:
#' * How do I make a suite, tag and freeze it? [pb_suite_create()], [pb_suite_tag()],
#'   [pb_suite_freeze()], [pb_suite_new_version()], [pb_suite_deactivate()], [pb_suite_save()]
#' * Why was a dataset chosen, and is a suite sound? [pb_suite_verdicts()], [pb_suite_check()]
#' * How do I share a suite? [pb_suite_export()], [pb_suite_import()], [pb_suite_read_openml()]
#' * What is in a suite? [pb_suite_load()], [pb_suite_tasks()], [pb_suite_data()],
#'   [pb_suite_splits()]
#' * How do I run learners and read their results? [pb_run()], [pb_suite_results()]
#' * How do I follow a long computation? [pb_progress()]
#' * How do texts say model, system or clusterer instead of method? See [pb_result]
#' * How do I exchange tables with Arrow? [pb_from_arrow()], [pb_to_arrow()]
#' * How do I exchange results with Python? [pb_to_json()], [pb_load_result()]
#'
#' @aliases pybench
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
#' | `readComparisonDir`, `readExperimentDir` | [pb_read_results()], after joining the files |
#' | `summarizeData`, `filterData` | `pb_compare(t)$scores`; filter the data before reading them |
#' | `plotRanking` | `plot(pb_critical_difference(t, "bonferroni-dunn", control = "a"))` |
#' | `plotPvalues` | `plot(pb_wilcoxon(t))`, with letters |
#' | `plotDensities` | [pb_plot_scores()] |
#' | `writeTabular`, `booleanMatrix` | `toLatex(t)`, [pb_table()] of any result |
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
#' | `posthoc.friedman.nemenyi.test` | [pb_nemenyi()]; `convention = "pmcmr"` |
#' | `frdAllPairsConoverTest` | [pb_conover()]; `variant = "pmcmr-4.3"` |
#' | `posthoc.friedman.conover.test` | [pb_conover()]; `variant = "pmcmr-4.3"` |
#' | `frdAllPairsSiegelTest`, `frdAllPairsMillerTest` | [pb_siegel()], [pb_miller()] |
#' | `frdAllPairsExactTest` | [pb_eisinga()] |
#' | `friedmanTest` | [pb_friedman()]; `method = "iman-davenport"` gives its F |
#' | `frdManyOneNemenyiTest`, `frdManyOneDemsarTest` | `control` of [pb_siegel()], [pb_conover()] |
#' | `frdManyOneExactTest` | `control` of [pb_eisinga()] |
#' | `durbinTest`, `durbin.test` | [pb_durbin()]; [pb_skillings_mack()] for unbalanced designs |
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
