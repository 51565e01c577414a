"""Read what pybench prints about 34 tables and judge every sentence by brute force.

    python -m bench.second_reading

`bench/second_truth.py` computes what is true from definitions. bench/second_reading.csv counts, by
kind of sentence, how many are true, false and not judged; a false one is printed.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy import stats

import pybench as pb
from bench.second_truth import Truth, tables
from pybench.table import results_table

OUT = Path(__file__).with_name("second_reading.csv")
SHARED = Path(__file__).parents[1] / "r" / "inst" / "shared"
NUMBER = r"[-+]?(?:Inf|\d+\.?\d*(?:e[-+]?\d+)?)"
Values = dict[str, str]


with (SHARED / "sentences.csv").open(newline="", encoding="utf-8") as file:
    TEMPLATES = {row["key"]: row["text"] for row in csv.DictReader(file)}
with (SHARED / "notes.csv").open(newline="", encoding="utf-8") as file:
    NOTES = {row["key"]: row["text"] for row in csv.DictReader(file)}


_TEST = r"[Nn]emenyi's test|[Tt]he signed-rank tests?(?: with Holm's correction)?"
HOLES = {
    **dict.fromkeys(("test", "Test"), _TEST),
    **dict.fromkeys(("alpha", "least", "rank", "rope", "better", "equal", "worse", "k"), NUMBER),
    **dict.fromkeys(("datasets", "differing", "count", "open", "sets", "single"), r"\d+"),
    "resamples": r"\d+",
    "pairs": r"\d+(?: pairs?)?",
    "reversed": r"none|\d+",
    "ties": r"(?: [^.:]+)?",
    **dict.fromkeys(("ahead", "behind"), r"\d+"),
    "rho": NUMBER,
    "first": r"\S+",
    "second": r"\S+",
}


def pattern(key: str, text: str) -> re.Pattern[str]:
    """Turn a template into a regular expression with one group a hole."""
    own = {"found": r"(?: \(.+\))?"} if key in ("pairs_none", "pairs_one", "pairs_many") else {}
    own |= {"better": r"\S+", "worse": r"\S+"} if key == "two_better" else {}
    shapes = HOLES | own
    return re.compile(re.sub(
        r"\\\{(\w+)\\\}", lambda m: f"(?P<{m[1]}>{shapes.get(m[1], '.+?')})", re.escape(text)
    ))  # fmt: skip


PATTERNS = {key: pattern(key, text) for key, text in TEMPLATES.items()}


def parse(sentence: str) -> tuple[str, Values]:
    """Return the template that a sentence was made of and what stands in its holes."""
    found = [(key, m.groupdict()) for key, p in PATTERNS.items() if (m := p.fullmatch(sentence))]
    if not found:
        return "", {}
    return max(found, key=lambda pair: len(re.sub(r"\{\w+\}", "", TEMPLATES[pair[0]])))


def near(shown: float | str, true: float, relative: float = 6e-4, absolute: float = 0.0) -> bool:
    """Tell whether a printed number is the true one, to the digits that are shown."""
    value = float(str(shown).replace("Inf", "inf"))
    return value == true or math.isclose(value, true, rel_tol=relative, abs_tol=absolute)


def p_near(text: str, true: float, drawn: bool = False) -> bool:
    """Tell whether the last "p = ..." or "p < 1e-12" of a text is the true p."""
    sign, shown = re.findall(rf"p ([=<]) ({NUMBER})", text)[-1]
    if sign == "<":
        return true < float(shown)
    error = 5 * math.sqrt(max(true, 1e-5) / 19_999 + max(true, 1e-5) / 200_000) + 6e-5
    return near(shown, true, absolute=error if drawn else 1e-15)


def friedman_p(t: Truth, text: str, f: bool) -> bool:
    """Judge the p of Friedman's test by the reference that its text names."""
    if "simulation" in text:
        return p_near(text, t.drawn, drawn=True)
    if "permutation" in text:
        return t.rearranged is None or p_near(text, t.rearranged[0])
    chi, df = float(t.chi_square), t.k - 1
    return p_near(text, stats.f.sf(t.f, df, df * (t.n - 1)) if f else stats.chi2.sf(chi, df))


