"""``python -m pybench`` is the command ``pybench``."""

from pybench.cli.main import run

if __name__ == "__main__":
    run()
