"""What Python and R both compute, in every room, and how far the results differ."""
