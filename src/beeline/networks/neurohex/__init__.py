"""The network of NeuroHex."""
