"""What is known of a position without searching it."""
