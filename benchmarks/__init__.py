"""Speed measurements, with other programs in the same run. ``make bench`` runs them all."""
