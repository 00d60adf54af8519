// To 0.21: the backend is a type.
use burn::backend::*;
use burn::tensor::backend::Backend;
use burn::tensor::ElementConversion;

type B = @BACKEND@;
type Tensor<const D: usize> = burn::tensor::Tensor<B, D>;
type IntTensor<const D: usize> = burn::tensor::Tensor<B, D, burn::tensor::Int>;

fn device<D: Default>() -> D {
    D::default()
}

fn check<P: Backend, const D: usize>(name: &str, tensor: burn::tensor::Tensor<P, D>, shape: [usize; D]) {
    let found = tensor.dims();
    let difference: f32 = (tensor.clone() - tensor).abs().sum().into_scalar().elem();
    if found != shape || difference != 0.0 {
        println!("WRONG {name}: shape {found:?}, finite: {}", difference == 0.0);
        std::process::exit(3);
    }
}
