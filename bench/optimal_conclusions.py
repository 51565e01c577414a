"""The conclusions of the paper, judged by stated rules with the numbers of the tables."""

from __future__ import annotations

import math

import pandas as pd

import pybench as pb
from bench.optimal_measured import (
    LEARNERS,
    Study,
    ends,
    everywhere,
    kept,
    mean_gap,
    paired,
    rise,
    rises,
)  # fmt: skip
from bench.optimal_rules import (
    EQUAL,
    FARTHER,
    MORE,
    REACHES,
    SAME,
    Conclusion,
    Statement,
    difference,
    minus,
    once,
    spread,
    stated,
)  # fmt: skip
from pybench.optimal.verdicts import Gap

FACTOR, STEADY = 1.5, 2.0  # of seconds


def conclusions(study: Study) -> list[Conclusion]:
    """Return the conclusions in the order of the paper's section 5, then its outlook."""
    return [
        *_of_levels(study), *_of_patterns(study), *_of_accuracy(study), *_of_seconds(study),
        *_of_particles(study), *_of_the_rest(study),
    ]  # fmt: skip


def _of_levels(study: Study) -> list[Conclusion]:
    def below(who: str, place: str) -> Gap | None:
        return minus(study.to_line("numerical", who, place))

    def above(who: str, place: str) -> Gap | None:
        return study.to_line("numerical", who, place)

    def off_chance(who: str, place: str) -> Gap | None:
        found = study.score(who, place)
        return None if found is None else Gap(found.mean - 0.5, found.sd, found.runs)

    best, under = "AUC less that of the best line", "AUC of the numerical line less the learner's"
    over, fig5 = "AUC less that of the numerical line", "5.3, p. 19, figure 5"
    cases = study.settings
    return [
        Conclusion(
            "All three learners reach the optimum for Brownian motions with drift (case a).",
            fig5, f"{best}: same", everywhere(cases("a"), SAME, study.to_best),
        ),
        Conclusion(
            "They are near the optimum, between the two lines, for potentials (case b).",
            fig5, f"{over}: reaches", everywhere(cases("b"), REACHES, above),
        ),
        Conclusion(
            "They are near the optimum, between the two lines, for (non)linear drift (case e).",
            fig5, f"{over}: reaches", everywhere(cases("e"), REACHES, above),
        ),
        Conclusion(
            "They can reach the optimal AUC for univariate series (cases a, b and e).",
            "abstract; 5.3, p. 20; 6, p. 22", f"{best}: same",
            everywhere(cases("a", "b", "e"), SAME, study.to_best),
        ),
        Conclusion(
            "They can reach the optimal AUC for multivariate Gaussian processes (case c).",
            "abstract; 5.3, p. 20; 6, p. 22", f"{best}: same",
            everywhere([one for one in cases("c") if one != "c-d1"], SAME, study.to_best),
        ),
        Conclusion(
            "They are suboptimal for Ornstein-Uhlenbeck processes (case c).",
            fig5, f"{under}: more", everywhere(cases("c"), MORE, below),
        ),
        Conclusion(
            "They are unsuccessful in case d: their AUC is about 0.5.",
            fig5, "AUC less 0.5: same", everywhere(cases("d"), SAME, off_chance),
        ),
        Conclusion(
            "They are suboptimal in case f.",
            fig5, f"{under}: more", everywhere(cases("f"), MORE, below),
        ),
        Conclusion(
            "They are less accurate than the likelihood ratio for all interacting particles.",
            "abstract; 6, p. 22", f"{under}: more; cases d, f, 8a, 8b, 8c",
            everywhere(cases("d", "f", "8a", "8b", "8c"), MORE, below),
        ),
    ]  # fmt: skip


