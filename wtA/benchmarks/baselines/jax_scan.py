"""(d) JAX: scan over rounds and local steps, vmap over clients and replicas, compiled, double precision."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.cases import BURN_IN, L2, SAMPLES, Averages, Case, H, N, Run


def prepare(case: Case) -> Run:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    data = {k: jnp.asarray(v) for k in ("rows", "hessians", "centres", "roots") if (v := getattr(case, k)) is not None}

    def gradient(own, key, x):
        if "rows" in own:
            row = own["rows"][jax.random.randint(key, (), 0, SAMPLES)]
            return row * jax.nn.sigmoid(row @ x) + L2 * x
        return own["hessians"] @ (x - own["centres"]) + own["roots"] @ jax.random.normal(key, x.shape)

    def client(own, key, theta, control):
        def step(x, key):
            return x - case.gamma * (gradient(own, key, x) + control), None

        return jax.lax.scan(step, theta, jax.random.split(key, H))[0]

    def replica(key, rounds):
        def one_round(state, scanned):
            theta, controls, total = state
            key, counts = scanned
            ends = jax.vmap(client, in_axes=(0, 0, None, 0))(data, jax.random.split(key, N), theta, controls)
            theta = ends.mean(axis=0)
            if case.scaffold:
                controls = controls + (ends - theta) / (case.gamma * H)
            return (theta, controls, total + counts * theta), None

        start = (jnp.asarray(case.optimum), jnp.zeros((N, case.dim)), jnp.zeros(case.dim))
        scanned = (jax.random.split(key, rounds), (jnp.arange(rounds) >= BURN_IN).astype(float))
        return jax.lax.scan(one_round, start, scanned)[0][2]

    @partial(jax.jit, static_argnums=(1, 2))
    def all_replicas(key, replicas, rounds):
        return jax.vmap(lambda k: replica(k, rounds))(jax.random.split(key, replicas))

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        return Averages.of(np.asarray(all_replicas(jax.random.key(seed), replicas, rounds)) / (rounds - BURN_IN))

    return run
