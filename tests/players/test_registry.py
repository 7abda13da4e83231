"""From strings to players."""

from __future__ import annotations

from typing import Any

import pytest

from beeline import Board, GoBoard, Limit, PlayerError, TicTacToe, make_player, player_kinds
from beeline.players import option_help
from beeline.players.kinds.mcts import Mcts
from beeline.players.registry import PlayerSpec


def test_mcts_and_random_play_every_game_with_their_defaults() -> None:
    assert {"mcts", "random"} <= player_kinds().keys()
    for kind in ("mcts", "random"):
        for board in (Board(4), Board(3, 5), GoBoard(3), TicTacToe()):
            player = make_player(kind)
            assert player.choose(board).move in board.legal_moves
            player.close()


def test_kinds_and_options_are_described() -> None:
    assert all(player_kinds().values())
    assert option_help("mcts")["continuation"] == "one of default, local, tenuki, patterns, bridges = None"


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("mcts:simulations=500", {"simulations": 500}),
        ("mcts: simulations = 1e4 , threads=2", {"simulations": 10_000, "threads": 2}),
        ("mcts:seconds=0.5,decided=true,reuse=no", {"seconds": 0.5, "decided": True, "reuse": False}),
        ('mcts:continuation="local",selection=tuned', {"continuation": "local", "selection": "tuned"}),
        ("mcts:", {}),
    ],
)
def test_options_are_read(spec: str, options: dict[str, Any]) -> None:
    player = make_player(spec)
    assert isinstance(player, Mcts)
    assert {name: getattr(player.options, name) for name in options} == options


def test_a_player_knows_the_string_that_names_it() -> None:
    spec = make_player(" mcts: simulations=1e3,threads = 2").spec
    assert spec == "mcts:simulations=1000,threads=2"
    assert make_player(spec).spec == spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "unknown player ''"),
        ("mtcs:simulations=5", "did you mean 'mcts'"),
        ("base", "unknown player 'base'"),
        ("../mcts", "unknown player"),
        ("mcts:simulation=5", "did you mean 'simulations'"),
        ("mcts:simulations", "write simulations=VALUE"),
        ("mcts:simulations=", "write simulations=VALUE"),
        ("mcts:simulations=many", "needs a whole number, not 'many'"),
        ("mcts:simulations=1.5", "needs a whole number"),
        ("mcts:simulations=nan", "needs a whole number"),
        ("mcts:simulations=inf", "needs a whole number"),
        ("mcts:simulations=0", "simulations must be 1 or more"),
        ("mcts:simulations=1e30", "at most 1,073,741,823"),
        ("mcts:memory=1048576", "memory must be from 1 to"),
        ("mcts:seconds=inf", "seconds must be more than 0"),
        ("mcts:seconds=-1", "seconds must be more than 0"),
        ("mcts:seconds=nan", "seconds must be more than 0"),
        ("mcts:decided=perhaps", "needs true or false"),
        ("mcts:continuation=lokal", "did you mean 'local'"),
        ("mcts:threads=1,threads=2", "given twice"),
        ("mcts:continuation=patterns", "learned policy"),
        ("random:seed=x", "needs a whole number"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message.replace(".", r"\.")):
        make_player(spec)


def test_random_players_with_equal_seeds_play_alike() -> None:
    moves = [
        [make_player(f"random:seed={seed}").choose(Board(9)).move for seed in range(20)] for _ in range(2)
    ]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 5


def test_the_time_for_a_move_caps_the_thinking() -> None:
    analysis = make_player("mcts:simulations=1000000000").choose(Board(9), Limit(seconds=0.05)).analysis
    assert analysis is not None
    assert analysis.stopped == "seconds"


def test_a_strong_opening_is_swapped_and_a_weak_one_is_not() -> None:
    player = make_player("mcts:simulations=3000")
    for opening, answer in (("c3", True), ("a1", False)):
        board = Board(5, swap_rule=True)
        board.play(opening)
        assert (player.choose(board).move == "swap-pieces") == answer
    board = Board(5)
    board.play("c3")
    assert player.choose(board).move != "swap-pieces"


def test_a_tree_is_kept_or_not_as_told() -> None:
    def visits(spec: str) -> int:
        player = make_player(spec)
        board = Board(5)
        for _ in range(2):
            decision = player.choose(board)
            board.play(decision.move)
        analysis = decision.analysis
        assert analysis is not None
        return sum(move.visits for move in analysis.moves)

    assert visits("mcts:simulations=5000,reuse=false") == 5000
    assert visits("mcts:simulations=5000,reuse=true") > 5000


@pytest.mark.parametrize(
    "spec", ["mcts:simulations=1000000000", "hivemind:seconds=60", "wolve:ply=50,width=100"]
)
def test_a_search_answers_with_what_it_has_when_told_to_stop(spec: str) -> None:
    board = Board(11)
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    decision = make_player(spec).choose(board, Limit(should_stop=should_stop))
    assert decision.move in board.legal_moves
    assert decision.analysis is not None
    assert decision.analysis.stopped == "interrupted"


def test_a_player_goes_on_with_its_tree_when_asked_again() -> None:
    board, player = Board(9), make_player("mcts:seed=1")
    visits = []
    for _ in range(3):
        analysis = player.choose(board, Limit(seconds=0.05)).analysis
        assert analysis is not None
        visits.append(sum(move.visits for move in analysis.moves))
    assert visits[0] < visits[1] < visits[2]


@pytest.mark.parametrize(
    "kind", ["gtp:command=sh,name", "a b", "a,b", "a=b", "", "../mcts", "mcts\n", "móhex"]
)
def test_a_kind_that_is_not_a_word_is_refused(kind: str) -> None:
    with pytest.raises(PlayerError, match="a kind of player is one word"):
        PlayerSpec(kind, {"seed": "1"})


@pytest.mark.parametrize("key", ["seed=1,weights", "a b", "", "-", "a\n"])
def test_an_option_that_is_not_a_word_is_refused(key: str) -> None:
    with pytest.raises(PlayerError, match="an option is one word"):
        PlayerSpec("mcts", {key: "1"})
