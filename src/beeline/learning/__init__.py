"""What the learning systems share, and one package for each of them."""
