"""Boards, notation, records and pictures."""
