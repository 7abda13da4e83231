"""One module per overlay, found by existing (see ``beeline.knowledge.overlay``)."""

from __future__ import annotations


def overlay_names() -> list[str]:
    """The overlays there are, without importing them."""
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(__path__))
