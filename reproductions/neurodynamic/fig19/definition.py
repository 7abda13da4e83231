"""Figure 19 of the neurodynamic study: projection error of CNN and RNN."""

from beeline.papers.neurodynamic.agents import two_objectives
from beeline.papers.neurodynamic.figures import LearningFigure
from beeline.papers.neurodynamic.study import PAPER

REPRODUCTION = LearningFigure(
    name="neurodynamic-fig19",
    title="Neurodynamic study, figure 19: projection error of CNN and RNN",
    paper=f"{PAPER}, figure 19",
    panels={
        label: {name: two_objectives(recurrent=name == "RNN")[label] for name in ("CNN", "RNN")}
        for label in ("PBE, projection 0.1", "PBE, projection 0.01")
    },
    columns=2,
    shown="projection",
    top=0.5,
    measured=5,
    claim="Hex can be modelled better by a CNN than by an RNN, “as can be seen from the projection error”.",
)
