"""Series to features to dataset embeddings."""
