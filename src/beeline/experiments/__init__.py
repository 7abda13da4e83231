"""Matches, tournaments and reproductions: where win rates come from."""
