"""Writing files safely."""
