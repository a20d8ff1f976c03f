"""Statements of the published version: main text, and the appendices on extrapolation and on products of matrices."""
