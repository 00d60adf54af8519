"""Pieces of Rust that use burn, each a whole item of a module, with random names and numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo")


class Names:
    """Random choices, and names that are never given twice."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._count = 0

    def snake(self) -> str:
        """The name of a function."""
        self._count += 1
        return "".join(self.random.choices(_SYLLABLES, k=3)) + f"_{self._count}"

    def camel(self) -> str:
        """The name of a type."""
        return "".join(part.capitalize() for part in self.snake().split("_"))

    def number(self, low: int = 1, high: int = 512) -> int:
        """Some number."""
        return self.random.randint(low, high)


Item: TypeAlias = Callable[[Names], str]

# ---- without burn ---------------------------------------------------------------------------------------

PLAIN_HEAD = "use std::collections::HashMap;\n"


def _parser(names: Names) -> str:
    kinds = [names.camel() for _ in range(names.number(3, 8))]
    arms = "".join(f'            "{kind.lower()}" => Some({names.number()}),\n' for kind in kinds)
    return f"""\
/// Reads lines such as `key = value`.
pub fn {names.snake()}(text: &str) -> HashMap<String, usize> {{
    let mut found = HashMap::new();
    for (number, line) in text.lines().enumerate() {{
        let Some((key, value)) = line.split_once('=') else {{
            eprintln!("line {{}} is skipped: {{line:?}}", number + {names.number()});
            continue;
        }};
        let known = match key.trim() {{
{arms}            _ => value.trim().parse().ok(),
        }};
        if let Some(known) = known {{
            found.entry(key.to_owned()).or_insert(known);
        }}
    }}
    found
}}
"""


def _enumeration(names: Names) -> str:
    name, variants = names.camel(), [names.camel() for _ in range(names.number(3, 9))]
    declared = "".join(f"    {variant},\n" for variant in variants)
    arms = "".join(f'            Self::{variant} => "{variant.lower()}",\n' for variant in variants)
    return f"""\
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum {name} {{
{declared}}}

impl {name} {{
    pub const fn label(self) -> &'static str {{
        match self {{
{arms}        }}
    }}
}}

impl std::fmt::Display for {name} {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        write!(f, "{{}}", self.label())
    }}
}}
"""


def _statistics(names: Names) -> str:
    return f"""\
pub fn {names.snake()}(values: &[f64]) -> Option<(f64, f64)> {{
    if values.len() < {names.number(2, 9)} {{
        return None;
    }}
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let scaled: Vec<f64> = values.iter().filter(|value| **value > {names.number()}.0).copied().collect();
    println!("{{}} of {{}} values count", scaled.len(), values.len());
    Some((mean, spread.sqrt()))
}}
"""


PLAIN: tuple[Item, ...] = (_parser, _enumeration, _statistics)

# ---- with burn, but without anything that a record is about ---------------------------------------------

MODEL_HEAD = (
    PLAIN_HEAD
    + """
use burn::backend::NdArray;
use burn::config::Config;
use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig, Relu};
use burn::tensor::backend::Backend;
use burn::tensor::{activation, Tensor};
"""
)


def _network(names: Names) -> str:
    name = names.camel()
    layers = [f"layer{number}" for number in range(names.number(2, 6))]
    fields = "".join(f"    {layer}: Linear<B>,\n" for layer in layers)
    made = "".join(
        f"            {layer}: LinearConfig::new(config.width, {names.number()}).init(device),\n" for layer in layers
    )
    steps = "".join(f"        let x = self.activation.forward(self.{layer}.forward(x));\n" for layer in layers)
    return f"""\
/// How to make a `{name}`.
#[derive(Config, Debug)]
pub struct {name}Config {{
    pub width: usize,
    #[config(default = 0.{names.number(1, 9)})]
    pub dropout: f64,
}}

#[derive(Module, Debug)]
pub struct {name}<B: Backend> {{
{fields}    dropout: Dropout,
    activation: Relu,
}}

impl<B: Backend> {name}<B> {{
    pub fn new(config: &{name}Config, device: &B::Device) -> Self {{
        Self {{
{made}            dropout: DropoutConfig::new(config.dropout).init(),
            activation: Relu::new(),
        }}
    }}

    pub fn forward(&self, x: Tensor<B, 2>) -> Tensor<B, 2> {{
{steps}        self.dropout.forward(x)
    }}
}}
"""


