"""Quality diversity: the best solution of every kind, on a map."""
