"""The federation as an app that Flower deploys: its server and its clients are processes of Flower's, and read the setting from a file."""

from __future__ import annotations

from typing import Any

import numpy as np
from flwr.app import ConfigRecord, Context, Message
from flwr.clientapp import ClientApp
from flwr.serverapp import Grid, ServerApp

from .federation import STRATEGIES, client_app

client = ClientApp()
server = ServerApp()  # one a line: Flower looks for the names without running the file


def setting(context: Context) -> dict[str, Any]:
    with np.load(str(context.run_config["setting"])) as held:
        return {name: held[name] for name in held.files}


@client.train()
def train(message: Message, context: Context) -> Message:
    return client_app(setting(context))(message, context)


@server.main()
def main(grid: Grid, context: Context) -> None:
    given = setting(context)
    nodes, rounds = sum(name.startswith("features_") for name in given), int(given["rounds"])
    trajectory = np.empty((rounds, len(given["start"])))

    def keep(current: int, arrays: Any) -> None:
        if current:
            trajectory[current - 1] = arrays["x"].numpy()

    strategy = STRATEGIES[str(given["algorithm"])](fraction_evaluate=0.0, min_train_nodes=nodes, min_available_nodes=nodes)
    strategy.start(grid, strategy.initial(given["start"]), rounds, train_config=ConfigRecord(), evaluate_fn=keep)
    np.savez(str(context.run_config["result"]), trajectory=trajectory)
