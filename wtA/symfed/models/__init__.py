"""What the sources define: problems with their jets at the optimum, and algorithms as update rules."""