def omnibus(t: Truth, v: Values, text: str, f: bool = False) -> bool:
    """Judge the statistic, its p and that the verdict is p <= alpha."""
    shown = float(re.findall(rf"p [=<] ({NUMBER})", text)[-1])
    right = near(re.findall(rf"= ({NUMBER})", v["found"])[0], t.f if f else float(t.chi_square))
    differ = "not all" in text or "two methods do not" in text
    sizes = v.get("k", str(t.k)) == str(t.k) and near(v["alpha"], t.alpha)
    return right and sizes and friedman_p(t, text, f) and differ == (shown <= t.alpha)


def never(t: Truth, v: Values, least: float, untied: float) -> bool:
    """Judge "on N datasets p is never below": of all tables of N, or of those tied like this."""
    true = least if v.get("ties") else untied
    return near(v["least"], true) and true > t.alpha and v["datasets"] == str(t.n)


def leaders(t: Truth) -> list[int]:
    """Return the methods of the best mean rank."""
    return np.flatnonzero(t.sums == t.sums.min()).tolist()


def listed(t: Truth, text: str, of: list[int]) -> bool:
    """Tell whether a text lists exactly these methods."""
    return set(text.split(", ")) == {t.names[i] for i in of}


def verdicts(t: Truth, text: str) -> dict[tuple[int, int], int]:
    """Return the verdicts of the test that a sentence names."""
    return t.ranked_verdicts if "emenyi" in text else t.signed_verdicts


def two(t: Truth, v: Values, text: str) -> bool:
    """Judge the verdict on two methods, its direction and its p."""
    rank = "emenyi" in text
    verdict = verdicts(t, text)[0, 1]
    said = 0 if "better" not in v else 1 if v["better"] == t.names[0] else -1
    return said == verdict and p_near(text, t.nemenyi[0, 1] if rank else t.signed[0, 1][1])


def count(t: Truth, v: Values, text: str) -> bool:
    """Judge how many pairs differ."""
    differ = sum(x != 0 for x in verdicts(t, text).values())
    said = 0 if " none of " in text else int(v.get("differing", 1))
    if not said and "emenyi" in text and t.least_nemenyi() > t.alpha:
        return False  # it could not have shown any
    ruler = "critical difference" not in text or near(
        re.findall(NUMBER, v["found"])[0], t.width(), absolute=0.0051
    )
    return said == differ and v["pairs"] == str(len(t.pairs)) and ruler and near(
        v["alpha"], t.alpha)  # fmt: skip


def worse(t: Truth, text: str) -> list[int]:
    """Return the others that are significantly worse than each of the best."""
    found, best = verdicts(t, text), leaders(t)
    return [j for j in range(t.k) if j not in best and all(
        found[min(i, j), max(i, j)] * (1 if i < j else -1) > 0 for i in best)]  # fmt: skip


def beside(t: Truth, v: Values, text: str) -> bool:
    """Judge who is, and who is not, significantly worse than the best."""
    under, best = worse(t, text), leaders(t)
    rest = [j for j in range(t.k) if j not in under and j not in best]
    if not listed(t, v["best"].removeprefix("each of "), best):
        return False
    if "names" in v:
        return listed(t, v["names"], rest)
    return not (rest if "every other" in text else under)


def named(t: Truth, text: str, true: list[tuple[int, int]]) -> bool:
    """Judge a list of pairs "a better than b", five at most; given as (better, worse)."""
    said = [part.split(" better than ") for part in text.split("; ") if " better than " in part]
    names = {(t.names[i], t.names[j]) for i, j in true}
    more = int((re.findall(r"and (\d+) more", text) or ["0"])[0])
    return {tuple(pair) for pair in said} <= names and len(said) + more == len(true)


