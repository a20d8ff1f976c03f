"""Worst cases over classes of functions by performance estimation: floating point finds what the independent checker proves."""
