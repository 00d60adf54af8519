"""A backend chosen in one package of a workspace reaches a call in another; in each twin it does not arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.settings.settings import Settings
from tests.workspace import assert_as_marked, findings, lock, write

PANICS = '//~ error[interpolate-backward] "NdArray"'
SOMETIMES = '//~ warning[interpolate-backward] "NdArray" "`fast` of `app`"'

MODEL = """\
use burn::prelude::*;
use burn::nn::interpolate::{{Interpolate2d, Interpolate2dConfig, InterpolateMode}};
use burn::nn::{{Linear, LinearConfig}};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{{InterpolateMode as Mode, InterpolateOptions}};

#[derive(Config, Debug)]
pub struct NetConfig {{
    pub size: usize,
}}
#[derive(Module, Debug)]
pub struct Net<B: Backend> {{
    linear: Linear<B>,
    resize: Interpolate2d,
}}
impl NetConfig {{
    pub fn init<B: Backend>(&self, device: &B::Device) -> Net<B> {{
        let resize = Interpolate2dConfig::new()
            .with_mode(InterpolateMode::Linear) {module}
            .init();
        Net {{ linear: LinearConfig::new(4, 4).init(device), resize }}
    }}
}}
impl<B: Backend> Net<B> {{
    pub fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {{
        self.resize.forward(self.linear.forward(x))
    }}
}}
pub trait Scale {{
    fn scale<B: Backend>(&self, x: Tensor<B, 4>) -> Tensor<B, 4>;
}}
pub fn shrink<B: Backend>(x: Tensor<B, 4>) -> Tensor<B, 4> {{
    let options = InterpolateOptions::new(Mode::Bicubic); {function}
    interpolate(x, [2, 2], options)
}}
"""
APP = """\
use burn::backend::{Autodiff, Flex, NdArray};
use burn::tensor::Tensor;
use model::NetConfig;

type T = Autodiff<NdArray>;
type F = Autodiff<Flex>;
"""
IMAGE = "Tensor::<{}, 4>::zeros([1, 1, 4, 4], &Default::default())"
BAD, GOOD, PLAIN = IMAGE.format("T"), IMAGE.format("F"), IMAGE.format("NdArray")

# What the application does, and which line of the model it makes panic.
REACHED = {
    "a call": (f"fn main() {{ model::shrink({BAD}.require_grad()).sum().backward(); }}", "function"),
    "an imported function": (
        f"use model::shrink;\nfn main() {{ shrink({BAD}.require_grad()).sum().backward(); }}",
        "function",
    ),
    "a renamed import": (
        f"use model::shrink as less;\nfn main() {{ less({BAD}.require_grad()).sum().backward(); }}",
        "function",
    ),
    "a module": (
        f"fn main() {{ NetConfig::new(1).init::<T>(&Default::default()).forward({BAD}).sum().backward(); }}",
        "module",
    ),
    "a module in a field": (
        "struct Run { net: model::Net<T> }\n"
        f"impl Run {{ fn step(&self) {{ self.net.forward({BAD}).sum().backward(); }} }}\n"
        "fn main() { Run { net: NetConfig::new(1).init(&Default::default()) }.step(); }",
        "module",
    ),
    "a generic function between": (
        "use burn::tensor::backend::AutodiffBackend;\n"
        "fn train<B: AutodiffBackend>(x: Tensor<B, 4>) { model::shrink(x.require_grad()).sum().backward(); }\n"
        f"fn main() {{ train({BAD}); }}",
        "function",
    ),
    "a closure": (
        f"fn main() {{ let f = |x| model::shrink(x); f({BAD}.require_grad()).sum().backward(); }}",
        "function",
    ),
    "a function as a value": (
        f"fn main() {{ let f = model::shrink::<T>; f({BAD}.require_grad()).sum().backward(); }}",
        "function",
    ),
}
SILENT = {
    "a backend that has it": f"fn main() {{ model::shrink({GOOD}.require_grad()).sum().backward(); }}",
    "no autodiff": f"fn main() {{ model::shrink({PLAIN}); }}",
    "no backward pass": (
        "fn main() { let net = NetConfig::new(1).init::<NdArray>(&Default::default());\n"
        f"net.forward({PLAIN}); model::shrink({PLAIN}); }}"
    ),
    "an input that is not tracked": f"fn main() {{ model::shrink({BAD}).sum().backward(); }}",
    "detached behind it": (
        f"fn main() {{ let y = model::shrink({BAD}.require_grad()).detach();\n"
        f"let x = {BAD}.require_grad(); (x.mean() + y.mean()).backward(); }}"
    ),
    "a module that has it": (
        f"fn main() {{ NetConfig::new(1).init::<F>(&Default::default()).forward({GOOD}).sum().backward(); }}"
    ),
}


def workspace(root: Path, main: str, function: str = "", module: str = "", features: str = "") -> None:
    """An application, and a library of the same workspace with what it uses."""
    members = '[workspace]\nresolver = "2"\nmembers = ["app", "model"]\n'
    package = '[package]\nname = "{}"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n'
    burn = 'burn = {{ version = "0.21.0", default-features = false, features = [{}] }}\n'
    files = {
        "Cargo.toml": members,
        "Cargo.lock": lock("0.21.0"),
        "model/Cargo.toml": package.format("model") + burn.format('"std"'),
        "model/src/lib.rs": MODEL.format(function=function, module=module),
        "app/Cargo.toml": package.format("app")
        + burn.format('"std", "autodiff", "ndarray", "flex"')
        + 'model = { path = "../model" }\n'
        + features,
        "app/src/main.rs": APP + main,
    }
    write(root, files)


@pytest.mark.parametrize(("main", "place"), REACHED.values(), ids=REACHED)
def test_reached(tmp_path: Path, main: str, place: str) -> None:
    workspace(tmp_path, main, **{place: PANICS})
    # What nobody in the workspace calls may be used by others: that is only possible.
    found = [finding for finding in findings(tmp_path) if finding.level.value != "information"]
    assert [(f.place.path.name, f.level.value, f.rule) for f in found] == [("lib.rs", "error", "interpolate-backward")]
    (finding,) = found
    assert any(related.place.path.name == "main.rs" and "chosen here" in related.message for related in finding.related)
    text = finding.place.path.read_text(encoding="utf-8")
    assert PANICS in text[finding.place.span.start :].splitlines()[0]


@pytest.mark.parametrize("main", SILENT.values(), ids=SILENT)
def test_silent(tmp_path: Path, main: str) -> None:
    workspace(tmp_path, main)
    assert [finding for finding in findings(tmp_path) if finding.level.value != "information"] == []


def test_a_feature_of_another_package(tmp_path: Path) -> None:
    main = f"""
