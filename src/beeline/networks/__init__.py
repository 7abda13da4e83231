"""Networks and other learned weights as players use them: features, files and evaluators, without PyTorch."""
