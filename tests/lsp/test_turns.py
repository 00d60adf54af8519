"""Messages first, in order; work in the pauses; nothing starves."""

from __future__ import annotations

import asyncio
import threading

from burnlint.lsp.inbox import Inbox
from burnlint.lsp.messages import End, Message, Notification
from burnlint.lsp.turns import Turns


def note(number: int) -> Notification:
    return Notification("n", number)


async def test_work_waits_until_no_message_does() -> None:
    inbox = Inbox()
    turns = Turns(inbox)
    seen: list[object] = []

    async def work() -> None:
        for step in ("first", "second"):
            await turns.quiet()
            seen.append(step)
            if step == "first":
                inbox.put(note(4))
        inbox.put(End())

    def receive(message: Message) -> None:
        assert isinstance(message, Notification)
        seen.append(message.params)
        if message.params == 2:
            tasks.append(asyncio.get_running_loop().create_task(work()))

    tasks: list[asyncio.Task[None]] = []
    for number in (1, 2, 3):
        inbox.put(note(number))
    await turns.run(receive)
    assert seen == [1, 2, 3, "first", 4, "second"]


async def test_each_waiting_piece_of_work_gets_its_turn() -> None:
    inbox = Inbox()
    turns = Turns(inbox)
    seen: list[str] = []

    async def work(name: str) -> None:
        for _ in range(3):
            await turns.quiet()
            seen.append(name)

    async def finish() -> None:
        await asyncio.gather(*(work(name) for name in "abc"))
        inbox.put(End())

    task = asyncio.get_running_loop().create_task(finish())
    await turns.run(lambda message: None)
    await task
    assert seen == list("abcabcabc")


async def test_cancelled_work_does_not_hold_up_the_rest() -> None:
    inbox = Inbox()
    turns = Turns(inbox)
    seen: list[str] = []

    async def work(name: str) -> None:
        await turns.quiet()
        seen.append(name)
        inbox.put(End())

    loop = asyncio.get_running_loop()
    cancelled = loop.create_task(work("cancelled"))
    kept = loop.create_task(work("kept"))
    inbox.put(note(1))
    await turns.run(lambda message: cancelled.cancel() and None)
    await asyncio.wait([cancelled, kept])
    assert seen == ["kept"]


async def test_a_flood_does_not_starve_work() -> None:
    inbox = Inbox()
    turns = Turns(inbox)
    received = 0
    stop = threading.Event()

    def receive(message: Message) -> None:
        # There is always one more message.
        nonlocal received
        received += 1
        inbox.put(End() if stop.is_set() else note(0))

    async def work() -> None:
        await turns.quiet()
        stop.set()

    task = asyncio.get_running_loop().create_task(work())
    inbox.put(note(0))
    await turns.run(receive)
    await task
    assert received > 1


async def test_a_message_from_another_thread_wakes_the_server() -> None:
    inbox = Inbox()
    received: list[Message] = []
    thread = threading.Timer(0.05, lambda: (inbox.put(note(1)), inbox.put(End())))
    thread.start()
    await Turns(inbox).run(received.append)
    assert received == [note(1)]
