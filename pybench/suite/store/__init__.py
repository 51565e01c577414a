"""What runs left on disk as tables that SQL can ask."""
