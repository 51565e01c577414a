"""Results table in, statistics out."""
