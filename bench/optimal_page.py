"""The page docs/reproduction-optimal.md, from the tables of lines and fits."""

from __future__ import annotations

from textwrap import fill

import pandas as pd

import pybench as pb
from bench.optimal_conclusions import conclusions
from bench.optimal_measured import Study, by_table
from bench.optimal_rules import RULES
from bench.optimal_text import CASES, CONCLUSIONS, COUNTED, HEAD, MIDDLE, TAIL, TIME
from pybench.optimal.verdicts import (
    GAPS,
    MARGIN,
    METHODS,
    POWER,
    VERDICTS,
    Gap,
    Words,
    best_of,
    gap,
    runs_needed,
    verdict,
)  # fmt: skip

ERRORS = ["auc_se", "hidden_error", "numerical_error"]  # of AUC, and of its gaps to the lines
OBSERVED = ["observed_auc", "observed_acc_star"]
LATER = [*OBSERVED, "train_auc", "cpu_seconds"]  # missing in rows of earlier versions


def complete(fits: pd.DataFrame) -> pd.DataFrame:
    """Return the fits with the line of observed points in all rows of a run that has it in one.

    All learners of a run get the same paths, but earlier rows lack this line.
    """
    made = fits.reindex(columns=list(dict.fromkeys([*fits.columns, *LATER])))
    made = made.replace({"classifier": {"ResNet": "ResNet, 150 epochs"}})
    for column in OBSERVED:
        known = made.groupby(["setting", "run"])[column].transform("first")
        made[column] = made[column].fillna(known)
    return made


def page(study: Study, plan: pd.DataFrame) -> str:
    """Return the page from the tables: ``study``, and the runs that are planned."""
    table = judged(study.fits, study.observed)
    paths = f"{int(study.lines['paths'].iloc[0]):,}"
    text = [HEAD.format(paths=paths, few=_few(study)), *_lines(study.lines)]
    text += [f"\n{MIDDLE}\n", *_fits(table), f"\n{CASES}\n", *_cases(table)]
    text += [f"\n{CONCLUSIONS}\n", *_rules(), f"\n{COUNTED}\n", *_conclusions(study)]
    text += [f"\n{_tail(study)}\n", *_run(study.fits, plan), f"\n{TIME}\n", *_times(study.times)]
    return "\n".join([*text, ""])


def _few(study: Study) -> str:
    """Say where LRT observed has fewer paths than the other lines."""
    own = study.lines[study.lines["method"] == METHODS["observed"]]
    few = own[own["paths"] < study.lines["paths"].max()]
    if few.empty:
        return ""
    cases = dict.fromkeys(pb.optimal.settings()["case"].loc[few["setting"].unique()])
    counts = " to ".join(f"{n:,}" for n in sorted({few["paths"].min(), few["paths"].max()}))
    said = (
        f"The observed line of cases {', '.join(cases)} is computed by random bridges, on {counts} "
        f"paths of each class: its standard errors are at most {few['se'].max():.3f}."
    )
    return f"\n\n{fill(said, 100)}"


def _lines(lines: pd.DataFrame) -> list[str]:
    wide = lines.pivot(index="setting", columns=["statistic", "method"], values="value")
    head = [f"{title} {line}" for title in ("AUC", "ACC*") for line in GAPS]
    rows = [f"| Setting | {' | '.join(head)} |", "|---" * 7 + "|"]
    for name in pb.optimal.settings().index:
        own = [
            wide.loc[name].get((what, METHODS[line]))
            for what in ("auc", "acc_star")
            for line in GAPS
        ]
        rows.append(f"| `{name}` | {' | '.join(map(_number, own))} |")
    return rows


def _number(value: float | None) -> str:
    return "-" if value is None or pd.isna(value) else f"{value:.3f}"


def judged(fits: pd.DataFrame, observed: pd.DataFrame) -> pd.DataFrame:
    """Return a row per setting and learner: means, gaps, verdict by the rule of `pb.optimality`."""
    order = {name: place for place, name in enumerate(pb.optimal.settings().index)}
    rows = []
    for (setting, learner), part in complete(fits).groupby(["setting", "classifier"], sort=False):
        apart = {line: part["auc"] - part[f"{line}_auc"] for line in GAPS}
        gaps = {
            line: gap(values.to_numpy()) for line, values in apart.items() if values.notna().all()
        }
        if "observed" not in gaps and (known := by_table(gaps["hidden"], observed, setting)):
            gaps["observed"] = known
        gaps["auc"] = gap(part["auc"].to_numpy())
        rows.append(
            {
                **part.mean(numeric_only=True).to_dict(),
                "setting": setting,
                "learner": learner,
                "case": pb.optimal.setting(setting).case,
                "runs": len(part),
                "best": best_of(gaps),
                **{f"gap_{line}": gaps.get(line) for line in (*GAPS, "auc")},
                "verdict": verdict(gaps, MARGIN),
                "runs_needed": runs_needed(gaps, MARGIN, POWER),
            }
        )
    return pd.DataFrame(sorted(rows, key=lambda row: (order[row["setting"]], row["learner"])))


def verdicts(table: pd.DataFrame) -> pd.DataFrame:
    """Return what bench/optimal_verdicts.csv keeps of the rows of `judged`: numbers alone."""
    kept = table[["setting", "learner", "runs", "auc", "train_auc", "acc_star"]].copy()
    for line in GAPS:
        for end in ("mean", "lower", "upper"):
            name = f"gap_{line}" if end == "mean" else f"gap_{line}_{end}"
            kept[name] = [getattr(found, end, None) for found in table[f"gap_{line}"]]
    undecided = table["verdict"] == "undecided"
    return kept.assign(
        best=table["best"],
        verdict=table["verdict"],
        runs_needed=table["runs_needed"].where(undecided, table["runs"]),
    )


