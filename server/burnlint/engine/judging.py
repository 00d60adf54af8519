"""What linked packages are judged for: their releases, targets and conditions."""

from __future__ import annotations

from pathlib import Path

from burnlint.checks.answers import Situation, TargetCfg
from burnlint.engine.conditions import Conditions
from burnlint.engine.configuration import Configuration, restricted, versions
from burnlint.engine.packages import Packages
from burnlint.records.database import Database
from burnlint.settings.settings import Settings
from burnlint.span import Place


def situation(
    packages: Packages,
    settings: Settings,
    database: Database,
    configuration: Configuration,
    conditions: Conditions,
) -> Situation:
    """Everything that judging needs to know; `configuration` is that of any of the packages."""
    found, shown = versions(packages.first, settings, database)
    several = len(configuration.targets) > 1
    targets = tuple(
        TargetCfg(
            target.triple,
            f"on {target.triple}" if several else None,
            configuration.on_target(target.triple),
            target.place,
        )
        for target in configuration.targets
    )

    def burn_place(path: Path) -> Place | None:
        burn = packages.contexts[packages.name_of(path)].burn
        return burn.place if burn is not None and settings.burn is None else None

    return Situation(
        database,
        found,
        shown,
        targets,
        conditions.compatible,
        conditions.words,
        burn_place,
        bool(found) or not restricted(packages.first, settings),
    )
