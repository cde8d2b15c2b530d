"""How much longer than in the test run `make soak` tries what is marked ``soak``."""

import os

TIMES = int(os.environ.get("SOAK", "1"))
