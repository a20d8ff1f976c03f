"""The worst case of a round over a class of functions, by performance estimation: values, worst functions, and certificates."""
