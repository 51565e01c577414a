"""The eight groups of features of the landscape paper, calculator by calculator.

Source: "Less is more: selecting the right benchmarking set of data for time series
classification" (ICLR 2022 submission), section 3.1. The paper names the groups and gives no list;
which calculator stands in which is ours, by what it measures.
"""

STATISTICAL = """
    abs_energy absolute_maximum absolute_sum_of_changes agg_autocorrelation autocorrelation c3
    change_quantiles count_above count_above_mean count_below count_below_mean
    first_location_of_maximum first_location_of_minimum has_duplicate has_duplicate_max
    has_duplicate_min index_mass_quantile kurtosis large_standard_deviation
    last_location_of_maximum last_location_of_minimum length longest_strike_above_mean
    longest_strike_below_mean maximum mean mean_abs_change mean_change mean_n_absolute_max
    mean_second_derivative_central median minimum number_crossing_m number_peaks
    partial_autocorrelation percentage_of_reoccurring_datapoints_to_all_datapoints
    percentage_of_reoccurring_values_to_all_values quantile range_count ratio_beyond_r_sigma
    ratio_value_number_to_time_series_length root_mean_square skewness standard_deviation
    sum_of_reoccurring_data_points sum_of_reoccurring_values sum_values symmetry_looking
    value_count variance variance_larger_than_standard_deviation variation_coefficient
"""
GROUPS: dict[str, str] = {
    calculator: group
    for group, calculators in {
        "statistical": STATISTICAL,
        "information-theoretic": "approximate_entropy binned_entropy sample_entropy",
        "model-based": "agg_linear_trend ar_coefficient friedrich_coefficients linear_trend "
        "linear_trend_timewise max_langevin_fixed_point",
        "stationarity": "augmented_dickey_fuller time_reversal_asymmetry_statistic",
        "fractal": "cid_ce",  # the length of the curve: how rough it is
        "frequency-based": "cwt_coefficients fft_aggregated fft_coefficient fourier_entropy "
        "number_cwt_peaks spkt_welch_density",
        "symbolic": "lempel_ziv_complexity permutation_entropy",
        "domain-specific": "benford_correlation energy_ratio_by_chunks matrix_profile "
        "query_similarity_count",
    }.items()
    for calculator in calculators.split()
}


def calculator(name: str) -> str:
    """Return what a feature was computed by: of tsfresh's names the part after the channel.

    Examples
    --------
    >>> calculator("value__quantile__q_0.1"), calculator("DN_Mean")
    ('quantile', 'DN_Mean')
    """
    parts = name.split("__")
    return parts[1] if len(parts) > 1 else name
