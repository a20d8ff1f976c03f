"""The command line as `python -m symfed`: as the command itself, it does not look for claims in the folder that it is started from."""

import sys
from pathlib import Path

from symfed.cli import main

if __name__ == "__main__":
    if Path(sys.path[0]).resolve() == Path.cwd() != Path(__file__).resolve().parents[1]:  # -m puts it before what is installed
        del sys.path[0]
    main(prog_name="symfed")
