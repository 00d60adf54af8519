//! Resizes on Candle, which only knows one mode.

use burn::backend::candle::{Candle, CandleDevice};
use burn::nn::interpolate::{Interpolate2dConfig, InterpolateMode};
use burn::tensor::{Tensor, TensorData};

type B = Candle<f32, i64>;

pub async fn enlarge(pixels: &[f32], [height, width]: [usize; 2], soft: bool) -> Vec<f32> {
    let device = CandleDevice::Cpu;
    let data = TensorData::new(pixels.to_vec(), [1, 1, height, width]);
    let picture = Tensor::<B, 4>::from_data(data, &device);
    let config = Interpolate2dConfig::new().with_output_size(Some([2 * height, 2 * width]));
    let enlarged = if soft {
        let softly = config.with_mode(InterpolateMode::Linear).init(); //~ error[interpolate-forward] "bilinear" "Candle"
        softly.forward(picture)
    } else {
        config.init().forward(picture)
    };
    enlarged.into_data_async().await.unwrap().to_vec().unwrap()
}
