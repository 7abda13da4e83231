"""Coverage-guided fuzzing of everything that reads what others wrote (docs/dev/hardening.md)."""
