"""The basis of the package: errors, notes, argument checks, results, options."""
