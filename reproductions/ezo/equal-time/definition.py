"""EZO-CNN on 7×7: three ways to learn, at equal processor time."""

from beeline.papers.ezo import PAPER, LearningVariants

REPRODUCTION = LearningVariants(
    name="ezo-equal-time",
    title="EZO-CNN on 7×7: three ways to learn at equal processor time",
    paper=f"{PAPER}; the paper has the first",
    presets={
        "quick": {"as printed": "tiny", "solver's targets": "tiny-solved"},
        "paper": {
            "as printed": "small-7-paper",
            "as printed, with the solver's targets": "small-7-both",
            "solver's targets and λ-returns": "small-7",
        },
    },
    hours={"quick": 0.0005, "paper": 0.5},
    games={"quick": 4, "paper": 80},
    remarks="Every training ends after half an hour of processor time, of play and of learning.",
)
