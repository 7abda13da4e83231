"""The Hivemind paper's policy learned on 7×7, on 11×11."""

from beeline.papers.hivemind import generalisation

REPRODUCTION = generalisation(11, default=0.925, uniform=0.885)
