"""The network of EZO-CNN."""
