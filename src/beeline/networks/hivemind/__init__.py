"""The continuation policies of Hivemind: weights of local patterns."""
