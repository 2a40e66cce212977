//! Scene nodes -> program.

/// Most nodes in one solid.
pub const MAX_NODES: usize = 100_000;

/// Why a solid cannot be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("node \"{node}\": {message}")]
pub struct CompileError {
    /// Id of the node.
    pub node: String,
    /// What is wrong and what to do, naming the field.
    pub message: String,
}
