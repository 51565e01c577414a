"""How bytes reach the disk."""
