"""One federation in Flower, from a file to a file: python federation.py SETTING.npz RESULT.npz, in an environment that has Flower.

Everything that decides the iterates is Flower's own or stands here in its words: the strategy's loop (`Strategy.start`), its messages,
which pass through Flower's wire format in both directions, the dispatch to a `ClientApp`, each node's `Context`, which survives from
round to round, and the weighted mean of the replies. symfed is neither imported nor installed. What is missing of a deployment is the
sockets: a `Grid` hands the bytes over within the process, because Flower's own link polls a few times a second, and thousands of
rounds are needed.

SETTING holds loss ("logistic", "least_squares" or "softmax"), algorithm ("fedavg" or "scaffold"), features_c and targets_c of each
client c, l2, gamma, H, batch, rounds, seed, start. RESULT holds `trajectory` (rounds, d), the server's parameters after each round, and
the `seconds` that they took.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

os.environ["FLWR_TELEMETRY_ENABLED"] = "0"  # before Flower is loaded

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp
from flwr.common.serde import message_from_proto, message_to_proto
from flwr.proto.message_pb2 import Message as WireMessage
from flwr.serverapp import Grid
from flwr.serverapp.strategy import FedAvg
from flwr.supercore.task_identity import TaskIdentity
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Gradient = Callable[[Vector, Vector, NDArray[Any]], Vector]


def logistic(x: Vector, a: Vector, y: NDArray[Any]) -> Vector:
    """Mean over samples of the gradient of log(1 + exp(-y a.x)), y = -1 or 1."""
    return -(y / (1 + np.exp(y * (a @ x)))) @ a / len(y)


def least_squares(x: Vector, a: Vector, y: NDArray[Any]) -> Vector:
    """Mean over samples of the gradient of (a.x - y)^2 / 2."""
    return (a @ x - y) @ a / len(y)


def softmax(x: Vector, a: Vector, y: NDArray[Any]) -> Vector:
    """Mean over samples of the gradient of log sum exp(W a) - (W a)_y, x the rows of W one after the other, y = 0, 1, ..."""
    W = x.reshape(-1, a.shape[1])
    scores = a @ W.T
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(y)), y.astype(int)] -= 1
    return (shares.T @ a / len(y)).reshape(-1)


GRADIENTS: dict[str, Gradient] = {"logistic": logistic, "least_squares": least_squares, "softmax": softmax}


class Scaffold(FedAvg):
    """Scaffold: the server sends its parameters x and its control c, and averages what comes back of both.

    FedAvg's aggregation does just that when both are arrays of one record, and every client takes part. The core of Flower has no Scaffold.
    """

    def initial(self, start: Vector) -> ArrayRecord:
        return ArrayRecord({"x": Array(start), "c": Array(np.zeros_like(start))})


class Plain(FedAvg):
    """Flower's FedAvg as it is."""

    def initial(self, start: Vector) -> ArrayRecord:
        return ArrayRecord({"x": Array(start)})


STRATEGIES: dict[str, type[Scaffold] | type[Plain]] = {"fedavg": Plain, "scaffold": Scaffold}


