"""One JSON object a line, for streams: the objects of the JSON document, each with its `type`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from burnlint.report.json_document import error_object, finding_object
from burnlint.report.run import Run, Style


def render(run: Run, style: Style) -> Iterator[str]:
    """The lines, without line breaks."""
    for entry in run.entries:
        yield json.dumps({"type": "finding", **finding_object(run, entry)})
    for problem in run.problems:
        yield json.dumps({"type": "error", **error_object(run, problem)})
