//! Curvature by differentiating twice: which layers can stand that?

mod inner;
mod layers;
mod network;

use burn::backend::{Autodiff, NdArray};

/// Records the first derivative.
pub type First = Autodiff<NdArray>;
/// Records the derivative of the derivative.
pub type Second = Autodiff<First>;

fn main() {
    layers::all();
    inner::first_order_only();
    println!("{}", network::penalty());
}