def client_app(setting: dict[str, Any]) -> ClientApp:
    """Clients that take H steps, each on the mean of `batch` samples drawn with replacement; with a server's control, Scaffold's steps.

    What is drawn follows from the seed, the client and the round, so that it is the same wherever a client runs.
    """
    app, gradient = ClientApp(), GRADIENTS[str(setting["loss"])]
    gamma, H, batch, l2 = float(setting["gamma"]), int(setting["H"]), int(setting["batch"]), float(setting["l2"])

    @app.train()
    def train(message: Message, context: Context) -> Message:
        number = int(context.node_config["partition-id"])
        features, targets = setting[f"features_{number}"], setting[f"targets_{number}"]
        sent: ArrayRecord = message.content.array_records["arrays"]
        start = sent["x"].numpy()
        correction, own = np.zeros_like(start), None
        if "c" in sent:
            held = context.state.array_records.get("control")
            own = np.zeros_like(start) if held is None else held["c"].numpy()
            correction = sent["c"].numpy() - own
        current = int(message.content.config_records["config"]["server-round"])
        random = np.random.default_rng([int(setting["seed"]), number, current])
        x = start.copy()
        for rows in random.integers(len(targets), size=(H, batch)):
            x -= gamma * (gradient(x, features[rows], targets[rows]) + l2 * x + correction)
        reply = {"x": Array(x)}
        if own is not None:
            control = (start - x) / (gamma * H) - correction
            context.state["control"] = ArrayRecord({"c": Array(control)})
            reply["c"] = Array(control)
        # equal weights: the mean over clients that the theory speaks of
        content = RecordDict({"arrays": ArrayRecord(reply), "metrics": MetricRecord({"num-examples": 1})})
        return Message(content, reply_to=message)

    return app


class InProcessGrid(Grid):
    """Nodes in this process: every message and every reply becomes bytes, as Flower sends them, and is read again on the other side."""

    def __init__(self, app: ClientApp, nodes: int) -> None:
        self.app = app
        self.contexts = {
            k + 1: Context(
                run_id=1, node_id=k + 1, node_config={"partition-id": k, "num-partitions": nodes}, state=RecordDict(), run_config={}
            )
            for k in range(nodes)
        }

    def get_node_ids(self) -> Iterable[int]:
        return list(self.contexts)

    def send_and_receive(self, messages: Iterable[Message], *, timeout: float | None = None) -> Iterable[Message]:
        return list(self._answers(messages))

    def _answers(self, messages: Iterable[Message]) -> Iterator[Message]:
        for message in messages:
            node = message.metadata.dst_node_id
            yield over_the_wire(self.app(over_the_wire(message), self.contexts[node]))

    # what Strategy.start never asks for

    def set_run(self, run: Any) -> None:
        raise NotImplementedError

    @property
    def run(self) -> Any:
        raise NotImplementedError

    def create_message(self, content: Any, message_type: str, dst_node_id: int, group_id: str, ttl: float | None = None) -> Message:
        raise NotImplementedError

    def push_messages(self, messages: Iterable[Message]) -> Iterable[str]:
        raise NotImplementedError

    def pull_messages(self, message_ids: Iterable[str]) -> Iterable[Message]:
        raise NotImplementedError


def over_the_wire(message: Message) -> Message:
    """The message that arrives: to Flower's bytes and back."""
    return message_from_proto(WireMessage.FromString(message_to_proto(message).SerializeToString()))


def run(setting: dict[str, Any]) -> tuple[NDArray[np.float64], float]:
    """The server's parameters after each round, (rounds, d), and the seconds that it took."""
    nodes = sum(name.startswith("features_") for name in setting)
    rounds = int(setting["rounds"])
    trajectory = np.empty((rounds, len(setting["start"])))

    def keep(current: int, arrays: ArrayRecord) -> None:
        if current:
            trajectory[current - 1] = arrays["x"].numpy()

    TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, 1, 1  # what a deployment gives the process of its server
    strategy = STRATEGIES[str(setting["algorithm"])](fraction_evaluate=0.0, min_train_nodes=nodes, min_available_nodes=nodes)
    grid = InProcessGrid(client_app(setting), nodes)
    began = time.perf_counter()
    strategy.start(grid, strategy.initial(setting["start"]), rounds, train_config=ConfigRecord(), evaluate_fn=keep)
    return trajectory, time.perf_counter() - began


if __name__ == "__main__":
    import logging

    logging.getLogger("flwr").setLevel(logging.ERROR)
    with np.load(sys.argv[1]) as held:
        found, seconds = run({name: held[name] for name in held.files})
    np.savez(sys.argv[2], trajectory=found, seconds=seconds)
