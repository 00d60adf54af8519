//! Restores photographs: learns to undo a blur.

mod model;
mod sharpen;
mod thumbnails;

use burn::backend::flex::FlexDevice;
use burn::backend::{Autodiff, Flex};
use burn::module::AutodiffModule;
use burn::optim::{GradientsParams, Optimizer, SgdConfig};
use burn::tensor::{Distribution, Tensor};

use model::Restorer;

type Inner = Flex;
type Outer = Autodiff<Inner>;

fn main() {
    let device = FlexDevice;
    let mut model = Restorer::<Outer>::new(&device);
    let mut optimizer = SgdConfig::new().init();

    for _ in 0..20 {
        let photos = Tensor::<Outer, 4>::random([2, 3, 64, 64], Distribution::Default, &device);
        let blurred = thumbnails::blurred(photos.clone());
        let loss = (model.forward(blurred) - photos).abs().mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-2, model, gradients);
    }

    let photo = Tensor::<Inner, 4>::random([1, 3, 128, 128], Distribution::Default, &device);
    let restored = model.valid().forward(photo.clone());
    println!("{}", thumbnails::thumbnail(restored.clone()));
    println!("{}", sharpen::sharpen(photo, restored));
}
