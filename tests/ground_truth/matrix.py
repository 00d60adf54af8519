"""How much of the support tables was executed, by release and backend."""

from __future__ import annotations

from collections import Counter

from burnlint.records.support import support_table
from tests.ground_truth.builds import releases
from tests.workspace import shipped


def matrix() -> str:
    """A table in Markdown: cells executed / only read / not known, of those that the release has."""
    database = shipped()
    counts: dict[tuple[str, str], Counter[str]] = {}
    for operation in database.operations.values():
        table = support_table(database, operation, releases=releases())
        for (_, _, backend, release), cell in table.cells.items():
            if cell.state != "absent":
                kind = cell.evidence or ("read" if cell.state != "unknown" else "unknown")
                counts.setdefault((backend, str(release)), Counter())[kind] += 1
    names = [str(release) for release in releases()]
    lines = ["| backend | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for backend in dict.fromkeys(backend for backend, _ in counts):
        cells = [_cell(counts.get((backend, name))) for name in names]
        lines.append(f"| {backend} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(count: Counter[str] | None) -> str:
    if count is None:
        return "–"
    return f"{count['executed']} / {count['source'] + count['read']} / {count['unknown']}"
