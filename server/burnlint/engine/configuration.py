"""Which releases, targets and features a package is judged for: its Cargo files, then what the user asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from burnlint.cargo import cfg as cargo_cfg
from burnlint.cargo.context import CrateContext, Target
from burnlint.cargo.features import burn_features, package_features, selectable
from burnlint.cargo.targets import host_triple
from burnlint.cargo.version import Requirement, Version
from burnlint.infer.values import Choice
from burnlint.records.database import Database
from burnlint.records.schema import DefaultDevice
from burnlint.settings.settings import Settings
from burnlint.syntax.lower import lower_type
from burnlint.truth import Truth, all_of


@lru_cache(maxsize=2048)
def parsed_cfg(text: str) -> cargo_cfg.Cfg | None:
    """A cfg predicate, or None for one that is not well formed."""
    try:
        return cargo_cfg.parse(text)
    except ValueError:
        return None


class Configuration:
    """The cfg side of a package: what is known of its features and targets."""

    def __init__(self, context: CrateContext | None, settings: Settings) -> None:
        self.targets = _targets(context, settings)
        self._chosen = settings.features is not None or settings.all_features or settings.no_default_features
        on: frozenset[str] = frozenset()
        if context is not None:
            wanted = tuple(context.features) if settings.all_features else settings.features
            on = package_features(context, wanted, default=not settings.no_default_features)
        self._context = context
        self._on = on
        self._env = cargo_cfg.CfgEnv(
            on=on if self._chosen else frozenset(),
            complete=self._chosen,
            declared=None if context is None else frozenset(context.features),
            target=self.targets[0].triple if len(self.targets) == 1 else None,
        )

    def default_backends(self, table: DefaultDevice | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What `Device::default()` may be, and under which cfg: the first of burn's features that is on decides."""
        if table is None or self._context is None:
            return ()
        found: list[tuple[str, tuple[str, ...]]] = []
        refused: list[str] = []  # features of the package that would have decided before
        always = burn_features(self._context, self._on)
        for feature, backend in (*table.order, (None, table.fallback)):
            if backend is None:
                continue
            before = (f"not(any({', '.join(refused)}))",) if refused else ()
            if feature is None or feature in always:
                found.append((backend, before))
                return tuple(found)
            bringing = [f'feature = "{name}"' for name in self._bringing(feature)]
            if bringing:
                found.append((backend, (*before, f"any({', '.join(bringing)})" if len(bringing) > 1 else bringing[0])))
                refused += bringing
        return tuple(found)

    def _bringing(self, feature: str) -> list[str]:
        """The package's features that switch on a feature of burn, unless the features are settled."""
        if self._context is None or self._chosen:
            return []
        context = self._context
        return [
            name
            for name in selectable(context)
            if feature in burn_features(context, package_features(context, [name], default=False))
        ]

    def holds(self, exprs: Sequence[str]) -> Truth:
        """Whether all of these predicates hold."""
        return all_of(_evaluate(text, self._env) for text in exprs) if exprs else True

    def compatible(self, exprs: Sequence[str]) -> bool:
        """Whether the predicates can hold together in this configuration."""
        if not exprs:
            return True
        if self.holds(exprs) is False:
            return False
        known = [expr for expr in map(parsed_cfg, exprs) if expr is not None]
        return len(known) < 2 or not cargo_cfg.contradictory(known)

    def words(self, exprs: Sequence[str], also_on: frozenset[str] = frozenset()) -> str | None:
        """The predicates that this configuration leaves open, in words; None when there are none.

        `also_on` are features that are on for other reasons. `test` is not a condition worth a word: tests are built
        from the same package.
        """
        left = []
        env = replace(self._env, on=self._env.on | also_on)
        for text in dict.fromkeys(exprs):
            expr = parsed_cfg(text)
            if expr is not None and not _is_test(expr) and cargo_cfg.evaluate(expr, env) is not True:
                left.append(expr)
        return cargo_cfg.shown(cargo_cfg.conjunction(left)) if left else None

    def on_target(self, triple: str) -> Callable[[str], Truth]:
        """Evaluates a cfg predicate for one target."""
        env = replace(self._env, target=triple)
        return lambda text: _evaluate(text, env)


def _evaluate(text: str, env: cargo_cfg.CfgEnv) -> Truth:
    expr = parsed_cfg(text)
    return None if expr is None else cargo_cfg.evaluate(expr, env)


def _is_test(expr: cargo_cfg.Cfg) -> bool:
    return isinstance(expr, cargo_cfg.Flag) and expr.name == "test"


def _targets(context: CrateContext | None, settings: Settings) -> tuple[Target, ...]:
    if settings.target:
        return tuple(Target(triple, None) for triple in settings.target)
    if context is not None and context.targets:
        return context.targets
    return (Target(host_triple(), None),)


def restricted(context: CrateContext | None, settings: Settings) -> bool:
    """Whether something says which releases are meant."""
    if settings.burn is not None:
        return True
    return context is not None and context.burn is not None and context.burn.requirement is not None


def versions(context: CrateContext | None, settings: Settings, database: Database) -> tuple[tuple[Version, ...], str]:
    """The releases that the package may build with, and how to say that."""
    known = tuple(release.version for release in database.releases)
    asked = settings.burn
    if isinstance(asked, Version):
        return (asked,), str(asked)
    if isinstance(asked, Requirement):  # what Cargo would select
        chosen = asked.versions(known)
        newest = max(chosen, default=None)
        return ((newest,), str(newest)) if newest is not None else ((), str(asked))
    burn = context.burn if context is not None else None
    if burn is None:
        return (), "any release"
    if burn.exact is not None:
        return (burn.exact,), str(burn.exact)
    if burn.requirement is not None:
        return tuple(sorted(burn.requirement.versions(known))), burn.shown()
    return (), burn.shown()


def forced_backend(settings: Settings, database: Database) -> Choice | None:
    """`--backend 'Autodiff<Wgpu>'` as a choice."""
    type_ = lower_type(settings.backend) if settings.backend is not None else None
    depth = 0
    while type_ is not None and type_.segments:
        last = type_.segments[-1]
        if last.name != "Autodiff":
            return Choice(last.name, depth) if last.name in database.backends else None
        depth += 1
        type_ = last.generics[0] if last.generics else None
    return None