def apart(t: Truth, kind: str) -> list[tuple[int, int]]:
    """Return pairs on which the tests are opposite, or which one alone shows: (better, worse)."""
    both = [(p, t.ranked_verdicts[p], t.signed_verdicts[p]) for p in t.pairs]
    rules: dict[str, Callable[[int, int], int]] = {
        "opposite": lambda a, b: a if a * b < 0 else 0,
        "nemenyi": lambda a, b: a if not b else 0,
        "signed": lambda a, b: b if not a else 0,
    }
    ways = [(p, rules[kind](a, b)) for p, a, b in both]
    return [p if way > 0 else p[::-1] for p, way in ways if way]


def mean_best(t: Truth, v: Values, text: str) -> bool:
    """Judge who has the best mean score, exactly."""
    means = t.x.sum(0)
    top = np.flatnonzero(means == means.max()).tolist()
    return listed(t, v["names"], top) and not set(top) & set(leaders(t))


def bayes(t: Truth, v: Values, text: str) -> bool:
    """Judge the posterior probabilities, with room for the error of drawing."""
    if "first" in v:
        i, j = t.names.index(v["first"]), t.names.index(v["second"])
        shares = t.bayes[min(i, j), max(i, j)][:: 1 if i < j else -1]
        said = [v["better"], v["equal"], v["worse"]]
        return all(near(a, b, absolute=0.015) for a, b in zip(said, shares, strict=True))
    sure = [[sum(f(s) > 0.95 + e for s in t.bayes.values()) for e in (0.008, -0.008)]
            for f in (lambda s: max(s[0], s[2]), lambda s: s[1])]  # fmt: skip
    said = [int(v["better"]), int(v["equal"])]
    whole = sum(said) + int(v["open"]) == len(t.pairs) == int(v["pairs"])
    return whole and all(a <= n <= b for n, (a, b) in zip(said, sure, strict=True))


def stability(t: Truth, v: Values, text: str) -> bool | None:
    """Judge how many verdicts change; of resamples with room for the error of drawing."""
    sets, single, resamples, turned = t.changes
    if int(v["sets"]) != sum(s > 0 for s in sets.values()):
        return False
    if int(v["single"]) != sum(s > 0 for s in single.values()):
        return False
    least, most = (sum(s > 0.05 + e for s in resamples.values()) for e in (0.04, -0.04))
    said = 0 if v["reversed"] == "none" else int(v["reversed"])
    often = sum(s > 0.02 for s in turned.values())
    return least <= int(v["resamples"]) <= most and often <= said


def within(t: Truth, v: Values, text: str) -> bool:
    """Judge on how many datasets a pair differs over the repeats, and which pairs are named."""
    if not (near(v["rho"], t.rho or 0) and near(v["alpha"], t.alpha) and v["datasets"] == str(t.n)):
        return False
    both = {(t.names[i], t.names[j]): found for (i, j), found in t.within.items()}
    both |= {pair[::-1]: found[::-1] for pair, found in both.items()}
    if "first" in v:
        said = int(v["ahead"]), int(v["behind"])
        return both[v["first"], v["second"]] == said and sum(said) + int(v["open"]) == t.n
    apart = sum(found != (0, 0) for found in t.within.values())
    if v["pairs"] != str(len(t.pairs)) or int(v.get("differing", 0)) != apart:
        return False
    listed = v.get("names", "").split("; ")
    more = [one for one in listed if re.fullmatch(r"and \d+ more", one)]
    for one in listed[: len(listed) - len(more)] if apart else []:
        a, b, ahead, behind = re.fullmatch(
            r"(\S+) better than (\S+) on (\d+)(?:, worse on (\d+))?", one
        ).groups()
        if both[a, b] != (int(ahead), int(behind or 0)):
            return False
    hidden = int(more[0].split()[1]) if more else 0
    return not apart or len(listed) - len(more) + hidden == apart


