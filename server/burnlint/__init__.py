"""burnlint: which calls to the burn deep-learning framework panic at run time, why, and what to write instead."""

__version__ = "0.1.0"
