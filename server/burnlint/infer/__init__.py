"""Follows a package's code with abstract values, and finds the uses of burn's operations in it."""
