"""Rules for ast-grep about calls of burn that can panic, so that it has comparable work to do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

# ast-grep knows no types and no backends: a rule here is the shape of a call, and whatever has that shape matches.
_PATTERNS: Mapping[str, str | Mapping[str, str]] = {
    "interpolate": "interpolate($TENSOR, $SIZE, $OPTIONS)",
    "interpolate-bicubic": "InterpolateOptions::new(InterpolateMode::Bicubic)",
    "interpolate-bilinear": "InterpolateOptions::new(InterpolateMode::Bilinear)",
    "interpolate-lanczos": "InterpolateOptions::new(InterpolateMode::Lanczos3)",
    "resize-cubic": "$CONFIG.with_mode($ENUM::Cubic)",
    "resize-linear": "$CONFIG.with_mode($ENUM::Linear)",
    "resize-1d": "Interpolate1dConfig::new()",
    "resize-2d": "Interpolate2dConfig::new()",
    "deform-conv": "deform_conv2d($TENSOR, $OFFSET, $WEIGHT, $MASK, $BIAS, $OPTIONS)",
    "deform-conv-module": "DeformConv2dConfig::new($CHANNELS, $SIZE)",
    "nested-autodiff": {"context": "type T = Autodiff<Autodiff<$BACKEND>>;", "selector": "generic_type"},
    "autodiff-twice": "$DEVICE.autodiff().autodiff()",
    "backward": "$LOSS.backward()",
    "require-grad": "$TENSOR.require_grad()",
    "from-grads": "GradientsParams::from_grads($LOSS.backward(), $MODEL)",
    "conv-groups": "Conv2dConfig::new($CHANNELS, $SIZE).with_groups($GROUPS)",
    "conv-padding": "$CONFIG.with_padding(PaddingConfig2d::Same)",
    "conv-transpose": "conv_transpose2d($TENSOR, $WEIGHT, $BIAS, $OPTIONS)",
    "adaptive-pool": "adaptive_avg_pool2d($TENSOR, $SIZE)",
    "max-pool-indices": "max_pool2d_with_indices($TENSOR, $SIZE, $STRIDE, $PADDING, $DILATION)",
    "unfold": "unfold4d($TENSOR, $SIZE, $OPTIONS)",
    "grid-sample": "$TENSOR.grid_sample_2d($$$REST)",
    "quantize": "$TENSOR.quantize_dynamic($SCHEME)",
    "sort": "$TENSOR.sort_with_indices($DIM)",
    "into-scalar": "$TENSOR.into_scalar()",
    "into-vec": "$TENSOR.into_data().to_vec::<$TYPE>().unwrap()",
    "squeeze": "$TENSOR.squeeze::<$RANK>($DIM)",
    "slice-assign": "$TENSOR.slice_assign($RANGES, $VALUES)",
    "scatter": "$TENSOR.scatter($DIM, $INDICES, $VALUES)",
    "cumulative-sum": "$TENSOR.cumsum($DIM)",
}


def write(folder: Path) -> Path:
    """Writes the rules and the configuration that names them; returns the latter's path."""
    (folder / "rules").mkdir(parents=True)
    for name, pattern in _PATTERNS.items():
        rule = {
            "id": name,
            "language": "Rust",
            "severity": "warning",
            "message": f"{name}: this call of burn can panic",
            "rule": {"pattern": pattern},
        }
        (folder / "rules" / f"{name}.yml").write_text(json.dumps(rule))  # JSON is YAML
    configuration = folder / "sgconfig.yml"
    configuration.write_text("ruleDirs: [rules]\n")
    return configuration
