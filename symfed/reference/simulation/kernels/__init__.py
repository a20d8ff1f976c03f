"""Compiled simulation: a kernel is generated from an algorithm's traced rule with the problem's gradient fused in.

`gradients` writes a problem's gradient as source text, `emitter` puts it and the rule's text into one loop over lanes, `lanes`
compiles and runs that loop on the arithmetic of `lane_math`. Nothing here is imported before the first
simulation that is worth compiling: numba is optional.
"""
