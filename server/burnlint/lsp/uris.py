"""Between the URIs of the protocol and the paths of everything else."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

# Documents that are no files get a path in a folder that does not exist, so that no manifest is found above it.
_NOWHERE = Path(os.path.abspath("/burnlint-not-a-file"))  # noqa: PTH100 (resolving would look at the disk)


@lru_cache(maxsize=1024)
def path_of(uri: str) -> Path:
    """The file's path, or a path that stands for a document that is not a file."""
    path = _file_path(uri)
    return _NOWHERE / ("_" + quote(uri, safe="", errors="surrogatepass")) if path is None else path


def uri_of(path: Path) -> str:
    """The URI of a path, escaped as editors do it."""
    if path.parent == _NOWHERE:
        return unquote(path.name[1:], errors="surrogatepass")
    posix = path.as_posix()
    host = "" if posix.startswith("//") else "//" if posix.startswith("/") else "///"
    return f"file:{host}" + quote(posix, safe="/:", errors="surrogateescape")


def is_file(uri: str) -> bool:
    """Whether the URI names a file on disk."""
    return path_of(uri).parent != _NOWHERE


def _file_path(uri: str) -> Path | None:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    # A `?` or `#` belongs to the path when a client has not escaped it.
    tail = "".join(mark + part for mark, part in (("?", parts.query), ("#", parts.fragment)) if part)
    text = unquote(parts.path + tail, errors="surrogateescape")
    if "\0" in text or not text.startswith("/"):
        return None
    is_local = parts.netloc in ("", "localhost")
    if sys.platform != "win32":
        return Path(os.path.normpath(text)) if is_local else None
    if not is_local:
        text = f"//{parts.netloc}{text}"
    elif text[2:3] == ":":
        # Editors write the drive in either case; the path must have one form only.
        text = text[1].upper() + text[2:]
    return Path(os.path.normpath(text))
