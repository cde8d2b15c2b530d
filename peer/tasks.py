"""Tasks in the background that nobody waits for."""

import asyncio
import logging
from typing import Any

logger = logging.getLogger(__name__)


def log_failure(task: asyncio.Task[Any]) -> None:
    """A done callback: a fault of ours is not lost with the task it ended."""
    if not task.cancelled() and task.exception() is not None:
        logger.error("x a task in the background failed", exc_info=task.exception())
