"""A record of another dataset beside ours: each of its claims with what our evidence says of it."""

from __future__ import annotations

from collections.abc import Sequence

from burnlint.records.claims import Claim, Joined, Verdict
from burnlint.render.model import Block, Bullets, Code, Document, Heading, Paragraph, Prose, Text, Tone, joined, prose
from burnlint.render.prose import code_spans, parse_prose

_VERDICTS: dict[Verdict, tuple[str, Tone]] = {
    "contradicted": ("✗ contradicted", "bad"),
    "agrees": ("✓ agrees", "good"),
    "unverified": ("? unverified", "muted"),
}
_CODE_FIELDS = ("exampleFix", "validationCode", "typeGuard", "tryCatchPattern")
_LONGEST = 400  # characters of a claim that are shown


def foreign_claims(one: Joined, claims: Sequence[Claim]) -> Document:
    """The claims of a record by verdict, the wrong ones first."""
    blocks: list[Block] = [Heading(1, prose(Code(one.foreign.id), ": ", one.foreign.message)), _ours(one)]
    for verdict, (words, tone) in _VERDICTS.items():
        found = [claim for claim in claims if claim.verdict == verdict]
        if found:
            blocks.append(Heading(2, prose(Text(words, tone), f" ({len(found)})")))
            blocks.append(Bullets(tuple(map(_claim, found))))
    return Document(tuple(blocks))


def _ours(one: Joined) -> Paragraph:
    """Which of our records are of the same panic, and how that is known."""
    if not one.records:
        return Paragraph(prose("burnlint has no record of this panic, so it cannot judge what is said here."))
    names = [prose(Code(record.id), ", ", *parse_prose(record.title)) for record in one.records]
    return Paragraph(prose(f"The same panic, by its {one.by}: ", *joined(names, "; "), "."))


def _claim(claim: Claim) -> Prose:
    text = claim.text if len(claim.text) <= _LONGEST else claim.text[:_LONGEST] + " …"
    said = Code(text) if claim.field.startswith(_CODE_FIELDS) else Text(f"“{text}”")
    because = prose(" Our evidence: ", *code_spans(claim.because), ".") if claim.because else ()
    ours = prose(" (", *joined([prose(Code(record)) for record in claim.records], ", "), ")") if claim.records else ()
    return (*prose(Code(claim.field), ": ", said), *because, *ours)
