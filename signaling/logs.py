"""The log of a server that runs for years: lines of text, or JSON for a collector."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal


class JsonLines(logging.Formatter):
    """One JSON object a line, whatever the message is made of."""

    def format(self, record: logging.LogRecord) -> str:
        """See :meth:`logging.Formatter.format`."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_as(kind: Literal["text", "json"]) -> None:
    """Have everything that is logged written so."""
    if kind == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
