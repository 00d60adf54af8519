"""`python -m tests.ground_truth run`: runs the programs of the records on real burn, and keeps what they did."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from burnlint.cargo.version import Version
from tests.ground_truth import bare_metal, evidence
from tests.ground_truth.builds import Build, builds, releases
from tests.ground_truth.crate import Crate, NotHere
from tests.ground_truth.execute import Outcome, execute
from tests.ground_truth.matrix import matrix
from tests.ground_truth.programs import Program, first_program, programs
from tests.workspace import shipped

_SAVED_AFTER = 10  # programs


def main() -> int:
    """The exit code: 1 when a crate could not be built, or a backend does not start here."""
    parser = argparse.ArgumentParser(prog="python -m tests.ground_truth", description=__doc__)
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="run what was not run yet, or changed since")
    run.add_argument(
        "--burn", action="append", type=Version.parse, metavar="RELEASE", help="default: every minor series"
    )
    run.add_argument("--backend", action="append", default=[], metavar="NAME", help="default: all that can run here")
    run.add_argument("--build", action="append", default=[], metavar="NAME", help="of builds.toml; default: all")
    run.add_argument(
        "--folder", type=Path, default=Path("target/ground-truth"), help="where crates are built (gigabytes)"
    )
    run.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for each program (default: 60)")
    run.add_argument("--again", action="store_true", help="run everything again")
    run.add_argument(
        "--feature",
        action="append",
        default=[],
        metavar="NAME",
        help="build with this feature of burn too, and only say what is then different from what is kept",
    )
    run.set_defaults(do=_run)
    targets = commands.add_parser("targets", help="cross-compile what depends on the target, and run it in an emulator")
    targets.add_argument(
        "--burn", action="append", type=Version.parse, metavar="RELEASE", help="default: every minor series"
    )
    targets.add_argument("--folder", type=Path, default=Path("target/bare-metal"), help="where crates are built")
    targets.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for each program (default: 60)")
    targets.set_defaults(do=_targets)
    table = commands.add_parser("matrix", help="what was executed, what was only read, by release and backend")
    table.set_defaults(do=lambda _: print(matrix()) or 0)
    arguments = parser.parse_args()
    return int(arguments.do(arguments))


def _run(arguments: argparse.Namespace) -> int:
    failed = 0
    for release in arguments.burn or releases():
        left = programs(release)
        for build in builds(release):
            wanted = [program for program in left if build.takes(program)]
            left = [program for program in left if not build.takes(program)]
            if arguments.backend:
                wanted = [program for program in wanted if program.backend in arguments.backend]
            if arguments.build and build.name not in arguments.build:
                continue
            try:
                _run_build(build, wanted, arguments)
            except NotHere as error:
                failed = 1
                print(f"{release} {build.name}: {error}", file=sys.stderr)
    return failed


def _run_build(build: Build, wanted: list[Program], arguments: argparse.Namespace) -> None:
    path = evidence.FOLDER / f"{build.release}.jsonl"
    known = evidence.read(path)
    evidence.write(path, known.values())  # links what ran before to records that were written since
    toolchain, target = _toolchain()
    compares = bool(arguments.feature)
    todo = [one for one in wanted if arguments.again or compares or _is_new(one, known, target, toolchain)]
    title = f"{build.release} {build.name}"
    if not todo:
        return
    print(f"{title}: {len(todo)} of {len(wanted)} programs to run", flush=True)
    folder = arguments.folder.resolve() / str(build.release)
    features = [*build.features, *arguments.feature]
    crate = Crate(folder / build.name, folder / "target", build.release, features, build.pins)
    print(f"{title}: building", flush=True)
    first = [first_program(build.release, shipped().backends[name]) for name in sorted({p.backend for p in todo})]
    refused = crate.build([*first, *todo])
    environment = {**os.environ, **build.environment, "RUST_BACKTRACE": "0"}
    for program in first:
        outcome = execute([str(crate.binary), program.name], environment, arguments.limit)
        if outcome.kind != "ran":
            raise NotHere(f"{program.backend} does not start here: {outcome.message or outcome.kind}")
    counts: Counter[str] = Counter()
    for number, program in enumerate(todo, 1):
        if program.name in refused:
            outcome = Outcome("does-not-compile", refused[program.name])
        else:
            outcome = execute([str(crate.binary), program.name], environment, arguments.limit)
        counts[outcome.kind] += 1
        if compares:
            before = known.get(evidence.identity(program, target), {})
            if (before.get("outcome"), before.get("message")) != (outcome.kind, outcome.message):
                print(f"different: {program.shows}: {outcome}, kept: {before.get('outcome')} {before.get('message')}")
                counts["different"] += 1
            continue
        known[evidence.identity(program, target)] = evidence.row(program, build.release, outcome, target, toolchain)
        if number % _SAVED_AFTER == 0 or number == len(todo):
            evidence.write(path, known.values())
        shows = " ".join(str(value) for value in program.shows.values())
        print(
            f"[{number}/{len(todo)}] {title} {program.backend} {shows}: {outcome.kind} {outcome.message or ''}",
            flush=True,
        )
    print(f"{title}: {', '.join(f'{count} {kind}' for kind, count in counts.most_common())}", flush=True)


def _targets(arguments: argparse.Namespace) -> int:
    failed = 0
    toolchain, _ = _toolchain()
    for release in arguments.burn or releases():
        path = evidence.FOLDER / f"{release}.jsonl"
        known = evidence.read(path)
        folder = arguments.folder.resolve() / str(release)
        for target in bare_metal.TARGETS:
            for program in bare_metal.programs(release):
                try:
                    command = bare_metal.build(program, release, target, folder)
                except NotHere as error:
                    failed = 1
                    print(f"{release}: {error}", file=sys.stderr)
                    continue
                outcome = execute(command, os.environ, arguments.limit)
                row = evidence.row(program, release, outcome, target.triple, toolchain)
                known[evidence.identity(program, target.triple)] = row
                evidence.write(path, known.values())
                shows = " ".join(str(value) for value in program.shows.values())
                print(f"{release} {target.triple} {shows}: {outcome.kind} {outcome.message or ''}", flush=True)
    return failed


def _is_new(program: Program, known: dict[tuple[object, ...], dict[str, object]], target: str, toolchain: str) -> bool:
    row = known.get(evidence.identity(program, target))
    return row is None or (row["program"], row["toolchain"]) != (program.digest, toolchain)


def _toolchain() -> tuple[str, str]:
    """The version of rustc, and the target it builds for."""
    lines = subprocess.run(["rustc", "-vV"], text=True, capture_output=True, check=True).stdout.splitlines()
    facts = dict(line.split(": ", 1) for line in lines if ": " in line)
    return f"rustc {facts['release']}", facts["host"]


if __name__ == "__main__":
    sys.exit(main())
