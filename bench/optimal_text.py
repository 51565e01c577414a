"""The words of docs/reproduction-optimal.md that no table changes."""

from __future__ import annotations

HEAD = """# The optimality benchmark, reproduced

This page compares table 2 and figures 1 to 8 of one paper with our own runs. The paper, called "the
paper" below, is "Benchmarking optimality of time series classification methods in distinguishing
diffusions" (arXiv 2301.13112). `bench/reproduce_optimal.py` writes this page from the tables
`bench/optimal_lines.csv` and `bench/optimal_fits.csv`. `tests/optimal/test_benchmark.py` compares
our likelihood ratios with those of an independent simulator, with up to 100,000 paths per class.

Each setting of the paper has two classes, and each class is a stochastic process (a diffusion).
Paths of both classes are simulated. A *learner* (a classifier that is trained) sees only the values
of these paths at the observed points in time. The likelihood ratio of the whole path is the optimal
classifier, so the benchmark shows how far a learner is from the optimum. Table 2 of the paper has
these cases:

* a: constant drift;
* b: double-well and single-well potential;
* c: Ornstein-Uhlenbeck processes;
* d and f: interacting particles;
* e: linear and nonlinear drift.

Figure 8 of the paper has three more cases of interacting particles: 8a, 8b and 8c. Each case has
several settings, in which one quantity varies: the end time (T), the number of coordinates (d), the
number of observed intervals (L), the size of the noise (s) or the number of training paths (m). The
name of a setting consists of its case (`fig8a` for 8a), the letter of the quantity that varies, and
its value. For example, `c-d2` is case c with two coordinates.

## The lines

The paper draws the scores of two likelihood ratios as lines, with which the scores of the learners
are compared. The *hidden* line belongs to the likelihood ratio of the finely simulated path, which
no learner sees. The *numerical* line belongs to an approximate likelihood ratio, which the Euler
scheme computes from the observed points only. We add a third line between these two. The *observed*
line belongs to the exact likelihood ratio of the observed points, which all learners see. So no
learner can be better than this line, but for chance.

The table gives two scores of each line: the AUC (area under the ROC curve) and ACC*. ACC* is the
highest accuracy that any threshold gives if both classes are equally frequent. We simulate {paths}
paths of each class, so the standard errors of the scores are at most 0.004; the paper simulates
1,000 paths. A dash means that a number has not been computed.{few}

`pb.optimal.exact()` computes exact scores for two cases: for case a in closed form (to 1e-12), and
for case c by Imhof's integral (to 1e-9). The simulated scores differ from the exact ones by at most
0.004 in AUC and 0.007 in ACC*, which is at most 2.3 standard errors. The simulated ACC* tends to be
too high (here by 0.001 on average), because its threshold is chosen on the same paths.
"""

MIDDLE = """In figure 6 of the paper, the ACC* of the learners is below both lines in every case.
The reason is an error of the paper's plotting program: as lines, the program draws the AUC of the
likelihood ratios instead of their ACC* (`docs/errata.md`). In the setting `a-T1`, for example, the
exact ACC* of the hidden line is 0.691, and its exact AUC is 0.760.

The table of conclusions below judges what the paper says about the best possible score. If a path
is observed at more points of the same time span (cases e and f), the hidden line does not rise,
because the finely simulated path stays the same.

More observed points do raise the numerical line, but mostly because the Euler scheme becomes more
accurate. For the potentials (case b) with end time 2, we compared observations every 0.5 with
observations every 0.05, which gives ten times as many points. The AUC of the exact likelihood ratio
of the observed points rises only from 0.758 to 0.786. The AUC of Euler's approximation rises from
0.661 to 0.768 (`pb.optimal.sweep`, `tests/optimal/test_sweeps.py`).

Two other statements of the paper are wrong (`docs/errata.md`). First, the paper says that both
lines are the same for Ornstein-Uhlenbeck processes (case c). Second, the paper says that the
numerical line is a lower bound for classifiers. But the Euler scheme only approximates the
likelihood ratio of the observed points, so a classifier that is worse than the optimum can be above
or below the numerical line.

## Learners

The learners of the paper are ROCKET, ResNet and random forests. We add MiniRocket, logistic
regression, gradient boosting, and the nearest neighbour (1-NN) by Euclidean distance and by dynamic
time warping (DTW). Each run simulates new paths, trains a learner on 1,500 of them (in case 8c on
500 to 4,000, depending on the setting) and tests it on 500 others. All learners of a run get the
same paths.

The *gap* of a learner to a line is the learner's score minus the score of the likelihood ratio to
which the line belongs, on the same test paths. Each gap has a 95 % interval (Student's t over the
runs). Some runs have no observed line, because it takes long to compute (in cases d, e, f and 8a to
8c) or because the run is old. Then the gap to it is the gap to the hidden line plus the difference
of these two lines on the paths of `bench/optimal_observed.csv`; the interval includes the error of
this difference. The intervals and the verdicts on the AUC follow the rules of `pb.optimality`. The
*best line* of a row is the observed line if the row has a gap to it, and else the hidden line. The
verdict is the first one in this list whose condition holds:

* optimal: the interval of the gap to the best line lies between -0.02 and 0.02;
* at chance: the interval of the AUC lies between 0.48 and 0.52;
* above: the interval of the gap to the best line lies above 0, which is luck or a leak;
* suboptimal: the interval of the gap to the best line lies below -0.02; if the best line is the
  hidden one, the interval of the gap to the numerical line must lie below 0, too;
* between the lines, only if the best line is the hidden one: the interval of the gap to it lies
  below -0.02, and the interval of the gap to the numerical line lies above -0.02;
* undecided: none of the conditions above holds. The table then says how many runs would be enough
  for another verdict in four of five studies, if means and spreads stay as they are. With two or
  three runs, the intervals are wide, and these numbers are rough.

The verdicts "optimal", "at chance" and "between the lines" need 5 runs or more. The intervals are
not adjusted for their number: of many intervals, about one in twenty misses the truth.

The columns of gaps give the mean gaps in AUC to the three lines; the number after ± is half the
width of the interval of the gap. The column "AUC in training" is the AUC on training paths; a path
is its own nearest neighbour, so it says nothing about 1-NN. The column "ACC* hidden" gives the ACC*
of the hidden line on the same test paths. Learners get arrays of shape (paths, channels, time),
with one channel per coordinate; the authors' program scrambles arrays of more than one channel
(`docs/errata.md`). `bench/optimal_verdicts.csv` has the rows of the table with the ends of all
intervals."""

