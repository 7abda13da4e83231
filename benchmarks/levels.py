"""What the studio's levels are worth: each against the next, on 11×11.

``python -m benchmarks.levels`` plays the games that ``results/levels.db`` does not hold yet, and writes the
ratings to ``results/levels.json`` and into the list of levels. The weakest level is 0 Elo.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beeline.arena.games import GameResult, GameTask
from beeline.arena.openings import openings
from beeline.arena.referee import play_game
from beeline.arena.report import report
from beeline.arena.store import GameStore
from beeline.arena.tournament import match_tasks
from benchmarks.machine import made_by

SIZE = 11
GAMES = 100
"""Between levels that play by the network's policy alone, which takes a tenth of a second per game."""
SEARCHED_GAMES = 40
"""Between levels of which one searches."""
FOLDER = Path(__file__).parent / "results"
LEVELS = Path(__file__).parents[1] / "src" / "beeline" / "players" / "levels.json"


def tasks(players: list[str]) -> list[GameTask]:
    """Neighbours on balanced openings, in pairs of games with the colours exchanged."""
    template = GameTask(key="", rows=SIZE, cols=SIZE)
    starts = openings("balanced", SIZE, SIZE)
    games = match_tasks(players, games=GAMES, openings=starts, template=template, seed=1)
    places = {player: at for at, player in enumerate(players)}
    neighbours = (game for game in games if abs(places[game.black] - places[game.white]) == 1)
    return [game for game in neighbours if _number(game) < _games(game)]


def _number(game: GameTask) -> int:
    """How many games its two players have before its pair."""
    return 2 * int(game.key.split("/")[1])


def _games(game: GameTask) -> int:
    by_policy = all("simulations=0" in player for player in (game.black, game.white))
    return GAMES if by_policy else SEARCHED_GAMES


def play(players: list[str], path: Path) -> list[GameResult]:
    with GameStore(path) as store:
        store.begin({"levels": players})
        known = store.keys()
        for task in tasks(players):
            if task.key not in known:
                store.add([play_game(task)])
        return list(store.results())


def rated(levels: list[dict[str, Any]], results: list[GameResult]) -> list[dict[str, Any]]:
    """The levels with their ratings, the weakest first."""
    players = [level["player"] for level in levels]
    ratings = {
        made.player: made.rating for made in report(results, players=players, anchor=players[0]).players
    }
    with_ratings = []
    for level in levels:
        rating = ratings[level["player"]]
        assert rating is not None
        with_ratings.append(
            {
                "name": level["name"],
                "player": level["player"],
                "elo": round(rating.elo),
                "interval": [round(bound) for bound in rating.interval],
            }
        )
    return sorted(with_ratings, key=lambda level: int(level["elo"]))


def main() -> None:
    levels = json.loads(LEVELS.read_text())
    players = [level["player"] for level in levels]
    results = play(players, FOLDER / "levels.db")
    summary = report(results, players=players, anchor=players[0])
    print(summary.text())
    recorded = {"made_by": made_by(seed=1), "size": SIZE, **summary.as_dict()}
    (FOLDER / "levels.json").write_text(json.dumps(recorded, indent=1) + "\n")
    lines = ",\n  ".join(json.dumps(level) for level in rated(levels, results))
    LEVELS.write_text(f"[\n  {lines}\n]\n")


if __name__ == "__main__":
    main()
