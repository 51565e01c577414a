"""Run every ``exchange_*`` function; the last line of the output is what went wrong, as JSON."""

from __future__ import annotations

import json
import sys
import traceback

import into_r
import lifetime
import out_of_r
from embedded import EmbeddedR


def main() -> None:
    """Run the exchanges in the order of their files."""
    r, outcomes = EmbeddedR(), {}
    for module in (into_r, out_of_r, lifetime):
        for name, exchange in list(vars(module).items()):
            if not name.startswith("exchange_"):
                continue
            try:
                exchange(r)
                outcomes[name] = ""
            except BaseException:
                outcomes[name] = traceback.format_exc()
    outcomes["alive"] = str(r.alive() or "")
    sys.stdout.write("\n" + json.dumps(outcomes) + "\n")


main()
