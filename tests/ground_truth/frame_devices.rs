// From 0.22: the backend is a device value.
use burn::tensor::{Device, DeviceKind};

type Tensor<const D: usize> = burn::tensor::Tensor<D>;
type IntTensor<const D: usize> = burn::tensor::Tensor<D, burn::tensor::Int>;

fn device() -> Device {
    @BACKEND@
}

fn check<const D: usize>(name: &str, tensor: burn::tensor::Tensor<D>, shape: [usize; D]) {
    let found = tensor.dims();
    let difference: f32 = (tensor.clone() - tensor).abs().sum().into_scalar::<f32>();
    if found != shape || difference != 0.0 {
        println!("WRONG {name}: shape {found:?}, finite: {}", difference == 0.0);
        std::process::exit(3);
    }
}
