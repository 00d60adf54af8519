"""rustc's targets, and the host's name among them."""

from __future__ import annotations

import sys

import pytest

from burnlint.cargo.targets import host_triple, target_cfg, target_triples, triple_of


def test_a_target_in_full() -> None:
    wasm = target_cfg("wasm32-unknown-unknown")
    assert wasm is not None and {key: set(values) for key, values in wasm.items()} == {
        "target_arch": {"wasm32"},
        "target_os": {"unknown"},
        "target_env": {""},
        "target_abi": {""},
        "target_vendor": {"unknown"},
        "target_endian": {"little"},
        "target_pointer_width": {"32"},
        "target_family": {"wasm"},
        "target_has_atomic": {"8", "16", "32", "64", "ptr"},
    }
    linux = target_cfg("x86_64-unknown-linux-gnu")
    assert linux is not None and "unix" in linux and "windows" not in linux
    windows = target_cfg("x86_64-pc-windows-msvc")
    assert windows is not None and "windows" in windows and windows["target_env"] == {"msvc"}


def test_an_unknown_target_has_no_cfg() -> None:
    assert target_cfg("x86_64-my-own-os") is None
    assert target_cfg("") is None


def test_every_row_is_complete() -> None:
    triples = target_triples()
    assert len(triples) == len(set(triples)) > 300
    for triple in triples:
        cfg = target_cfg(triple)
        assert cfg is not None
        assert cfg["target_pointer_width"] <= {"16", "32", "64"} and cfg["target_endian"] <= {"big", "little"}
        assert all(len(cfg[key]) == 1 for key in ("target_arch", "target_os", "target_env", "target_vendor"))
        assert ("unix" in cfg) == ("unix" in cfg["target_family"])
        assert ("windows" in cfg) == ("windows" in cfg["target_family"])


def test_the_targets_without_32_bit_atomics() -> None:
    lacking = {triple for triple in target_triples() if "32" not in (target_cfg(triple) or {})["target_has_atomic"]}
    assert lacking == {
        "armv4t-none-eabi", "armv5te-none-eabi", "avr-none", "bpfeb-unknown-none", "bpfel-unknown-none",
        "mipsel-sony-psx", "msp430-none-elf", "riscv32e-unknown-none-elf", "riscv32em-unknown-none-elf",
        "riscv32emc-unknown-none-elf", "riscv32i-unknown-none-elf", "riscv32im-unknown-none-elf",
        "riscv32imc-unknown-none-elf", "riscv64im-unknown-none-elf", "thumbv4t-none-eabi", "thumbv5te-none-eabi",
        "thumbv6m-none-eabi", "xtensa-esp32s2-none-elf",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("system", "machine", "libc", "triple"),
    [
        ("linux", "x86_64", "glibc", "x86_64-unknown-linux-gnu"),
        ("linux", "aarch64", "", "aarch64-unknown-linux-musl"),
        ("linux", "armv7l", "glibc", "armv7-unknown-linux-gnueabihf"),
        ("linux", "armv6l", "", "arm-unknown-linux-musleabihf"),
        ("linux", "riscv64", "glibc", "riscv64gc-unknown-linux-gnu"),
        ("linux", "ppc64le", "glibc", "powerpc64le-unknown-linux-gnu"),
        ("linux", "i686", "glibc", "i686-unknown-linux-gnu"),
        ("darwin", "arm64", "", "aarch64-apple-darwin"),
        ("darwin", "x86_64", "", "x86_64-apple-darwin"),
        ("win32", "AMD64", "", "x86_64-pc-windows-msvc"),
        ("win32", "ARM64", "", "aarch64-pc-windows-msvc"),
        ("freebsd14", "amd64", "", "x86_64-unknown-freebsd"),
        ("openbsd7.5", "amd64", "", "x86_64-unknown-openbsd"),
    ],
)
def test_the_triple_of_a_platform(system: str, machine: str, libc: str, triple: str) -> None:
    assert triple_of(system, machine, libc) == triple
    assert target_cfg(triple) is not None


def test_a_strange_platform_is_not_taken_for_another() -> None:
    assert target_cfg(triple_of("plan9", "vax", "")) is None


def test_this_host() -> None:
    cfg = target_cfg(host_triple())
    # On a machine that rustc does not know, nothing is claimed.
    if cfg is not None:
        assert ("windows" in cfg) == (sys.platform in ("win32", "cygwin"))
        assert cfg["target_endian"] == {sys.byteorder}
