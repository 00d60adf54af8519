"""The little Markdown that records are written in: code, strong words and links inside running text."""

from __future__ import annotations

import re

from burnlint.render.model import Code, Inline, Link, Paragraph, Prose, Text

_CODE = re.compile(r"(?P<fence>`+)(?P<code>.+?)(?<!`)(?P=fence)(?!`)", re.DOTALL)
_INLINE = re.compile(
    rf"{_CODE.pattern}"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*"
    r"|\[(?P<text>[^\]]+)\]\((?P<url>https://[^\s)]+)\)",
    re.DOTALL,
)


def parse_prose(text: str) -> Prose:
    """One paragraph of a record as inline content; what is not one of the three forms stays as it is."""
    return _parsed(text, _INLINE)


def code_spans(text: str) -> Prose:
    """A message, where only code is marked; anything else in it may come from a user's program."""
    return _parsed(text, _CODE)


def _parsed(text: str, form: re.Pattern[str]) -> Prose:
    parts: list[Inline] = []
    end = 0
    for match in form.finditer(text):
        if match.start() > end:
            parts.append(Text(text[end : match.start()]))
        parts.append(_inline(match))
        end = match.end()
    if end < len(text):
        parts.append(Text(text[end:]))
    return tuple(parts)


def _inline(match: re.Match[str]) -> Inline:
    found = match.groupdict()
    if found["code"] is not None:
        return Code(found["code"].strip())
    if found["strong"] is not None:
        return Text(found["strong"], "strong")
    return Link(found["text"], found["url"])


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Running text that may have several paragraphs, divided by empty lines."""
    parts = re.split(r"\n[ \t]*\n", text.strip())
    return tuple(Paragraph(parse_prose(part.strip())) for part in parts if part.strip())
