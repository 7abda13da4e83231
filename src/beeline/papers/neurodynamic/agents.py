"""Every algorithm of the neurodynamic study at rates that work for it, and as its figures have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from beeline.learning.neurodynamic.runs import RunSettings
from beeline.learning.neurodynamic.system import STUDY, ZERO_SUM, BatchSettings, OnlineSettings

VALUES: Final = {
    "SARSA": OnlineSettings(algorithm="sarsa", alpha=0.1),
    "Q-learning": OnlineSettings(algorithm="q-learning", alpha=0.1),
    "TDC": OnlineSettings(algorithm="tdc", alpha=0.1, ratio=0.3),
    "GTD2": OnlineSettings(algorithm="gtd2", alpha=0.1, ratio=0.3),
    "Greedy-GQ(λ)": OnlineSettings(algorithm="greedy-gq", alpha=0.1, ratio=0.3),
    "natural TDC": OnlineSettings(algorithm="natural-tdc", alpha=0.001, ratio=10),
}
"""Learning after every move, from nothing."""

PRETRAINED: Final = {label: replace(settings, pretraining=200) for label, settings in VALUES.items()}

POLICIES: Final = {
    label: replace(settings, actor="vanilla", actor_alpha=0.01) for label, settings in VALUES.items()
}
"""Policy gradient over each of them as a critic."""

NATURAL_POLICIES: Final = {
    label: replace(settings, actor="natural", actor_alpha=0.001) for label, settings in VALUES.items()
}

FIGURE_CRITICS: Final = {
    "TDC": OnlineSettings(algorithm="tdc", actor="vanilla"),
    "TDC, natural gradient": OnlineSettings(algorithm="tdc", actor="natural"),
    "GTD2": OnlineSettings(algorithm="gtd2", actor="vanilla"),
    "Greedy-GQ(λ)": OnlineSettings(algorithm="greedy-gq", actor="vanilla"),
    "Q-learning": OnlineSettings(algorithm="q-learning", actor="vanilla"),
    "SARSA": OnlineSettings(algorithm="sarsa", actor="vanilla"),
}
"""Critics under the policies of figures 12 and 13."""

BATCHES: Final = {
    f"{network}, {name}": replace(settings, recurrent=network == "RNN", rate=0.01)
    for network in ("CNN", "RNN")
    for name, settings in {
        "MSE, Q-learning": BatchSettings(target="q-learning"),
        "MSE, SARSA": BatchSettings(target="sarsa"),
        "PBE": BatchSettings(objective="pbe", target="sarsa", projection_rate=0.01),
    }.items()
}
"""Learning from batches."""

STUDY_PROJECTION: Final = 0.1
"""The rate of the projection in the study's figures 17 to 19."""
PROJECTION_RATES: Final = (STUDY_PROJECTION, 0.03, 0.01, 0.003, 0.001)


def two_objectives(*, recurrent: bool) -> dict[str, RunSettings]:
    """MSE and PBE as figures 17 and 18 have them, and PBE with a projection that comes to rest."""
    pbe = BatchSettings(objective="pbe", target="sarsa", recurrent=recurrent)
    return {
        "MSE": BatchSettings(recurrent=recurrent),
        "PBE, projection 0.1": replace(pbe, projection_rate=STUDY_PROJECTION),
        "PBE, projection 0.01": replace(pbe, projection_rate=0.01),
    }


DISCOUNTS: Final = {"targets as printed (γ = 1)": STUDY, "zero-sum targets (γ = -1)": ZERO_SUM}


def panels(
    rows: Mapping[str, Mapping[str, RunSettings]],
    *,
    discounts: Mapping[str, float] = DISCOUNTS,
    side: int = 3,
) -> dict[str, dict[str, RunSettings]]:
    """A panel for every row and discount, on a board of this size."""
    return {
        f"{row}, γ = {discount:g}" if row else name: {
            label: replace(settings, discount=discount, side=side) for label, settings in agents.items()
        }
        for row, agents in rows.items()
        for name, discount in discounts.items()
    }
