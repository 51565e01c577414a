"""Whom to cite for a bundled dataset, and what its source says of passing it on."""

from __future__ import annotations

from typing import NamedTuple


class Credit(NamedTuple):
    """What a manifest says of a dataset that its package does not."""

    citation: str
    licence: str | None  #: in the words of its source; None where nobody has said


_UCI = "CC BY 4.0"
_UCR = (
    "Dau, H. A. et al. (2019). The UCR time series archive. IEEE/CAA Journal of Automatica Sinica "
    "6(6), 1293-1305. doi:10.1109/JAS.2019.1911747"
)

CREDITS = {
    "iris": Credit(
        "Fisher, R. A. (1936). Iris. UCI Machine Learning Repository. doi:10.24432/C56C76", _UCI
    ),
    "wine": Credit(
        "Aeberhard, S. and Forina, M. (1992). Wine. UCI Machine Learning Repository. "
        "doi:10.24432/C5PC7J",
        _UCI,
    ),
    "breast_cancer": Credit(
        "Wolberg, W., Mangasarian, O., Street, N. and Street, W. (1993). Breast Cancer Wisconsin "
        "(Diagnostic). UCI Machine Learning Repository. doi:10.24432/C5DW2B",
        _UCI,
    ),
    "digits": Credit(
        "Alpaydin, E. and Kaynak, C. (1998). Optical Recognition of Handwritten Digits. UCI "
        "Machine Learning Repository. doi:10.24432/C50P49",
        _UCI,
    ),
    **dict.fromkeys(
        ("ACSF1", "ArrowHead", "GunPoint", "ItalyPowerDemand", "OSULeaf"), Credit(_UCR, None)
    ),
    "BasicMotions": Credit(
        "Bagnall, A. et al. (2018). The UEA multivariate time series classification archive, 2018. "
        "arXiv:1811.00075",
        None,
    ),
    "Covid3Month_disc": Credit(
        "Tan, C. W., Bergmeir, C., Petitjean, F. and Webb, G. I. (2021). Time series extrinsic "
        "regression. Data Mining and Knowledge Discovery 35, 1032-1060. "
        "doi:10.1007/s10618-021-00745-9",
        None,
    ),
    "anes96": Credit(
        "The American National Election Studies (1996). www.electionstudies.org",
        "This is public domain.",
    ),
    "fair": Credit(
        "Fair, R. C. (1978). A theory of extramarital affairs. Journal of Political Economy 86(1), "
        "45-61.",
        "Included with permission of the author.",
    ),
    "modechoice": Credit(
        "Greene, W. H. and Hensher, D. (1997). Multinomial logit and discrete choice models. In "
        "Greene, W. H., LIMDEP version 7.0 user's manual, revised. Econometric Software.",
        "This is public domain.",
    ),
    "spector": Credit(
        "Spector, L. C. and Mazzeo, M. (1980). Probit analysis and economic education. Journal of "
        "Economic Education 11(2), 37-44.",
        "Used with express permission of the original author, who retains all rights.",
    ),
}
