"""Time and memory of processes together with their children. Memory is read from /proc, so only on Linux."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_SAMPLING = 0.01  # seconds between two looks at the memory
_QUIET = 0.5  # seconds without work after which a process is believed to wait


@dataclass(frozen=True)
class Usage:
    """What a command cost."""

    wall: float  # seconds
    cpu: float  # seconds, of all of its processes
    peak: int | None  # bytes, the largest sum over its processes that was seen at one moment


class TooSlow(Exception):
    """Something did not happen in time."""


def run(command: Sequence[str], environment: Mapping[str, str], output: Path, timeout: float) -> Usage:
    """Runs a command to its end."""
    over = threading.Event()
    sizes: list[int] = []
    with output.open("wb") as out:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, env=environment, start_new_session=True
        )
        sampler = threading.Thread(target=_sample, args=(process.pid, over, sizes), daemon=True)
        killer = threading.Timer(timeout, os.killpg, (process.pid, signal.SIGKILL))
        sampler.start()
        killer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # Ctrl-C reaches only this process
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            killer.cancel()
            over.set()
        wall = time.perf_counter() - start
    sampler.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == -signal.SIGKILL:
        raise TooSlow(f"`{Path(command[0]).name} {command[1]}` took longer than {timeout:.0f} s")
    return Usage(wall, usage.ru_utime + usage.ru_stime, max(sizes, default=None))


def memory(pid: int) -> int | None:
    """The resident bytes of a process and its children; pages that they share count for each of them."""
    found = [size for one in _family(pid) if (size := _resident(one)) is not None]
    return sum(found) if found else None


def settle(pid: int, timeout: float) -> None:
    """Waits until a process has nothing left to do."""
    deadline = time.monotonic() + timeout
    before = _worked(pid)
    while time.monotonic() < deadline:
        time.sleep(_QUIET)
        now = _worked(pid)
        if now - before <= 1:  # ticks
            return
        before = now
    raise TooSlow(f"a server still worked after {timeout:.0f} s")


def _sample(pid: int, over: threading.Event, sizes: list[int]) -> None:
    while not over.wait(_SAMPLING):
        size = memory(pid)
        if size is not None:
            sizes.append(size)


def _family(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        for listing in Path(f"/proc/{one}/task").glob("*/children"):
            with suppress(OSError):  # the thread has ended
                found += map(int, listing.read_text().split())
    return found


def _resident(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return None


def _worked(pid: int) -> int:
    """The ticks of the processor that a process and its children have used."""
    ticks = 0
    for one in _family(pid):
        with suppress(OSError):
            user, system = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]
            ticks += int(user) + int(system)
    return ticks
