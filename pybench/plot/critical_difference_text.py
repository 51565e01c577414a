"""The texts and numbers of a critical difference diagram, before any geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pybench.base import catalogue, check, notes, shared
from pybench.base.errors import ArgumentError
from pybench.base.noun import noun, nouns, said
from pybench.plot.arguments import check_labels, part_of_comparison
from pybench.plot.draw.text import title_lines, visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison

Part = TypeVar("Part")

LAYOUTS = ("auto", "both", "one-sided")
SIDES = ("left", "right")
AXES = ("full", "tight")
#: Interval tests of 200 methods have 200 bars at most; thousands would bury the names.
MOST_BARS = 250
MOST_BROKEN = 12  #: broken bars; more of them are replaced by letters
VERDICTS = ("auto", "bars", "letters")
MOST_TURNED = 5  # named pairs in which the test contradicts the mean ranks


@dataclass(frozen=True, slots=True)
class DiagramTexts:
    """Texts and numbers of a diagram; methods by index, best first."""

    names: tuple[str, ...]  #: as shown
    values: tuple[str, ...]  #: mean ranks as shown
    ranks: tuple[float, ...]  #: mean ranks, ascending
    cliques: tuple[tuple[int, ...], ...]  #: indices of each bar's methods, ascending
    groups: tuple[int | None, ...]  #: number of each method's group
    group_names: tuple[str, ...]  #: as shown, in order of appearance
    highlighted: frozenset[int]  #: indices drawn in bold
    ruler: float | None  #: length in ranks
    ruler_text: str
    control: int | None  #: index of the method that all others are compared with
    marks: tuple[str, ...]  #: beside the names, see `marks_of`
    title: tuple[str, ...]  #: lines
    footnote: str


def diagram_texts(
    result: CriticalDifference | Comparison,
    *,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    decimals: int = 2,
    ruler: bool = True,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    max_label: int | None = None,
    verdicts: str = "auto",
) -> DiagramTexts:
    """Collect the texts of a result's diagram; arguments as in `critical_difference`."""
    shown = diagram_of(result)
    check_labels(max_label, decimals)
    letters = _letters(shown, check.choice("verdicts", verdicts, VERDICTS))
    looks = method_looks(
        shown.classifiers, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    index = {name: i for i, name in enumerate(shown.classifiers)}
    cliques = tuple(
        tuple(sorted(index[name] for name in clique))
        for clique in (drawn_cliques(shown) if letters is None else ())
    )
    marks = marks_of(shown)
    length = shown.critical_difference if ruler else None
    control = None if shown.control is None else index[shown.control]
    return DiagramTexts(
        names=looks.names,
        values=tuple(f"{rank:.{decimals}f}" for rank in shown.mean_ranks),
        ranks=tuple(float(rank) for rank in shown.mean_ranks),
        cliques=cliques,
        groups=looks.groups,
        group_names=looks.group_names,
        highlighted=looks.bold if control is None else looks.bold | {control},
        ruler=length,
        ruler_text=_ruler_text(length, control, decimals),
        control=control,
        marks=tuple(
            marks[name] + (f" {letters[i]}" if letters else "")
            for i, name in enumerate(shown.classifiers)
        ),
        title=title_lines(title or ""),
        footnote=(
            _footnote(shown, cliques, looks.full, lettered=letters is not None) if footnote else ""
        ),
    )


def _letters(shown: CriticalDifference, verdicts: str) -> list[str] | None:
    """Return the letters that replace the bars, if they do.

    "auto": letters, if more than `MOST_BROKEN` bars would be broken.
    """
    if verdicts == "bars" or (verdicts == "auto" and _broken(shown) <= MOST_BROKEN):
        return None
    found = shown.letters()
    if found is None and verdicts == "letters":
        why = "a control" if shown.control is not None else "more than 52 letters"
        raise ArgumentError(
            f'`verdicts` cannot be "letters" for a diagram with {why}',
            expected="a diagram of all pairs, of at most 52 letters",
            found=why,
            hint='Use verdicts = "bars".',
        )
    return found


def _broken(shown: CriticalDifference) -> int:
    """Return the number of bars whose members are not neighbours in mean rank."""
    at = {name: i for i, name in enumerate(shown.classifiers)}
    places = ([at[name] for name in clique] for clique in drawn_cliques(shown))
    return sum(max(place) - min(place) + 1 > len(place) for place in places)


def marks_of(shown: CriticalDifference) -> dict[str, str]:
    """Mark methods that differ from the control (*) or are in a pair of `against` (!)."""
    turned = {name for pair in shown.against for name in pair}
    return {
        name: "*" * (name in shown.apart) + "!" * (name in turned) for name in shown.classifiers
    }


def drawn_cliques(shown: CriticalDifference) -> tuple[tuple[str, ...], ...]:
    """Return the sets that are drawn as bars: none if there are too many to see."""
    return shown.cliques if len(shown.cliques) <= MOST_BARS else ()


def diagram_of(result: CriticalDifference | Comparison) -> CriticalDifference:
    """Return the result itself, or the critical difference part of a whole comparison."""
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison

    if isinstance(result, Comparison):
        return result.diagram
    return part_of_comparison(result, CriticalDifference, "critical_difference")


def check_arrangement(layout: object, best: object, axis: object) -> None:
    """Refuse unknown options for the arrangement of a diagram."""
    check.choice("layout", layout, LAYOUTS)
    check.choice("best", best, SIDES)
    check.choice("axis", axis, AXES)


def _ruler_text(length: float | None, control: int | None, decimals: int) -> str:
    if length is None:
        return ""
    return f"{'' if control is None else 'control ± '}CD = {length:.{decimals}f}"


def _footnote(
    shown: CriticalDifference,
    cliques: Iterable[tuple[int, ...]],
    full: Mapping[str, str],
    *,
    lettered: bool,
) -> str:
    """Describe the marks and the options of the test."""
    better = "higher" if shown.higher_is_better else "lower"
    metric = "" if shown.metric is None else f" of {visible(shown.metric)}"
    datasets = f"{shown.n_datasets} dataset{'' if shown.n_datasets == 1 else 's'}"
    subject = f"Mean ranks{metric} ({better} is better) over {datasets}."
    subject = " ".join([subject, *map(visible, notes.flags(shown.notes))])
    if shown.control is not None:
        return " ".join([subject, _control_sentence(shown, full), *against_sentence(shown, full)])
    meaning = _letter_sentences(shown) if lettered else _bar_sentences(shown, cliques)
    return " ".join([subject, *meaning, *against_sentence(shown, full)])


def _letter_sentences(shown: CriticalDifference) -> tuple[str, ...]:
    meaning = (
        f"{said('Methods')} that share a letter do not differ significantly {_by_test(shown)}."
    )
    broken = _broken(shown)
    why = f"Letters replace bars, of which {broken} would be broken."
    return (meaning, why) if broken > MOST_BROKEN else (meaning,)


def against_sentence(shown: CriticalDifference, full: Mapping[str, str]) -> tuple[str, ...]:
    """Name the pairs for which the test and the mean ranks favour different methods."""
    if not shown.against:
        return ()
    pairs = [f"{full[one]} over {full[other]}" for one, other in shown.against[:MOST_TURNED]]
    hidden = len(shown.against) - len(pairs)
    named = "; ".join([*pairs, f"{hidden} more"] if hidden else pairs)
    return (f"! Against the mean ranks, the {_TESTS.get(shown.test, 'test')} favours {named}.",)


_TESTS = {**catalogue.test_names(), "bonferroni-dunn": "Bonferroni-Dunn test"}
#: Tests and corrections: a test that is among them adjusts its p-values by itself.
_CORRECTIONS = frozenset(row["key"] for row in shared.rows("corrections.csv"))


def test_and_choices(test: str, adjust: str, convention: str, alpha: float) -> tuple[str, str]:
    """Return the name of a test in a sentence, and its options in parentheses."""
    given = test == "p-values"
    subject = "the given p-values" if given else f"the {_TESTS.get(test) or visible(test)}"
    parts = [f"α\u00a0=\u00a0{alpha:g}"]
    if test not in _CORRECTIONS:
        parts.append(f"adjustment {visible(adjust)}")
    if not given:
        parts.append(f"convention {visible(convention)}")
    return subject, f"({', '.join(parts)})"


def _by_test(shown: CriticalDifference) -> str:
    subject, choices = test_and_choices(shown.test, shown.adjust, shown.convention, shown.alpha)
    return f"by {subject} {choices}"


def _control_sentence(shown: CriticalDifference, full: Mapping[str, str]) -> str:
    name, test = full[str(shown.control)], _by_test(shown)
    if not shown.apart:
        return f"No {noun()} differs significantly from {name} {test}."
    return f"An asterisk marks {nouns()} that differ significantly from {name} {test}."


def _bar_sentences(
    shown: CriticalDifference, cliques: Iterable[tuple[int, ...]]
) -> tuple[str, ...]:
    members = tuple(cliques)
    if len(shown.cliques) > MOST_BARS:
        return (
            f"{len(shown.cliques)} sets of {nouns()} that do not differ significantly "
            f"{_by_test(shown)} are too many for bars, of which at most {MOST_BARS} are drawn: "
            "see the p-values.",
        )
    if not members:
        return (_no_bar_sentence(shown),)
    meaning = f"Bars join {nouns()} that do not differ significantly {_by_test(shown)}."
    if any(_ends_on_another(clique, shown.mean_ranks.tolist()) for clique in members):
        meaning += (
            f" If several {nouns()} share a mean rank, a bar may belong to only one of them: see "
            "the p-values."
        )
    if all(clique[-1] - clique[0] + 1 == len(clique) for clique in members):
        return (meaning,)
    return (
        meaning,
        f"Dots mark the members of a broken bar; its dashed arcs skip {nouns()} that differ from "
        "a member.",
    )


def _ends_on_another(clique: Sequence[int], ranks: Sequence[float]) -> bool:
    """Return whether a method outside the clique shares its mean rank with a member."""
    inside = {ranks[index] for index in clique}
    return any(rank in inside for index, rank in enumerate(ranks) if index not in clique)


def _no_bar_sentence(shown: CriticalDifference) -> str:
    k = len(shown.classifiers)
    if int(shown.significant.sum()) == k * (k - 1):
        return f"All pairs differ significantly {_by_test(shown)}."
    return f"No bar, although not every pair differs significantly {_by_test(shown)}."
