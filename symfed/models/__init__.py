"""Models of the sources: problems with their jets at the optimum, and algorithms as update rules."""
