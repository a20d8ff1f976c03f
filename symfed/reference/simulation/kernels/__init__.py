"""Compiled simulation: a kernel is generated from an algorithm's traced rule with the problem's gradient fused in.

`gradients` says what a problem's gradient is as source text, `emitter` puts it and the rule's text into one loop over lanes, `lanes`
compiles that and runs it on the arithmetic of `lane_math`. Nothing here is imported before the first
simulation that is worth compiling for: numba is optional.
"""
