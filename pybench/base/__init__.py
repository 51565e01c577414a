"""The ground floor: errors, notes, argument checks, results, options."""
