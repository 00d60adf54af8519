"""`burnlint completion`: scripts that complete burnlint's command line in bash, zsh and fish."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.cli.errors import EXIT_CLEAN
from burnlint.cli.terminal import write

_EXAMPLES = """\
examples:
  burnlint completion bash > ~/.local/share/bash-completion/completions/burnlint
  burnlint completion zsh > ~/.zfunc/_burnlint         with fpath+=~/.zfunc before compinit
  burnlint completion fish > ~/.config/fish/completions/burnlint.fish
"""
SHELLS = ("bash", "zsh", "fish")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "completion",
        help="print a script that completes commands and options in a shell",
        description="Prints a script that completes burnlint's commands and options.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code."""
    from burnlint.cli.main import build_parser

    scripts = {"bash": bash, "zsh": zsh, "fish": fish}
    write(scripts[args.shell](list(commands_of(build_parser()))))
    return EXIT_CLEAN


# ---- what there is to complete --------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """A command, an option, or a value."""

    text: str
    help: str = ""


@dataclass(frozen=True)
class Option:
    """An option, with the values that its value is one of."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    takes_path: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A command: `name` is empty for burnlint itself, and has a space in a command of a command."""

    name: str
    commands: tuple[Word, ...]
    values: tuple[str, ...]  # what its arguments are one of
    options: tuple[Option, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """Everything that may follow."""
        options = (Word(name, option.help) for option in self.options for name in option.names)
        return (*self.commands, *map(Word, self.values), *options)


def commands_of(parser: argparse.ArgumentParser, name: str = "") -> Iterator[Command]:
    """The parser's command and all below it; argparse has no public way to ask for them."""
    below: dict[str, argparse.ArgumentParser] = {}
    commands: list[Word] = []
    values: list[str] = []
    options: list[Option] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = dict(action.choices)
            commands += [Word(choice.dest, choice.help or "") for choice in action._choices_actions]
        elif action.help == argparse.SUPPRESS:
            continue
        elif action.option_strings:
            options.append(_option(action))
        else:
            values += action.choices or ()
    yield Command(name, tuple(commands), tuple(values), tuple(options))
    for word, inner in below.items():
        yield from commands_of(inner, f"{name} {word}".strip())


def _option(action: argparse.Action) -> Option:
    return Option(
        names=tuple(action.option_strings),
        help=action.help or "",
        takes_value=action.nargs != 0,
        takes_path=action.type is Path or action.metavar in ("FILE", "FOLDER"),
        values=tuple(map(str, action.choices or ())),
    )


# ---- scripts --------------------------------------------------------------------------------------------


def bash(commands: list[Command]) -> str:
    """For bash 4 and later; what has no words of its own is completed as a path."""
    lines = [
        "_burnlint() {",
        '    local command="" word words=""',
        '    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
        '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        *_find_command(commands, "        "),
        "    done",
        '    case "$command:$previous" in',
        *(
            f'        {_pattern(command, option)}) words="{" ".join(option.values)}" ;;'
            for command in commands
            for option in command.options
            if option.takes_value
        ),
        "        *)",
        '            case "$command" in',
        *(
            f'                "{command.name}") words="{" ".join(word.text for word in command.words)}" ;;'
            for command in commands
        ),
        "            esac ;;",
        "    esac",
        '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
        "}",
        "complete -o default -F _burnlint burnlint",
    ]
    return "\n".join(lines) + "\n"


def zsh(commands: list[Command]) -> str:
    """For zsh's completion system, with descriptions."""
    lines = [
        "#compdef burnlint",
        "_burnlint() {",
        '    local command="" word',
        "    local -a described",
        "    for word in ${words[2,CURRENT-1]}; do",
        *_find_command(commands, "        "),
        "    done",
        '    case "$command:${words[CURRENT-1]}" in',
        *(
            f"        {_pattern(command, option)}) {_zsh_values(option)}; return ;;"
            for command in commands
            for option in command.options
            if option.takes_value
        ),
        "    esac",
        '    case "$command" in',
    ]
    for command in commands:
        described = " ".join(_quoted(f"{word.text}:{word.help}") for word in command.words)
        lines.append(f'        "{command.name}") described=({described}) ;;')
    lines += ["    esac", "    _describe burnlint described", "    _files", "}", '_burnlint "$@"']
    return "\n".join(lines) + "\n"


def fish(commands: list[Command]) -> str:
    """For fish, with descriptions."""
    lines = []
    for command in commands:
        condition = _quoted(_fish_condition(command))
        for word in (*command.commands, *map(Word, command.values)):
            lines.append(f"complete -c burnlint -n {condition} -f -a {word.text} -d {_quoted(word.help)}")
        for option in command.options:
            names = " ".join(
                f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
                for name in option.names
            )
            value = f" -x -a {_quoted(' '.join(option.values))}" if option.values else ""
            if option.takes_value and not value:
                value = " -r -F" if option.takes_path else " -x"
            lines.append(f"complete -c burnlint -n {condition} {names}{value} -d {_quoted(option.help)}")
    return "\n".join(lines) + "\n"


def _find_command(commands: list[Command], indent: str) -> Iterator[str]:
    """The lines of a `case` that keep `$command` up to date with each `$word`."""
    yield f'{indent}case "$command:$word" in'
    for command in commands:
        for word in command.commands:
            name = f"{command.name} {word.text}".strip()
            yield f'{indent}    "{command.name}:{word.text}") command="{name}" ;;'
    yield f"{indent}esac"


def _pattern(command: Command, option: Option) -> str:
    return "|".join(f'"{command.name}:{name}"' for name in option.names)


def _zsh_values(option: Option) -> str:
    if option.values:
        return f"compadd -- {' '.join(option.values)}"
    return "_files" if option.takes_path else f"_message {_quoted(option.help)}"


def _fish_condition(command: Command) -> str:
    if not command.name:
        return "__fish_use_subcommand"
    seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in command.name.split())
    if not command.commands:
        return seen
    below = " ".join(word.text for word in command.commands)
    return f"{seen}; and not __fish_seen_subcommand_from {below}"


def _quoted(text: str) -> str:
    """In single quotes, as all three shells read them."""
    return "'" + text.replace("\\", "\\\\").replace("'", "'\\''") + "'"
