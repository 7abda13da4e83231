"""What can be known of a Hex position without playing it out."""