Judge = Callable[[Truth, Values, str], "bool | None"]
JUDGES: dict[str, Judge] = {
    "degenerate": lambda t, v, s: all(len(set(row)) == 1 for row in t.x.tolist()),
    "omnibus_unable": lambda t, v, s: never(
        t, v, t.rearranged[1] if t.rearranged else math.nan, t.least_untied())
        and friedman_p(t, s, f=False),
    **dict.fromkeys(("omnibus_two_differ", "omnibus_differ", "omnibus_same"), omnibus),
    **dict.fromkeys(("other_differ", "other_same"), lambda t, v, s: omnibus(t, v, s, f=True)),
    **dict.fromkeys(("best_one", "best_several"), lambda t, v, s: listed(t, v["names"], leaders(t))
                    and near(v["rank"], t.mean_ranks.min(), absolute=0.00501)),
    "mean_best": mean_best,
    **dict.fromkeys(("two_better", "two_same"), two),
    "two_unable": lambda t, v, s: two(t, v, s) and (
        never(t, v, t.least_signed(True), t.least_signed(False))),
    **dict.fromkeys(("pairs_none", "pairs_one", "pairs_many"), count),
    "pairs_unable": lambda t, v, s: (
        never(t, v, t.least_nemenyi(), t.least_nemenyi())
        if "emenyi" in s
        else never(t, v, t.least_signed(True), t.least_signed(False))
    ),
    **dict.fromkeys(("beside_none", "beside_all", "beside_some"), beside),
    **dict.fromkeys(("opposite_one", "opposite_many"),
                    lambda t, v, s: named(t, v["names"], apart(t, "opposite"))),
    "nemenyi_only": lambda t, v, s: named(t, v["names"], apart(t, "nemenyi")),
    "signed_only": lambda t, v, s: named(t, v["names"], apart(t, "signed")),
    "not_equal": lambda t, v, s: v["datasets"] == str(t.n)
    and 0 in {*t.ranked_verdicts.values(), *t.signed_verdicts.values()},
    "omnibus_against": lambda t, v, s: any(t.ranked_verdicts.values()),
    # Not asked for here.
    **dict.fromkeys(("convention", "incomplete", "best_one_gaps", "best_several_gaps",
                     "against_gaps", "several_metrics"), lambda t, v, s: False),
    **dict.fromkeys(("bayes_two", "bayes_many"), bayes),
    **dict.fromkeys(("within_two", "within_many", "within_none"), within),
    "stability": stability,
}  # fmt: skip


def judge(t: Truth, sentence: str) -> tuple[str, bool | None]:
    """Return the kind of a sentence of `compare` and whether it is true; None: not judged."""
    key, values = parse(sentence)
    return (key, JUDGES[key](t, values, sentence)) if key else ("unknown", False)


def left_out(t: Truth, keys: set[str]) -> Iterator[str]:
    """Yield the kinds of sentences that are true, important and not there."""
    if "degenerate" in keys:
        return
    if apart(t, "opposite") and not keys & {"opposite_one", "opposite_many"}:
        yield "opposite_one"
    able = t.least_signed(True) <= t.alpha
    if t.k > 2 and apart(t, "nemenyi") and able and "nemenyi_only" not in keys:
        yield "nemenyi_only"
    if t.k > 2 and apart(t, "signed") and "signed_only" not in keys:
        yield "signed_only"
    if t.rho is not None and not keys & {"within_two", "within_many", "within_none"}:
        yield "within_many"
    if "not_equal" not in keys and 0 in t.signed_verdicts.values():
        yield "not_equal"