def _of_patterns(study: Study) -> list[Conclusion]:
    rising = list(
        rises(
            study, ("a", "b", "c", "d", "8a", "8b"), "LRT hidden",
            lambda place: study.line("lrt_hidden", place), "paths",
        )
    )  # fmt: skip
    denser = [
        stated("LRT observed", study.line_rise("lrt_exact_chain", case), SAME, "paths")
        for case in ("e", "f")
    ]
    steeper = [
        stated(
            name, difference(study.line_rise(line, "c"), study.line_rise(line, "d")), MORE, "paths"
        )
        for name, line in (("LRT hidden", "lrt_hidden"), ("LRT numerical", "lrt_numerical"))
    ]
    equal = []
    for case in ("a", "c"):
        for place in study.settings(case):
            runs = study.fits[study.fits["setting"] == place].drop_duplicates("run")
            apart = mean_gap(runs["hidden_auc"] - runs["numerical_auc"])
            equal.append(stated(f"case {case}", apart, EQUAL))
    return [
        Conclusion(
            "The AUC rises with the time (cases a and b) and with the dimension (c and d).",
            "5.3, p. 20, figure 5", "AUC less that of the setting before: more",
            rise(study, "a", "b", "c", "d"),
        ),
        Conclusion(
            "The AUC of the learners is not sensitive to the sampling frequency (e and f).",
            "5.3, p. 20, figure 5", "AUC of the last setting less that of the first: same",
            ends(study),
        ),
        Conclusion(
            "The optimal accuracy rises with time, dimension and less noise.",
            "1, p. 3; 5.4, p. 22", "AUC of LRT hidden less that of the setting before: more",
            rising,
        ),
        Conclusion(
            "The optimal accuracy is not sensitive to the sampling frequency (e and f).",
            "1, p. 3; 5.4, p. 22", "AUC of LRT observed, last setting less first: same", denser,
        ),
        Conclusion(
            "The lines rise more steeply with the dimension in case c than in case d.",
            "5.3, p. 20", "rise of the AUC from the first to the last setting, c less d: more",
            steeper,
        ),
        Conclusion(
            "The two lines are the same for processes with a linear drift (cases a and c).",
            "4.2, p. 14", "AUC of LRT hidden less that of LRT numerical: equal", equal,
        ),
    ]  # fmt: skip


def _of_accuracy(study: Study) -> list[Conclusion]:
    def below(who: str, place: str) -> Gap | None:
        return minus(study.to_line("numerical", who, place, "acc_star"))

    return [
        Conclusion(
            "The ACC* of all three is below that of LRT numerical in all six cases.",
            "5.3, p. 20, figure 6", "ACC* of LRT numerical less the learner's: more",
            everywhere(study.settings(*"abcdef"), MORE, below),
        ),
        Conclusion(
            "ACC* rises with time and dimension as the AUC does (a to d).",
            "5.3, p. 20, figure 6", "ACC* less that of the setting before: more",
            rise(study, *"abcd", statistic="acc_star"),
        ),
        Conclusion(
            "ACC* is not sensitive to the sampling frequency (e and f).",
            "5.3, p. 20, figure 6", "ACC* of the last setting less that of the first: same",
            ends(study, "acc_star"),
        ),
    ]  # fmt: skip


def _of_seconds(study: Study) -> list[Conclusion]:
    forest, rocket, network = (study.seconds(one) for one in (LEARNERS[1], *LEARNERS[::2]))
    places, where = study.settings(*"abcdef"), "5.3, p. 20, figure 7"

    def factor(times: pd.Series, case: str) -> float:
        ends = [times.get(place, math.nan) for place in (study.settings(case)[i] for i in (0, -1))]
        return ends[1] / ends[0]

    def judged(who: str, value: float, shown: bool) -> Statement:
        if math.isnan(value):
            return Statement(who, "undecided")
        return Statement(who, "shown" if shown else "refuted", value)

    whole = set(places) <= set(forest.index)
    range_ = float(forest.max() / forest.min()) if whole else math.nan
    each = ((LEARNERS[0], rocket), (LEARNERS[2], network))
    longer = [
        judged(who, ratio := factor(times, case), ratio >= FACTOR)
        for who, times in each
        for case in "abef"
    ]
    wider = [
        judged(who, ratio := factor(times, case), 1 / FACTOR < ratio < FACTOR)
        for who, times in each
        for case in "cd"
    ]
    slower = pd.concat([network / rocket, network / forest], axis=1).min(axis=1, skipna=False)
    most = float((slower.reindex(places) > 1).mean()) if set(places) <= set(network.index) else None
    short = [name for name in places if pb.optimal.setting(name).length <= 20]

    def lead(place: str) -> float:
        own, *others = (one.get(place, math.nan) for one in (rocket, forest, network))
        return math.nan if any(map(math.isnan, (own, *others))) else min(others) / own

    fast = [judged("ROCKET", value := lead(place), value > 1) for place in short]
    return [
        Conclusion(
            "The training time of the random forest is controlled in all cases.", where,
            f"largest time over smallest, over 24 settings: shown if below {STEADY:g}",
            [judged(LEARNERS[1], range_, range_ < STEADY)],
        ),
        Conclusion(
            "The training time of ROCKET and ResNet rises with the length (a, b, e and f).", where,
            f"time of the last setting over that of the first: shown from {FACTOR:g} on", longer,
        ),
        Conclusion(
            "The training time of ROCKET and ResNet does not depend on the dimension (c and d).",
            where,
            f"time of the last setting over that of the first: shown if within a factor {FACTOR:g}",
            wider,
        ),
        Conclusion(
            "ResNet takes longest in most cases.", where,
            "share of 24 settings in which 150 epochs take longest: shown if above one half",
            [Statement(LEARNERS[2], "undecided") if most is None
             else judged(LEARNERS[2], most, most > 0.5)],
        ),
        Conclusion(
            "ROCKET is fastest where the series are not long.", where,
            "time of the faster of the others over that of ROCKET, at most 20 intervals: "
            "shown if above 1", fast,
        ),
    ]  # fmt: skip