#[cfg(feature = "fast")]
type C = T;
#[cfg(not(feature = "fast"))]
type C = F;
fn main() {{ model::shrink({IMAGE.format("C")}.require_grad()).sum().backward();
    NetConfig::new(1).init::<F>(&Default::default()).forward({GOOD}); }}
"""
    workspace(tmp_path, main, function=SOMETIMES, features="[features]\nfast = []\n")
    assert_as_marked(tmp_path)
    assert [f.level.value for f in findings(tmp_path, Settings(features=("fast",)))] == ["error"]
    assert findings(tmp_path, Settings(features=())) == []


def test_features_that_exclude_each_other(tmp_path: Path) -> None:
    """`fast` of the application switches on `small` of the model, where the code that panics is left out."""
    main = f"""
#[cfg(feature = "fast")]
fn main() {{ model::small({BAD}.require_grad()).sum().backward(); }}
#[cfg(not(feature = "fast"))]
fn main() {{}}
"""
    workspace(tmp_path, main, features='[features]\nfast = ["model/small"]\n')
    model = tmp_path / "model"
    with (model / "Cargo.toml").open("a", encoding="utf-8") as file:
        file.write("[features]\nsmall = []\n")
    with (model / "src/lib.rs").open("a", encoding="utf-8") as file:
        file.write(
            "pub fn small<B: Backend>(x: Tensor<B, 4>) -> Tensor<B, 4> {\n"
            '    #[cfg(not(feature = "small"))]\n'
            "    let x = shrink(x);\n"
            "    x\n}\n"
        )
    assert [finding for finding in findings(tmp_path) if finding.level.value != "information"] == []


def test_packages_for_other_releases_are_not_linked(tmp_path: Path) -> None:
    main = f"fn main() {{ model::shrink({BAD}.require_grad()).sum().backward(); }}"
    workspace(tmp_path, main)
    (tmp_path / "Cargo.lock").unlink()
    manifest = tmp_path / "model/Cargo.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("0.21.0", "=0.20.1"), encoding="utf-8")
    assert [finding for finding in findings(tmp_path) if finding.level.value != "information"] == []