def read(ask: dict) -> tuple[pb.ResultsTable, Truth]:
    """Make the table of pybench, and what is true of it."""
    x, higher, alpha = ask["x"], ask.get("higher", True), ask.get("alpha", 0.05)
    names, rope = [f"c{j}" for j in range(x.shape[1])], ask.get("rope", 0.01)
    rows = [f"d{i:03d}" for i in range(len(x))]
    options = {"higher_is_better": higher, "metric": ask.get("metric")}
    kept = x[~np.isnan(x).any(axis=1)]
    if "cube" in ask:
        t = results_table(x, rows, names, by_repeat=ask["cube"], **options)
    elif ask.get("repeats"):
        import pandas as pd

        both = [np.round(x - 0.02, 2), np.round(x + 0.02, 2)]
        long = [(rows[i], names[j], r, both[r][i, j])
                for i, j, r in np.ndindex(*x.shape, 2)]  # fmt: skip
        frame = pd.DataFrame(long, columns=["dataset", "classifier", "repeat", "score"])
        t = pb.read_results(frame, repeats="mean", **options)
        kept = ((both[0] + both[1]) / 2).round(6)
    else:
        missing = "drop" if len(kept) < len(x) else "error"
        t = pb.read_results(x, datasets=rows, classifiers=names, missing=missing, **options)
    repeats = ask.get("cube"), ask.get("rho")
    return t, Truth(kept, names, higher, alpha, rope, len(x) - len(kept), *repeats)


def printed(t: pb.ResultsTable, alpha: float, rope: float) -> dict[str, object]:
    """Return the single results by name, as bench/second_printed.py reads them."""
    return {
        "friedman": pb.friedman(t),
        "friedman iman": pb.friedman(t, method="iman-davenport"),
        "nemenyi": pb.nemenyi(t, alpha),
        "wilcoxon": pb.wilcoxon(t),
        "wilcoxon finner": pb.wilcoxon(t, adjust="finner"),
        "wilcoxon greater": pb.wilcoxon(t, alternative="greater"),
        "wilcoxon control": pb.wilcoxon(t, control=t.classifiers[0]),
        "conover": pb.conover(t),
        "quade_pairs": pb.quade_pairs(t),
        "critical nemenyi": pb.critical_difference(t, "nemenyi", alpha),
        "critical wilcoxon": pb.critical_difference(t, "wilcoxon", alpha),
        "matrix": pb.multi_comparison(t),
        "intervals": pb.rank_intervals(t),
        "kendall": pb.kendall_w(t),
        "effects": pb.effects(t),
        "posterior": pb.bayesian_signed_rank(t, rope=rope),
    }


def main() -> None:
    """Read all tables, print what is false and write the counts."""
    from bench import second_printed

    counts: Counter[tuple[str, bool | None]] = Counter()

    def judged(table: str, kind: str, right: bool | None, text: str) -> None:
        if right is not None and not right:
            print(f"{'told ' if told else 'FALSE'}  {table}: {kind}: {text}")
            right = None if told else right
        counts[kind, None if right is None else bool(right)] += 1

    told = False
    for table, ask in tables():
        t, truth = read(ask)
        options = {"bayesian": True, "stability": True, "engine": "both", "rope": float(truth.rope)}
        options |= {"rho": truth.rho}
        found = pb.compare(t, truth.alpha, **options)
        told = "near-ties" in found.notes  # rounding noise decides: the note says so
        keys = set()
        for sentence in found.conclusions:
            kind, right = judge(truth, sentence)
            keys.add(kind)
            judged(table, kind, right, sentence)
        for kind in left_out(truth, keys):
            judged(table, kind, False, "is not said")
        if "degenerate" in keys:
            continue
        for name, result in printed(t, truth.alpha, float(truth.rope)).items():
            for kind, right, line in second_printed.READERS[name](truth, name, str(result)):
                judged(table, kind, right, f"{name}: {line}")
            shown = str(result), "repeats" in ask or "cube" in ask
            for kind, right, line in second_printed.noted(truth, name, result.notes, *shown):
                judged(table, kind, right, line)
    kinds = sorted({kind for kind, _ in counts})
    with OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kind", "sentences", "true", "false", "not_judged"])
        for kind in kinds:
            by = [counts[kind, right] for right in (True, False, None)]
            writer.writerow([kind, sum(by), *by])
    whole = [sum(n for (_, r), n in counts.items() if r is right) for right in (True, False, None)]
    print("true {}, false {}, not judged {}".format(*whole))


if __name__ == "__main__":
    main()
