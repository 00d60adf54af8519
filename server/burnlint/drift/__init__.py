"""burn's own sources, compared with what the records say of them."""
