"""Every statistic of every room by Python and by R, and how far the two are apart."""