_STEPS = (
    "x.clone() + x.mul_scalar({n})",
    "activation::softmax(x, 1)",
    "x.clamp(0.0, {n}.0).sqrt()",
    "x.transpose().matmul(Tensor::ones([{n}, {n}], &Default::default()))",
    "x.reshape([{n}, 4]).slice([0..2, 0..2])",
    "x.exp().log().powf_scalar(2.0)",
    "x.sum_dim(0).repeat(&[{n}, 1])",
)


def _arithmetic(names: Names) -> str:
    steps = "".join(
        f"    let x = {names.random.choice(_STEPS).format(n=names.number())};\n" for _ in range(names.number(4, 14))
    )
    return f"pub fn {names.snake()}<B: Backend>(x: Tensor<B, 2>) -> Tensor<B, 2> {{\n{steps}    x\n}}\n"


def _test(names: Names) -> str:
    tensors = "".join(
        f"    let x = x + Tensor::<NdArray, 1>::from_floats([{names.number()}.0, {names.number()}.0], &device);\n"
        for _ in range(names.number(2, 6))
    )
    return f"""\
#[test]
fn {names.snake()}() {{
    let device = Default::default();
    let x = Tensor::<NdArray, 1>::zeros([2], &device);
{tensors}    assert_eq!(x.dims(), [2]);
    assert!(x.into_data().to_vec::<f32>().unwrap().iter().all(|value| *value >= 0.0), "all are {{}}", 0);
}}
"""


MODELS: tuple[Item, ...] = (_network, _arithmetic, _test)

# ---- with calls that panic on other backends, in other modes or when trained ----------------------------

RESIZING_HEAD = (
    MODEL_HEAD.replace("burn::backend::NdArray", "burn::backend::{Autodiff, NdArray}")
    + """\
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode as Mode};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

type Training = Autodiff<NdArray>;
"""
)


def _convolution(names: Names) -> str:
    name = names.camel()
    return f"""\
#[derive(Module, Debug)]
pub struct {name}<B: Backend> {{
    conv: Conv2d<B>,
    enlarge: Interpolate2d,
}}

impl<B: Backend> {name}<B> {{
    pub fn new(device: &B::Device) -> Self {{
        let conv = Conv2dConfig::new([{names.number()}, {names.number()}], [3, 3]).init(device);
        let enlarge = Interpolate2dConfig::new()
            .with_output_size(Some([{names.number()}, {names.number()}]))
            .with_mode(Mode::Nearest)
            .init();
        Self {{ conv, enlarge }}
    }}

    pub fn forward(&self, images: Tensor<B, 4>) -> Tensor<B, 4> {{
        let features = activation::relu(self.conv.forward(images));
        self.enlarge.forward(features)
    }}
}}
"""


def _inference(names: Names) -> str:
    return f"""\
pub fn {names.snake()}(images: Tensor<NdArray, 4>) -> Tensor<NdArray, 4> {{
    let options = InterpolateOptions::new(InterpolateMode::Bicubic);
    let small = interpolate(images, [{names.number()}, {names.number()}], options);
    small.sub_scalar(0.{names.number(1, 9)}).div_scalar(0.{names.number(1, 9)})
}}
"""


def _training(names: Names) -> str:
    return _trained(names, "Nearest")


def _trained(names: Names, mode: str) -> str:
    return f"""\
pub fn {names.snake()}(images: Tensor<Training, 4>, target: Tensor<Training, 4>) -> Tensor<NdArray, 4> {{
    let images = images.require_grad();
    let options = InterpolateOptions::new(InterpolateMode::{mode});
    let small = interpolate(images.clone(), [{names.number()}, {names.number()}], options);
    let loss = (small - target).powf_scalar(2.0).mean();
    images.grad(&loss.backward()).unwrap()
}}
"""


RESIZING: tuple[Item, ...] = (_convolution, _inference, _training)

# ---- with exactly one finding each; they need the head of those above -----------------------------------


def _faulty_function(names: Names) -> str:
    return _trained(names, "Bicubic")


def _faulty_module(names: Names) -> str:
    return f"""\
pub fn {names.snake()}(images: Tensor<Training, 4>) -> f32 {{
    let resize = Interpolate2dConfig::new()
        .with_output_size(Some([{names.number()}, {names.number()}]))
        .with_mode(Mode::Linear)
        .init();
    let images = images.require_grad();
    let loss = resize.forward(images).mean();
    let gradients = loss.backward();
    drop(gradients);
    {names.number()}.0
}}
"""


FAULTY: tuple[Item, ...] = (_faulty_function, _faulty_module)
