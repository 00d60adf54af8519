//! Small pieces of everyday code, each in a module of its own, most of them about one resize.

mod calls;
mod modes;
mod tracked;
mod untracked;

use burn::backend::{Autodiff, NdArray};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::tensor::backend::Backend;
use burn::tensor::Tensor;

type Train = Autodiff<NdArray>;

/// Nothing has tracked this yet.
fn raw() -> Tensor<Train, 4> {
    Tensor::ones([1, 1, 8, 8], &Default::default())
}

/// A layer that tracks what it is given.
fn conv<B: Backend>() -> Conv2d<B> {
    Conv2dConfig::new([1, 1], [3, 3]).init(&Default::default())
}

fn main() {
    calls::trait_object::run();
    calls::generic_loss::run();
    calls::function_argument::run();
    calls::macro_backward::run();
    calls::thread::run();
    calls::own_method::run();
    calls::early_return::run();
    calls::one_of_two_losses::run();
    calls::valid_in_struct::run();
    modes::struct_update::run();
    modes::struct_update_elsewhere::run();
    modes::field_assigned::run();
    modes::set_by_reference::run();
    modes::set_by_method::run();
    modes::swapped::run();
    modes::index::run();
    modes::index_of_the_other::run();
    modes::map_of_modes::run();
    modes::const_flag::run();
    modes::trait_constant::run();
    modes::trait_constant_elsewhere::run();
    tracked::loop_carried::run();
    tracked::loop_accumulates::run();
    tracked::fold::run();
    tracked::vec_of_blocks::run();
    tracked::option_field::run();
    tracked::enum_module::run();
    tracked::param::run();
    tracked::cat_with_tracked::run();
    tracked::slice_assign::run();
    tracked::if_let::run();
    tracked::question_mark::run();
    tracked::while_let::run();
    tracked::param_detached::run();
    untracked::frozen::run();
    untracked::clone_is_not_original::run();
    untracked::replaced_input::run();
    untracked::compared::run();
    untracked::from_data_of_tracked::run();
    untracked::inner_and_back::run();
    untracked::set_require_grad_false::run();
    untracked::features_detached::run();
    untracked::dropout::run();
}
