"""The command line as `python -m symfed.cli`."""

from symfed.cli import main

if __name__ == "__main__":
    main(prog_name="symfed")