def _fits(table: pd.DataFrame) -> list[str]:
    rows = [
        "| Setting | Learner | Runs | AUC | gap to hidden | gap to observed | gap to numerical "
        "| AUC in training | ACC* | ACC* hidden | Verdict |",
        "|---" * 11 + "|",
    ]
    for row in table.to_dict("records"):
        cells = [
            f"{row['auc']:.3f}",
            *(_told(row[f"gap_{line}"]) for line in GAPS),
            *(_number(row[name]) for name in ("train_auc", "acc_star", "hidden_acc_star")),
        ]
        rows.append(
            f"| `{row['setting']}` | {row['learner']} | {row['runs']} | {' | '.join(cells)} | "
            f"{Words(MARGIN).verdict(row)} |"
        )
    return rows


def _told(found: Gap | None) -> str:
    if not isinstance(found, Gap):
        return "-"
    return f"{found.mean:+.3f} ± {found.half:.3f}" if found.half else f"{found.mean:+.3f}"


def _cases(table: pd.DataFrame) -> list[str]:
    """Count the verdicts of each learner in the settings of each case."""
    cases = list(dict.fromkeys(table["case"]))
    rows = [f"| Learner | {' | '.join(cases)} |", "|---" * (1 + len(cases)) + "|"]
    for learner in sorted(table["learner"].unique()):
        cells = []
        for case in cases:
            own = table[(table["learner"] == learner) & (table["case"] == case)]
            counts = own["verdict"].value_counts().reindex(VERDICTS).dropna()
            cells.append(", ".join(f"{n:.0f} {said}" for said, n in counts.items()) or "-")
        rows.append(f"| {learner} | {' | '.join(cells)} |")
    return rows


def _rules() -> list[str]:
    return [f"* *{rule.name}*: {rule.words}." for rule in RULES]


def _conclusions(study: Study) -> list[str]:
    rows = [
        "| | The paper says | Where (section, page) | What is compared: rule | Ours | Numbers |",
        "|---" * 6 + "|",
    ]
    for number, one in enumerate(conclusions(study), 1):
        cells = (str(number), one.said, one.where, one.how, f"**{one.verdict}**", one.numbers)
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _tail(study: Study) -> str:
    """Return the section on two variants of learners, with means over runs that both have."""
    two = _both(study, ("ROCKET normalised", "ROCKET"), "b-T2")
    fewer = [
        _both(study, ("ResNet, 30 epochs", "ResNet, 150 epochs"), name)
        for name in dict.fromkeys(study.fits.loc[_is(study.fits, "ResNet, 150 epochs"), "setting"])
    ]
    gains = [few - many for few, many, _ in fewer]
    return TAIL.format(
        normalised=f"{two[0]:.3f}", raw=f"{two[1]:.3f}", both=two[2], low=f"{min(gains):+.3f}",
        high=f"{max(gains):+.3f}", settings=len(fewer), epochs=fewer[0][2],
    )  # fmt: skip


def _is(fits: pd.DataFrame, learner: str) -> pd.Series:
    return fits["classifier"] == learner


def _both(study: Study, learners: tuple[str, str], setting: str) -> tuple[float, float, int]:
    """Return mean AUCs of two learners over the runs that both have, and how many these are."""
    one, other = (study.of(learner, setting)["auc"] for learner in learners)
    runs = one.index.intersection(other.index)
    return float(one[runs].mean()), float(other[runs].mean()), len(runs)


def _run(fits: pd.DataFrame, plan: pd.DataFrame) -> list[str]:
    """Say exactly what was run, from the tables themselves."""
    rows = ["| Learner | Runs in a setting | Settings | Fits | Planned | Hours |", "|---" * 6 + "|"]
    total = 0.0
    for learner, part in fits.groupby("classifier"):
        runs = part.groupby("setting")["run"].nunique()
        few, most = runs.min(), runs.max()
        planned = int(plan.loc[plan["classifier"] == learner, "runs"].sum())
        hours = float(part["cpu_seconds"].fillna(part["fit_seconds"]).sum()) / 3600
        total += hours
        rows.append(
            f"| {learner} | {few if few == most else f'{few} to {most}'} | {len(runs)} "
            f"| {len(part)} | {planned or '-'} | {hours:.1f} |"
        )
    left = sorted(set(plan["classifier"]) - set(fits["classifier"]))
    rows += [
        f"| {one} | - | - | 0 | {plan.loc[_is(plan, one), 'runs'].sum()} | - |" for one in left
    ]
    done, planned = len(fits[fits["classifier"].isin(plan["classifier"])]), plan["runs"].sum()
    return [
        *rows,
        "",
        f"Together: {done:,} of {planned:,} planned fits, {total:.1f} hours of a core.",
    ]


def _times(times: pd.DataFrame) -> list[str]:
    wide = times.pivot(index="setting", columns="learner", values="seconds")
    names = [name for name in pb.optimal.settings().index if name in wide.index]
    wide = wide.loc[names, list(times["learner"].unique())]
    rows = [f"| Setting | {' | '.join(wide.columns)} |", "|---" * (1 + len(wide.columns)) + "|"]
    for name, row in wide.iterrows():
        rows.append(f"| `{name}` | {' | '.join(_seconds(value) for value in row)} |")
    on = [
        f"{' and '.join(dict.fromkeys(part['learner']))}: {processor}"
        for processor, part in times.groupby("processor", sort=False)
    ]
    return [*rows, "", f"Processor of {'; '.join(on)}."]


def _seconds(value: float) -> str:
    return "-" if pd.isna(value) else f"{value:.2f}" if value < 0.95 else f"{value:.1f}"
