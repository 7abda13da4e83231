"""The rules in the page are the rules of the package."""

from __future__ import annotations

import json
import random

from beeline import Board
from tests.interfaces.studio.studio_page import StudioPage

REPLAY = """async (games) => {
    const { Position } = await import("/js/rules.js");
    return games.map(({ rows, cols, moves }) => {
        let position = new Position({ rows, cols });
        for (const move of moves) position = position.after(position.toMove, move);
        const stones = [...position.stones];
        const cells = (of) => stones.filter(([, colour]) => colour === of).map(([cell]) => cell);
        return {
            black: cells("black").sort(), white: cells("white").sort(),
            to_move: position.toMove, winner: position.winner, chain: [...position.chain].sort(),
            can_swap: position.canSwap,
        };
    });
}"""


def random_games(count: int) -> list[Board]:
    games, source = [], random.Random(5)
    for _ in range(count):
        board = Board(source.randint(1, 7), source.randint(1, 7), swap_rule=True)
        for _ in range(source.randint(0, 49)):
            if board.winner:
                break
            board.play(source.choice([*board.legal_moves, *(["swap-sides"] if board.can_swap else [])]))
        games.append(board)
    return games


def test_random_games_come_out_the_same(studio: StudioPage) -> None:
    boards = random_games(300)
    games = [{"rows": board.rows, "cols": board.cols, "moves": board.moves} for board in boards]
    for board, found in zip(boards, studio.page.evaluate(REPLAY, games), strict=True):
        assert found == {
            "black": sorted(board.stones("black")),
            "white": sorted(board.stones("white")),
            "to_move": board.to_move,
            "winner": board.winner,
            "chain": sorted(board.winning_chain),
            "can_swap": board.can_swap,
        }, board.moves
    assert {board.winner for board in boards} == {"black", "white", None}


def test_the_address_of_a_game_gives_the_game_back(studio: StudioPage) -> None:
    script = """async (games) => {
        const { Game } = await import("/js/game.js");
        return games.map(({ rows, cols, moves }) => {
            const game = new Game({ rows, cols });
            for (const move of moves) game.play(move);
            const again = Game.fromFragment(game.fragment());
            return [again.rows, again.cols, again.path().map((node) => node.move)];
        });
    }"""
    boards = random_games(100)
    games = [{"rows": board.rows, "cols": board.cols, "moves": board.moves} for board in boards]
    found = studio.page.evaluate(script, games)
    assert json.loads(json.dumps(found)) == [[game["rows"], game["cols"], game["moves"]] for game in games]
