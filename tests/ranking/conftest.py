"""Makes the learner of weights importable: it lives beside the package, not in it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "server" / "ranking"))
