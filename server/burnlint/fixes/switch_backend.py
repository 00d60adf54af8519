"""Choose another backend: the alias or device, and the Cargo feature that brings it."""

from __future__ import annotations

from collections.abc import Iterator

from burnlint.cargo.context import BurnDependency, CrateContext
from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.manifest import add_feature
from burnlint.fixes.targets import FixTarget
from burnlint.records.schema import Backend, FixTemplate
from burnlint.span import Place, Span

_DEVICE = "Device::"


def switch_backend(template: FixTemplate, target: FixTarget) -> Fix | None:
    """Every place that chose a backend which panics names the other one; the manifest gains its feature."""
    backend = target.database.backends.get(template.parameters["backend"])
    places = list(dict.fromkeys(target.places("backend_places").values()))
    if backend is None or not places:
        return None
    edits: list[Edit] = []
    for place in places:
        edit = _renamed(place, backend, target)
        if edit is None:
            return None
        edits.append(edit)
    context = target.context
    if context is not None:
        edits.extend(_feature(backend, context, target))
    return Fix(template.title, Applicability(template.applicability), tuple(edits))


def _renamed(place: Place, backend: Backend, target: FixTarget) -> Edit | None:
    source = target.source(place)
    name = _crate_name(target.context)
    head, device, constructor = source.rpartition(_DEVICE)
    if device or target.before(place, len(_DEVICE)) == _DEVICE:
        arguments = _arguments(place, target)
        if not backend.devices or not constructor.isidentifier() or arguments is None:
            return None
        whole = Place(place.path, Span(place.span.start, arguments.span.end))
        return Edit(whole, f"{head}{device}{backend.devices[0]}()")
    if not source or not backend.paths or name is None:
        return None
    return Edit(place, name + backend.paths[0].removeprefix("burn"))


def _arguments(place: Place, target: FixTarget) -> Place | None:
    """The parentheses behind a constructor's name, with what is in them."""
    text = target.text(place.path)
    after = text.data[place.span.end :] if text is not None else b""
    depth = 0
    for offset, byte in enumerate(after):
        depth += (byte in b"([{") - (byte in b")]}")
        if depth <= 0:
            end = place.span.end + offset + 1
            return Place(place.path, Span(place.span.end, end)) if byte in b")" and offset else None
    return None


def _crate_name(context: CrateContext | None) -> str | None:
    """What this package calls `burn` in code; None when it only uses burn's smaller crates."""
    dependency = _burn(context)
    return dependency.name if dependency is not None else None


def _burn(context: CrateContext | None) -> BurnDependency | None:
    if context is None:
        return None
    return next((d for d in context.burn_dependencies if d.package == "burn" and not d.dev), None) or next(
        (d for d in context.burn_dependencies if d.package == "burn"), None
    )


def _feature(backend: Backend, context: CrateContext, target: FixTarget) -> Iterator[Edit]:
    """The edit of Cargo.toml, unless the feature is there already."""
    dependency = _burn(context)
    if dependency is None or not backend.features or any(f in dependency.features for f in backend.features):
        return
    text = target.text(dependency.place.path)
    if text is not None:
        edit = add_feature(text, dependency, backend.features[0])
        if edit is not None:
            yield edit
