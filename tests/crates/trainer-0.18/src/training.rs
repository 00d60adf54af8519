//! Puts data, model and optimizer together.

use burn::data::dataloader::DataLoaderBuilder;
use burn::module::AutodiffModule;
use burn::optim::AdamConfig;
use burn::prelude::*;
use burn::record::CompactRecorder;
use burn::tensor::backend::AutodiffBackend;
use burn::train::metric::LossMetric;
use burn::train::LearnerBuilder;

use crate::data::{patches, PatchBatcher};
use crate::model::{Enlarger, EnlargerConfig};

#[derive(Config)]
pub struct TrainingConfig {
    pub model: EnlargerConfig,
    pub optimizer: AdamConfig,
    #[config(default = 5)]
    pub epochs: usize,
    #[config(default = 1e-3)]
    pub learning_rate: f64,
}

pub fn run<B: AutodiffBackend>(artifacts: &str, device: B::Device) -> Enlarger<B::InnerBackend> {
    let config = TrainingConfig::new(EnlargerConfig::new(), AdamConfig::new());
    B::seed(7);

    let train = DataLoaderBuilder::new(PatchBatcher)
        .batch_size(8)
        .shuffle(7)
        .num_workers(2)
        .build(patches(256));
    let valid = DataLoaderBuilder::new(PatchBatcher).batch_size(8).build(patches(32));

    let learner = LearnerBuilder::new(artifacts)
        .metric_train_numeric(LossMetric::new())
        .metric_valid_numeric(LossMetric::new())
        .with_file_checkpointer(CompactRecorder::new())
        .devices(vec![device.clone()])
        .num_epochs(config.epochs)
        .summary()
        .build(
            config.model.init::<B>(&device),
            config.optimizer.init(),
            config.learning_rate,
        );
    learner.fit(train, valid).valid()
}
