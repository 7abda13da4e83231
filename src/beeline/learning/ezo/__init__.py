"""EZO-CNN: an evaluation that learns by self-play, in minimax search (Takada, Iizuka and Yamamoto 2017).

``docs/papers/ezo.md`` tells how to train it and play with it.
"""
