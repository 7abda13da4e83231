"""EZO-CNN: an evaluation of positions that learns by self-play, in minimax search (Takada, Iizuka, Yamamoto 2017).

``docs/ezo.md`` tells how to train it and play with it.
"""
