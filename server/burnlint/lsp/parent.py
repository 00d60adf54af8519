"""Ends the server when the process that started it is gone: an editor that crashed cannot say goodbye."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

_INTERVAL = 3.0


async def watch_parent(pid: int, on_gone: Callable[[], None]) -> None:
    """Calls `on_gone` once the process is gone; never, if it cannot be seen at all, as from inside a container."""
    if not is_alive(pid):
        return
    while is_alive(pid):
        await asyncio.sleep(_INTERVAL)
    on_gone()


def is_alive(pid: int) -> bool:
    """Whether a process with this id exists."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _is_alive_on_windows(pid: int) -> bool:
    # On Windows os.kill would end the process, whatever the signal.
    import ctypes

    synchronize, still_running = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == still_running)
    finally:
        kernel.CloseHandle(handle)
