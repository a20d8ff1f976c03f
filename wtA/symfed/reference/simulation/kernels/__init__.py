"""Compiled simulation: a kernel is generated from an algorithm's traced rule with the problem's gradient fused in.

`gradients/` says what a problem's gradient is as source text, one kind a file; `rule` turns the rule's text into source, `emitter`
puts both into one loop over lanes, `modules` compiles and keeps the result, `lanes` runs it. Nothing here is imported before the first
simulation that is worth compiling for: numba is optional.
"""
