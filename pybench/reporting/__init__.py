"""Results as pages and tables."""
