"""The landscape of a benchmark: which regions its datasets cover, and which it lacks."""
