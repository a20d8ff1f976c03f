"""What statements are tried on: standard problems, runs with every draw spelled out, and cases at the edge of the assumptions."""
