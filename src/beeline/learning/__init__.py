"""Common parts of the learning systems, and one package for each of them."""

from __future__ import annotations


def system_names() -> list[str]:
    """The systems there are: packages with a module ``system``. None of them is imported."""
    from pathlib import Path
    from pkgutil import iter_modules

    names = (module.name for module in iter_modules(__path__) if module.ispkg)
    return sorted(name for name in names if (Path(__path__[0]) / name / "system.py").exists())