CASES = """For each learner and case, the next table counts the settings of the case by their
verdict."""

CONCLUSIONS = """## The paper's conclusions, and ours

Each row of the table below is a conclusion of the paper in our words; the next column says
where the paper has it. A program judges each conclusion from the tables of this page: it
splits the conclusion into statements, one for each learner and setting that the conclusion is
about, and answers each statement by a rule. The learners are those of the paper, with ResNet
trained for 30 epochs, as the authors' program does. A rule compares the 95 % interval of a mean
quantity (Student's t over the runs; Welch's if the quantity compares two settings) with fixed
edges:"""

COUNTED = """If neither condition holds, a statement is undecided. Five runs or more are needed to
say that something is small: to show a statement by *same*, *reaches* or *equal*, and to refute one
by *more*. A step from one setting to the next counts only if the first AUC is at most 0.98, because
an AUC near 1 cannot rise. Standard deviations are compared by the F test (95 % interval of the
ratio, 5 runs or more), which assumes normal scores. Seconds are single measurements and have no
intervals.

A conclusion *holds* if all of its statements are shown. It *holds in part* if some are shown and
others are refuted. It *does not hold* if some are refuted and none is shown. Else it is
*undecided*. The last column counts the answers for each learner, with the range of the measured
means (ratios for seconds and standard deviations). For undecided statements it gives the number of
runs that would decide in four of five studies, if means and spreads stay as they are; with two or
three runs, these numbers are rough. Where one setting is enough, the level is 5 % for all of them
together (Bonferroni). Else, intervals and answers are not adjusted for the number of statements."""

TAIL = """Not judged, because no table has the numbers: that the likelihood ratios take negligible
time (section 5.3, p. 20), and that a learner needs more training paths the more random the process
and the more complex the learner (section 5.4, p. 22).

The conclusion about ACC* (figure 6) was drawn from lines of the AUC: the authors' program
draws these where lines of ACC* belong (`docs/errata.md`). With the correct lines, a learner whose
AUC is near a line has an ACC* near this line, too.

"ROCKET normalised" is ROCKET with the default setting of the libraries aeon and sktime, which
z-normalises every series first. The normalisation removes information that separates the classes,
above all in case b: in the setting `b-T2`, the mean AUC of ROCKET over the same {both} runs is
{normalised} with normalisation and {raw} without.

The authors' program trains ResNet for 30 epochs, but the text of the paper says 150. On the same
paths, the mean AUC with 30 epochs less that with 150 is between {low} and {high} in the {settings}
settings where we ran both, {epochs} times each. Two runs are too few to say whether such a
difference is due to chance.

## What was run

The paper reports 40 runs, all on one stored data set. `bench/optimal_plan.csv` says how many runs
of each learner in each setting we plan. It was written before the study: 40 runs of what takes
little time, and of the rest as many, from 10 to 40, as an interval of ±0.005 asks for, by the
spread of the first runs. The study is done in many sittings, run 0 of all settings first, and ends
after 40 hours of a core at the latest, of which at most 22 are of those that take more time
(forest, boosting, 1-NN); the table says how far it is. Runs without a plan were made before it. The
hours are those of a core, with the simulation of the paths; older fits count with their time on the
clock, without their tests."""

TIME = """## Time

Like figure 7 of the paper, the table gives the time of one fit on 1,500 paths, in seconds. Each fit
used one thread on an otherwise idle machine. ResNet was timed for five epochs. All epochs take
about the same time, so 150 epochs take about thirty times as long. A nearest neighbour has nothing
to train. A dash means that a fit has not been timed."""
