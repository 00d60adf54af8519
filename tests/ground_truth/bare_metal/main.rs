// A backend's own operations on a microcontroller, without the standard library and without autodiff, which needs
// atomics itself. What is printed goes through the debugger: semihosting.
#![no_std]
#![no_main]

extern crate alloc;

use alloc::vec;
use @INTERFACE@::ops::{DeformConvOptions, FloatTensorOps, ModuleOps};
use @INTERFACE@::TensorData;
use burn_ndarray::{NdArray, NdArrayDevice};
use cortex_m_semihosting::{debug, heprintln, hprintln};

const MEMORY: usize = 1 << 20;

#[global_allocator]
static HEAP: embedded_alloc::LlffHeap = embedded_alloc::LlffHeap::empty();

#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    heprintln!("thread 'main' {}", info);
    debug::exit(debug::EXIT_FAILURE);
    loop {}
}

#[cortex_m_rt::entry]
fn main() -> ! {
    static mut BYTES: [u8; MEMORY] = [0; MEMORY];
    unsafe { HEAP.init(&raw mut *BYTES as usize, MEMORY) }
    let ones = |shape: [usize; 4]| {
        let data = TensorData::new(vec![1.0f32; shape.iter().product()], shape);
        <NdArray as FloatTensorOps<NdArray>>::float_from_data(data, &NdArrayDevice::Cpu)
    };
    let options = || DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1);
    let (image, offset, weight) = (ones([1, 1, 4, 4]), ones([1, 18, 2, 2]), ones([1, 1, 3, 3]));
    let output = <NdArray as ModuleOps<NdArray>>::deform_conv2d(
        image.clone(),
        offset.clone(),
        weight.clone(),
        None,
        None,
        options(),
    );
    @BACKWARD@
    hprintln!("@END@");
    debug::exit(debug::EXIT_SUCCESS);
    loop {}
}
