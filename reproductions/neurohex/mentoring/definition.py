"""NeuroHex on 7×7: networks that were only mentored, against their mentor."""

from beeline.papers.neurohex import PAPER, needing, network_file
from beeline.papers.reproduction import WinRateTable

REPRODUCTION = WinRateTable(
    name="neurohex-mentoring",
    title="NeuroHex on 7×7: networks that were only mentored, against their mentor",
    paper=f"{PAPER}, section 2.5, which has no figures of it",
    players={
        "regression": f"neurohex:weights={network_file('mentored-7')}",
        "contrast": f"neurohex:weights={network_file('contrast-7')}",
        "resistance": "resistance",
    },
    cells={("regression", "resistance"): None, ("contrast", "resistance"): None},
    size=7,
    openings="all",
    games={"quick": 98, "paper": 98},
    prepare=needing("contrast-7", "contrast-7", file="mentored.onnx"),
    remarks="Every first move with either colour. `regression` is as in the paper; `contrast` has ten times "
    "the weight on the differences between the moves of a position, and a learning rate that falls (preset "
    "`contrast-7`, whose `mentored.onnx` is the network).",
)
