"""Every table and figure of the four papers: what makes it again, what the paper has, and the verdict.

What ours has, with games and intervals, is read from the records. Verdicts are written by hand, each about
the record of the date beside it, so that a new record asks for a new verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

PICTURE: Final = "no result"
"""Of figures that explain something and have nothing to reproduce."""


@dataclass(frozen=True)
class PaperItem:
    """A table or figure."""

    label: str
    paper: str
    """What the paper has there."""
    verdict: str
    reproduction: str | None = None
    cost: str = ""
    """Of what has not been run, in hours of one core."""
    date: str | None = None
    """Of the record that the verdict is about."""


def drawn(label: str, what: str, where: str) -> PaperItem:
    """A figure without a result, and where what it shows is built."""
    return PaperItem(label, what, f"{PICTURE}; built as `{where}`")


HIVEMIND: Final = (
    drawn("figures 1, 2", "two positions", "beeline.Board"),
    drawn("figure 3, listing 1", "the search", "cpp/search"),
    drawn("figures 4, 5", "patterns and their codes", "cpp/tracker"),
    PaperItem(
        "figure 6",
        "learned 90% over default, 84% over uniform, 86% over tenuki",
        "differs: the policy of evolution strategies is no better than uniform local replies, which are "
        "stronger here",
        "hivemind-fig6",
        date="2026-11-16",
    ),
    PaperItem(
        "table: stability",
        "ten evolutions, 90.75 ± 2.14% over default",
        "reproduced, with five evolutions of ten",
        "hivemind-stability",
        cost="0.5 for the other five",
        date="2026-11-17",
    ),
    PaperItem(
        "table: MoHex on 7×7",
        "42 / 26 / 11.75% of 400 at 10 s; nine other policies 39 – 47%; 20.34 / 15.79 / 13.3 CPU s a game",
        "not at this scale: MoHex 2.0 at 1 s; same order",
        "hivemind-mohex-7",
        cost="5 at 1 s for what is missing, 45 for all at 10 s",
        date="2026-11-17",
    ),
    PaperItem(
        "table: larger boards, 11×11",
        "92.5% over default, 88.5% over uniform, of 200",
        "reproduced over default, differs over uniform; 60 games of 200, own optimiser",
        "hivemind-11",
        cost="1.6 for what is missing",
        date="2026-11-16",
    ),
    PaperItem(
        "table: larger boards, 13×13",
        "94% over default, 85% over uniform, of 200",
        "reproduced, with 60 games of 200, own optimiser",
        "hivemind-13",
        cost="2.1 for what is missing",
        date="2026-11-17",
    ),
    PaperItem(
        "table: MoHex on 11×11",
        "11 / 0 / 0.5% of 200; 620 / 545 / 510% of MoHex's CPU time",
        "differs: MoHex 2.0 at 1 s leaves nothing to any policy; 60 games of 200",
        "hivemind-mohex-11",
        cost="3.9 for what is missing",
        date="2026-11-17",
    ),
    PaperItem(
        "(ten evolutions as in the authors' program)",
        "–",
        "not run",
        "hivemind-authors",
        cost="2",
    ),
)

EZO: Final = (
    drawn("figure 1", "a board", "beeline.Board"),
    drawn("figure 2", "27 planes of triples", "cpp/network/triples.hpp"),
    drawn("table I", "layers of three networks", "beeline.networks.ezo.architecture"),
    PaperItem(
        "figure 3a and table II, 7×7",
        "EZO-CNN about 50% at best against MoHex 2.0 at 30 s, 80 games; 0.5 and 1.1 s a game, MoHex 29.5",
        "not run as printed",
        "ezo-fig3",
        cost="3.8 to train, 0.4 for the curves at 1 s a move",
    ),
    PaperItem(
        "figure 3b and table II, 9×9",
        "about 50% at best, 112 games; 2.3 and 14.2 s a game, MoHex 145",
        "not run as printed",
        "ezo-fig3-9",
        cost="28 to train (64 channels: 11), 2 for the curves at 1 s a move",
    ),
    PaperItem(
        "figure 3c and table II, 11×11",
        "60% at best with two plies, 144 games; 16.2 and 96 s a game, MoHex 312.3",
        "not run",
        "ezo-fig3-11",
        cost="23 to train (64 channels: 10), 6 for the curves at 1 s, 12 to 34 for one match at 30 s",
    ),
    PaperItem(
        "(7×7, own training, own opponent)",
        "–",
        "beyond the paper: not the printed algorithm, not its opponent",
        "ezo-solved-7",
        date="2026-11-16",
    ),
    PaperItem(
        "(9×9, own training, own opponent)",
        "–",
        "beyond the paper: not the printed algorithm, not its opponent",
        "ezo-solved-9",
        date="2026-11-16",
    ),
    PaperItem(
        "(7×7, three ways to learn at equal processor time)", "–", "not run", "ezo-equal-time", cost="2"
    ),
)

NEUROHEX: Final = (
    drawn("figures 1, 2", "a game, reinforcement learning", "beeline.Board"),
    drawn("figures 3, 4, 5", "planes, layers, hexagonal filters", "beeline.networks.neurohex.architecture"),
    PaperItem(
        "figure 6, unrestricted",
        "20.4% as first, 2.1% as second player against MoHex at 1 s, 13×13, 1,000 games",
        "not run: no network for 13×13",
        "neurohex-fig6-unrestricted",
        cost="16 to train 60,000 episodes by the size-free presets, 3.3 for 400 games",
    ),
    PaperItem(
        "figure 6, all openings",
        "11 and 5% as first and second player at 1 s, 9 and 2% at 3 s, 7 and 1% at 9 s, 0 and 0% at 30 s",
        "not run: no network for 13×13",
        "neurohex-fig6",
        cost="2.8 at 1 s, 8.5 at 3 s, 25 at 9 s, 85 at 30 s",
    ),
    PaperItem("figures 7, 8", "sample games with MoHex", "not run: no network for 13×13"),
    PaperItem(
        "figures 9, 10",
        "magnitude of the value rises, cost falls in steps, over 60,000 episodes of 13×13",
        "not run",
        "neurohex-curves",
        cost="1,200 to 2,000 as printed",
    ),
    PaperItem(
        "(figures 9, 10 on 7×7)",
        "–",
        "magnitude reproduced; cost differs: flat",
        "neurohex-curves-7",
        date="2026-11-16",
    ),
)

_STUDY: Final = {
    5: ("GTD2: α and β/α", "differs: far slower than TDC"),
    6: ("TDC: α and β/α", "reproduced by its curve; no learning by the exact measure"),
    7: ("Greedy-GQ(λ): α and β/α, similar to TDC", "reproduced"),
    8: ("SARSA and Q-learning: values go to 1", "reproduced by its curve; no learning by the exact measure"),
    9: ("exploration", "reproduced as a sweep; no conclusion in the study"),
    10: ("traces", "reproduced as a sweep; no conclusion in the study"),
    11: ("TDC with natural gradient", "reproduced as a sweep; no conclusion in the study"),
    12: ("policy gradient: rates", "reproduced as a sweep; no conclusion in the study"),
    13: ("policy gradient: traces", "reproduced as a sweep; no conclusion in the study"),
    14: ("pre-training makes no visible difference", "differs: it does, without human games"),
    15: ("batches, Q-learning: rates", "reproduced as a sweep; no conclusion in the study"),
    16: ("batches, SARSA: rates", "reproduced as a sweep; no conclusion in the study"),
    17: ("PBE converges faster than MSE", "differs: PBE follows MSE, at a projection rate that works"),
    18: ("training errors of both", "reproduced as curves; no conclusion in the study"),
    19: (
        "smaller projection error of the CNN",
        "reproduced at a projection rate of 0.01, not at the study's",
    ),
    20: ("GTD2 and TDC converge faster", "differs: SARSA and Q-learning come first"),
}

NEURODYNAMIC: Final = (
    drawn("figures 1 – 4", "self-play and three ways to train", "beeline.learning.neurodynamic"),
    *(
        PaperItem(f"figure {number}", what, verdict, f"neurodynamic-fig{number}")
        for number, (what, verdict) in _STUDY.items()
    ),
    PaperItem(
        "table I",
        "wins of 120: CNN-PBE 73, CNN-MSE 58, RNN-PBE 56, RNN-MSE 54",
        "differs: one training of each cannot rank them; PBE at the study's projection rate alone",
        "neurodynamic-table1",
        cost="0.2 at a projection rate of 0.01",
    ),
    *(
        PaperItem(f"({what})", "–", "beyond the study", f"neurodynamic-{name}")
        for what, name in (
            ("rate of the projection", "projection"),
            ("exact measure, values and policies", "exact"),
            ("exact measure, 4×4", "exact-4"),
        )
    ),
    *(
        PaperItem(
            f"(exact measure, batches on {side}×{side})",
            "–",
            "beyond the study; PBE at its projection rate alone",
            f"neurodynamic-exact-batches{end}",
            cost="0.15 at a projection rate of 0.01",
        )
        for side, end in ((3, ""), (4, "-4"))
    ),
    PaperItem("(perfect agents of 3×3)", "–", "beyond the study", "neurodynamic-perfect-3"),
    PaperItem(
        "(perfect agents of 4×4)",
        "–",
        "not run",
        "neurodynamic-perfect-4",
        cost="5",
    ),
)

PAPERS: Final = {"hivemind": HIVEMIND, "ezo": EZO, "neurohex": NEUROHEX, "neurodynamic": NEURODYNAMIC}


def numbers_of(results: dict[str, Any]) -> tuple[str, str]:
    """What a record has, with intervals, and of how many games or seeds."""
    if "cells" in results:
        cells = results["cells"]
        ours = "; ".join(
            f"{cell['player']} – {cell['opponent']} {_rate(cell['ours'], cell['low'], cell['high'])}"
            for cell in cells
        )
        return ours, _from_to(cell["games"] for cell in cells)
    if "matches" in results:
        last = {match["label"]: match for match in results["matches"]}.values()
        ours = "; ".join(
            f"{match['label']} {_rate(match['rate'], match['low'], match['high'])}" for match in last
        )
        return ours, _from_to(match["games"] for match in last)
    if "panels" in results:
        ends = [
            run["keeps"][-1] for panel in results["panels"].values() for run in panel.values() if run["keeps"]
        ]
        least, most = min(ends, key=lambda end: end[1]), max(ends, key=lambda end: end[1])
        return f"wins kept {_kept(least)} to {_kept(most)}", f"{results['seeds']} seeds"
    if "rows" in results and "trainings" in results:
        ours = "; ".join(
            f"{row['agent']} ({row['targets']}) {row['wins']} [{row['low']}, {row['high']}]"
            for row in results["rows"]
        )
        return ours, f"{results['games']}, {results['trainings']} trainings"
    if "perfect" in results:
        seeds = len(results["rows"])
        return f"{results['perfect']} of {seeds} seeds without a mistake", f"{seeds} seeds"
    runs = {label: history[-1] for label, history in results.get("history", {}).items()}
    ours = "; ".join(
        f"{label}: magnitude {end['magnitude']:.2f}, cost {end['loss']:.3f}" for label, end in runs.items()
    )
    return ours or "on its page", _from_to(
        end["games"] for end in runs.values()
    ) + " episodes" if runs else ""


def _rate(rate: float, low: float, high: float) -> str:
    return f"{100 * rate:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"


def _kept(end: list[float]) -> str:
    _, mean, low, high = end
    return f"{mean:.2f} ± {(high - low) / 2:.2f}"


def _from_to(numbers: Any) -> str:
    found = sorted(set(numbers))
    return "" if not found else f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} – {found[-1]:,}"
