"""Matches and tournaments: games, referee, store, schedule, openings, statistics and reports."""
