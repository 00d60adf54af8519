"""Records of other datasets beside ours."""

from __future__ import annotations

import json
from pathlib import Path

from burnlint.records.foreign import Claim, Joined, claims, join, read_foreign
from burnlint.render.claims import foreign_claims
from burnlint.render.markdown import to_markdown
from burnlint.render.terminal import to_plain
from tests.render.sample import DATABASE


def foreign(identity: str, **fields: object) -> bytes:
    record = {
        "id": identity,
        "repo": "tracel-ai/burn",
        "slug": "bicubic",
        "errorMessage": "bicubic backward is not supported",
        "messagePattern": "bicubic backward",
        "severity": "error",
        "filePath": "crates/burn-ndarray/src/ops/module.rs",
        "lineNumber": 359,
        "documentation": "",
        "triggerScenarios": "",
        "commonSituations": "",
        "solutions": [],
        "preventionTips": [],
        "tags": [],
        "analyzedSha": "0",
        "schemaVersion": 2,
        **fields,
    }
    return json.dumps({"record": record}).encode()


def joined(identity: str = "93aa682cedae81d8", **fields: object) -> Joined:
    [record], problems = read_foreign(foreign(identity, **fields), Path("record.json"))
    assert problems == ()
    return join(record, DATABASE)


def test_wrong_claims_come_first_with_our_evidence() -> None:
    claims = [
        Claim("documentation", "Only nearest works.", "unverified", ""),
        Claim("solutions[0]", "Use Nearest", "agrees", "`Nearest` works on NdArray"),
        Claim("solutions[1]", "Use wgpu", "contradicted", "Bicubic panics on Wgpu", ("cubecl-bicubic", "x")),
        Claim("typeGuard", "fn ok() -> bool { true }", "contradicted", "it looks at nothing"),
    ]
    assert to_plain(foreign_claims(joined(), claims)) == (
        """\
`93aa682cedae81d8`: bicubic backward is not supported
=====================================================

The same panic, by its id: `ndarray-bicubic`, bicubic interpolation has no backward pass on NdArray.

✗ contradicted (2)
------------------

- `solutions[1]`: “Use wgpu” Our evidence: Bicubic panics on Wgpu. (`cubecl-bicubic`, `x`)
- `typeGuard`: `fn ok() -> bool { true }` Our evidence: it looks at nothing.

✓ agrees (1)
------------

- `solutions[0]`: “Use Nearest” Our evidence: `Nearest` works on NdArray.

? unverified (1)
----------------

- `documentation`: “Only nearest works.”"""
    )


def test_judged_by_our_records() -> None:
    one = joined(solutions=["Switch to burn-cubecl, which supports bicubic backward"])
    text = to_plain(foreign_claims(one, claims(one, DATABASE)))
    contradicted = text.split("✗ contradicted (1)")[1].split("✓ agrees")[0]
    assert "- `solutions[0]`: “Switch to burn-cubecl, which supports bicubic backward” Our evidence:" in contradicted
    assert "(`cubecl-bicubic`)" in contradicted


def test_a_panic_that_burnlint_does_not_know() -> None:
    one = joined("0", errorMessage="something else", solutions=["Do it"])
    text = to_plain(foreign_claims(one, claims(one, DATABASE)))
    assert "burnlint has no record of this panic, so it cannot judge what is said here." in text
    assert "? unverified (2)" in text
    assert "✗" not in text


def test_foreign_text_is_no_markup_and_long_text_is_cut() -> None:
    found = [
        Claim("solutions[0]", "<b>Use</b> [it](https://x.y)\x1b[2J", "unverified", ""),
        Claim("typeGuard", "x" * 999, "unverified", ""),
    ]
    text = to_markdown(foreign_claims(joined(), found))
    assert r"“\<b\>Use\</b\> \[it\](https://x.y)\\u{1b}\[2J”" in text
    assert f"`{'x' * 400} …`" in text
