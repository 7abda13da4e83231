"""Pages that are made from the program are as the program is now; files of networks carry their cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import cli_reference, model_cards


@pytest.mark.parametrize("tool", [cli_reference, model_cards], ids=lambda tool: tool.__name__)
def test_a_generated_page_is_current(tool: object) -> None:
    made = tool.page()  # type: ignore[attr-defined]
    name = tool.__name__  # type: ignore[attr-defined]
    assert tool.PAGE.read_text(encoding="utf-8") == made, f"run python -m {name}"  # type: ignore[attr-defined]


def shipped() -> list[Path]:
    kinds = (".onnx", ".policy", ".weights", ".safetensors")
    return sorted(path for path in model_cards.NETWORKS.glob("*/data/*") if path.suffix in kinds)


def test_every_shipped_network_has_a_card() -> None:
    carded = {model_cards.NETWORKS / name for card in model_cards.CARDS for name in card.files}
    assert carded == set(shipped())


@pytest.mark.parametrize("card", model_cards.CARDS, ids=lambda card: card.player)
def test_a_file_holds_its_card_and_its_licence(card: model_cards.Card) -> None:
    for name in card.files:
        told = model_cards.header_card(model_cards.NETWORKS / name)
        assert told == {"card": card.text(), "licence": "MIT"}, "run python -m tools.model_cards"


def test_a_card_leaves_numbers_and_checks_as_they_are(tmp_path: Path) -> None:
    from beeline.networks.onnx_files import read_onnx

    original = model_cards.NETWORKS / "neurodynamic" / "data" / "trained-3.onnx"
    copy = tmp_path / "copy.onnx"
    copy.write_bytes(original.read_bytes())
    model_cards.write_card(copy, "another text")
    assert model_cards.header_card(copy)["card"] == "another text"
    assert read_onnx(copy, kind="network", version=1)[0] == read_onnx(original, kind="network", version=1)[0]


def test_the_reference_has_every_command_and_its_options() -> None:
    text = cli_reference.PAGE.read_text(encoding="utf-8")
    for name in ("serve", "gtp", "gauntlet", "bot", "match", "train"):
        assert f"\n## {name}\n" in text
    assert "`--games`, `-n`" in text
    assert "`--player`, `-p`" in text
