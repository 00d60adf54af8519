"""Real burn decides: programs made of the records are built and run, and what they did is kept as evidence."""
