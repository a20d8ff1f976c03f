"""A federation as Flower deploys it: a SuperLink, a SuperNode for each client, and an app run on them, over sockets of this machine alone.

A round takes seconds, for the links poll; a few of them show that the short way of `federation.py` leaves nothing out.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.flower.compare import FlowerFailed

HERE = Path(__file__).parent
PATIENCE = 180  # seconds for a run; a minute is usual
APP = """\
[project]
name = "federation"
version = "1.0.0"
description = "One federation, from a file to a file"
license = "BSD-3-Clause"
dependencies = []

[tool.flwr.app]
publisher = "symfed"

[tool.flwr.app.components]
serverapp = "federated.apps:server"
clientapp = "federated.apps:client"

[tool.flwr.app.config]
setting = "{setting}"
result = "{result}"
"""
CONNECTION = """\
[superlink]
default = "here"

[superlink.here]
address = "127.0.0.1:{port}"
insecure = true
"""


def deployed(setting: dict[str, Any], python: Path, folder: Path) -> NDArray[np.float64]:
    """The server's parameters after each round, (rounds, d); everything that is written is in `folder`. Raises FlowerFailed.

    setting: what `federation.py` reads from its file. python: of the environment that has Flower.
    """
    home, app, result = folder / "home", folder / "app", folder / "deployed.npz"
    nodes = sum(name.startswith("features_") for name in setting)
    link, *others = free_ports(nodes + 1)
    (app / "federated").mkdir(parents=True)
    home.mkdir()
    np.savez(folder / "setting.npz", **setting)
    (app / "pyproject.toml").write_text(APP.format(setting=folder / "setting.npz", result=result))
    (app / "federated/__init__.py").touch()
    for name in ("apps.py", "federation.py"):
        shutil.copy(HERE / name, app / "federated")
    (home / "config.toml").write_text(CONNECTION.format(port=link))
    tools = python.absolute().parent
    environment = {**os.environ, "FLWR_TELEMETRY_ENABLED": "0", "FLWR_HOME": str(home), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    address = f"127.0.0.1:{link}"
    superlink = ["flower-superlink", "--insecure", "--disable-runtime-dependency-installation", "--host", "127.0.0.1", "--port", str(link)]
    supernode = ["flower-supernode", "--insecure", "--superlink", address, "--host", "127.0.0.1"]
    with ExitStack() as started:
        started.enter_context(running(superlink, tools, environment, folder / "superlink.log"))
        wait_for(link)
        for k, port in enumerate(others):
            command = [*supernode, "--port", str(port), "--node-config", f"partition-id={k} num-partitions={nodes}"]
            started.enter_context(running(command, tools, environment, folder / f"supernode_{k}.log"))
        command = [str(tools / "flwr"), "run", str(app), "here", "--stream"]
        ended = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    if not result.exists():
        raise FlowerFailed(f"no result: {(ended.stdout + ended.stderr)[-2000:]}")
    with np.load(result) as held:
        return np.asarray(held["trajectory"])


@contextmanager
def running(command: list[str], tools: Path, environment: dict[str, str], log: Path) -> Iterator[None]:
    """One of Flower's processes, ended by its own id."""
    with log.open("w") as written:
        process = subprocess.Popen([str(tools / command[0]), *command[1:]], env=environment, stdout=written, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody listens to."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(port: int, seconds: float = 60) -> None:
    """Until somebody listens. Raises FlowerFailed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise FlowerFailed(f"nobody listens to port {port} after {seconds} seconds")
