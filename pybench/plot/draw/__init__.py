"""Drawing: what figures are made of, whichever format they become."""
