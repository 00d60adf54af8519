"""`burnlint server`: the language server."""

from __future__ import annotations

import argparse
from pathlib import Path

_EXAMPLES = """\
examples:
  burnlint server                             what an editor starts
  burnlint server --log-file burnlint.log     ... and what to send with a bug report
  burnlint server --tcp 127.0.0.1:9257        serve one client on a socket
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "server",
        help="run the language server",
        description="Runs the language server; editors/ in burnlint's repository has the settings of each editor.",
        epilog=_EXAMPLES,
    )
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument("--stdio", action="store_true", help="use standard input and output (default)")
    channel.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="wait for a client on a socket")
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="write a log to FILE")
    # VS Code's client library adds it to every command line; `initialize` says the same.
    parser.add_argument("--clientProcessId", type=int, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code of the protocol."""
    from burnlint.lsp.server import main

    return main(stdio=args.tcp is None, tcp=args.tcp, log_file=args.log_file)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"`{text}` is not HOST:PORT")
    return host.strip("[]"), int(port)
