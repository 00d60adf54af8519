//! Runs all of it.

use clean::{choice, guarded, inference, own, preprocess, texts, training};

fn main() {
    own::train();
    inference::run();
    println!("{}", inference::forgot_valid());
    preprocess::train(&[vec![0.0; 3 * 48 * 48]]);
    preprocess::distill();
    training::all();
    choice::run(choice::Engine::Small);
    choice::run(choice::Engine::Large);
    guarded::train();
    println!("{:?} {}", guarded::table(), texts::ADVICE);
}
