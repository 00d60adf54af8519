"""Rules of the house that a machine can check."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workspace import crate

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server/burnlint"

ROOMS = (
    "syntax", "cargo", "records", "settings", "drift", "resolve", "infer", "checks", "fixes", "engine", "render",
    "report", "lsp", "cli",
)  # fmt: skip


def _imports(path: Path) -> list[str]:
    """Every module that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.append(node.module)
    return found


def _room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_above_it(room: str) -> None:
    allowed = set(ROOMS[: ROOMS.index(room) + 1])
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for name in _imports(path)
        if name.startswith("burnlint.") and (other := name.split(".")[1]) in ROOMS and other not in allowed
    ]
    # The command line starts the server, and nothing else of it.
    assert [text for text in wrong if not (room == "cli" and "burnlint.lsp" in text)] == []


def test_only_the_lsp_room_knows_pygls() -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for path in sorted(PACKAGE.rglob("*.py"))
        if _room(path) != "lsp" and any(name.split(".")[0] in ("pygls", "lsprotocol") for name in _imports(path))
    ]
    assert wrong == []


def test_checking_loads_neither_pygls_nor_lsprotocol(tmp_path: Path) -> None:
    root = crate(tmp_path, "fn main() {}\n")
    program = (
        "import sys; from burnlint.__main__ import main\n"
        f"try: main(['check', {str(root)!r}])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'pygls', 'lsprotocol', 'asyncio', 'cattrs'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


_WATCHED = """
import sys

def watch(event, args):
    processes = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.startfile", "pty.spawn")
    network = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request")
    if event in processes + network:
        print("BROKE THE PROMISE:", event, args)
    if event == "open" and isinstance(args[0], str) and "w" in str(args[1] or "") and args[0].startswith(sys.argv[1]):
        print("WROTE:", args[0])

sys.addaudithook(watch)
from burnlint.__main__ import main
try:
    main(["check", "--output-format", "json", sys.argv[1]])
except SystemExit:
    pass
"""


def test_nothing_of_a_workspace_is_executed(tmp_path: Path) -> None:
    """Neither build script, cargo, rustc nor the network; and nothing in the workspace is written."""
    main = """
        use burn::tensor::{module::interpolate, ops::*, Tensor};
        type B = burn::backend::Autodiff<burn::backend::NdArray>;
        fn main() {
            let x = Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad();
            interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward();
        }
    """
    marker = tmp_path / "executed"
    run = f'fn main() {{ std::fs::write("{marker}", "").unwrap(); }}\n'
    root = crate(
        tmp_path / "crate", main, files={"build.rs": run, "rust-toolchain.toml": '[toolchain]\nchannel = "1"\n'}
    )
    done = subprocess.run([sys.executable, "-c", _WATCHED, str(root)], capture_output=True, text=True, check=True)
    assert '"rule": "interpolate-backward"' in done.stdout or '"rule":"interpolate-backward"' in done.stdout
    assert "BROKE THE PROMISE" not in done.stdout
    assert "WROTE" not in done.stdout
    assert not marker.exists()


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["burnlint", "records", "lint"],
    ],
    ids=" ".join,
)
def test_linters(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
