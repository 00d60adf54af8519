"""cfg predicates of linked packages: each is judged by its own package's build, and by what the others switch on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from burnlint.cargo import cfg as cargo_cfg
from burnlint.cargo.context import CrateContext
from burnlint.cargo.features import switched_on
from burnlint.engine.configuration import Configuration, parsed_cfg
from burnlint.resolve.facts import Gate
from burnlint.truth import Truth, all_of


class Conditions:
    """`contexts` and `configurations` by the names of the packages; `package` is that of a file."""

    def __init__(
        self,
        contexts: Mapping[str, CrateContext],
        configurations: Mapping[str, Configuration],
        package: Callable[[Path], str],
    ) -> None:
        self._contexts = contexts
        self._configurations = configurations
        self._package = package
        self._implied: dict[tuple[str, str], frozenset[tuple[str, str]]] = {}
        self._compatible: dict[tuple[Gate, ...], bool] = {}

    def holds(self, gates: Sequence[Gate]) -> Truth:
        """Whether all of these predicates hold."""
        return all_of(self._configurations[one].holds(texts) for one, texts in _by_package(gates).items())

    def compatible(self, gates: Sequence[Gate]) -> bool:
        """Whether the predicates can hold together in one build."""
        if not gates:
            return True
        key = tuple(gates)
        known = self._compatible.get(key)
        if known is None:
            on = self._switched_on(gates)
            known = self._compatible[key] = all(
                self._configurations[one].compatible([*texts, *(_feature(name) for name in sorted(on.get(one, ())))])
                for one, texts in _by_package(gates).items()
            )
        return known

    def words(self, gates: Sequence[Gate], reader: Path) -> str | None:
        """The predicates that are left open, in words for a reader of this file; None when there are none."""
        on = self._switched_on(gates)
        parts: list[str] = []
        for one, texts in _by_package(gates).items():
            words = self._configurations[one].words(texts, on.get(one, frozenset()))
            if words is not None:
                parts.append(words if one == self._package(reader) else f"{words} of `{one}`")
        return ", ".join(parts) or None

    def _switched_on(self, gates: Sequence[Gate]) -> Mapping[str, frozenset[str]]:
        """By package: its features that are on because of features of other packages among the predicates."""
        if len(self._contexts) == 1:
            return {}
        on: dict[str, set[str]] = {}
        for gate in gates:
            for package, feature in self._implications(gate):
                on.setdefault(package, set()).add(feature)
        return {package: frozenset(features) for package, features in on.items()}

    def _implications(self, gate: Gate) -> Iterable[tuple[str, str]]:
        known = self._implied.get(gate)
        if known is None:
            expr = parsed_cfg(gate.text)
            parts = expr.operands if isinstance(expr, cargo_cfg.AllOf) else (expr,)
            features = [part.value for part in parts if isinstance(part, cargo_cfg.Pair) and part.key == "feature"]
            found: set[tuple[str, str]] = set()
            self._follow(gate.package, features, found)
            known = self._implied[gate] = frozenset(found)
        return known

    def _follow(self, package: str, features: Iterable[str], found: set[tuple[str, str]]) -> None:
        context = self._contexts[package]
        folders = {other.root: name for name, other in self._contexts.items()}
        for dependency, feature in switched_on(context, features):
            folder = context.path_dependencies.get(dependency.replace("-", "_"))
            other = folders.get(folder) if folder is not None else None
            if other is not None and (other, feature) not in found:
                found.add((other, feature))
                self._follow(other, [feature], found)


def _by_package(gates: Iterable[Gate]) -> Mapping[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for gate in gates:
        texts.setdefault(gate.package, []).append(gate.text)
    return texts


def _feature(name: str) -> str:
    return f'feature = "{name}"'
