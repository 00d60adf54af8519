"""Quick fixes, comments that ignore a finding, and fix-all: offered first, and made when the user chooses one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.checks.finding import Applicability, Edit, Finding, Fix
from burnlint.fixes.apply import apply_fixes
from burnlint.lsp.capabilities import FIX_ALL, OPEN_DOCS
from burnlint.lsp.client import at
from burnlint.lsp.diagnostics import finding_diagnostic, shown
from burnlint.lsp.documents import OpenDocument
from burnlint.lsp.edits import workspace_edit
from burnlint.lsp.ignore import Insertion, ignore_file, ignore_item, ignore_line
from burnlint.lsp.messages import Code
from burnlint.lsp.offers import Offer
from burnlint.lsp.protocol import RequestFailed
from burnlint.lsp.ranges import span_of, touches
from burnlint.span import Place, Span

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

QUICK_FIX = "quickfix"

Action = dict[str, Any]


def code_action(ls: Server, params: types.CodeActionParams) -> list[Action]:
    """What can be done about the findings in a range."""
    opened = ls.documents.of(params.text_document.uri)
    if opened is None:
        return []
    findings = present_findings(ls, opened)
    only = params.context.only
    actions: list[Action] = []
    if is_wanted(QUICK_FIX, only):
        span = span_of(opened.text, params.range, ls.client.encoding)
        for finding in findings:
            if touches(finding.place.span, span):
                actions += _quick_fixes(ls, opened, finding)
    if is_wanted(FIX_ALL, only) and _safe_fixes(ls, findings):
        title = "Apply all safe fixes of burnlint"
        actions += _offered(ls, title, FIX_ALL, Offer(opened.path, opened.version, "fix-all"))
    return actions


def resolve(ls: Server, params: Any) -> Action:
    """An action that was offered, as the client sends it back, with its edit."""
    if not isinstance(params, dict):
        raise RequestFailed(Code.INVALID_PARAMS, "not a code action")
    offer = ls.offers.get(at(params, "data.id"))
    if offer is None:
        raise RequestFailed(Code.INVALID_PARAMS, "not an action that burnlint has offered")
    edit = _edit(ls, offer)
    if edit is None:
        raise RequestFailed(Code.CONTENT_MODIFIED, "the text has changed since this was offered")
    return {**params, "edit": edit}


def is_wanted(kind: str, only: Any) -> bool:
    """Whether a kind is one of those that the client asks for; a kind includes the more special ones."""
    if only is None:
        return True
    names = (str(getattr(wanted, "value", wanted)) for wanted in only)
    return any(not name or kind == name or kind.startswith(f"{name}.") for name in names)


def present_findings(ls: Server, opened: OpenDocument) -> list[Finding]:
    """The findings in the document's present text; none when the engine knows only an older one."""
    if not opened.is_rust:
        return []
    report = ls.work.check(opened.path, is_open=True)
    if report is None or report.text is not opened.text:
        return []
    return shown(report.findings, opened.path)


def _quick_fixes(ls: Server, opened: OpenDocument, finding: Finding) -> Iterator[Action]:
    def offer(title: str, **facts: Any) -> Iterator[Action]:
        about = Offer(opened.path, opened.version, rule=finding.rule, span=finding.place.span, **facts)
        for action in _offered(ls, title, QUICK_FIX, about):
            yield {**action, "diagnostics": [diagnostic]}

    diagnostic = finding_diagnostic(finding, opened.text, ls.client, ls.files)
    has_preferred = False
    for fix in ls.work.analysis.fixes(finding):
        if not fix.edits:
            continue
        is_safe = fix.applicability is Applicability.SAFE
        title = fix.title[:1].upper() + fix.title[1:] + ("" if is_safe else " (changes behaviour)")
        for action in offer(title, kind="fix", fix=fix.title):
            if is_safe and not has_preferred and ls.client.preferred_actions:
                has_preferred = action["isPreferred"] = True
            yield action
    if not finding.records:
        return
    rule = finding.rule
    yield from offer(f"Ignore {rule} on this line, with a comment", kind="ignore-line")
    if item := ignore_item(opened.document, finding.place.span, rule):
        yield from offer(f"Ignore {rule} in `{item[1]}`, with a comment", kind="ignore-item")
    yield from offer(f"Ignore {rule} in this file, with a comment", kind="ignore-file")
    if ls.client.shows_documents:
        title = f"Open the documentation of {rule}"
        command = {"title": title, "command": OPEN_DOCS, "arguments": [rule]}
        yield {"title": title, "kind": QUICK_FIX, "diagnostics": [diagnostic], "command": command}


def _offered(ls: Server, title: str, kind: str, offer: Offer) -> Iterator[Action]:
    """The action, if its edit can be made; the edit is left out for clients that will ask for it."""
    action: Action = {"title": title, "kind": kind}
    if ls.client.resolves_edits:
        yield {**action, "data": {"id": ls.offers.add(offer), "version": offer.version}}
    elif (edit := _edit(ls, offer)) is not None:
        yield {**action, "edit": edit}


def _edit(ls: Server, offer: Offer) -> dict[str, Any] | None:
    """The edit as it is right for the present text; None when that is another one than was offered for."""
    opened = ls.documents.at(offer.path)
    if opened is None or opened.version != offer.version:
        return None
    edits = _edits(ls, opened, offer)
    return workspace_edit(edits, ls.client, ls.files) if edits else None


def _edits(ls: Server, opened: OpenDocument, offer: Offer) -> tuple[Edit, ...]:
    findings = present_findings(ls, opened)
    if offer.kind == "fix-all":
        # An edit that two fixes share is made once; fixes that would overlap wait for the next time.
        applied = apply_fixes(_safe_fixes(ls, findings), ls.files.text).applied
        return tuple(dict.fromkeys(edit for fix in applied for edit in fix.edits))
    finding = next((one for one in findings if (one.rule, one.place.span) == (offer.rule, offer.span)), None)
    if finding is None:
        return ()
    if offer.kind == "fix":
        fixes = (fix.edits for fix in ls.work.analysis.fixes(finding) if fix.title == offer.fix)
        return next(fixes, ())
    if (insertion := _insertion(opened, offer)) is None:
        return ()
    offset, text = insertion
    return (Edit(Place(opened.path, Span(offset, offset)), text),)


def _insertion(opened: OpenDocument, offer: Offer) -> Insertion | None:
    if offer.kind == "ignore-line":
        return ignore_line(opened.document, offer.span, offer.rule)
    if offer.kind == "ignore-file":
        return ignore_file(opened.document, offer.rule)
    item = ignore_item(opened.document, offer.span, offer.rule)
    return None if item is None else item[0]


def _safe_fixes(ls: Server, findings: list[Finding]) -> list[Fix]:
    fixes = (fix for finding in findings for fix in ls.work.analysis.fixes(finding))
    return [fix for fix in fixes if fix.edits and fix.applicability is Applicability.SAFE]
