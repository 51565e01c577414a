"""``python -m pybench`` is the command ``pybench``.

By itself Python looks for modules in the current folder first, before any of our lines can run:
``pybench`` and ``python -P -m pybench`` do not.
"""

from pybench.cli.main import run

if __name__ == "__main__":
    run()
