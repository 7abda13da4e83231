"""Knowledge of a Hex position without playing it out."""
