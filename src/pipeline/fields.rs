//! All solids of a scene, compiled together: linking the scene once for all of them makes the time linear.

use super::Error;
use crate::field::{CompileError, Field};
use crate::scene::Scene;
use std::time::{Duration, Instant};

/// The field of each root node, or why it has none, in scene order.
#[derive(Debug)]
pub(super) struct Fields {
    fields: Vec<(String, Result<Field, CompileError>)>,
    mean_time: Duration,
}

/// A field and how long it took to compile.
#[derive(Clone, Debug)]
pub(super) struct TimedField {
    pub field: Field,
    pub time: Duration,
}

impl Fields {
    pub fn compile(scene: &Scene) -> Self {
        let start = Instant::now();
        let fields = Field::solids(scene);
        let count = u32::try_from(fields.len()).unwrap_or(u32::MAX).max(1);
        Self { fields, mean_time: start.elapsed() / count }
    }

    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.fields.iter().map(|(id, _)| id.as_str())
    }

    /// The field of a root node, counted among roots.
    pub fn get(&self, root: usize) -> Result<TimedField, Error> {
        let (_, field) = &self.fields[root];
        Ok(TimedField { field: field.clone()?, time: self.mean_time })
    }
}
