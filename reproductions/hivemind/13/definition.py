"""The Hivemind paper's policy learned on 7×7, on 13×13."""

from beeline.papers.hivemind import generalisation

REPRODUCTION = generalisation(13, default=0.94, uniform=0.85)
