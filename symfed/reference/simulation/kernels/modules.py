"""Kernels as generated modules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numba

import symfed
from symfed.generated import cache_folder, generated_module
from symfed.models.algorithm import Algorithm
from symfed.reference.simulation.kernels import lane_math
from symfed.reference.simulation.kernels.emitter import kernel_source
from symfed.reference.simulation.kernels.gradients.gradient import Gradient

Kernel = Callable[..., None]


def compiled_kernel(algorithm: Algorithm, gradient: Gradient, dim: int, lanes: int) -> Kernel:
    """The function `advance` for this rule, gradient, dimension and number of lanes.

    The text names what it calls and the versions that compile it, and the file is named by the text: a changed rule can never meet an
    old kernel.
    """
    folder = cache_folder("kernels")
    fingerprint = f"symfed {symfed.__version__}, numba {numba.__version__}, arithmetic {_arithmetic()}"
    text = kernel_source(algorithm, gradient, dim, lanes, fingerprint, cache=folder is not None)
    kernel: Kernel = generated_module("kernel", text, folder).advance
    return kernel


@lru_cache(maxsize=1)
def _arithmetic() -> str:
    return hashlib.sha256(Path(lane_math.__file__).read_bytes()).hexdigest()[:16]
