//! What the page calls.

mod adapt;
mod resize;

use wasm_bindgen::prelude::*;

/// A picture that the page shows.
#[wasm_bindgen]
pub struct Picture {
    pixels: Vec<f32>,
    width: usize,
    height: usize,
}

#[wasm_bindgen]
impl Picture {
    #[wasm_bindgen(constructor)]
    pub fn new(pixels: Vec<f32>, width: usize, height: usize) -> Picture {
        Picture { pixels, width, height }
    }

    /// Twice as large, with hard edges.
    pub async fn enlarge(&self) -> Vec<f32> {
        resize::enlarge(&self.pixels, [self.height, self.width], false).await
    }

    /// Twice as large, with soft edges.
    pub async fn enlarge_softly(&self) -> Vec<f32> {
        resize::enlarge(&self.pixels, [self.height, self.width], true).await
    }

    /// How the offsets of a deformable convolution should move for this picture.
    pub async fn adapt(&self) -> Vec<f32> {
        adapt::offsets(&self.pixels, [self.height, self.width]).await
    }
}
