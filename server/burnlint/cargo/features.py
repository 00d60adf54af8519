"""Cargo features: which of a package's are on, and which of burn's own they switch on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from burnlint.cargo.cfg import CfgEnv, evaluate, parse_platform
from burnlint.cargo.context import BurnDependency, CrateContext


def selectable(context: CrateContext) -> tuple[str, ...]:
    """The features a user of the package can choose, apart from `default`."""
    return tuple(sorted(name for name in context.features if name != "default"))


def package_features(context: CrateContext, chosen: Iterable[str] | None, default: bool = True) -> frozenset[str]:
    """The features of the package that are on when these are chosen, with all that they switch on in turn.

    Names that the package does not have are left out. `burn/wgpu` may be chosen, as on Cargo's command
    line; it stays in the result for `burn_features`.
    """
    wanted = frozenset(chosen or ())
    on = _closure(context, wanted | {"default"} if default else wanted)
    return frozenset(item for item in on if item in context.features or ("/" in item and item in wanted))


def burn_features(
    context: CrateContext, enabled: Iterable[str], env: CfgEnv | None = None, dev: bool = False
) -> frozenset[str]:
    """The features of the crate `burn` that this package switches on, with `default` unless it is refused.

    At least these are on: other packages of the same build may add to them, and what burn's features switch
    on in turn is not in here. `enabled` is a result of `package_features`; a dependency under a `[target.…]`
    counts only if `env` says that it applies.
    """
    items = set(enabled)
    items |= {item for name in items for item in context.features.get(name, ())}
    result: set[str] = set()
    for dependency in context.burn_dependencies:
        if dependency.package == "burn" and (dev or not dependency.dev) and _applies(dependency, env):
            key = dependency.key[-1] if dependency.key else dependency.name
            if not dependency.optional or _activated(key, items):
                result |= dependency.features
                result |= {"default"} if dependency.default_features else set()
                result |= {item.split("/", 1)[1] for item in items if item.startswith((f"{key}/", f"{key}?/"))}
    return frozenset(result)


def switched_on(context: CrateContext, chosen: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What these features of the package switch on in others: the keys of dependencies, with their features."""
    for item in sorted(_closure(context, chosen)):
        dependency, slash, feature = item.partition("/")
        if slash:
            yield dependency.removesuffix("?"), feature


def _closure(context: CrateContext, chosen: Iterable[str]) -> set[str]:
    waiting = list(chosen)
    seen: set[str] = set()
    while waiting:
        item = waiting.pop()
        if item in seen:
            continue
        seen.add(item)
        waiting += context.features.get(item, ())
        # `burn/wgpu` switches an optional dependency on, and with it the feature that bears its name.
        dependency, slash, _ = item.partition("/")
        if slash and not dependency.endswith("?") and f"dep:{dependency}" in context.features.get(dependency, ()):
            waiting.append(dependency)
    return seen


def _applies(dependency: BurnDependency, env: CfgEnv | None) -> bool:
    if dependency.cfg is None:
        return True
    try:
        return env is not None and evaluate(parse_platform(dependency.cfg), env) is True
    except ValueError:
        return False


def _activated(key: str, items: Iterable[str]) -> bool:
    return any(item == f"dep:{key}" or item.startswith(f"{key}/") for item in items)
