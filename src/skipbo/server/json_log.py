"""The server's log: one line of JSON for each event.

It holds neither names, tokens nor links: a table is named by a digest of its id.
"""

import hashlib
import json
import logging
import time
from typing import Any

logger = logging.getLogger("skipbo.server")


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_event(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **fields: Any) -> None:
    logger.log(level, event, extra={"fields": fields}, exc_info=error)


def digest(table: str) -> str:
    """Returns a name for a table in logs, from which nobody can tell its link."""
    return hashlib.sha256(table.encode()).hexdigest()[:12]
