"""Few datasets, same ranking: strategies that choose datasets, and the protocol that judges."""
