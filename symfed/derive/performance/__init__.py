"""Worst cases over classes of functions by performance estimation: floats that find what the independent checker proves."""
