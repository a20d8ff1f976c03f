"""Side-by-side measurements. One command: python -m benchmarks --json FILE."""
