"""The tensor form of the expansion, in any dimension: sums of symbolic coefficients times diagrams."""