def _of_particles(study: Study) -> list[Conclusion]:
    sizes, where = study.settings("8c"), "5.3, p. 20, figure 8"
    falling = [
        spread(who, *(study.score(who, place) for place in (sizes[0], sizes[-1])))
        for who in LEARNERS
    ]
    widest = [
        spread(f"beside {who}", study.score(LEARNERS[2], place), study.score(who, place))
        for who in LEARNERS[:2]
        for place in sizes
    ]
    gains = []
    for who in LEARNERS[:2]:
        first, last = (paired(study, LEARNERS[2], who, place) for place in (sizes[0], sizes[-1]))
        gains.append(stated(f"more than {who}", difference(last, first), MORE))
    return [
        Conclusion("The AUC rises with the time (case 8a).", where,
                   "AUC less that of the setting before: more", rise(study, "8a")),
        Conclusion("The AUC rises as the noise falls (case 8b).", where,
                   "AUC less that of the setting before: more", rise(study, "8b")),
        Conclusion("The AUC rises with the number of training paths (case 8c).", where,
                   "AUC less that of the setting before: more", rise(study, "8c")),
        Conclusion(
            "With 4,000 training paths, the AUC is far below the lines.", where,
            "AUC of LRT numerical less the learner's, in `fig8c-m4000`: far",
            everywhere(sizes[-1:], FARTHER,
                 lambda who, place: minus(study.to_line("numerical", who, place))),
        ),
        Conclusion(
            "The variation over runs falls with the number of training paths.", where,
            "standard deviation of the AUC with 500 paths over that with 4,000", falling,
        ),
        Conclusion(
            "ResNet varies most among the three.", where,
            "standard deviation of its AUC over that of the other, in case 8c", widest,
        ),
        Conclusion(
            "ResNet gains most from more training paths.", "5.3, p. 20; 5.4, p. 22",
            "its rise of the AUC from 500 to 4,000 paths less that of the other: more", gains,
        ),
    ]  # fmt: skip


def _of_the_rest(study: Study) -> list[Conclusion]:
    places = study.settings(*"abcdef")
    beaten = [
        once(
            who,
            [paired(study, one, who, place) for one in LEARNERS if one != who for place in places],
        )
        for who in LEARNERS
    ]
    every = list(dict.fromkeys(study.fits["setting"]))
    over = [once(who, [study.overfitting(who, place) for place in every]) for who in LEARNERS]
    informed, few = _informed(study)
    return [
        Conclusion(
            "No method is superior in all settings.", "5.2, p. 18",
            "AUC of another learner less its own, on the same paths: more, in one setting or more "
            "(Bonferroni)",
            beaten,
        ),
        Conclusion(
            "The optimal score shows where a learner overfits.", "4.3, p. 15",
            "AUC on training paths less that of LRT hidden: more, in one setting or more "
            "(Bonferroni)",
            over,
        ),
        Conclusion(
            "A learner that uses information about the model is better (particles).",
            "5.4, p. 22", 'AUC of "girsanov" less that of the other: more', informed,
        ),
        Conclusion(
            "A learner that uses information about the model needs fewer training paths.",
            "5.4, p. 22",
            'AUC of "girsanov" with 100 paths less that of the other with 1,500, in `d-d6`: more',
            few,
        ),
    ]  # fmt: skip


def _informed(study: Study) -> tuple[list[Statement], list[Statement]]:
    """Compare the learner that knows the family by gaps to the same line."""
    table = study.girsanov.set_index("setting")
    better = [
        stated(
            f"beside {who}",
            difference(
                kept(table.loc[place], "gap_numerical"), study.to_line("numerical", who, place)
            ),
            MORE,
        )
        for who in LEARNERS[:2]
        for place in study.settings("d", "f", "8a", "8b", "8c")
    ]
    first = study.curve.iloc[0]
    few = [
        stated(
            f"beside {who}",
            difference(kept(first, "gap"), study.to_line("hidden", who, first["setting"])),
            MORE,
        )
        for who in LEARNERS[:2]
    ]
    return better, few
