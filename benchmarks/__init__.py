"""Speed and memory of burnlint beside ast-grep's, on the same sources, in one run."""
