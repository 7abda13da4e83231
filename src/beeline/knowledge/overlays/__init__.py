"""One module per overlay, found by existing (see ``beeline.knowledge.overlay``)."""
